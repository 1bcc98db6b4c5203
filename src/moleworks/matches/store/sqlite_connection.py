"""Open an SQLite file, and classify its errors."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from moleworks.matches.store.rows import StoreUnavailable

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another process that is writing."""

BAD_VALUES = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, sqlite3.DataError)
"""Errors in the values of a statement; all others are errors of the database."""


def connect(path: Path, timeout: float = BUSY_TIMEOUT) -> sqlite3.Connection:
    """A connection to the file, which is created for its owner only if there is none.

    A commit is on the disk when it returns. Transactions have to be begun explicitly.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        connection = sqlite3.connect(path, timeout, isolation_level=None, check_same_thread=False)
    except OSError as error:
        raise StoreUnavailable(f"{error.filename}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(str(error)) from error
    try:
        _write_ahead(connection, time.monotonic() + timeout)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: flush the cache of the disk too
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted data, however SQLite was built
        # Statement journals in memory; otherwise SQLite creates a file for each commit.
        connection.execute("PRAGMA temp_store = MEMORY")
    except sqlite3.Error as error:
        connection.close()
        raise StoreUnavailable(str(error)) from error
    return connection


def _write_ahead(connection: sqlite3.Connection, end: float) -> None:
    """Switch the file to write-ahead mode. SQLite does not wait for locks here, so this does."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(0.01)


def store_error(error: Exception) -> Exception:
    """`StoreUnavailable` if the database is at fault; the error itself if its values are."""
    at_fault = isinstance(error, sqlite3.Error) and not isinstance(error, BAD_VALUES)
    return StoreUnavailable(str(error)) if at_fault else error
