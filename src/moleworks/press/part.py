"""What a game brings to the press: its own drawings and the number of its pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from moleworks.press.order import Order
from moleworks.press.paths import Box
from moleworks.press.scene import Colour, Item, Piece, Sheet
from moleworks.record import Match


class Mark(NamedTuple):
    """An action of an example, and whether it is allowed there."""

    action: str
    allowed: bool


class Picture(NamedTuple):
    """A small drawing for the booklet."""

    box: Box
    items: tuple[Item, ...]


class Part(Protocol):
    """One game's module."""

    def boards(self, order: Order) -> Iterator[Sheet]:
        """The boards, each as large as it is; they are laid on pages afterwards."""

    def pieces(self, order: Order) -> Iterator[Sheet]:
        """Everything to cut out, page by page."""

    def key(self, order: Order) -> Sequence[tuple[str, Any]]:
        """For swell paper: what is felt (a texture, a line width) and what it means, in words."""

    def wanted(self, board: Any) -> Mapping[Piece, int]:
        """How many of every piece the rules ask for."""

    def aid(self, order: Order) -> Sequence[str]:
        """The turn in short sentences, for the players' cards."""

    def position(self, match: Match, marks: Sequence[Mark], palette: Mapping[str, Colour]) -> Picture:
        """A position of the game, with what can and cannot be done in it."""
