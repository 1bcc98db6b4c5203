"""Long work for those who ask: done once, in processes of its own, which note down how far they are."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service.thinkers import Thinkers
from moleworks.service.wanted import Notes

T = TypeVar("T")

KEPT = 200
"""So many results are kept at hand."""
FORGOTTEN = 15.0
"""Seconds after which work that nobody has asked about makes way for others'."""


class Busy(Complaint):
    """Others wait already."""

    def __init__(self) -> None:
        super().__init__(N_("Other analyses are being made just now: please ask again in a minute."))


class Work(NamedTuple, Generic[T]):
    """Work that is being done, or was."""

    task: asyncio.Task[T]
    notes: Path
    """How far it is; the file is there for as long as somebody wants the work."""
    whose: str = ""
    """For whom it was begun."""

    @property
    def found(self) -> T | None:
        """What came of it, once it is done."""
        return self.task.result() if self.task.done() else None

    def drop(self) -> None:
        """Nobody wants it any more. What a process has begun it ends as soon as it looks."""
        self.task.cancel()
        self.notes.unlink(missing_ok=True)


class Works(Generic[T]):
    """All work of one kind; `most` is done at once, and `each` for whoever wants it."""

    def __init__(self, most: int, do: Callable[[Any, Path], T], each: int | None = None) -> None:
        """`do` is called in another process, with what is given and with the place for its notes."""
        self.most, self._do, self.each = most, do, each or most
        self._thinkers = Thinkers(most)
        self._kept: OrderedDict[str, Work[T]] = OrderedDict()
        self._asked: dict[str, float] = {}
        """When somebody last asked about work that is being done."""
        self._notes = Notes()

    def of(self, key: str, given: Any, whose: str = "") -> Work[T]:
        """The work of that key; it is begun if need be (for who asks), and once more if it failed."""
        work = self._kept.get(key)
        if work is None or (work.task.done() and (work.task.cancelled() or work.task.exception())):
            work = self._begun(key, given, whose)
        self._kept.move_to_end(key)
        self._asked[key] = time.monotonic()
        return work

    def drop(self, key: str) -> None:
        """Stop it if it can be stopped, and forget what was found."""
        self._asked.pop(key, None)
        work = self._kept.pop(key, None)
        if work is not None:
            work.drop()

    def close(self) -> None:
        for work in self._kept.values():
            work.task.cancel()
        self._thinkers.close()
        self._notes.close()

    def _begun(self, key: str, given: Any, whose: str) -> Work[T]:
        if self._full(whose):
            self._make_way()
        if self._full(whose):
            raise Busy
        notes = self._notes.new(key)
        task = asyncio.get_running_loop().create_task(self._thinkers.run(self._do, given, notes))
        work = self._kept[key] = Work(task, notes, whose)
        if len(self._kept) > KEPT:
            self.drop(next(iter(self._kept)))
        return work

    def _full(self, whose: str) -> bool:
        """Whether nothing more can be begun, or nothing more for them."""
        for_them = sum(self._kept[key].whose == whose for key in self._at_work())
        return len(self._at_work()) >= self.most or for_them >= self.each

    def _at_work(self) -> list[str]:
        return [key for key, work in self._kept.items() if not work.task.done()]

    def _make_way(self) -> None:
        """Whoever wants to know asks again and again: what nobody asks about was given up."""
        for key in self._at_work():
            if time.monotonic() - self._asked[key] > FORGOTTEN:
                self.drop(key)
