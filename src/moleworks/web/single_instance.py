"""Allow one server process for an SQLite file: a second one would not see what the first one writes.

The operating system holds a lock on a file beside the database, and frees it when the process ends. The file
stays; it contains the address of the running server.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from moleworks.core.file_lock import lock_path, try_lock
from moleworks.matches.store.rows import StoreUnavailable

MAX_ADDRESS = 200


class AlreadyRunning(Exception):
    """Another process has the database; `address` is its address, if it has written it yet."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class InstanceLock:
    """The lock on a database, while this process has it."""

    def __init__(self, file: int) -> None:
        self._file = file

    def write_address(self, address: str) -> None:
        """Write the address of this server into the lock file, for processes that come later."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, address.encode())


@contextmanager
def lock_database(database: Path) -> Iterator[InstanceLock]:
    """Lock a database for this process, or raise `AlreadyRunning`."""
    path = lock_path(database)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreUnavailable(f"{error.filename}: {error.strerror}") from error
    try:
        if not try_lock(file):
            raise AlreadyRunning(running_address(database))
        lock = InstanceLock(file)
        lock.write_address("")
        yield lock
    finally:
        os.close(file)


def running_address(database: Path) -> str:
    """The address of the server that has the database; empty if it has not written it yet."""
    with suppress(OSError, UnicodeError):
        return lock_path(database).read_text("utf-8")[:MAX_ADDRESS]
    return ""
