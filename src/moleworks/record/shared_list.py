"""A list that is cheap to copy, for the actions and states of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedList(Generic[T]):
    """A list that changes at its end only. Copies share the items they have in common.

    Copies that share items must be used in one thread. Pickled copies share nothing.

    >>> names = SharedList(["e4", "e4|f4"])
    >>> other = names.copy()
    >>> other.append("e5")
    >>> list(names), list(other)
    (['e4', 'e4|f4'], ['e4', 'e4|f4', 'e5'])
    """

    __slots__ = ("_count", "_items")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._count = len(self._items)

    def copy(self) -> SharedList[T]:
        """An independent copy."""
        other = SharedList.__new__(SharedList)
        other._items, other._count = self._items, self._count
        return other

    def __reduce__(self) -> tuple[type[SharedList[T]], tuple[list[T]]]:
        """Only the items of this list, without dropped ones and those of copies."""
        return SharedList, (list(self),)

    def append(self, item: T) -> None:
        """Add an item at the end; copies do not see it."""
        if self._count < len(self._items):  # a copy was extended, or items were dropped
            self._items = self._items[: self._count]
        self._items.append(item)
        self._count += 1

    def drop(self, count: int) -> None:
        """Remove the last items."""
        if count > self._count:
            raise IndexError(count)
        self._count -= count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._count])

    def __getitem__(self, index: int) -> T:
        """By index; negative indices count from the end."""
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._count + index]
