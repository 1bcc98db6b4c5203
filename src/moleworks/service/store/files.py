"""How an SQLite file is opened."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from moleworks.service.store.rows import NoStore

BUSY = 5.0
"""Seconds to wait for another process that is writing."""

GIVEN = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, sqlite3.DataError)
"""Errors of what a statement was given; all others are the database's."""


def connect(path: Path, timeout: float = BUSY) -> sqlite3.Connection:
    """A connection to the file, which is made, for its owner only, if there is none.

    A commit is on the disk when it returns; transactions are begun by hand.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        connection = sqlite3.connect(path, timeout, isolation_level=None, check_same_thread=False)
    except OSError as error:
        raise NoStore(f"{error.filename}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise NoStore(str(error)) from error
    try:
        _write_ahead(connection, time.monotonic() + timeout)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: the disk's own cache too
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is gone, however SQLite was built
        # What a statement would be undone from if it failed half-way; else a file is made for each commit.
        connection.execute("PRAGMA temp_store = MEMORY")
    except sqlite3.Error as error:
        connection.close()
        raise NoStore(str(error)) from error
    return connection


def _write_ahead(connection: sqlite3.Connection, end: float) -> None:
    """The file stays in this mode; here alone SQLite does not wait by itself for others to let it."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(0.01)


def trouble(error: Exception) -> Exception:
    """What to tell of an error: that the database is at fault, unless what it was given is."""
    at_fault = isinstance(error, sqlite3.Error) and not isinstance(error, GIVEN)
    return NoStore(str(error)) if at_fault else error
