"""The interface of a game's print set: its boards, its pieces, and how many of each there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from moleworks.core import registry
from moleworks.core.game import Board
from moleworks.core.messages import Message
from moleworks.press import art
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, Path, Transform
from moleworks.press.sheet import Colour, GamePiece, Item, PrintSheet, transform_items
from moleworks.record import Match
from moleworks.speech.team_names import team


class ExampleMark(NamedTuple):
    """An action of an example, and whether it is allowed."""

    action: str
    allowed: bool


class OwnSign(NamedTuple):
    """A sample that only one game has: its outline, drawn in bold, and how it feels in words."""

    outline: Path
    felt: str


class ExamplePicture(NamedTuple):
    """A drawing of a position for the booklet."""

    box: Box
    items: tuple[Item, ...]

    def scaled(self, scale: float) -> ExamplePicture:
        """The drawing in another size, with its upper left corner at (0, 0)."""
        size = Box(0, 0, self.box.width * scale, self.box.height * scale)
        shift = Transform(-self.box.x * scale, -self.box.y * scale, scale)
        return ExamplePicture(size, transform_items(self.items, shift))


class Emblem(NamedTuple):
    """What a player is known by, in the player's colour."""

    picture: art.Drawing
    name: Message


@runtime_checkable
class GamePrintSet(Protocol):
    """A game's module that draws its print set."""

    def boards(self, order: PrintOrder) -> Iterator[PrintSheet]:
        """The boards in full size; they are split into pages afterwards."""

    def pieces(self, order: PrintOrder) -> Iterator[PrintSheet]:
        """Pages of pieces to cut out."""

    def touch_key(self, order: PrintOrder) -> Sequence[tuple[str | OwnSign, str]]:
        """For swell paper: textures, signs, lines or Braille letters, and the one meaning of each."""

    def mounting(self, order: PrintOrder) -> Sequence[str]:
        """What to do with boards and pieces besides cutting, folding and gluing flaps.

        For swell paper: how they are mounted, so that pieces stay where they are put.
        """

    def piece_counts(self, board: Board) -> Mapping[GamePiece, int]:
        """How many of every piece the rules ask for."""

    def turn_summary(self, order: PrintOrder) -> Sequence[str]:
        """A turn in short sentences, for player aids and booklet."""

    def position(
        self, match: Match, marks: Sequence[ExampleMark], palette: Mapping[str, Colour]
    ) -> ExamplePicture:
        """Draw a position, with marks for allowed and refused actions."""


@runtime_checkable
class FigureDrawer(Protocol):
    """A game's module that draws the figures of its rulebook, too."""

    def figure(self, order: PrintOrder, name: str, palette: Mapping[str, Colour]) -> ExamplePicture | None:
        """Draw a figure by the name that it has in the rulebook."""


@runtime_checkable
class EmblemDrawer(Protocol):
    """A game's module that draws what its players are known by, if that is no mole in their colour."""

    def emblem(self, seat: int) -> Emblem:
        """The picture of a player, and its name."""


def game_print_set(game: str) -> GamePrintSet:
    """The print set of a game; `MissingPart` if it has none."""
    return registry.required_part(game, "press", GamePrintSet)


def emblem(game: str, seat: int) -> Emblem:
    """What a player is known by on covers, player aids and the sheet that is printed first."""
    print_set = game_print_set(game)
    if isinstance(print_set, EmblemDrawer):
        return print_set.emblem(seat)
    return Emblem(art.mole(seat), team(seat))
