"""Keys: from a number to a row of chances that no other number shares."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

MOST_KEY = 2**63 - 1
STEP = np.uint64(0x9E3779B97F4A7C15)


def keys_of(seed: int, n: int) -> NDArray[np.int64]:
    """The first keys of a seed: a larger batch begins with those of a smaller one.

    >>> keys_of(1, 5)[:2].tolist() == keys_of(1, 2).tolist()
    True
    """
    numbers: NDArray[np.uint64] = np.arange(n, dtype=np.uint64)
    numbers += mixed(np.array([seed & MOST_KEY], np.uint64))
    return (mixed(numbers) >> np.uint64(1)).astype(np.int64)


def rows_of(keys: ArrayLike, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the rows of chances and of random actions begin, for `playouts.shuffled`: positive, 62 bits."""
    given = np.asarray(keys)
    if given.shape != (n,) or given.dtype.kind not in "iu" or (given < 0).any() or (given > MOST_KEY).any():
        raise ValueError(f"keys are {n} whole numbers from 0 to 2**63 - 1, one for each game")
    chances = mixed(given.astype(np.uint64))
    return _row(chances), _row(mixed(chances))


def _row(numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    return ((numbers >> np.uint64(2)) | np.uint64(1)).astype(np.int64)


def mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers as far from each other as can be, however near they were (a step of splitmix64)."""
    z = numbers + STEP
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
