"""Alternative texts: say in words what a sheet of pieces shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from moleworks.core.messages import N_
from moleworks.press.order import PrintOrder
from moleworks.press.sheet import GamePiece
from moleworks.speech.sentences import semicolon_list


def pieces_alt(
    order: PrintOrder, pieces: Iterable[GamePiece], name: Callable[[PrintOrder, GamePiece], str]
) -> str:
    """Pieces to cut out, each kind with its number."""
    found = Counter(name(order, piece) for piece in pieces)
    told = semicolon_list(f"{count} × {piece}" for piece, count in found.items())
    return order.language.say(N_("To cut out: {pieces}."), pieces=told)
