"""The loops over all games of a batch, for a GPU. `kernel.specialize` makes a copy for each game.

A thread plays a game and prepares its mask and its planes in memory that its block shares: a bit for each
cell of masks and sets, a byte for each other plane. Then the threads of a warp write masks and planes of all
its games as sequences of words, so that neighbouring threads write neighbouring words. The rest is in
`loops`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from numba import cuda, int64, uint8, uint32

from moleworks.core.cuda_bitmaps import eight_bits, eight_cells
from moleworks.core.cuda_bits import LANES, join_lanes
from moleworks.core.kernel import kernel
from moleworks.core.packing import unpack
from moleworks.research.batches.batch_kernels import BatchSettings
from moleworks.research.batches.loops import BatchBuffers, forget_end, source_of
from moleworks.research.batches.state_rows import POSITION

game: Any = None
FIELDS: int = 0
begin: Any = None
advance: Any = None
is_illegal: Any = None
random_action: Any = None
is_damaged: Any = None
read_row: Any = None
write_row: Any = None
"""The kernels of a game and of `loops`; replaced by `specialize`, as all that follows."""
SHARED_SETS: int = 0
SHARED_OTHERS: int = 0
SHARED_MASKS: int = 0
"""The sizes of arrays that a block shares."""
PLANES: int = 0
SETS: int = 0
"""Planes that are sets."""
OTHERS: int = 0
"""Planes with one number in all cells."""
PLANE: int = 0
"""Cells in a plane."""
SET_CELLS: int = 0
"""Cells in all planes that are sets."""
SIZE: int = 0
"""Cells in all planes."""
SET_WORDS: int = 0
"""Words of the bitmap of a game's sets."""
MASK_WORDS: int = 0
"""Words of the bitmap of a game's legal actions."""
mark_bits: Any = None
write_set_bits: Any = None
"""The game's `mark` and `write_sets` for bitmaps."""
ACTIONS: int = 0
"""Cells in a mask."""

WORD_CELLS = 8
"""Cells in a word of masks and planes, of 64 bits."""
PER_PLANE: int = 0
"""Cells times this, shifted right by `SHIFT`, are the planes that they fill: without a division."""
SHIFT = 26
NONE_FOUND = 2**62
"""Is greater than the number of any game, action or row."""


@kernel
def prepare_planes(
    table: Any,
    buffers: BatchBuffers,
    i: int,
    seat: int,
    sets: MutableSequence[int],
    others: MutableSequence[int],
) -> None:
    """Write game i's sets for a seat as bits, and its other numbers as bytes, into this thread's part."""
    numbers = cuda.local.array(PLANES, int64)
    position = unpack(game.position, buffers.positions, i * FIELDS)
    game.encode(table, position, seat, buffers.lookup, numbers)
    thread = int(cuda.threadIdx.x)
    words = sets[thread * SET_WORDS : (thread + 1) * SET_WORDS]
    write_set_bits(table, position, seat, numbers, SETS, words, 0, PLANE)
    for n in range(OTHERS):
        others[thread * OTHERS + n] = numbers[SETS + n]


@kernel
def eight_of_part(sets: Sequence[int], others: Sequence[int], thread: int, at: int) -> int:
    """Eight cells of a thread's game from one on, as if the sets, or the plane, had no end."""
    if at < SET_CELLS:
        return int(eight_cells(eight_bits(sets, thread * SET_WORDS, at)))
    value = int(others[thread * OTHERS + ((at - SET_CELLS) * PER_PLANE >> SHIFT)]) * 0x1010101
    return value | value << 32


@kernel
def cells_left(at: int) -> int:
    """How many cells there are from one on to the end of the sets, or of the plane."""
    if at < SET_CELLS:
        return SET_CELLS - at
    return SET_CELLS + (((at - SET_CELLS) * PER_PLANE >> SHIFT) + 1) * PLANE - at


@kernel
def eight_of_game(sets: Sequence[int], others: Sequence[int], thread: int, at: int) -> int:
    """Eight cells of a thread's game from one on, and of the games after it."""
    if at + WORD_CELLS <= SET_CELLS:  # most are
        return int(eight_cells(eight_bits(sets, thread * SET_WORDS, at)))
    eight = eight_of_part(sets, others, thread, at)
    left = cells_left(at)
    place = left
    while place < WORD_CELLS:
        at += left
        if at >= SIZE:
            at = 0
            thread += 1
        left = cells_left(at)
        following = eight_of_part(sets, others, thread, at) & (1 << 8 * (WORD_CELLS - place)) - 1
        eight = eight & (1 << 8 * place) - 1 | following << 8 * place
        place += left
    return eight


