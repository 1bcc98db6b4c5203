"""Show a position at the terminal: drawn with characters if its game can be, else in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moleworks import speech
from moleworks.core import registry
from moleworks.core.game import Setup, State
from moleworks.core.messages import N_
from moleworks.record import Match
from moleworks.terminal.game_drawing import DrawingContext, ExplainedDrawing, GameDrawing
from moleworks.terminal.screen import TerminalScreen
from moleworks.texts import language


def game_drawing(game: str) -> GameDrawing | None:
    """The drawing module of a game; None if it has none."""
    return registry.part(game, "terminal", GameDrawing)


def legend(setup: Setup) -> str:
    """What the signs of the drawing mean; empty if the game has no drawing."""
    drawing = game_drawing(setup.game)
    if isinstance(drawing, ExplainedDrawing):
        return drawing.legend(setup)
    return drawing.LEGEND if drawing else ""


def picture(match: Match, state: State, seat: int | None, names: Sequence[str] = ()) -> list[Text]:
    """The board alone, as a seat may see it, or the public (None)."""
    drawing = game_drawing(match.game.id)
    context = DrawingContext(match.setup, match.game.view(state, seat), names, language("en"))
    return drawing.picture(context) if drawing else []


def show_position(
    screen: TerminalScreen, match: Match, state: State, names: Sequence[str], seat: int | None
) -> bool:
    """Show a position as a seat may know it: drawn (returns True) or in sentences (False)."""
    context = DrawingContext(match.setup, match.game.view(state, seat), names, screen.language)
    drawing = game_drawing(match.game.id)
    lines = [] if screen.plain or drawing is None else drawing.picture(context)
    width = max((line.cell_len for line in lines), default=0)
    if screen.is_narrower(width):
        screen.say(N_("The drawing needs {width} columns, so here it is in words."), width=width)
        lines = []
    if drawing is None or not lines:
        for message in speech.position(match.game, state, names, seat):
            screen.tell(message)
        return False
    screen.write()
    screen.draw(lines)
    for line in drawing.below(context):
        screen.write(line)
    screen.write()
    return True
