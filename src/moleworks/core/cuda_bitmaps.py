"""Bitmaps for a GPU: a thread writes cells of 0 and 1 as bits; later the threads of its warp write the bytes.

The functions of `bits` that write cells have forms here for arrays of 32-bit words. They clear up to 95 cells
after those that they write, so write from the first cell to the last, and have `SPARE_WORDS` at the end.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.kernel import kernel

ALL = 0xFFFFFFFF
"""A word of ones."""
SPARE_WORDS = 3
"""Words that a bitmap needs besides `cells // 32`."""


@kernel
def write_bits(bits: int, words: MutableSequence[int], at: int) -> None:
    """Write a set as 64 cells; see `bits.write_bits`.

    >>> words = [ALL] * 4
    >>> write_bits(0b101, words, 30)
    >>> [bin(word) for word in words]
    ['0b1111111111111111111111111111111', '0b1', '0b0', '0b11111111111111111111111111111111']
    """
    word, place = at >> 5, at & 31
    words[word] = int(words[word]) & ((1 << place) - 1) | (bits & ALL) << place & ALL
    words[word + 1] = ((bits & ALL) >> (32 - place) | (bits >> 32) << place) & ALL
    words[word + 2] = (bits >> 32) >> (32 - place) & ALL


@kernel
def write_value(value: int, words: MutableSequence[int], at: int) -> None:
    """Write 0 or 1 into 64 cells; see `bits.write_value`."""
    word, place = at >> 5, at & 31
    filled = ALL if value else 0
    words[word] = int(words[word]) & ((1 << place) - 1) | filled << place & ALL
    words[word + 1] = filled
    words[word + 2] = filled & ((1 << place) - 1)


@kernel
def write_cell(value: int, words: MutableSequence[int], at: int) -> None:
    """Write 0 or 1 into a cell; see `bits.write_cell`."""
    word, place = at >> 5, at & 31
    words[word] = int(words[word]) & (ALL ^ 1 << place) | value << place


@kernel
def eight_bits(words: Sequence[int], start: int, at: int) -> int:
    """Eight cells as bits; the bitmap begins at the word `start`.

    >>> [bin(eight_bits([0, 1 << 31, 0b11], 1, at)) for at in (25, 28)]
    ['0b11000000', '0b111000']
    """
    word = start + (at >> 5)
    return (int(words[word]) | int(words[word + 1]) << 32) >> (at & 31) & 255


@kernel
def four_cells(bits: int) -> int:
    """Four cells as the bytes of a word.

    >>> [hex(four_cells(bits)) for bits in (0b1000, 0b1101)]
    ['0x1000000', '0x1010001']
    """
    return bits * 0x204081 & 0x1010101


@kernel
def eight_cells(bits: int) -> int:
    """Eight cells as the bytes of a word of 64 bits.

    >>> hex(eight_cells(0b11000001))
    '0x101000000000001'
    """
    return four_cells(bits & 15) | four_cells(bits >> 4) << 32