@kernel
def write_prepared(
    planes: MutableSequence[int], first: int, last: int, sets: Sequence[int], others: Sequence[int]
) -> None:
    """Write the planes of this warp's games as words, each lane its own; up to seven cells more."""
    join_lanes()
    lane = int(cuda.threadIdx.x) % LANES
    thread = int(cuda.threadIdx.x) - lane
    at = WORD_CELLS * lane
    start = first * SIZE // WORD_CELLS
    for word in range(start + lane, start + ((last - first) * SIZE + WORD_CELLS - 1) // WORD_CELLS, LANES):
        while at >= SIZE:
            at -= SIZE
            thread += 1
        planes[word] = eight_of_game(sets, others, thread, at)
        at += WORD_CELLS * LANES


@kernel
def eight_of_masks(marked: Sequence[int], thread: int, at: int) -> int:
    """Eight cells of a thread's mask from one on, and of the masks after it, as bits."""
    found = eight_bits(marked, thread * MASK_WORDS, at)
    place = ACTIONS - at
    while place < WORD_CELLS:
        thread += 1
        found |= eight_bits(marked, thread * MASK_WORDS, 0) << place & 255
        place += ACTIONS
    return int(found)


@kernel
def write_masks(table: Any, buffers: BatchBuffers, i: int, first: int, last: int) -> None:
    """Write masks of this warp's games: each thread its own as bits, then all as words."""
    marked = cuda.shared.array(SHARED_MASKS, uint32)
    lane = int(cuda.threadIdx.x) % LANES
    own = int(cuda.threadIdx.x) * MASK_WORDS
    for word in range(own, own + MASK_WORDS):
        marked[word] = 0
    if i < last:
        position = unpack(game.position, buffers.positions, i * FIELDS)
        mark_bits(table, position, buffers.lookup, marked[own : own + MASK_WORDS], 0)
    join_lanes()
    at = WORD_CELLS * lane
    thread = int(cuda.threadIdx.x) - lane
    start = first * ACTIONS // WORD_CELLS
    end = start + ((last - first) * ACTIONS + WORD_CELLS - 1) // WORD_CELLS
    for word in range(start + lane, end, LANES):
        while at >= ACTIONS:
            at -= ACTIONS
            thread += 1
        buffers.mask[word] = eight_cells(eight_of_masks(marked, thread, at))
        at += WORD_CELLS * LANES


@kernel
def write_observations(table: Any, buffers: BatchBuffers, i: int, first: int, last: int) -> None:
    """Write the masks and the planes of this warp's games for the seats to act."""
    sets = cuda.shared.array(SHARED_SETS, uint32)
    others = cuda.shared.array(SHARED_OTHERS, uint8)
    if i < last:
        seat = int(buffers.seats[i])
        prepare_planes(table, buffers, i, seat if seat >= 0 else -1, sets, others)
    write_masks(table, buffers, i, first, last)
    write_prepared(buffers.planes, first, last, sets, others)


@kernel
def fill(cells: MutableSequence[int], value: int) -> None:
    """Write a number into all cells."""
    for at in range(cuda.grid(1), len(cells), cuda.gridsize(1)):
        cells[at] = value


@kernel
def any_source(sources: Sequence[int], first: int, last: int) -> bool:
    """Whether a loop is for any of these games."""
    if len(sources) == 0:
        return True
    for i in range(first, last):  # noqa: SIM110 - kernels have no generators
        if sources[i] >= 0:
            return True
    return False


@kernel
def reset(table: Any, settings: BatchSettings, buffers: BatchBuffers, sources: Sequence[int]) -> None:
    """Begin games."""
    i = cuda.grid(1)
    first = i - cuda.threadIdx.x % LANES
    last = min(first + LANES, len(buffers.seats))
    if not any_source(sources, first, last):
        return
    if i < last and source_of(sources, i) >= 0:
        forget_end(settings, buffers, i)
        begin(table, settings, buffers, i)
    write_observations(table, buffers, i, first, last)


@kernel
def find_illegal(
    settings: BatchSettings,
    buffers: BatchBuffers,
    sources: Sequence[int],
    actions: Sequence[int],
    found: MutableSequence[int],
) -> None:
    """Lower `found[0]` to the first game whose action is illegal."""
    i = cuda.grid(1)
    if i < len(buffers.seats):
        source = source_of(sources, i)
        if source >= 0 and is_illegal(settings, buffers, i, int(actions[source])):
            cuda.atomic.min(found, 0, i)


@kernel
def step(
    table: Any,
    settings: BatchSettings,
    buffers: BatchBuffers,
    sources: Sequence[int],
    actions: Sequence[int],
    found: Sequence[int],
) -> None:
    """Play one action in games, if `find_illegal` has found none."""
    if found[0] < NONE_FOUND:
        return
    i = cuda.grid(1)
    first = i - cuda.threadIdx.x % LANES
    last = min(first + LANES, len(buffers.seats))
    if not any_source(sources, first, last):
        return
    source = source_of(sources, i) if i < last else -1
    if source >= 0:
        position = unpack(game.position, buffers.positions, i * FIELDS)
        advance(table, settings, buffers, i, position, int(actions[source]))
    write_observations(table, buffers, i, first, last)


@kernel
def save_rows(
    settings: BatchSettings,
    buffers: BatchBuffers,
    sample_seeds: Sequence[int],
    chosen: Sequence[int],
    rows: MutableSequence[int],
) -> None:
    """Write a row for each of the chosen games."""
    n = cuda.grid(1)
    if n < len(chosen):
        write_row(settings, buffers, sample_seeds, int(chosen[n]), rows, n * (POSITION + FIELDS))


@kernel
def find_damaged(
    settings: BatchSettings, sources: Sequence[int], rows: Sequence[int], found: MutableSequence[int]
) -> None:
    """Lower `found[0]` to the first row that is none of this set-up."""
    i = cuda.grid(1)
    if i < (len(sources) or len(rows) // (POSITION + FIELDS)):
        source = source_of(sources, i)
        if source >= 0 and is_damaged(settings, rows, source * (POSITION + FIELDS)):
            cuda.atomic.min(found, 0, source)


@kernel
def load_rows(
    table: Any,
    settings: BatchSettings,
    buffers: BatchBuffers,
    sample_seeds: MutableSequence[int],
    sources: Sequence[int],
    rows: Sequence[int],
    found: Sequence[int],
) -> None:
    """Put the games of rows in the place of others, if `find_damaged` has found none."""
    if found[0] < NONE_FOUND:
        return
    i = cuda.grid(1)
    first = i - cuda.threadIdx.x % LANES
    last = min(first + LANES, len(buffers.seats))
    if not any_source(sources, first, last):
        return
    source = source_of(sources, i) if i < last else -1
    if source >= 0:
        read_row(table, settings, buffers, sample_seeds, i, rows, source * (POSITION + FIELDS))
    write_observations(table, buffers, i, first, last)


@kernel
def write_seeds(
    buffers: BatchBuffers,
    sample_seeds: MutableSequence[int],
    sources: Sequence[int],
    chances: Sequence[int],
    samples: Sequence[int],
) -> None:
    """Give games new random numbers, for chance and for random actions."""
    i = cuda.grid(1)
    source = source_of(sources, i) if i < len(buffers.seats) else -1
    if source >= 0:
        buffers.chance_seeds[i] = chances[source]
        sample_seeds[i] = samples[source]


@kernel
def find_outside(chosen: Sequence[int], games: int, found: MutableSequence[int]) -> None:
    """Lower `found[0]` to the place of a number that is no game."""
    n = cuda.grid(1)
    if n < len(chosen) and not 0 <= chosen[n] < games:
        cuda.atomic.min(found, 0, n)


@kernel
def write_masked_sources(mask: Sequence[bool], sources: MutableSequence[int]) -> None:
    """Write the number of each game that a mask has, else -1."""
    i = cuda.grid(1)
    if i < len(mask):
        sources[i] = i if mask[i] else -1


@kernel
def write_sources(chosen: Sequence[int], sources: MutableSequence[int], found: MutableSequence[int]) -> None:
    """Write where each chosen game stands among them; `found[0]` gets the place of one that is no game."""
    n = cuda.grid(1)
    if n < len(chosen):
        if 0 <= chosen[n] < len(sources):
            sources[chosen[n]] = n
        else:
            cuda.atomic.min(found, 0, n)


@kernel
def find_repeated(chosen: Sequence[int], sources: Sequence[int], found: MutableSequence[int]) -> None:
    """Lower `found[0]` to the place of a game that is chosen twice."""
    n = cuda.grid(1)
    if n < len(chosen) and 0 <= chosen[n] < len(sources) and sources[chosen[n]] != n:
        cuda.atomic.min(found, 0, n)


@kernel
def observe_all(table: Any, buffers: BatchBuffers, seat: int, planes: MutableSequence[int]) -> None:
    """Write the planes of every game for one seat."""
    sets = cuda.shared.array(SHARED_SETS, uint32)
    others = cuda.shared.array(SHARED_OTHERS, uint8)
    i = cuda.grid(1)
    first = i - cuda.threadIdx.x % LANES
    last = min(first + LANES, len(buffers.seats))
    if i < last:
        prepare_planes(table, buffers, i, seat, sets, others)
    write_prepared(planes, first, last, sets, others)


@kernel
def sample_actions(
    table: Any, buffers: BatchBuffers, sample_seeds: MutableSequence[int], actions: MutableSequence[int]
) -> None:
    """Write a random legal action for every game (0 where it is over); each of `sample_seeds` advances."""
    i = cuda.grid(1)
    if i < len(buffers.seats):
        actions[i] = random_action(table, buffers, sample_seeds, i)


@kernel
def copy_numbers(given: Sequence[int], numbers: MutableSequence[int]) -> None:
    """Write whole numbers of any type as those of another array."""
    i = cuda.grid(1)
    if i < len(numbers):
        numbers[i] = given[i]
