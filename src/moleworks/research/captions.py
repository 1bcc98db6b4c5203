"""What a drawn board cannot hold, in a few lines: whose turn it is, dice and discs, points."""

from __future__ import annotations

from rich.text import Text

from moleworks.games import Outcome, Setup, View
from moleworks.terminal.draw import ARTISTS, Scene
from moleworks.texts import language


def caption(setup: Setup, view: View, outcome: Outcome | None) -> list[Text]:
    """The lines that stand below a picture at a terminal too, and one more: the turn, or the end."""
    names = [f"seat {seat}" for seat in range(setup.players)]
    lines = list(ARTISTS[setup.game].below(Scene(setup, view, names, language("en"))))
    return [*lines, Text(_turn(view) if outcome is None else _end(outcome))]


def _turn(view: View) -> str:
    told = [f"Seat {view['seat']} is to act ({view['phase']})." if view["seat"] is not None else "The deal."]
    if view.get("disc"):
        told.append(f"Disc: {view['disc']}.")
    if view.get("dice"):
        told.append(f"Dice: {''.join(view['dice'])}.")
    if "turn" in view:
        told.append(f"Turn {view['turn']}.")
    return " ".join(told)


def _end(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"Over ({outcome.rule}): seat {outcome.winner} has won."
    return f"Over ({outcome.rule}): a draw." if outcome.draw else f"Over ({outcome.rule})."
