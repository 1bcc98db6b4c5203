"""Kernels that play many games of Mole Company at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.kernel import kernel
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.batch_observation import ACTIONS, PLANES, mark, observe, shape
from moleworks.games.mole_company.rules import (
    MoleCompanyPosition,
    MoleCompanyTable,
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

FIELDS = len(MoleCompanyPosition._fields)
POINTS = False
"""Whether points are counted."""


@kernel
def load(rows: Sequence[int], at: int) -> MoleCompanyPosition:
    """Read a position from an array."""
    return MoleCompanyPosition(
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
def save(rows: MutableSequence[int], at: int, position: MoleCompanyPosition) -> None:
    """Write a position to an array."""
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
def actor(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    return rules.actor(position)


@kernel
def chance_count(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    """The number of chance events, all equally likely: the discs face down (MC3)."""
    return rules.disc_count(position)


@kernel
def chance_action(table: MoleCompanyTable, position: MoleCompanyPosition, n: int) -> int:
    return rules.nth_disc(position, n)


@kernel
def score(table: MoleCompanyTable, position: MoleCompanyPosition, seat: int) -> int:
    """No points are counted."""
    return 0


@kernel
def winner(table: MoleCompanyTable, position: MoleCompanyPosition) -> int:
    return position.winner


@kernel
def reward(table: MoleCompanyTable, position: MoleCompanyPosition, seat: int, players: int) -> float:
    """The reward of a seat in a game that is over."""
    return shared_reward(position.winner, seat, players)
