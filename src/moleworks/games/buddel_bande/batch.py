"""Kernels that play many games of Buddel Bande at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.batch_observation import ACTIONS, PLANES, mark, observe, shape
from moleworks.games.buddel_bande.rules import (
    BuddelBandePosition,
    BuddelBandeTable,
    legal_count,
    nth_legal,
    opening,
    play,
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

FIELDS = len(BuddelBandePosition._fields)
POINTS = False
"""Whether points are counted."""


@kernel
def load(rows: Sequence[int], at: int) -> BuddelBandePosition:
    """Read a position from an array."""
    return BuddelBandePosition(
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
def save(rows: MutableSequence[int], at: int, position: BuddelBandePosition) -> None:
    """Write a position to an array."""
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
def actor(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    return rules.actor(position)


@kernel
def chance_count(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    """The number of chance events, all equally likely: deals, or rolls of the two dice (BB1, BB3)."""
    return rules.legal_count(table, position)


@kernel
def chance_action(table: BuddelBandeTable, position: BuddelBandePosition, n: int) -> int:
    return rules.nth_legal(table, position, n)


@kernel
def score(table: BuddelBandeTable, position: BuddelBandePosition, seat: int) -> int:
    """No points are counted."""
    return 0


@kernel
def winner(table: BuddelBandeTable, position: BuddelBandePosition) -> int:
    return position.winner


@kernel
def reward(table: BuddelBandeTable, position: BuddelBandePosition, seat: int, players: int) -> float:
    """The reward of a seat in a game that is over."""
    return shared_reward(position.winner, seat, players)
