"""A game of a batch as a row of 64-bit words: kernels that write, check and read it.

A row is all that its game depends on: a check, the number of actions so far, the seeds for chance and for
random actions, and the fields of the position. The rest (masks, planes, who acts) follows from it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks.core.game import State
from moleworks.core.kernel import kernel
from moleworks.core.packing import pack, unpack
from moleworks.core.random_kernels import next_seed
from moleworks.research.batches.batch_kernels import BatchSettings
from moleworks.research.batches.loops import BatchBuffers, source_of
from moleworks.research.batches.random_keys import seeds_from_keys
from moleworks.research.encoded_planes import KernelState

game: Any = None
FIELDS: int = 0
play_chance: Any = None
write_rewards: Any = None
write_only: Any = None
"""Replaced by `specialize`: see `loops`."""

CHECK, PLIES, CHANCE_SEED, SAMPLE_SEED, POSITION = range(5)
"""The words of a row; those of the position are the last."""
LARGEST = 2**63 - 1


@kernel
def next_check(check: int, word: int) -> int:
    """The check after one more word."""
    return next_seed((check ^ word) & LARGEST)


def signature(start: KernelState) -> int:
    """A number that differs between set-ups whose positions mean different things: of all in their table."""
    parts = type(start.table).__name__, tuple(start.table), type(start.position).__name__, len(start.position)
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8]) >> 1


def rows_of_states(
    settings: BatchSettings, start: KernelState, states: Sequence[State], keys: ArrayLike
) -> NDArray[np.int64]:
    """The rows of games that stand at these states, with luck that follows from keys."""
    rows = np.zeros((len(states), POSITION + len(start.position)), np.int64)
    rows[:, CHANCE_SEED], rows[:, SAMPLE_SEED] = seeds_from_keys(keys, len(states))
    for n, (row, state) in enumerate(zip(rows, states, strict=True)):
        if not isinstance(state, type(start)) or cast(KernelState, state).table != start.table:
            raise ValueError(f"state {n} is of another set-up than this batch")
        row[POSITION:] = cast(KernelState, state).position
        row[CHECK] = _host_check(settings.signature, row[PLIES:].tolist())
    return rows


def _host_check(check: int, words: Sequence[int]) -> int:
    """As `check_of`, which knows the number of words of its game."""
    for word in words:
        check = next_check(check, word)
    return check


@kernel
def check_of(settings: BatchSettings, rows: Sequence[int], at: int) -> int:
    """The check of the row that begins at an index: it depends on the set-up and on all words after it."""
    check = settings.signature
    for n in range(at + PLIES, at + POSITION + FIELDS):
        check = next_check(check, int(rows[n]))
    return check


@kernel
def write_row(
    settings: BatchSettings,
    buffers: BatchBuffers,
    sample_seeds: Sequence[int],
    i: int,
    rows: MutableSequence[int],
    at: int,
) -> None:
    """Write the row of game i from an index on."""
    rows[at + PLIES] = buffers.plies[i]
    rows[at + CHANCE_SEED] = buffers.chance_seeds[i]
    rows[at + SAMPLE_SEED] = sample_seeds[i]
    pack(unpack(game.position, buffers.positions, i * FIELDS), rows, at + POSITION)
    rows[at + CHECK] = check_of(settings, rows, at)


@kernel
def read_row(
    table: Any,
    settings: BatchSettings,
    buffers: BatchBuffers,
    sample_seeds: MutableSequence[int],
    i: int,
    rows: Sequence[int],
    at: int,
) -> Any:
    """Put the game of the row at an index into the place of game i; the new position."""
    buffers.plies[i] = rows[at + PLIES]
    buffers.chance_seeds[i] = rows[at + CHANCE_SEED]
    sample_seeds[i] = rows[at + SAMPLE_SEED]
    position = unpack(game.position, rows, at + POSITION)
    position = play_chance(table, settings, buffers, i, position)
    write_rewards(table, settings, buffers, i, position)
    return position


@kernel
def is_damaged(settings: BatchSettings, rows: Sequence[int], at: int) -> bool:
    """Whether the words at an index are no row of this set-up."""
    return int(rows[at + CHECK]) != check_of(settings, rows, at)


@kernel
def save_rows(
    settings: BatchSettings,
    buffers: BatchBuffers,
    sample_seeds: Sequence[int],
    chosen: Sequence[int],
    rows: MutableSequence[int],
) -> None:
    """Write a row for each of the chosen games."""
    for n in range(len(chosen)):
        write_row(settings, buffers, sample_seeds, int(chosen[n]), rows, n * (POSITION + FIELDS))


@kernel
def load_rows(
    table: Any,
    settings: BatchSettings,
    buffers: BatchBuffers,
    sample_seeds: MutableSequence[int],
    sources: Sequence[int],
    rows: Sequence[int],
) -> int:
    """Put games in the place of others and return -1; if a row is damaged, change none and return it."""
    for i in range(len(buffers.seats)):
        source = source_of(sources, i)
        if source >= 0 and is_damaged(settings, rows, source * (POSITION + FIELDS)):
            return source
    for i in range(len(buffers.seats)):
        source = source_of(sources, i)
        if source < 0:
            continue
        at = source * (POSITION + FIELDS)
        position = read_row(table, settings, buffers, sample_seeds, i, rows, at)
        write_only(table, settings, buffers, sources, i, position)
    return -1


@kernel
def write_seeds(
    buffers: BatchBuffers,
    sample_seeds: MutableSequence[int],
    sources: Sequence[int],
    chances: Sequence[int],
    samples: Sequence[int],
) -> None:
    """Give games new random numbers, for chance and for random actions."""
    for i in range(len(buffers.seats)):
        source = source_of(sources, i)
        if source >= 0:
            buffers.chance_seeds[i] = chances[source]
            sample_seeds[i] = samples[source]
