"""Cache views and words of the newest position of a match, for all clients that ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class PositionCache:
    """Values by key, forgotten as soon as the match goes on.

    >>> cache = PositionCache()
    >>> cache.get(7, "view of seat 0", lambda: "e4"), cache.get(7, "view of seat 0", lambda: "not called")
    ('e4', 'e4')
    >>> cache.get(8, "view of seat 0", lambda: "e5")
    'e5'
    """

    def __init__(self) -> None:
        self._seq = -1
        self._values: dict[Hashable, Any] = {}

    def get(self, seq: int, key: Hashable, compute: Callable[[], T]) -> T:
        """The value of this key after entry `seq`; computed if nobody has asked for it yet."""
        if seq != self._seq:
            self._seq = seq
            self._values.clear()
        try:
            found: T = self._values[key]
        except KeyError:
            found = self._values[key] = compute()
        return found
