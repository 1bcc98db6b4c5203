"""Bit sets: the Python functions and their native versions agree."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from moleworks.core import bits, cuda_bitmaps, numba_bits
from moleworks.core.kernel import compiled

LARGEST = 2**63 - 1
random = Random(63)
# Sparse ones, dense ones, single bits, runs, and the fullest.
WORDS = [
    *(random.getrandbits(63) for _ in range(500)),
    *(random.getrandbits(63) & random.getrandbits(63) & random.getrandbits(63) for _ in range(300)),
    *(random.getrandbits(63) | random.getrandbits(63) for _ in range(200)),
    *(1 << place for place in range(63)),
    *((1 << place) - 1 for place in range(1, 64)),
    *(LARGEST ^ ((1 << place) - 1) for place in range(63)),
]

NTH_FORMS: list[Any] = [numba_bits.nth_by_halves]
if numba_bits.HAS_PDEP:  # pragma: no branch - depends on the processor
    NTH_FORMS.append(numba_bits.nth_by_deposit)


def places(word: int) -> list[int]:
    """The members of a set, the slow and obvious way."""
    return [place for place in range(64) if word >> place & 1]


def native_count(word: int) -> Any:
    return numba_bits.count(word)


def native_lowest(word: int) -> Any:
    return numba_bits.lowest(word)


def native_paint(word: int, cells: Any, at: int) -> None:
    numba_bits.write_bits(word, cells, at)


def native_wash(value: int, cells: Any, at: int) -> None:
    numba_bits.write_value(value, cells, at)


def test_paint() -> None:
    run = njit(native_paint)
    for at, word in enumerate((0, *WORDS)):
        plain, cells = [9] * 80, np.full(80, 9, np.uint8)
        bits.write_bits(word, plain, at % 16)
        run(word, cells, at % 16)
        assert plain == cells.tolist()
        assert [place - at % 16 for place in range(80) if plain[place] == 1] == places(word)
        assert plain.count(9) == 16


def test_wash() -> None:
    run = njit(native_wash)
    for value in (0, 1, 127, 128, 255):
        plain, cells = [9] * 80, np.full(80, 9, np.uint8)
        bits.write_value(value, plain, 7)
        run(value, cells, 7)
        assert plain == cells.tolist() == [9] * 7 + [value] * 64 + [9] * 9


def test_bitmaps_have_the_same_cells() -> None:
    """Sets over the second half of the one before, then a value, then single cells."""
    for start in range(32):
        chosen = random.sample(WORDS, 9)
        cells = [0] * (32 * 15)
        words = [random.getrandbits(32) for _ in range(len(cells) // 32 + cuda_bitmaps.SPARE_WORDS)]
        words[0] = 0
        for form, kept in ((bits, cells), (cuda_bitmaps, words)):
            for n, word in enumerate(chosen):
                form.write_bits(word, kept, start + 32 * n)
            for n, value in enumerate((1, 0, 1)):
                form.write_value(value, kept, start + 32 * (9 + n))
            for n in range(10):
                form.write_cell(n & 1, kept, start + 31 * n)
        written = [words[at >> 5] >> (at & 31) & 1 for at in range(start + 32 * 13)]
        assert written == cells[: len(written)]
        for at in range(len(written) - 8):
            eight = bytes(cells[at : at + 8])
            found = cuda_bitmaps.eight_cells(cuda_bitmaps.eight_bits([0, 0, *words], 2, at))
            assert found == int.from_bytes(eight, "little")


def test_count() -> None:
    # Not cached, so that the native form is made here and now.
    run = njit(native_count)
    for word in (0, *WORDS):
        assert bits.count(word) == run(word) == len(places(word))


def test_lowest() -> None:
    run = njit(native_lowest)
    for word in WORDS:
        assert bits.lowest(word) == run(word) == places(word)[0]


@pytest.mark.parametrize("form", NTH_FORMS, ids=lambda form: str(form.py_func.__name__))
def test_nth_in_every_native_form(form: Any) -> None:
    for word in WORDS:
        assert [form(word, n) for n in range(word.bit_count())] == places(word)


def test_nth_interpreted() -> None:
    for word in WORDS:
        assert [bits.nth(word, n) for n in range(word.bit_count())] == places(word)


def test_the_best_native_form_is_used() -> None:
    assert numba_bits.nth is NTH_FORMS[-1]
    assert compiled(bits.nth) is numba_bits.nth
    assert compiled(bits.count) is numba_bits.count
    assert compiled(bits.lowest) is numba_bits.lowest


@given(st.sets(st.integers(0, 62)))
def test_members_and_bitset_are_each_other_s_inverse(chosen: set[int]) -> None:
    word = bits.bitset(sorted(chosen))
    assert 0 <= word <= LARGEST
    assert list(bits.members(word)) == sorted(chosen) == places(word)
