"""The functions in `bits` for a GPU, where the lanes of a warp write cells together.

All lanes of a warp run the same code over the same game while they write; each lane stores its own cells.
"""

from __future__ import annotations

from typing import Any

from numba import cuda
from numba.cuda.core import config

SIMULATED = bool(config.ENABLE_CUDASIM)
"""Whether Numba simulates a GPU (the environment variable NUMBA_ENABLE_CUDASIM): for tests."""
LANES = 8 if SIMULATED else 32
"""The threads of a warp: a multiple of eight, so that the cells of its games fill whole words."""
BLOCK = LANES if SIMULATED else 128
"""The threads of a block; the simulator can only wait for whole blocks, so there it is one warp."""
CELLS = 64


@cuda.jit(device=True)
def count(bits: int) -> int:
    """The number of set bits; see `bits.count`."""
    return int(cuda.popc(bits))


@cuda.jit(device=True)
def lowest(bits: int) -> int:
    """The index of the lowest set bit: how many bits there are below it; see `bits.lowest`."""
    return int(cuda.popc((bits & -bits) - 1))


@cuda.jit(device=True)
def nth(bits: int, n: int) -> int:
    """The n-th member of a set, by a binary search in six steps; see `bits.nth`."""
    place = 0
    width = 32
    while width:
        below = int(cuda.popc(bits & ((1 << width) - 1)))
        if n >= below:
            n -= below
            place += width
            bits >>= width
        width >>= 1
    return place


@cuda.jit(device=True)
def join_lanes() -> None:
    """Wait until all lanes of the warp are here, and see what they have written."""
    if SIMULATED:
        cuda.syncthreads()
    else:
        cuda.syncwarp()


@cuda.jit(device=True)
def write_bits(bits: int, cells: Any, at: int) -> None:
    """Write a set as 64 cells, but none after the last of `cells`; see `bits.write_bits`.

    Lanes wait for each other first, because what was written before may overlap.
    """
    join_lanes()
    for place in range(cuda.threadIdx.x % LANES, CELLS, LANES):
        if at + place < len(cells):
            cells[at + place] = bits >> place & 1


@cuda.jit(device=True)
def write_value(value: int, cells: Any, at: int) -> None:
    """Write the same value into 64 cells, but into none after the last of `cells`; see `bits.write_value`."""
    join_lanes()
    for place in range(cuda.threadIdx.x % LANES, CELLS, LANES):
        if at + place < len(cells):
            cells[at + place] = value
