"""Buddel Bande as `loop` asks for it."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.planes import ACTIONS, PLANES, mark, observe, shape
from moleworks.games.buddel_bande.rules import Position, Table, legal_count, nth_legal, opening, play
from moleworks.games.kernel import kernel
from moleworks.research.batches.rewards import shared

__all__ = [
    "ACTIONS",
    "FIELDS",
    "PLANES",
    "POINTS",
    "actor",
    "legal_count",
    "load",
    "lot",
    "lot_count",
    "mark",
    "nth_legal",
    "observe",
    "opening",
    "play",
    "reward",
    "save",
    "score",
    "shape",
    "winner",
]

FIELDS = len(Position._fields)
POINTS = False
"""Whether points are counted."""


@kernel
def load(rows: Sequence[int], at: int) -> Position:
    """The position written down there."""
    return Position(
        int(rows[at]),
        int(rows[at + 1]),
        int(rows[at + 2]),
        int(rows[at + 3]),
        int(rows[at + 4]),
        int(rows[at + 5]),
        int(rows[at + 6]),
        int(rows[at + 7]),
        int(rows[at + 8]),
        int(rows[at + 9]),
        int(rows[at + 10]),
        int(rows[at + 11]),
        int(rows[at + 12]),
        int(rows[at + 13]),
    )


@kernel
def save(rows: MutableSequence[int], at: int, position: Position) -> None:
    """Write a position down there."""
    rows[at] = position.phase
    rows[at + 1] = position.seat
    rows[at + 2] = position.turns
    rows[at + 3] = position.places
    rows[at + 4] = position.owners
    rows[at + 5] = position.occupied
    rows[at + 6] = position.able
    rows[at + 7] = position.dog
    rows[at + 8] = position.face
    rows[at + 9] = position.symbol
    rows[at + 10] = position.choices
    rows[at + 11] = position.seen
    rows[at + 12] = position.home
    rows[at + 13] = position.winner


@kernel
def actor(table: Table, position: Position) -> int:
    return rules.actor(position)


@kernel
def lot_count(table: Table, position: Position) -> int:
    """How many lots there are, each as likely as the others: deals, or rolls of the two dice (BB1, BB3)."""
    return rules.legal_count(table, position)


@kernel
def lot(table: Table, position: Position, n: int) -> int:
    return rules.nth_legal(table, position, n)


@kernel
def score(table: Table, position: Position, seat: int) -> int:
    """Nobody counts points."""
    return 0


@kernel
def winner(table: Table, position: Position) -> int:
    return position.winner


@kernel
def reward(table: Table, position: Position, seat: int, players: int) -> float:
    """Of a game that is over."""
    return shared(position.winner, seat, players)
