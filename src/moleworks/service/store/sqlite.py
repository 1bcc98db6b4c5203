"""The store in an SQLite file: one thread writes, many commits share one trip to the disk; another reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from moleworks.games.game import N_, Message
from moleworks.service.store.files import BUSY, connect, trouble
from moleworks.service.store.groups import Append, Outcome, Work, write
from moleworks.service.store.migrate import migrate_file
from moleworks.service.store.rows import Entry, NoStore, Standing
from moleworks.service.store.store import Batch, Row, Store

MOST = 512
"""Jobs that share a commit; with more the first of them would wait too long."""

Waiter: TypeAlias = "asyncio.Future[list[int]]"


class SQLiteStore(Store):
    """A file, for one process. A commit is done all the same if whoever waits for it is cancelled."""

    def __init__(self, path: Path, patience: float = BUSY) -> None:
        self._path, self._patience = path, patience
        self.commits = 0
        """Trips to the disk so far."""
        self._jobs: SimpleQueue[tuple[Waiter, Work | Append] | None] = SimpleQueue()
        self._writer: Thread | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._writing: sqlite3.Connection | None = None
        self._reading: sqlite3.Connection | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(migrate_file, self._path)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._writer = Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        writer, reader = self._writer, self._reader
        self._writer = self._reader = None
        if writer and reader:
            self._jobs.put(None)
            await asyncio.to_thread(writer.join)
            await asyncio.to_thread(reader.shutdown)
            if self._reading:
                self._reading.close()
                self._reading = None

    async def fetch(self, statement: str, *values: object) -> list[Row]:
        if self._reader is None:
            raise _closed()
        return await self._loop.run_in_executor(self._reader, self._read, statement, values)

    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        return await self._done(Work(batch, guarded))

    async def enter(self, match: str, entries: Sequence[Entry], standing: Standing) -> None:
        await self._done(Append(match, entries, standing))

    def _done(self, job: Work | Append) -> Waiter:
        if self._writer is None:
            raise _closed()
        waiter: Waiter = self._loop.create_future()
        self._jobs.put((waiter, job))
        return waiter

    def _read(self, statement: str, values: Sequence[object]) -> list[Row]:
        """In the reader's thread: it never waits for the disk that the writer waits for."""
        try:
            self._reading = self._reading or connect(self._path, self._patience)
            return self._reading.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            if self._reading:
                self._reading.close()
            self._reading = None
            raise trouble(error) from error

    def _write(self) -> None:
        """The writer's thread: all that waits goes into one transaction."""
        while True:
            group = [self._jobs.get()]
            with suppress(Empty):
                while group[-1] is not None and len(group) < MOST:
                    group.append(self._jobs.get_nowait())
            jobs = [job for job in group if job is not None]
            if jobs:
                outcomes = self._outcomes([job for _, job in jobs])
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(_answer, jobs, outcomes)
            if len(jobs) < len(group):
                break
        if self._writing:
            self._writing.close()
            self._writing = None

    def _outcomes(self, jobs: Sequence[Work | Append]) -> Sequence[Outcome]:
        try:
            self._writing = self._writing or connect(self._path, self._patience)
            outcomes = write(self._writing, jobs)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait have to hear of it
            if self._writing:
                self._writing.close()  # the next group begins afresh, when the trouble may be gone
            self._writing = None
            return [trouble(error) for _ in jobs]
        self.commits += 1
        return outcomes


def _answer(jobs: Sequence[tuple[Waiter, object]], outcomes: Sequence[Outcome]) -> None:
    for (waiter, _), outcome in zip(jobs, outcomes, strict=True):
        if waiter.done():
            continue
        if isinstance(outcome, Exception):
            waiter.set_exception(outcome)
        else:
            waiter.set_result(outcome)


def _closed() -> NoStore:
    return NoStore(Message(N_("It is closed.")))
