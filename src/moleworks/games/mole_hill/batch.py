"""Kernels that play many games of Mole Hill at once: see `research.batches.loops`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import count, members, write_bits
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.games.mole_hill.observation import ENCODER
from moleworks.games.mole_hill.rules import (
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
from moleworks.games.mole_hill.rules_fast import play_without_branch
from moleworks.research.batches.batch_kernels import BatchKernels
from moleworks.research.batches.rewards import shared_reward


@kernel
def mark(
    table: MoleHillTable,
    position: MoleHillPosition,
    lookup: Sequence[int],
    cells: MutableSequence[int],
    at: int,
) -> None:
    """Mark the numbers of legal actions with 1: squares in order, then edges to the east, then to the north.

    No edge leads east from the last square of a row, so the sets of rows are pushed together.
    """
    squares, east, north = legal_sets(position)
    edges = table.columns - 1
    row, place = (1 << edges) - 1, 0
    pushed = 0
    while east:
        pushed |= (east & row) << place
        east >>= table.columns
        place += edges
    write_bits(squares, cells, at)
    at += count(table.squares)
    write_bits(pushed, cells, at)
    at += count(table.east)
    write_bits(north, cells, at)


@kernel
def reward(table: MoleHillTable, position: MoleHillPosition, seat: int, players: int) -> float:
    """The reward of a seat in a game that is over; a single round has no winner: the mole's points count."""
    if has_winner(table.rounds):
        return shared_reward(winner(table, position), seat, players)
    max_points = all_points(table)
    share = score(table, position, 0) / max_points if max_points > 0 else 0.0
    return share if seat == 0 else -share


def completed(state: MoleHillState) -> MoleHillState:
    """The state with a trail over its hills: in the order of squares, and the mole's own last."""
    mole, hills = state.position.mole, state.position.hills
    if not hills:
        return state
    return state._replace(trail=(*members(hills & ~(1 << mole)), mole))


BATCH = BatchKernels(
    ENCODER,
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
    gpu_play=play_without_branch,
    completed=completed,
)
