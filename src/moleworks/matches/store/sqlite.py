"""The store in an SQLite file: one thread writes, with a shared commit for many writes, and another reads."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from moleworks.core import work
from moleworks.core.messages import N_, Message
from moleworks.matches.store.group_commit import AppendJob, BatchJob, JobOutcome, write_group
from moleworks.matches.store.migrate import migrate_file
from moleworks.matches.store.rows import Entry, MatchStatus, StoreUnavailable
from moleworks.matches.store.sqlite_connection import BUSY_TIMEOUT, check_writable, connect, store_error
from moleworks.matches.store.store import Batch, MatchStore, Row

logger = logging.getLogger("moleworks.matches")

MAX_GROUP = 512
"""Jobs that share a commit; with more, the first of them would wait too long."""
SHRINK_PAGES = 256
"""Free pages that are given back to the disk in one step, and that a file may keep: 1 MB."""
_INCREMENTAL = 2
"""The value of `auto_vacuum` with which a file can shrink step by step."""

Waiter: TypeAlias = "asyncio.Future[list[int]]"
WaitingJob: TypeAlias = tuple[Waiter, BatchJob | AppendJob]
Group: TypeAlias = "list[WaitingJob] | None"
"""Jobs and who waits for them; None at the end."""


class SQLiteStore(MatchStore):
    """A store in a file, for one process. A commit is done even if its caller is cancelled."""

    shared = False

    def __init__(self, path: Path, busy_timeout: float = BUSY_TIMEOUT) -> None:
        self._path, self._busy_timeout = path, busy_timeout
        self._submitted: list[WaitingJob] = []
        """Jobs of this turn of the event loop."""
        self._jobs: SimpleQueue[Group] = SimpleQueue()
        self._writer: Thread | None = None
        self._reader: Executor | None = None
        self._writing: sqlite3.Connection | None = None
        self._reading: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Migrate the file to the newest tables, and start the threads that read and write."""
        self._loop = asyncio.get_running_loop()
        await work.in_thread(migrate_file, self._path)
        await work.in_thread(make_shrinkable, self._path, self._busy_timeout)
        self._reader = work.thread_pool(1, "store-reader")
        if work.runs_beside():
            self._writer = work.start(self._run_writer, "store-writer")

    async def close(self) -> None:
        """Write what is queued, then end both threads."""
        writer, reader = self._writer, self._reader
        self._writer = self._reader = None
        if reader:
            self._queue_submitted()
            self._jobs.put(None)
            if writer:
                await work.in_thread(writer.join)
            else:
                self._run_writer()
            await work.in_thread(reader.shutdown)
            _close(self._path, self._reading)
            self._reading = None

    async def time(self) -> float:
        """This computer's clock."""
        return time.time()

    async def shrink(self) -> bool:
        """Give a megabyte of free space back to the disk, if there is as much; whether there is more."""
        return await work.in_thread(_shrink_file, self._path)

    async def fetch(self, statement: str, *values: object) -> list[Row]:
        """Run a query in the thread that reads."""
        if self._reader is None:
            raise _closed()
        return await self._loop.run_in_executor(self._reader, self._read, statement, values)

    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        """Queue a batch for the next transaction, and wait until that is on disk."""
        return await self._submit(BatchJob(batch, guarded))

    async def append_entries(self, match: str, entries: Sequence[Entry], status: MatchStatus) -> None:
        """Queue entries of a match for the next transaction, and wait until that is on disk."""
        await self._submit(AppendJob(match, entries, status))

    def disconnect(self) -> None:
        """Close the file until it is used again; only where there are no threads."""
        for connection in (self._writing, self._reading):
            if connection:
                connection.close()
        self._writing = self._reading = None

    def _submit(self, job: BatchJob | AppendJob) -> Waiter:
        if self._reader is None:
            raise _closed()
        waiter: Waiter = self._loop.create_future()
        if not self._submitted:
            self._loop.call_soon(self._hand_over)
        self._submitted.append((waiter, job))
        return waiter

    def _hand_over(self) -> None:
        """Give the writer all jobs of one turn of the event loop together, because waking it is slow."""
        self._queue_submitted()
        if self._reader is not None and self._writer is None:  # there are no threads
            with suppress(Empty):
                self._write_group(self._jobs.get_nowait())

    def _queue_submitted(self) -> None:
        if self._submitted:
            self._jobs.put(self._submitted)
            self._submitted = []

    def _read(self, statement: str, values: Sequence[object]) -> list[Row]:
        """Runs in the reader's thread, which never waits for the writer's commits."""
        try:
            check_writable(self._path, mapped=self._reading is not None)
            self._reading = self._reading or connect(self._path, self._busy_timeout)
            return self._reading.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            if self._reading:
                self._reading.close()
            self._reading = None
            raise store_error(error) from error

    def _run_writer(self) -> None:
        """Runs in the writer's thread, or when the store is closed: all waiting jobs in one transaction."""
        while self._write_group(self._jobs.get()):
            pass
        _close(self._path, self._writing)
        self._writing = None

    def _write_group(self, first: Group) -> bool:
        """Write these jobs and those that wait behind them; False if the store is being closed."""
        groups = [first]
        with suppress(Empty):
            while groups[-1] is not None and sum(map(len, filter(None, groups))) < MAX_GROUP:
                groups.append(self._jobs.get_nowait())
        jobs = [job for group in groups if group is not None for job in group]
        if jobs:
            outcomes = self._write_jobs([job for _, job in jobs])
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(_resolve, jobs, outcomes)
        return groups[-1] is not None

    def _write_jobs(self, jobs: Sequence[BatchJob | AppendJob]) -> Sequence[JobOutcome]:
        try:
            check_writable(self._path, mapped=self._writing is not None)
        except StoreUnavailable as error:  # the connection stays: closing it would write too
            return [error for _ in jobs]
        try:
            self._writing = self._writing or connect(self._path, self._busy_timeout)
            outcomes = write_group(self._writing, jobs)
        except Exception as error:  # noqa: BLE001 - the waiting callers get it
            if self._writing:
                self._writing.close()  # the next group starts with a new connection
            self._writing = None
            return [store_error(error) for _ in jobs]
        return outcomes


