"""Where the arrays of a batch are and who steps it: the memory of a GPU, and its threads."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numba import cuda
from numpy.typing import ArrayLike, NDArray

from moleworks.core.cuda_bitmaps import SPARE_WORDS
from moleworks.core.cuda_bits import BLOCK, LANES, SIMULATED
from moleworks.core.cuda_kernels import has_gpu, launchable, on_bitmaps
from moleworks.core.kernel import arrays, specialize
from moleworks.core.messages import N_, Complaint
from moleworks.research.batches import cuda_loops
from moleworks.research.batches.cuda_loops import NONE_FOUND, WORD_CELLS
from moleworks.research.batches.host_memory import game_parts
from moleworks.research.batches.shared_array import SharedArray

SHARED_BYTES = 48 << 10
"""Memory that the threads of a block share."""
PARTS = (
    cuda_loops.prepare_planes,
    cuda_loops.eight_of_part,
    cuda_loops.cells_left,
    cuda_loops.eight_of_game,
    cuda_loops.write_prepared,
    cuda_loops.eight_of_masks,
    cuda_loops.write_masks,
    cuda_loops.write_observations,
)
"""The kernels that loops call; each may call those before it."""
LOOPS = (
    "reset",
    "find_illegal",
    "step",
    "observe_all",
    "sample_actions",
    "save_rows",
    "find_damaged",
    "load_rows",
)
"""The loops of a game, by the names of their kernels."""

_fill = launchable(cuda_loops.fill)
_write_seeds = launchable(cuda_loops.write_seeds)


class _GpuLoops(NamedTuple):
    """The loops of a game for a GPU; each is started with a thread for every game."""

    threads: int
    """In a block."""
    reset: Any
    find_illegal: Any
    step: Any
    observe_all: Any
    sample_actions: Any
    save_rows: Any
    find_damaged: Any
    load_rows: Any


@cache
def _gpu_loops(game: str, plane: int, actions: int) -> _GpuLoops:
    """The loops of a game for so many cells in a plane and in a mask."""
    parts = dict(game_parts(game, gpu=True))
    kernels = parts["game"]
    sets, planes = kernels.sets, len(kernels.planes)
    set_words, mask_words = _words(sets * plane), _words(actions)
    bytes_each = 4 * set_words + planes - sets + 4 * mask_words
    threads = BLOCK
    while threads > LANES and threads * bytes_each > SHARED_BYTES:
        threads //= 2
    parts |= {
        "SHARED_SETS": threads * set_words,
        "SHARED_OTHERS": threads * (planes - sets),
        "SHARED_MASKS": threads * mask_words,
        "PLANES": planes,
        "SETS": sets,
        "OTHERS": planes - sets,
        "PLANE": plane,
        "PER_PLANE": (1 << cuda_loops.SHIFT) // plane + 1,
        "SET_CELLS": sets * plane,
        "SIZE": planes * plane,
        "SET_WORDS": set_words,
        "MASK_WORDS": mask_words,
        "ACTIONS": actions,
        "mark_bits": on_bitmaps(kernels.mark),
        "write_set_bits": on_bitmaps(kernels.write_sets),
    }
    for part in PARTS:
        parts[part.__name__] = specialize(part, game, **parts)
    loops = (launchable(specialize(getattr(cuda_loops, name), game, **parts)) for name in LOOPS)
    return _GpuLoops(threads, *loops)


def _words(cells: int) -> int:
    """The words of a bitmap: an odd number, so that neighbouring threads use different memory banks."""
    return (cells // 32 + SPARE_WORDS) | 1


class CudaLoops:
    """The loops of a batch on a GPU. Each waits until the GPU is done."""

    def __init__(self, game: str, plane: int, actions: int) -> None:
        self._gpu = _gpu_loops(game, plane, actions)
        self._found = cuda.to_device(np.array([NONE_FOUND]))
        self._seen: Any = None
        self._words: Any = None

    def reset(self, table: Any, settings: Any, buffers: Any, sources: Any) -> None:
        """Begin games."""
        grid = self._blocks(buffers), self._gpu.threads
        self._gpu.reset[grid](table, settings, self._with_words(buffers), sources)
        cuda.synchronize()

    def step(self, table: Any, settings: Any, buffers: Any, sources: Any, actions: Any) -> int:
        """Play one action in games and return -1; if one is illegal, play none and return its game."""
        grid = self._blocks(buffers), self._gpu.threads
        self._gpu.find_illegal[grid](settings, buffers, sources, actions, self._found)
        self._gpu.step[grid](table, settings, self._with_words(buffers), sources, actions, self._found)
        return _result(self._found)

    def save_rows(self, settings: Any, buffers: Any, sample_seeds: Any, chosen: Any, rows: Any) -> None:
        """Write a row for each of the chosen games."""
        grid = -(-len(chosen) // BLOCK), BLOCK
        self._gpu.save_rows[grid](settings, buffers, sample_seeds, chosen, rows)
        cuda.synchronize()

    def load_rows(
        self, table: Any, settings: Any, buffers: Any, sample_seeds: Any, sources: Any, rows: Any
    ) -> int:
        """Put games in the place of others and return -1; if a row is damaged, change none and return it."""
        grid = self._blocks(buffers), self._gpu.threads
        self._gpu.find_damaged[grid](settings, sources, rows, self._found)
        words = self._with_words(buffers)
        self._gpu.load_rows[grid](table, settings, words, sample_seeds, sources, rows, self._found)
        return _result(self._found)

    def write_seeds(self, buffers: Any, sample_seeds: Any, sources: Any, chances: Any, samples: Any) -> None:
        """Give games new random numbers."""
        grid = self._blocks(buffers), self._gpu.threads
        _write_seeds[grid](buffers, sample_seeds, sources, chances, samples)
        cuda.synchronize()

    def observe_all(self, table: Any, settings: Any, buffers: Any, seat: int, planes: Any) -> None:
        """Write the planes of every game for one seat."""
        del settings
        grid = self._blocks(buffers), self._gpu.threads
        self._gpu.observe_all[grid](table, buffers, seat, _as_words(planes))
        cuda.synchronize()

    def sample_actions(self, table: Any, buffers: Any, sample_seeds: Any, actions: Any) -> None:
        """Write a random legal action for every game (0 where it is over)."""
        self._gpu.sample_actions[self._blocks(buffers), self._gpu.threads](
            table, buffers, sample_seeds, actions
        )
        cuda.synchronize()

    def _blocks(self, buffers: Any) -> int:
        return -(-len(buffers.seats) // self._gpu.threads)

    def _with_words(self, buffers: Any) -> Any:
        """The buffers with masks and planes as words."""
        if buffers is not self._seen:
            words = _as_words(buffers.mask), _as_words(buffers.planes)
            self._words = buffers._replace(mask=words[0], planes=words[1])
            self._seen = buffers
        return self._words


def _result(found: Any) -> int:
    """What kernels have lowered `found[0]` to, or -1; it is as before afterwards. This waits for them."""
    first = int(found.copy_to_host()[0])
    if first == NONE_FOUND:
        return -1
    found.copy_to_device(np.array([NONE_FOUND]))
    return first


def _as_words(cells: Any) -> Any:
    return cells[: len(cells) // WORD_CELLS * WORD_CELLS].view(np.uint64)


class CudaMemory:
    """The memory of the current GPU."""

    device = "cuda"
    spare = WORD_CELLS - 1

    def __init__(self) -> None:
        if not has_gpu():
            raise Complaint(N_("There is no GPU here that CUDA can use; device “cpu” needs none."))

    def loops(self, game: str, plane: int, actions: int) -> CudaLoops:
        """Loops for one batch."""
        return CudaLoops(game, plane, actions)

    def table(self, table: Any) -> Any:
        """The table with its arrays on the GPU."""
        parts = (cuda.to_device(part) if isinstance(part, np.ndarray) else part for part in arrays(table))
        return type(table)(*parts)

    def put(self, values: NDArray[Any]) -> Any:
        """A copy on the GPU."""
        return cuda.to_device(values)

    def empty(self, size: int, dtype: Any) -> Any:
        """Memory as it is."""
        return cuda.device_array(size, dtype)

    def public(self, buffer: Any, shape: tuple[int, ...], dtype: Any) -> SharedArray:
        """An array that other libraries can use."""
        return SharedArray(buffer, shape, dtype, simulated=SIMULATED)

    def fetch(self, buffer: Any, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """A copy of a part of a buffer."""
        if isinstance(buffer, np.ndarray):  # a mask that was given as one of NumPy
            return buffer[start:stop]
        found: NDArray[Any] = buffer[start:stop].copy_to_host()
        return found

    def copy(self, buffer: Any) -> Any:
        """A copy on the GPU."""
        other = cuda.device_array(buffer.shape, buffer.dtype)
        other.copy_to_device(buffer)
        return other

    def given(self, numbers: ArrayLike) -> Any:
        """Somebody's array on the GPU, or one of NumPy."""
        if isinstance(numbers, SharedArray):
            return numbers.buffer[: prod(numbers.shape)].view(numbers.dtype).reshape(numbers.shape)
        if hasattr(numbers, "__cuda_ndarray__"):
            return numbers
        if hasattr(numbers, "__cuda_array_interface__"):
            return cuda.as_cuda_array(numbers)
        return np.asarray(numbers)

    def words(self, given: Any) -> Any:
        """On the GPU, side by side: the loops are compiled for no other type."""
        if isinstance(given, np.ndarray):
            return cuda.to_device(np.ascontiguousarray(given, dtype=np.int64).reshape(-1))
        if given.is_c_contiguous() and given.ndim > 1:
            given = given.reshape(prod(given.shape))
        if given.ndim > 1:
            raise ValueError(
                "the rows of an array on the GPU have to lie side by side: give it as contiguous"
            )
        if given.dtype == np.int64 and given.is_c_contiguous():
            return given
        numbers = cuda.device_array(given.shape, np.int64)
        launchable(cuda_loops.copy_numbers)[-(-len(numbers) // BLOCK), BLOCK](given, numbers)
        return numbers

    def outside(self, chosen: Any, n: int) -> int:
        """By a thread for each."""
        found = cuda.to_device(np.array([NONE_FOUND]))
        launchable(cuda_loops.find_outside)[max(1, -(-len(chosen) // BLOCK)), BLOCK](chosen, n, found)
        return _result(found)

    def masked_sources(self, mask: Any) -> Any:
        """By a thread for each game."""
        mask = cuda.to_device(mask) if isinstance(mask, np.ndarray) else mask
        sources = cuda.device_array(len(mask), np.int64)
        launchable(cuda_loops.write_masked_sources)[-(-len(mask) // BLOCK), BLOCK](mask, sources)
        return sources

    def sources(self, chosen: Any, n: int) -> tuple[Any, int]:
        """By a thread for each chosen game."""
        sources = cuda.device_array(n, np.int64)
        _fill[-(-n // BLOCK), BLOCK](sources, -1)
        found = cuda.to_device(np.array([NONE_FOUND]))
        grid = max(1, -(-len(chosen) // BLOCK)), BLOCK
        launchable(cuda_loops.write_sources)[grid](chosen, sources, found)
        launchable(cuda_loops.find_repeated)[grid](chosen, sources, found)
        return sources, _result(found)
