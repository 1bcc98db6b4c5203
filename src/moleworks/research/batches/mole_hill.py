"""Mole Hill as `loop` asks for it."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.games.bits import count
from moleworks.games.kernel import kernel
from moleworks.games.mole_hill.planes import ACTIONS, PLANES, mark, observe, shape
from moleworks.games.mole_hill.rules import (
    Position,
    Table,
    actor,
    legal_count,
    nth_legal,
    opening,
    play,
    score,
    winner,
)
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
POINTS = True
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
    )


@kernel
def save(rows: MutableSequence[int], at: int, position: Position) -> None:
    """Write a position down there."""
    rows[at] = position.round
    rows[at + 1] = position.phase
    rows[at + 2] = position.mole
    rows[at + 3] = position.hills
    rows[at + 4] = position.east
    rows[at + 5] = position.north
    rows[at + 6] = position.reach
    rows[at + 7] = position.first


@kernel
def lot_count(table: Table, position: Position) -> int:
    """Nothing is left to chance."""
    return 0


@kernel
def lot(table: Table, position: Position, n: int) -> int:
    """Never asked for."""
    return -1


@kernel
def reward(table: Table, position: Position, seat: int, players: int) -> float:
    """Of a game that is over; a round for study has no winner: the mole's points count, of all there are."""
    if table.rounds == 2:
        return shared(winner(table, position), seat, players)
    most = table.supply - table.light + count(table.white) + 2 * count(table.red)
    part = score(table, position, 0) / most if most > 0 else 0.0
    return part if seat == 0 else -part
