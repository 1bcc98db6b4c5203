"""What a game brings for batches: a record of kernels over the table and the position of its rules."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, NamedTuple

from moleworks.core.bits import count, lowest, write_cell
from moleworks.core.kernel import kernel
from moleworks.research.batches.rewards import no_points, stored_winner, winner_reward
from moleworks.research.encoded_planes import Encoder


class BatchSettings(NamedTuple):
    """The settings of a batch, and what follows from its set-up."""

    players: int
    size: int
    """Cells in all planes of a game."""
    resets: int
    """1 if a finished game is replaced by a new one at once."""
    draws: int
    """1 if chance is drawn at once, 0 if `step` is given its actions."""
    plane: int
    """Cells in one plane, at most 128."""
    signature: int
    """Of the set-up: rows of states have it in their check (`state_rows`)."""
    actions: int
    """How many actions have a number: those of the seats, then those of chance if `step` is given them."""
    first_action: int
    """Where in `BatchBuffers.lookup` the actions are, by number."""


@kernel
def block_of(lookup: Sequence[int], action: int) -> int:
    """Where in `BatchBuffers.lookup` the block of an action of the rules is: see `numbers_lookup`."""
    last = len(lookup) - 1
    seats = int(lookup[last]) + 2 * (action >> 6)
    if (int(lookup[seats]) >> (action & 63)) & 1:
        return seats
    return int(lookup[last - 1]) + 2 * (action >> 6)


@kernel
def number_in_block(members: int, first: int, member: int) -> int:
    """The number of an action, from the members of its block and the number of the first of them."""
    return first + count(members & ((1 << member) - 1))


@kernel
def number_of(lookup: Sequence[int], action: int) -> int:
    """The number of an action of the rules."""
    block = block_of(lookup, action)
    return number_in_block(int(lookup[block]), int(lookup[block + 1]), action & 63)


@kernel
def mark_set(bits: int, action: int, lookup: Sequence[int], cells: MutableSequence[int], at: int) -> None:
    """Mark the numbers of actions with 1: those that are a member of a set more than `action`.

    That is the first action of a block of 64.
    """
    rest = int(bits)
    if rest == 0:
        return
    block = block_of(lookup, action + lowest(rest))
    members, first = int(lookup[block]), int(lookup[block + 1])
    while rest:
        write_cell(1, cells, at + number_in_block(members, first, lowest(rest)))
        rest &= rest - 1


def numbers_lookup(seats: Sequence[int], chance: Sequence[int]) -> list[int]:
    """What `number_of` reads at the end of an array, for the sorted actions of the seats and of chance.

    For each block of 64 actions: the set of those that exist, and the number of the first of them. Blocks of
    the seats come before those of chance. After them stand the places of the first block of chance, and of
    the seats.
    It is small, because an array of all numbers leaves no room for a game in a processor's first cache.
    """
    blocks = max(*seats, *chance, 0) // 64 + 1
    found = [0] * (4 * blocks)
    for number, action in enumerate((*seats, *chance)):
        at = 2 * (action // 64) + (2 * blocks if number >= len(seats) else 0)
        found[at + 1] = found[at + 1] if found[at] else number
        found[at] |= 1 << action % 64
    return found


class BatchKernels(NamedTuple):
    """The batch part of a plug-in."""

    encoder: Encoder
    opening: Callable[[Any], Any]
    """(table): the first position."""
    actor: Callable[[Any, Any], int]
    """(table, position): a seat, CHANCE or NOBODY."""
    play: Callable[[Any, Any, int], Any]
    """(table, position, action): the next position."""
    legal_count: Callable[[Any, Any], int]
    """(table, position): the number of legal actions."""
    nth_legal: Callable[[Any, Any, int], int]
    """(table, position, n): the n-th legal action."""
    mark: Callable[[Any, Any, Any, Any, int], None]
    """(table, position, lookup, cells, start): mark the numbers of legal actions with 1; all cells are 0.

    Cells are written as by `Encoder.write_sets`, but at most 63 after the last.
    """
    chance_count: Callable[[Any, Any], int]
    """(table, position): the number of chance events, all equally likely."""
    chance_action: Callable[[Any, Any, int], int]
    """(table, position, n): the action of the n-th chance event."""
    winner: Callable[[Any, Any], int] = stored_winner
    """(table, position): a seat, or -1."""
    reward: Callable[[Any, Any, int, int], float] = winner_reward
    """(table, position, seat, players): the reward of a seat in a game that is over."""
    counts_points: bool = False
    score: Callable[[Any, Any, int], int] = no_points
    """(table, position, seat): the points of a seat."""
    gpu_play: Callable[[Any, Any, int], Any] | None = None
    """`play` in a form that is faster where threads run together; None: as it is."""
    completed: Callable[[Any], Any] | None = None
    """(state): the state with what views tell beside the position, as far as that follows from it.

    It is called outside of kernels, for `Batch.state`. None: a position tells everything.
    """
