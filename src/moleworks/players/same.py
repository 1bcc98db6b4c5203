"""A cache for large tables: it asks whether it is the very same one, not whether all numbers are alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST = 16
"""So many tables are kept; the oldest goes."""


def same(make: Callable[[T], R], most: int = MOST) -> Callable[[T], R]:
    """Make something out of a table once, as long as that table is used.

    To hash thousands of numbers takes longer than many a search.

    >>> made = []
    >>> total = same(lambda table: made.append(table) or sum(table))
    >>> numbers = (1, 2, 3)
    >>> total(numbers), total(numbers), len(made)
    (6, 6, 1)
    """
    kept: dict[int, tuple[T, R]] = {}

    @wraps(make)
    def found(table: T) -> R:
        known = kept.get(id(table))
        if known is None:  # a table that is kept here stays alive, so that no other gets its number
            known = table, make(table)
            while len(kept) >= most:
                kept.pop(next(iter(kept)), None)
            kept[id(table)] = known
        return known[1]

    return found
