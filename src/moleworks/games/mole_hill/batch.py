"""Kernels that play many games of Mole Hill at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import count
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.batch_observation import ACTIONS, PLANES, mark, observe, shape
from moleworks.games.mole_hill.rules import (
    MoleHillPosition,
    MoleHillTable,
    actor,
    legal_count,
    nth_legal,
    opening,
    play,
    score,
    winner,
)
from moleworks.research.batches.rewards import shared_reward

__all__ = [
    "ACTIONS",
    "FIELDS",
    "PLANES",
    "POINTS",
    "actor",
    "chance_action",
    "chance_count",
    "legal_count",
    "load",
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

FIELDS = len(MoleHillPosition._fields)
POINTS = True
"""Whether points are counted."""


@kernel
def load(rows: Sequence[int], at: int) -> MoleHillPosition:
    """Read a position from an array."""
    return MoleHillPosition(
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
def save(rows: MutableSequence[int], at: int, position: MoleHillPosition) -> None:
    """Write a position to an array."""
    rows[at] = position.round
    rows[at + 1] = position.phase
    rows[at + 2] = position.mole
    rows[at + 3] = position.hills
    rows[at + 4] = position.east
    rows[at + 5] = position.north
    rows[at + 6] = position.reach
    rows[at + 7] = position.first


@kernel
def chance_count(table: MoleHillTable, position: MoleHillPosition) -> int:
    """There is no chance."""
    return 0


@kernel
def chance_action(table: MoleHillTable, position: MoleHillPosition, n: int) -> int:
    """Never called."""
    return -1


@kernel
def reward(table: MoleHillTable, position: MoleHillPosition, seat: int, players: int) -> float:
    """The reward of a seat in a game that is over; a single round has no winner: the mole's points count."""
    if table.rounds == 2:
        return shared_reward(winner(table, position), seat, players)
    max_points = table.supply - table.light + count(table.white) + 2 * count(table.red)
    share = score(table, position, 0) / max_points if max_points > 0 else 0.0
    return share if seat == 0 else -share
