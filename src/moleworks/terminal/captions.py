"""A position with a caption, as lines for a terminal or a text file: board, turn, dice and discs, points."""

from __future__ import annotations

from rich.text import Text

from moleworks import speech
from moleworks.core.game import Outcome, Setup, State, View
from moleworks.core.registry import GAMES
from moleworks.terminal.drawing import game_drawing
from moleworks.terminal.game_drawing import CaptionedDrawing, DrawingContext
from moleworks.texts import language


def seat_names(setup: Setup) -> list[str]:
    """What players are called where nobody has a name."""
    return [f"seat {seat}" for seat in range(setup.players)]


def captioned_position(state: State, seat: int | None) -> list[Text]:
    """A position as a seat may see it, or everybody (None), with its caption.

    The board is drawn. If its game has no drawing, sentences describe it.
    """
    setup = state.setup
    game = GAMES[setup.game]
    view, names = game.view(state, seat), seat_names(setup)
    drawing = game_drawing(setup.game)
    if drawing is not None:
        board = drawing.picture(DrawingContext(setup, view, names, language("en")))
    else:
        board = [Text(str(message)) for message in speech.position(game, state, names, seat)]
    return [*board, *caption(setup, view, game.outcome(state))]


def caption(setup: Setup, view: View, outcome: Outcome | None) -> list[Text]:
    """The lines that a terminal shows below the board, and one more: the turn or the result."""
    drawing = game_drawing(setup.game)
    lines = drawing.below(DrawingContext(setup, view, seat_names(setup), language("en"))) if drawing else ()
    facts = drawing.caption(view) if isinstance(drawing, CaptionedDrawing) else ()
    return [*lines, Text(" ".join((_turn(view), *facts)) if outcome is None else _end(outcome))]


def _turn(view: View) -> str:
    return f"Seat {view['seat']} is to act ({view['phase']})." if view["seat"] is not None else "The deal."


def _end(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"Over ({outcome.rule}): seat {outcome.winner} has won."
    return f"Over ({outcome.rule}): a draw." if outcome.draw else f"Over ({outcome.rule})."
