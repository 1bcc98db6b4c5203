"""Open an SQLite file, and classify its errors."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from moleworks.core.messages import N_, Message
from moleworks.matches.store.rows import StoreUnavailable

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another process that is writing."""

BAD_VALUES = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, sqlite3.DataError)
"""Errors in the values of a statement; all others are errors of the database."""
LONGEST_LOG = 16 * 2**20
"""Bytes of the write-ahead log that stay on the disk when they are no longer needed."""
_INDEX_BYTES = 32768
"""The least size of the index of the write-ahead log, which SQLite maps into memory."""


def connect(path: Path, timeout: float = BUSY_TIMEOUT) -> sqlite3.Connection:
    """A connection to the file, which is created for its owner only if there is none.

    A commit is on the disk when it returns. Transactions have to be begun explicitly.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):  # to open and close it would end the locks that SQLite has on it here
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        check_writable(path)
        connection = sqlite3.connect(path, timeout, isolation_level=None, check_same_thread=False)
    except OSError as error:
        raise StoreUnavailable(f"{error.filename}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(str(error)) from error
    try:
        if not path.stat().st_size:  # it is new: later this would not help, and it would have to be written
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        _write_ahead(connection, time.monotonic() + timeout)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: flush the cache of the disk too
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted data, however SQLite was built
        connection.execute(f"PRAGMA journal_size_limit = {LONGEST_LOG}")
        # Statement journals in memory; otherwise SQLite creates a file for each commit.
        connection.execute("PRAGMA temp_store = MEMORY")
    except sqlite3.Error as error:
        connection.close()
        raise StoreUnavailable(str(error)) from error
    return connection


def check_writable(path: Path, *, mapped: bool = False) -> None:
    """Complain if a file of the database, or its folder, cannot be written to.

    SQLite maps one of them into memory (`-shm`). Once it has (`mapped`), the process would be killed by a
    signal if that cannot be written, or is too short. Nothing is opened here: closing it would end the locks.
    """
    index = f"{path}-shm"
    for name in (path.parent, path, f"{path}-wal", index):
        if not os.access(name, os.W_OK) and Path(name).exists():
            raise StoreUnavailable(
                Message(
                    N_("{path} cannot be written to. Look at its permissions and attributes (lsattr)."),
                    {"path": str(name)},
                )
            )
    with suppress(FileNotFoundError):
        if mapped and Path(index).stat().st_size < _INDEX_BYTES:
            raise StoreUnavailable(
                Message(
                    N_("{path} was cut off by another program. End the server, and start it again."),
                    {"path": index},
                )
            )


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
