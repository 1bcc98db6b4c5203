"""What a game brings for batches: a record of kernels over the table and the position of its rules."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, NamedTuple

from moleworks.core.bits import write_bits
from moleworks.core.kernel import kernel
from moleworks.research.batches.rewards import no_points, stored_winner, winner_reward
from moleworks.research.encoded_planes import Encoder


@kernel
def write_small_sets(
    table: Any,
    position: Any,
    seat: int,
    numbers: Sequence[int],
    sets: int,
    cells: MutableSequence[int],
    at: int,
    plane: int,
) -> None:
    """Write planes of at most 64 cells that show sets."""
    for n in range(sets):
        write_bits(int(numbers[n]), cells, at + n * plane)


class BatchKernels(NamedTuple):
    """The batch part of a plug-in."""

    encoder: Encoder
    shape: Callable[[Any, int], tuple[int, ...]]
    """The shape of a plane, from a board and the number of players."""
    actions: int
    """Every action is a number below this."""
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
    mark: Callable[[Any, Any, Any, int, int], None]
    """(table, position, cells, start, on): mark the legal actions with `on`."""
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
    write_sets: Callable[[Any, Any, int, Any, int, Any, int, int], None] = write_small_sets
    """(table, position, seat, numbers, count, cells, start, size of a plane): write the planes of sets.

    It may write 63 cells more. Most games need the numbers only.
    """
