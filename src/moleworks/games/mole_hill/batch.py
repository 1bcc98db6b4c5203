"""Kernels that play many games of Mole Hill at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.core.bits import write_bits
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.observation import ENCODER, shape
from moleworks.games.mole_hill.rules import (
    ACTIONS,
    EAST,
    NORTH,
    MoleHillPosition,
    MoleHillTable,
    actor,
    all_points,
    has_winner,
    legal_count,
    legal_sets,
    nth_legal,
    opening,
    play,
    score,
    winner,
)
from moleworks.research.batches.batch_kernels import BatchKernels
from moleworks.research.batches.rewards import shared_reward


@kernel
def mark(
    table: MoleHillTable, position: MoleHillPosition, cells: MutableSequence[int], at: int, on: int
) -> None:
    """Mark legal actions with 1 and all others with 0; so there is nothing to clear (`on` 0)."""
    if on == 0:
        return
    squares, east, north = legal_sets(position)
    write_bits(squares, cells, at)
    write_bits(east, cells, at + EAST)
    write_bits(north, cells, at + NORTH)


@kernel
def reward(table: MoleHillTable, position: MoleHillPosition, seat: int, players: int) -> float:
    """The reward of a seat in a game that is over; a single round has no winner: the mole's points count."""
    if has_winner(table.rounds):
        return shared_reward(winner(table, position), seat, players)
    max_points = all_points(table)
    share = score(table, position, 0) / max_points if max_points > 0 else 0.0
    return share if seat == 0 else -share


BATCH = BatchKernels(
    ENCODER,
    shape,
    ACTIONS,
    opening,
    actor,
    play,
    legal_count,
    nth_legal,
    mark,
    chance_count=legal_count,  # never called, as there is no chance
    chance_action=nth_legal,
    winner=winner,
    reward=reward,
    counts_points=True,
    score=score,
)