def _close(path: Path, connection: sqlite3.Connection | None) -> None:
    """Close a connection, unless that would kill the process: then everything is in the write-ahead log."""
    if connection is None:
        return
    try:
        check_writable(path, mapped=True)
    except StoreUnavailable as error:
        logger.error("%s", error)
        # One reference too many: Python would close it when the process ends.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
    else:
        connection.close()


def make_shrinkable(path: Path, timeout: float) -> None:
    """Rewrite a file of an older version, once, so that it can give space back later.

    Nobody else may use the file. If it cannot be done, such as on a full disk, the file stays as it is.
    """
    connection = connect(path, timeout)
    try:
        if connection.execute("PRAGMA auto_vacuum").fetchone()[0] == _INCREMENTAL:
            return
        logger.warning("%s is rewritten once, so that it can shrink when matches are deleted", path)
        connection.execute("PRAGMA temp_store = FILE")  # the copy may be too large for the memory
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")
    except sqlite3.Error as error:
        logger.warning("%s cannot be rewritten, and stays as large as it is: %s", path, error)
    finally:
        connection.close()


def _shrink_file(path: Path) -> bool:
    connection = connect(path)
    try:
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
        if free < 2 * SHRINK_PAGES:
            return False
        # As a script: `execute` would give back the first page only.
        connection.executescript(f"PRAGMA incremental_vacuum({SHRINK_PAGES})")
        (left,) = connection.execute("PRAGMA freelist_count").fetchone()
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        return 2 * SHRINK_PAGES <= int(left) < int(free)
    except sqlite3.Error as error:
        raise store_error(error) from error
    finally:
        connection.close()


def _resolve(jobs: Sequence[tuple[Waiter, object]], outcomes: Sequence[JobOutcome]) -> None:
    for (waiter, _), outcome in zip(jobs, outcomes, strict=True):
        if waiter.done():
            continue
        if isinstance(outcome, Exception):
            waiter.set_exception(outcome)
        else:
            waiter.set_result(outcome)


def _closed() -> StoreUnavailable:
    return StoreUnavailable(Message(N_("It is closed.")))
