"""Planes from the numbers that a game's encoder writes: a kernel over the rules' table and position.

An encoder writes one number for each plane: the set of cells with 1, or the value of all cells. Batches write
their planes from these numbers, and adapters those of `EncodedPlanes`, which choose among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from moleworks.core.bits import lowest
from moleworks.core.game import AnyGame, State
from moleworks.core.kernel import arrays, available, compiled, kernel, specialize
from moleworks.engine.identity_cache import cached_by_identity
from moleworks.research.observation import Planes

IntArray = NDArray[np.int64]
NOTHING: IntArray = np.zeros(0, np.int64)

# A layout: how many numbers there are, how many of them are shown as sets, the cells of a set and of a plane;
# by member of a set, the cell that shows it; the numbers shown as sets; the others, each with its divisor.
COUNT, SETS, SET_CELLS, PLANE_CELLS, PLACES = range(5)
SOURCES = PLACES + 64

encode: Any = None
encode_rest: Any = None
table_class: Any = None
position_class: Any = None
"""The kernels and classes of a game, replaced by `specialize`."""


class KernelState(Protocol):
    """The state of a game whose rules are kernels over a table and a position."""

    @property
    def table(self) -> tuple[Any, ...]:
        """What does not change during a game."""

    @property
    def position(self) -> tuple[int, ...]:
        """What changes."""

    def _replace(self, *, position: tuple[int, ...]) -> State: ...


class Encoder(NamedTuple):
    """The encoder of a game: it writes a number for each plane."""

    table: type[tuple[Any, ...]]
    position: type[tuple[int, ...]]
    planes: tuple[str, ...]
    """The planes of batches, first those that show a set of cells."""
    sets: int
    """How many planes of batches show a set."""
    rest: tuple[str, ...]
    """Further numbers, which only adapters show."""
    encode: Callable[[Any, Any, int, Any], None]
    """(table, position, seat or -1, numbers): write the numbers of `planes`."""
    encode_rest: Callable[[Any, Any, int, Any, Any], None]
    """(table, position, seat or -1, printed, numbers): write those of `rest` after them."""


@kernel
def write_planes(
    table_fields: Sequence[Any],
    position_fields: Sequence[int],
    seat: int,
    printed: Sequence[int],
    layout: Sequence[int],
    planes: NDArray[np.float32],
) -> None:
    """Write the planes of a seat into an array of zeros; the layout is that of `EncodedPlanes`.

    Table and position are plain tuples, because passing named ones takes longer than all of this.
    """
    numbers = np.empty(layout[COUNT], np.int64)
    table = table_class(*table_fields)
    position = position_class(*position_fields)
    encode(table, position, seat, numbers)
    encode_rest(table, position, seat, printed, numbers)
    cells = planes.ravel()
    at = 0
    first_value = SOURCES + layout[SETS]
    for n in range(SOURCES, first_value):
        bits = int(numbers[layout[n]])
        while bits:
            cells[at + layout[PLACES + lowest(bits)]] = 1.0
            bits &= bits - 1
        at += layout[SET_CELLS]
    for n in range(first_value, len(layout), 2):
        cells[at : at + layout[PLANE_CELLS]] = numbers[layout[n]] / layout[n + 1]
        at += layout[PLANE_CELLS]


@cache
def _writer(encoder: Encoder) -> Callable[..., None]:
    return compiled(
        specialize(
            write_planes,
            encoder.position.__name__,
            encode=encoder.encode,
            encode_rest=encoder.encode_rest,
            table_class=encoder.table,
            position_class=encoder.position,
        )
    )


@cached_by_identity
def _table_fields(table: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(arrays(table) if available() else table)


class EncodedPlanes(Planes):
    """The planes of a set-up, chosen from the numbers of an encoder by their names."""

    def __init__(
        self,
        encoder: Encoder,
        sets: Mapping[str, Sequence[str]],
        values: Mapping[str, str],
        rows: int,
        columns: int,
        *,
        places: Sequence[int] = range(64),
        divisors: Mapping[str, int] | None = None,
    ) -> None:
        """By plane, the numbers in `sets` that share its rows; by number, the planes of `values`.

        `places` are the cells that show the members of a set. Values are divided by their `divisors`, or 1.
        """
        super().__init__(tuple(sets), tuple(values.values()), rows, columns)
        self._encoder = encoder
        number = {name: place for place, name in enumerate(encoder.planes + encoder.rest)}
        shown = [number[name] for names in sets.values() for name in names]
        sizes = len(number), len(shown), len(sets) * self._size // len(shown), self._size
        cells = [*places, *[0] * (SOURCES - PLACES - len(places))]
        scaled = [part for name in values for part in (number[name], (divisors or {}).get(name, 1))]
        self._layout = np.array([*sizes, *cells, *shown, *scaled], np.int64)

    @cached_property
    def _write(self) -> Callable[..., None]:
        """The kernel that writes the planes: compiled on first use."""
        return _writer(self._encoder)

    def printed(self, state: State) -> IntArray:
        """What the encoder needs to know of the board beside the table."""
        del state  # most games need nothing
        return NOTHING

    def observe(self, game: AnyGame, state: State, seat: int | None) -> NDArray[np.float32]:
        """Rules decide what a seat knows: the encoder asks them, as `Game.view` does."""
        here: Any = state  # a `KernelState`; a cast would take longer
        planes = np.zeros(self.shape, np.float32)
        self._write(
            _table_fields(here.table),
            tuple(here.position),
            -1 if seat is None else seat,
            self.printed(state),
            self._layout,
            planes,
        )
        return planes
