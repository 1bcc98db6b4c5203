"""Keys of games, and the seeds of random generators made from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

MAX_KEY = 2**63 - 1
STEP = np.uint64(0x9E3779B97F4A7C15)


def keys_from_seed(seed: int, n: int) -> NDArray[np.int64]:
    """The first `n` keys of a seed: those of a smaller batch are the first of a larger one.

    >>> keys_from_seed(1, 5)[:2].tolist() == keys_from_seed(1, 2).tolist()
    True
    """
    numbers: NDArray[np.uint64] = np.arange(n, dtype=np.uint64)
    numbers += mix(np.array([seed & MAX_KEY], np.uint64))
    return (mix(numbers) >> np.uint64(1)).astype(np.int64)


def seeds_from_keys(keys: ArrayLike, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The seeds for chance and for random actions of each game, as `next_seed` needs them."""
    given = np.asarray(keys)
    if given.shape != (n,) or given.dtype.kind not in "iu" or (given < 0).any() or (given > MAX_KEY).any():
        raise ValueError(f"keys are {n} whole numbers from 0 to 2**63 - 1, one for each game")
    chances = mix(given.astype(np.uint64))
    return _seeds(chances), _seeds(mix(chances))


def _seeds(numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    return ((numbers >> np.uint64(2)) | np.uint64(1)).astype(np.int64)


def mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble numbers, so that near ones end up far apart (a step of splitmix64)."""
    z = numbers + STEP
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
