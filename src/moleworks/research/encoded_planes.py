"""Planes from the numbers that a game's encoder writes: a kernel over the rules' table and position.

An encoder writes one number for each plane: the set of cells with 1, or the value of all cells. From these
numbers batches write bytes, and all other adapters the same planes as floats (`EncodedPlanes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from moleworks.core.bits import write_bits, write_value
from moleworks.core.game import AnyGame, State
from moleworks.core.kernel import arrays, available, compiled, kernel, specialize
from moleworks.engine.identity_cache import cached_by_identity
from moleworks.research.observation import Planes

WORD = 64
"""Cells that `write_bits` and `write_value` write at once."""
IntArray = NDArray[np.int64]
NOTHING: IntArray = np.zeros(0, np.int64)

game: Any = None
"""The encoder of a game, replaced by `specialize`."""


class KernelState(Protocol):
    """The state of a game whose rules are kernels over a table and a position."""

    @property
    def table(self) -> tuple[Any, ...]:
        """What does not change during a game."""

    @property
    def position(self) -> tuple[int, ...]:
        """What changes."""

    def _replace(self, *, position: tuple[int, ...]) -> State: ...


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


class Encoder(NamedTuple):
    """The encoder of a game: it writes a number for each plane."""

    table: type[tuple[Any, ...]]
    position: type[tuple[int, ...]]
    planes: tuple[str, ...]
    """Their names; first those of planes that show a set of cells."""
    sets: int
    """How many planes show a set."""
    encode: Callable[[Any, Any, int, Any, Any], None]
    """(table, position, seat or -1, printed, numbers): write a number for each plane.

    `printed` is what the boards of the set-up show beside the table: see `EncodedPlanes.printed`.
    """
    write_sets: Callable[[Any, Any, int, Any, int, Any, int, int], None] = write_small_sets
    """(table, position, seat, numbers, count, cells, start, size of a plane): write the planes of sets.

    It writes from the first cell to the last, and may write 63 cells more. Cells are written by `write_bits`,
    `write_value` and `write_cell` only, because on a GPU they may be bits. Most games need the numbers only.
    """


@kernel
def write_cells(
    table: Any,
    position: Any,
    seat: int,
    printed: Sequence[int],
    plane: int,
    numbers: MutableSequence[int],
    cells: MutableSequence[int],
    at: int,
) -> None:
    """Write the planes of a position for a seat, or a watcher (-1); 64 spare cells must follow the last."""
    game.encode(table, position, seat, printed, numbers)
    game.write_sets(table, position, seat, numbers, game.sets, cells, at, plane)
    at += game.sets * plane
    for n in range(game.sets, len(numbers)):
        write_value(int(numbers[n]), cells, at)
        at += plane
        if plane > WORD:
            write_value(int(numbers[n]), cells, at - WORD)


@kernel
def write_floats(
    table_numbers: Sequence[Any],
    position_numbers: Sequence[int],
    seat: int,
    printed: Sequence[int],
    largest: NDArray[np.float32],
    planes: NDArray[np.float32],
) -> None:
    """Write the planes of a seat, each divided by its largest value.

    Table and position are plain tuples, because passing named ones takes longer than all of this.
    """
    count = len(largest)
    plane = planes.size // count
    numbers: Any = np.empty(count, np.int64)
    cells: Any = np.empty(planes.size + WORD, np.uint8)
    table = game.table(*table_numbers)
    write_cells(table, game.position(*position_numbers), seat, printed, plane, numbers, cells, 0)
    shown = planes.ravel()
    for n in range(count):
        for at in range(n * plane, (n + 1) * plane):
            shown[at] = cells[at] / largest[n]


@cache
def _writer(encoder: Encoder) -> Callable[..., None]:
    module, name = ModuleType(encoder.position.__name__), encoder.position.__name__
    vars(module).update(encoder._asdict())
    cells = specialize(write_cells, name, game=module)
    return compiled(specialize(write_floats, name, game=module, write_cells=cells))


@cached_by_identity
def table_fields(table: tuple[Any, ...]) -> tuple[Any, ...]:
    """The fields of a table as compiled kernels need them."""
    return tuple(arrays(table) if available() else table)


class EncodedPlanes(Planes):
    """The planes of a set-up, written by the encoder of its game."""

    def __init__(
        self, encoder: Encoder, shape: tuple[int, ...], largest: Mapping[str, int] | None = None
    ) -> None:
        """`shape` is that of a plane; `largest` names planes with other numbers than 0 and 1."""
        self.encoder = encoder
        self.names = encoder.planes
        self.shape = len(self.names), *shape
        values = [max(1, (largest or {}).get(name, 1)) for name in self.names]
        self.largest: NDArray[np.float32] = np.array(values, np.float32).reshape(-1, *[1] * len(shape))
        """The largest value of each plane. Bytes divided by it are floats as `observe` returns them."""
        self._divisors = self.largest.ravel()

    @cached_property
    def _write(self) -> Callable[..., None]:
        """The kernel that writes the planes: compiled on first use."""
        return _writer(self.encoder)

    def printed(self, state: State) -> IntArray:
        """What the encoder needs to know of the boards of this match beside the table."""
        del state  # most games need nothing
        return NOTHING

    def observe(self, game: AnyGame, state: State, seat: int | None) -> NDArray[np.float32]:
        """Rules decide what a seat knows: the encoder asks them, as `Game.view` does."""
        here: Any = state  # a `KernelState`; a cast would take longer
        planes = np.empty(self.shape, np.float32)
        self._write(
            table_fields(here.table),
            tuple(here.position),
            -1 if seat is None else seat,
            self.printed(state),
            self._divisors,
            planes,
        )
        return planes
