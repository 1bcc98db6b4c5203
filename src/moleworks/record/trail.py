"""What happened so far, one thing after the other, as something that costs nothing to copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Trail(Generic[T]):
    """A list that changes at its end only. Copies share all they have in common, however long it is.

    So copies belong to one thread; what is pickled shares nothing.

    >>> trail = Trail(["e4", "e4|f4"])
    >>> other = trail.copy()
    >>> other.append("e5")
    >>> list(trail), list(other)
    (['e4', 'e4|f4'], ['e4', 'e4|f4', 'e5'])
    """

    __slots__ = ("_count", "_items")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._count = len(self._items)

    def copy(self) -> Trail[T]:
        """The same trail, to go on with apart from this one."""
        other = Trail.__new__(Trail)
        other._items, other._count = self._items, self._count
        return other

    def __reduce__(self) -> tuple[type[Trail[T]], tuple[list[T]]]:
        """Without what was dropped, or what a copy went on with."""
        return Trail, (list(self),)

    def append(self, item: T) -> None:
        if self._count < len(self._items):  # a copy went on from here, or something was dropped
            self._items = self._items[: self._count]
        self._items.append(item)
        self._count += 1

    def drop(self, count: int) -> None:
        """Forget so many of the last."""
        if count > self._count:
            raise IndexError(count)
        self._count -= count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._count])

    def __getitem__(self, index: int) -> T:
        """By its place from the beginning, or, below zero, from the end."""
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._count + index]
