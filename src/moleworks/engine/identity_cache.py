"""A cache keyed by the identity of its argument, for large tables that take long to hash."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST = 16
"""The default size; the oldest entry is dropped."""


def cached_by_identity(make: Callable[[T], R], most: int = MOST) -> Callable[[T], R]:
    """Cache the results of a function of one table, by the identity of the table.

    >>> made = []
    >>> total = cached_by_identity(lambda table: made.append(table) or sum(table))
    >>> numbers = (1, 2, 3)
    >>> total(numbers), total(numbers), len(made)
    (6, 6, 1)
    """
    entries: dict[int, tuple[T, R]] = {}

    @wraps(make)
    def cached(table: T) -> R:
        entry = entries.get(id(table))
        if entry is None:  # the entry keeps the table alive, so that no other object gets its id
            entry = table, make(table)
            while len(entries) >= most:
                entries.pop(next(iter(entries)), None)
            entries[id(table)] = entry
        return entry[1]

    return cached
