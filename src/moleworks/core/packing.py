"""Copy named tuples of ints to arrays and back, so that kernels can store positions."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar, cast

from moleworks.core.kernel import primitive

R = TypeVar("R", bound=tuple[int, ...])


def _native_pack() -> Any:
    from moleworks.core.numba_packing import pack  # noqa: PLC0415

    return pack


def _native_unpack() -> Any:
    from moleworks.core.numba_packing import unpack  # noqa: PLC0415

    return unpack


@primitive(_native_pack)
def pack(record: tuple[int, ...], numbers: MutableSequence[int], at: int) -> None:
    """Write the fields of a named tuple from this index on. In compiled code it goes into an array of int64.

    >>> numbers = [0] * 4
    >>> pack((7, 8), numbers, 1)
    >>> numbers
    [0, 7, 8, 0]
    """
    numbers[at : at + len(record)] = record


@primitive(_native_unpack)
def unpack(kind: type[R], numbers: Sequence[int], at: int) -> R:
    """Read a named tuple of this class from this index on.

    >>> from collections import namedtuple
    >>> unpack(namedtuple("Square", "row column"), [0, 7, 8, 0], 1)
    Square(row=7, column=8)
    """
    # Integers of NumPy are slower than Python's, and some bit operations fail on them.
    fields: int = len(cast(Any, kind)._fields)
    return cast(R, cast(Any, kind)(*map(int, numbers[at : at + fields])))
