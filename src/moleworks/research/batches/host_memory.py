"""Where the arrays of a batch are and who steps it: the processor's memory, and compiled or plain loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks.core import registry
from moleworks.core.kernel import arrays, compiled, specialize
from moleworks.research import encoded_planes
from moleworks.research.batches import loops, state_rows
from moleworks.research.batches.batch_kernels import BatchKernels

SPARE_CELLS = 64
"""Cells after the last plane, because kernels write 64 at a time."""

LOOP_PARTS: tuple[Callable[..., Any], ...] = (
    loops.play_chance,
    loops.begin,
    loops.write_rewards,
    encoded_planes.write_cells,
    loops.write_observation,
    loops.write_only,
    loops.is_illegal,
    loops.first_illegal,
    loops.advance,
    loops.random_action,
    state_rows.check_of,
    state_rows.write_row,
    state_rows.read_row,
    state_rows.is_damaged,
)
"""The kernels that loops call; each may call those before it."""


class BatchLoops(Protocol):
    """The loops over all games of a batch, for one kind of memory."""

    @property
    def reset(self) -> Callable[..., None]:
        """(table, settings, buffers, sources): begin games."""

    @property
    def step(self) -> Callable[..., int]:
        """(table, settings, buffers, sources, actions): play, and return -1.

        Or return the first game whose action is bad.
        """

    @property
    def save_rows(self) -> Callable[..., None]:
        """(settings, buffers, seeds, chosen, rows): write the rows of games."""

    @property
    def load_rows(self) -> Callable[..., int]:
        """(table, settings, buffers, seeds, sources, rows): read, and return -1; or the first damaged row."""

    @property
    def write_seeds(self) -> Callable[..., None]:
        """(buffers, seeds, sources, chances, samples): give games new random numbers."""

    @property
    def observe_all(self) -> Callable[..., None]:
        """(table, settings, buffers, seat, planes): write planes for one seat."""

    @property
    def sample_actions(self) -> Callable[..., None]:
        """(table, buffers, seeds, actions): write random legal actions."""


class Memory(Protocol):
    """Makes and reads the arrays of a batch, and knows its loops."""

    device: str
    spare: int
    """Cells that a buffer of planes needs after the last one."""

    def loops(self, game: str, plane: int, actions: int) -> BatchLoops:
        """The loops for a batch of this game with so many cells in a plane and in a mask."""

    def table(self, table: Any) -> Any:
        """The table of a game as the loops need it."""

    def put(self, values: NDArray[Any]) -> Any:
        """An array with these values."""

    def empty(self, size: int, dtype: Any) -> Any:
        """A flat array with any values."""

    def public(self, buffer: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """The beginning of a flat array as a batch shows it."""

    def fetch(self, buffer: Any, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """The values of a flat array, in the processor's memory."""

    def copy(self, buffer: Any) -> Any:
        """A copy of a flat array."""

    def given(self, numbers: ArrayLike) -> Any:
        """Somebody's numbers as an array."""

    def words(self, given: Any) -> Any:
        """Whole numbers as the loops need them: a flat array of 64 bits each."""

    def outside(self, chosen: Any, n: int) -> int:
        """The first place of a number that is none of n games, or -1."""

    def masked_sources(self, mask: Any) -> Any:
        """For each game its own number, or -1 where a mask has 0."""

    def sources(self, chosen: Any, n: int) -> tuple[Any, int]:
        """For each of n games, its place in `chosen` or -1; and the first place that is wrong, or -1."""


@cache
def game_parts(game: str, gpu: bool = False) -> dict[str, Any]:
    """What `specialize` puts into the loops of a game."""
    kernels = registry.required_part(game, "batch", BatchKernels)
    if gpu and kernels.gpu_play is not None:
        kernels = kernels._replace(play=kernels.gpu_play)
    module = ModuleType(game)
    vars(module).update(kernels._asdict() | kernels.encoder._asdict())
    parts: dict[str, Any] = {"game": module, "FIELDS": len(cast(Any, kernels.encoder.position)._fields)}
    for part in LOOP_PARTS:
        parts[part.__name__] = specialize(part, game, **parts)
    return parts


class _HostLoops(NamedTuple):
    """The loops of a game as functions of Python."""

    reset: Callable[..., None]
    step: Callable[..., int]
    observe_all: Callable[..., None]
    sample_actions: Callable[..., None]
    save_rows: Callable[..., None]
    load_rows: Callable[..., int]
    write_seeds: Callable[..., None]


HOST_LOOPS: tuple[Callable[..., Any], ...] = (
    loops.reset,
    loops.step,
    loops.observe_all,
    loops.sample_actions,
    state_rows.save_rows,
    state_rows.load_rows,
    state_rows.write_seeds,
)


@cache
def _host_loops(game: str, native: bool) -> _HostLoops:
    functions: list[Callable[..., Any]] = [
        specialize(function, game, **game_parts(game)) for function in HOST_LOOPS
    ]
    return _HostLoops(*(compiled(function) if native else function for function in functions))


class HostMemory:
    """The processor's memory: arrays of NumPy."""

    device = "cpu"
    spare = SPARE_CELLS

    def __init__(self, native: bool) -> None:
        self._native = native

    def loops(self, game: str, plane: int, actions: int) -> BatchLoops:
        """The loops of a game, compiled or not, for planes and masks of any size."""
        del plane, actions
        return _host_loops(game, self._native)

    def table(self, table: Any) -> Any:
        """Compiled loops need arrays."""
        return arrays(table) if self._native else table

    def put(self, values: NDArray[Any]) -> NDArray[Any]:
        """The same array."""
        return values

    def empty(self, size: int, dtype: Any) -> NDArray[Any]:
        """Zeros."""
        return np.zeros(size, dtype)

    def public(self, buffer: Any, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """A view of a buffer."""
        found: NDArray[Any] = buffer[: int(np.prod(shape))].view(dtype).reshape(shape)
        return found

    def fetch(self, buffer: Any, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """A part of a buffer."""
        found: NDArray[Any] = buffer[start:stop]
        return found

    def copy(self, buffer: Any) -> Any:
        """A copy of a buffer."""
        return buffer.copy()

    def given(self, numbers: ArrayLike) -> NDArray[Any]:
        """An array of NumPy."""
        return np.asarray(numbers)

    def words(self, given: Any) -> NDArray[np.int64]:
        """Side by side."""
        return np.ascontiguousarray(given, dtype=np.int64).reshape(-1)

    def outside(self, chosen: Any, n: int) -> int:
        """By comparing all."""
        return _first((chosen < 0) | (chosen >= n))

    def masked_sources(self, mask: Any) -> NDArray[np.int64]:
        """By a choice between two arrays."""
        return np.where(mask, np.arange(len(mask)), -1)

    def sources(self, chosen: Any, n: int) -> tuple[NDArray[np.int64], int]:
        """By indices in an array."""
        sources = np.full(n, -1)
        if (wrong := self.outside(chosen, n)) >= 0:
            return sources, wrong
        places = np.arange(len(chosen))
        sources[chosen] = places
        return sources, _first(sources[chosen] != places)


def _first(found: NDArray[np.bool_]) -> int:
    """The first place with True, or -1."""
    return int(found.argmax()) if found.any() else -1
