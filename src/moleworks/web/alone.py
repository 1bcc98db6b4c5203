"""One process for an SQLite file: the second would not hear of what the first one writes.

A lock of the operating system is held beside the database. It goes with the process, however that ends; the
file stays, and says where the holder can be found.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from moleworks.arena.locks import beside, gripped
from moleworks.service.store.rows import NoStore

LONGEST = 200


class Taken(Exception):
    """Another process has the file; `address` is where it serves, if it has said so yet."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Hold:
    """The lock, while we have it."""

    def __init__(self, place: int) -> None:
        self._place = place

    def tell(self, address: str) -> None:
        """Say where we serve, to whoever comes next."""
        os.ftruncate(self._place, 0)
        os.lseek(self._place, 0, os.SEEK_SET)
        os.write(self._place, address.encode())


@contextmanager
def hold(database: Path) -> Iterator[Hold]:
    """Be the only one with this database, or `Taken`."""
    file = beside(database)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NoStore(f"{error.filename}: {error.strerror}") from error
    try:
        if not gripped(place):
            raise Taken(address(database))
        held = Hold(place)
        held.tell("")
        yield held
    finally:
        os.close(place)


def address(database: Path) -> str:
    """Where the holder serves; nothing while it has not said so."""
    with suppress(OSError, UnicodeError):
        return beside(database).read_text("utf-8")[:LONGEST]
    return ""
