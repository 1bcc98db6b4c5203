"""Long work for those who ask: done once, in processes of its own, which note down how far they are."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service.thinkers import Thinkers

T = TypeVar("T")

KEPT = 200
"""So many results are kept at hand."""


class Busy(Complaint):
    """Others wait already."""

    def __init__(self) -> None:
        super().__init__(N_("Other analyses are being made just now: please ask again in a minute."))


class Work(NamedTuple, Generic[T]):
    """Work that is being done, or was."""

    task: asyncio.Task[T]
    notes: Path
    """How far it is; the file is there for as long as somebody wants the work."""

    @property
    def found(self) -> T | None:
        """What came of it, once it is done."""
        return self.task.result() if self.task.done() else None

    def drop(self) -> None:
        """Nobody wants it any more. What a process has begun it only ends if it looks for its notes."""
        self.task.cancel()
        self.notes.unlink(missing_ok=True)


class Works(Generic[T]):
    """All work of one kind; `most` is done at once."""

    def __init__(self, most: int, do: Callable[[Any, Path], T]) -> None:
        """`do` is called in another process, with what is given and with the place for its notes."""
        self.most, self._do = most, do
        self._thinkers = Thinkers(most)
        self._kept: OrderedDict[str, Work[T]] = OrderedDict()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def of(self, key: str, given: Any) -> Work[T]:
        """The work of that key; it is begun if need be, and once more if it failed."""
        work = self._kept.get(key)
        if work is None or (work.task.done() and (work.task.cancelled() or work.task.exception())):
            work = self._begun(key, given)
        self._kept.move_to_end(key)
        return work

    def drop(self, key: str) -> None:
        """Stop it if it can be stopped, and forget what was found."""
        work = self._kept.pop(key, None)
        if work is not None:
            work.drop()

    def close(self) -> None:
        for work in self._kept.values():
            work.task.cancel()
        self._thinkers.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _begun(self, key: str, given: Any) -> Work[T]:
        if sum(not work.task.done() for work in self._kept.values()) >= self.most:
            raise Busy
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="moleworks-")
        # Work that was dropped may still be at it: the same anew has notes of its own.
        notes = Path(self._folder.name) / f"{key}-{time.monotonic_ns()}"
        notes.touch()
        task = asyncio.get_running_loop().create_task(self._thinkers.run(self._do, given, notes))
        work = self._kept[key] = Work(task, notes)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)[1].drop()
        return work


def note(notes: Path, text: str) -> None:
    """How far the work is, written by itself: whole, and only as long as somebody wants it."""
    if notes.exists():
        fresh = notes.with_suffix(".new")
        with suppress(OSError):
            fresh.write_text(text, "ascii")
            fresh.replace(notes)
