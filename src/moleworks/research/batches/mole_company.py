"""Mole Company as `loop` asks for it."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.games.kernel import kernel
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.planes import ACTIONS, PLANES, mark, observe, shape
from moleworks.games.mole_company.rules import Position, Table, legal_count, nth_legal, opening, play
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
    )


@kernel
def save(rows: MutableSequence[int], at: int, position: Position) -> None:
    """Write a position down there."""
    rows[at] = position.phase
    rows[at + 1] = position.level
    rows[at + 2] = position.seat
    rows[at + 3] = position.moles0
    rows[at + 4] = position.moles1
    rows[at + 5] = position.moles2
    rows[at + 6] = position.moles3
    rows[at + 7] = position.left
    rows[at + 8] = position.disc
    rows[at + 9] = position.bonus
    rows[at + 10] = position.turns
    rows[at + 11] = position.winner


@kernel
def actor(table: Table, position: Position) -> int:
    return rules.actor(position)


@kernel
def lot_count(table: Table, position: Position) -> int:
    """How many lots there are, each as likely as the others: the discs face down (MC3)."""
    return rules.disc_count(position)


@kernel
def lot(table: Table, position: Position, n: int) -> int:
    return rules.nth_disc(position, n)


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
