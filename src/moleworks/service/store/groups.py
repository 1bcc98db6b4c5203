"""Many batches in one SQLite transaction: each is done or not by itself, and all share one trip to the disk.

Whenever SQLite does something, Python's lock is let go and has to be waited for again, which a busy event
loop makes dear. So the appends of a group, nearly all there is to write, become a few long statements.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from moleworks.service.store import statements as sql
from moleworks.service.store.files import GIVEN
from moleworks.service.store.rows import Entry, Standing, Taken
from moleworks.service.store.store import Batch, Row, appended, moved_on

Outcome: TypeAlias = list[int] | Exception

ROWS = 512
"""Most rows in one statement."""
_UNIQUE = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


class Work(NamedTuple):
    """Any batch."""

    batch: Batch
    guarded: bool


class Append(NamedTuple):
    """An append to a log, not yet turned into statements."""

    match: str
    entries: Sequence[Entry]
    standing: Standing


def write(connection: sqlite3.Connection, jobs: Sequence[Work | Append]) -> list[Outcome]:
    """What became of each job. If this raises, the database is at fault and nothing has been done."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [outcome for wave in _waves(jobs) for outcome in _wave(connection, wave, len(jobs))]
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have undone it all by itself
            connection.execute("ROLLBACK")
        raise
    return outcomes


def _waves(jobs: Sequence[Work | Append]) -> Iterator[list[Work | Append]]:
    """Jobs in their order, together as long as they are appends to different matches."""
    wave: list[Work | Append] = []
    matches: set[str] = set()
    for job in jobs:
        if isinstance(job, Work):
            if wave:
                yield wave
            yield [job]
            wave, matches = [], set()
            continue
        if job.match in matches:
            yield wave
            wave, matches = [], set()
        wave.append(job)
        matches.add(job.match)
    if wave:
        yield wave


def _wave(connection: sqlite3.Connection, jobs: Sequence[Work | Append], all_jobs: int) -> list[Outcome]:
    alone = len(jobs) == all_jobs
    appends = [job for job in jobs if isinstance(job, Append)]
    if len(appends) > 1:
        outcome = _apart(connection, lambda: _append_all(connection, appends), alone=alone)
        if not isinstance(outcome, Exception):
            return [[] for _ in appends]
        # One of them is at fault: by themselves the others are done.
    return [_one(connection, job, alone=alone and len(jobs) == 1) for job in jobs]


def _one(connection: sqlite3.Connection, job: Work | Append, *, alone: bool) -> Outcome:
    if isinstance(job, Append):
        job = Work(appended(*job), guarded=True)
    batch, guarded = job
    return _apart(connection, lambda: _do(connection, batch, guarded=guarded), alone=alone)


def _apart(connection: sqlite3.Connection, work: Callable[[], list[int]], *, alone: bool) -> Outcome:
    """Done as a whole or not at all, whatever becomes of the transaction's other work, if there is any."""
    if not alone:
        connection.execute("SAVEPOINT job")
    outcome: Outcome
    try:
        outcome = work()
    except sqlite3.IntegrityError as error:
        outcome = Taken() if error.sqlite_errorcode in _UNIQUE else error
    except GIVEN as error:
        outcome = error
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 - a value that cannot be written, for whoever gave it
        outcome = error
    failed = isinstance(outcome, Exception)
    if failed:
        connection.execute("ROLLBACK" if alone else "ROLLBACK TO job")
    if not alone:
        connection.execute("RELEASE job")
    elif failed:
        connection.execute("BEGIN IMMEDIATE")
    return outcome


def _do(connection: sqlite3.Connection, batch: Batch, *, guarded: bool) -> list[int]:
    counts: list[int] = []
    for statement, values in batch:
        counts.append(connection.execute(statement, values).rowcount)
        if guarded and not counts[0]:
            raise Taken
    return counts


def _append_all(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[int]:
    moved = _many(connection, sql.move_on_many, [moved_on(*append) for append in appends])
    if moved != len(appends):
        raise Taken
    entries = [(append.match, *entry) for append in appends for entry in append.entries]
    return [moved, _many(connection, sql.enter_many, entries)]


def _many(connection: sqlite3.Connection, statement: Callable[[int], str], rows: Sequence[Row]) -> int:
    """Rows touched. Statements are for 1, 2, 4, ... rows, so that few are to prepare; empty rows fill up."""
    touched = 0
    for begin in range(0, len(rows), ROWS):
        some = rows[begin : begin + ROWS]
        count = 1 << (len(some) - 1).bit_length()
        values = [value for row in some for value in row]
        values += [None] * (len(rows[0]) * (count - len(some)))
        touched += connection.execute(statement(count), values).rowcount
    return touched
