"""Bit sets: sets of small numbers as non-negative 63-bit integers, with native versions for Numba."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any

from moleworks.core.kernel import kernel, primitive


def _native_count() -> Any:
    from moleworks.core.numba_bits import count  # noqa: PLC0415

    return count


def _native_lowest() -> Any:
    from moleworks.core.numba_bits import lowest  # noqa: PLC0415

    return lowest


def _native_nth() -> Any:
    from moleworks.core.numba_bits import nth  # noqa: PLC0415

    return nth


def _native_paint() -> Any:
    from moleworks.core.numba_bits import write_bits  # noqa: PLC0415

    return write_bits


def _native_wash() -> Any:
    from moleworks.core.numba_bits import write_value  # noqa: PLC0415

    return write_value


@primitive(_native_count)
def count(bits: int) -> int:
    """The number of members of a set.

    >>> count(0b1011)
    3
    """
    return bits.bit_count()


@primitive(_native_lowest)
def lowest(bits: int) -> int:
    """The smallest member of a set that is not empty.

    >>> lowest(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1


@primitive(_native_nth)
def nth(bits: int, n: int) -> int:
    """The n-th member of a set, counted from 0.

    >>> [nth(0b101100, n) for n in range(3)]
    [2, 3, 5]
    """
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = (bits & ((1 << width) - 1)).bit_count()
        if n >= below:
            n -= below
            place += width
            bits >>= width
    return place


@primitive(_native_paint)
def write_bits(bits: int, cells: MutableSequence[int], at: int) -> None:
    """Write a set as 64 cells from this one on: 1 for each member, 0 for all others.

    It is always 64 cells, because that is a single instruction on some processors. Callers that need fewer
    write the following cells later, or leave space. In compiled code the cells are an array of bytes.

    >>> cells = [7] * 65
    >>> write_bits(0b101, cells, 0)
    >>> cells[:4], cells[63:]
    ([1, 0, 1, 0], [0, 7])
    """
    for place in range(64):
        cells[at + place] = bits >> place & 1


@primitive(_native_wash)
def write_value(value: int, cells: MutableSequence[int], at: int) -> None:
    """Write the same value, 0 to 255, into 64 cells from this one on."""
    for place in range(64):
        cells[at + place] = value


@kernel
def write_cell(value: int, cells: MutableSequence[int], at: int) -> None:
    """Write 0 or 1 into one cell."""
    cells[at] = value


def members(bits: int) -> Iterator[int]:
    """The members of a set, smallest first.

    >>> list(members(0b101100))
    [2, 3, 5]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


LabelRows = list[list[tuple[int, ...]]]


def label_rows(labels: Sequence[int]) -> LabelRows:
    """A table for `labels`: by the index and the value of a byte, the labels of its members."""
    padded = [*labels, *[-1] * (-len(labels) % 8)]
    return [
        [tuple(padded[place + bit] for bit in range(8) if byte >> bit & 1) for byte in range(256)]
        for place in range(0, len(padded), 8)
    ]


def labels(bits: int, by: LabelRows) -> list[int]:
    """The labels of the members of a set, smallest member first: several times as fast as `members`.

    >>> labels(0b101100, label_rows([10, 11, 12, 13, 14, 15]))
    [12, 13, 15]
    """
    found: list[int] = []
    for row, byte in zip(by, bits.to_bytes(len(by), "little")):
        if byte:
            found += row[byte]
    return found


def bitset(places: Iterator[int] | tuple[int, ...] | list[int]) -> int:
    """The set of these members.

    >>> bin(bitset([2, 3, 5]))
    '0b101100'
    """
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits
