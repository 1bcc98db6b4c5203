"""Write many batches in one SQLite transaction, so that they share one commit; each can fail alone.

SQLite releases Python's lock for every statement, and getting it back is slow beside a busy event loop.
Nearly all writes are appends, so the appends of a group are merged into a few long statements.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from moleworks.matches.store import sql
from moleworks.matches.store.rows import Conflict, Entry, MatchStatus
from moleworks.matches.store.sqlite_connection import BAD_VALUES
from moleworks.matches.store.store import Batch, Row, advance_log_values, append_batch

JobOutcome: TypeAlias = list[int] | Exception

MAX_ROWS = 512
"""Rows in one statement."""
_UNIQUE = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


class BatchJob(NamedTuple):
    """A batch of any statements."""

    batch: Batch
    guarded: bool


class AppendJob(NamedTuple):
    """An append to a log, not turned into statements yet."""

    match: str
    entries: Sequence[Entry]
    status: MatchStatus


def write_group(connection: sqlite3.Connection, jobs: Sequence[BatchJob | AppendJob]) -> list[JobOutcome]:
    """The outcome of each job. If this raises, the database is at fault and nothing was written."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [
            outcome for run in _split_runs(jobs) for outcome in _write_run(connection, run, len(jobs))
        ]
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have rolled back already
            connection.execute("ROLLBACK")
        raise
    return outcomes


def _split_runs(jobs: Sequence[BatchJob | AppendJob]) -> Iterator[list[BatchJob | AppendJob]]:
    """Split jobs, in their order, into runs of appends to different matches, and single batches."""
    run: list[BatchJob | AppendJob] = []
    matches: set[str] = set()
    for job in jobs:
        if isinstance(job, BatchJob):
            if run:
                yield run
            yield [job]
            run, matches = [], set()
            continue
        if job.match in matches:
            yield run
            run, matches = [], set()
        run.append(job)
        matches.add(job.match)
    if run:
        yield run


def _write_run(
    connection: sqlite3.Connection, jobs: Sequence[BatchJob | AppendJob], all_jobs: int
) -> list[JobOutcome]:
    whole_transaction = len(jobs) == all_jobs
    appends = [job for job in jobs if isinstance(job, AppendJob)]
    if len(appends) > 1:
        outcome = _in_savepoint(
            connection, lambda: _append_all(connection, appends), whole_transaction=whole_transaction
        )
        if not isinstance(outcome, Exception):
            return [[] for _ in appends]
        # One of them is at fault: write each one alone.
    return [
        _write_job(connection, job, whole_transaction=whole_transaction and len(jobs) == 1) for job in jobs
    ]


def _write_job(
    connection: sqlite3.Connection, job: BatchJob | AppendJob, *, whole_transaction: bool
) -> JobOutcome:
    if isinstance(job, AppendJob):
        job = BatchJob(append_batch(*job), guarded=True)
    batch, guarded = job
    return _in_savepoint(
        connection,
        lambda: _run_batch(connection, batch, guarded=guarded),
        whole_transaction=whole_transaction,
    )


def _in_savepoint(
    connection: sqlite3.Connection, work: Callable[[], list[int]], *, whole_transaction: bool
) -> JobOutcome:
    """Do the work as a whole or not at all, without effect on other jobs of the transaction."""
    if not whole_transaction:
        connection.execute("SAVEPOINT job")
    outcome: JobOutcome
    try:
        outcome = work()
    except sqlite3.IntegrityError as error:
        outcome = Conflict() if error.sqlite_errorcode in _UNIQUE else error
    except BAD_VALUES as error:
        outcome = error
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 - a value that cannot be written
        outcome = error
    failed = isinstance(outcome, Exception)
    if failed:
        connection.execute("ROLLBACK" if whole_transaction else "ROLLBACK TO job")
    if not whole_transaction:
        connection.execute("RELEASE job")
    elif failed:
        connection.execute("BEGIN IMMEDIATE")
    return outcome


def _run_batch(connection: sqlite3.Connection, batch: Batch, *, guarded: bool) -> list[int]:
    counts: list[int] = []
    for statement, values in batch:
        counts.append(connection.execute(statement, values).rowcount)
        if guarded and not counts[0]:
            raise Conflict
    return counts


def _append_all(connection: sqlite3.Connection, appends: Sequence[AppendJob]) -> list[int]:
    advanced = _execute_rows(
        connection, sql.advance_logs, [advance_log_values(*append) for append in appends]
    )
    if advanced != len(appends):
        raise Conflict
    entries = [(append.match, *entry) for append in appends for entry in append.entries]
    return [advanced, _execute_rows(connection, sql.insert_entries, entries)]


def _execute_rows(
    connection: sqlite3.Connection, statement: Callable[[int], str], rows: Sequence[Row]
) -> int:
    """The number of rows touched by a statement with many rows.

    Statements have 1, 2, 4, ... rows, so that few have to be prepared; empty rows fill them up.
    """
    touched = 0
    for begin in range(0, len(rows), MAX_ROWS):
        some = rows[begin : begin + MAX_ROWS]
        count = 1 << (len(some) - 1).bit_length()
        values = [value for row in some for value in row]
        values += [None] * (len(rows[0]) * (count - len(some)))
        touched += connection.execute(statement(count), values).rowcount
    return touched
