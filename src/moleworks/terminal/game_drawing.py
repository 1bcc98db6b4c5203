"""The interface of a game's drawing in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from rich.text import Text

from moleworks.core.game import Setup, View
from moleworks.terminal.colours import SHAPES, TEAMS
from moleworks.texts import Language


class DrawingContext(NamedTuple):
    """What a drawing gets: set-up, view, player names and language."""

    setup: Setup
    view: View
    names: Sequence[str]
    language: Language


@runtime_checkable
class GameDrawing(Protocol):
    """A game's module that draws its board with characters.

    A game with several boards may also have `board_pictures(board)`, which draws each with its name.
    """

    LEGEND: str
    """Explains the signs of the drawing."""
    EXAMPLE_PLACE: str
    """The name of a space, for examples in messages."""

    def picture(self, scene: DrawingContext) -> list[Text]:
        """The board, line by line."""

    def below(self, scene: DrawingContext) -> Iterator[Text]:
        """Short lines below the board with further information."""


@runtime_checkable
class ExplainedDrawing(GameDrawing, Protocol):
    """A game's module for the terminal whose signs depend on what was agreed."""

    def legend(self, setup: Setup) -> str:
        """Explains the signs that the drawing has by this set-up, instead of `LEGEND`."""


@runtime_checkable
class CaptionedDrawing(GameDrawing, Protocol):
    """A game's module for the terminal that also says in words what the picture cannot hold."""

    def caption(self, view: View) -> Iterator[str]:
        """Short English sentences, such as the dice that were rolled."""


def team_line(seat: int, text: str) -> Text:
    """A line about a player, after the sign of the team."""
    return Text.assemble((f" {SHAPES[seat]} ", TEAMS[seat]), f" {text}")
