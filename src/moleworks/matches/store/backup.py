"""Copy a whole database to a file while servers use it, and write it back; both are verified by reading.

The file is gzipped JSON lines: a header, for each table its columns and its rows, and a digest of all that.
It is the same for SQLite and PostgreSQL, so that a backup of one can be restored to the other.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from moleworks.core.messages import N_, Complaint
from moleworks.matches.store.migrate import migrate_file, migrate_server
from moleworks.matches.store.rows import StoreUnavailable
from moleworks.matches.store.sqlite_connection import connect
from moleworks.matches.store.urls import sqlite_file

FORMAT = "moleworks backup 1"
TABLES = ("matches", "seats", "holders", "entries", "persons", "cleared", "numbers", "openings", "story")
BATCH = 1000
"""Rows that are in memory at once."""

Row = Sequence[Any]


class BackupCounts(NamedTuple):
    """What a backup holds."""

    matches: int
    entries: int


class _Database(Protocol):
    """One connection, in a transaction that sees one moment."""

    async def columns(self, table: str) -> list[str]:
        """The columns of a table, by name."""

    def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Row]:
        """All rows of a table, in any order."""

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Write rows."""


class _Digest:
    """The digest and the counts of all lines of a backup, in whichever order a database has its rows."""

    def __init__(self) -> None:
        self._sum = 0
        self.rows: dict[str, int] = {}

    def add(self, line: Sequence[Any]) -> bytes:
        """Count a line, and return it as text."""
        text = msgspec.json.encode(line) + b"\n"
        self._sum = (self._sum + int.from_bytes(hashlib.sha256(text).digest())) % 2**256
        if line[0] == "row":
            self.rows[line[1]] = self.rows.get(line[1], 0) + 1
        return text

    def end(self) -> list[Any]:
        """The last line."""
        return ["end", f"{self._sum:064x}"]

    @property
    def counts(self) -> BackupCounts:
        """For people."""
        return BackupCounts(self.rows.get("matches", 0), self.rows.get("entries", 0))


async def back_up(url: str, file: Path) -> BackupCounts:
    """Write everything in the database to a new file, as of one moment; then read the file again."""
    if file.exists():
        raise Complaint(N_("{path} exists already."), path=file)
    unfinished = file.with_name(f"{file.name}.part")
    digest = _Digest()
    try:
        private = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(private, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as out:
            async with _open(url, create=False) as database:
                await _write_all(database, digest, out.write)
            out.write(msgspec.json.encode(digest.end()) + b"\n")
        written = _verify(unfinished)
        if written.end() != digest.end():
            raise _damaged(unfinished)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return digest.counts


async def restore(url: str, file: Path) -> BackupCounts:
    """Write a backup into an empty database, in one transaction; then read the database again."""
    digest = _verify(file)
    async with _open(url, create=True) as database:
        for table in TABLES:
            async for _ in database.rows(table, await database.columns(table)):
                if table != "numbers":
                    raise Complaint(N_("The database is not empty: a backup is restored to a new one."))
        await _insert_all(database, file)
        read = _Digest()
        await _write_all(database, read, lambda _line: None, _columns(file))
        if read.end() != digest.end():
            raise _damaged(file)
    return digest.counts


async def _write_all(
    database: _Database,
    digest: _Digest,
    write: Callable[[bytes], object],
    columns: dict[str, list[str]] | None = None,
) -> None:
    write(digest.add(["format", FORMAT]))
    for table in TABLES:
        if columns is not None and table not in columns:  # a backup of an older version
            continue
        names = columns[table] if columns else await database.columns(table)
        write(digest.add(["table", table, names]))
        async for row in database.rows(table, names):
            write(digest.add(["row", table, list(row)]))


async def _insert_all(database: _Database, file: Path) -> None:
    columns: list[str] = []
    waiting: list[Row] = []
    table = ""
    for kind, *rest in _lines(file):
        if (kind != "row" or len(waiting) == BATCH) and waiting:
            await database.insert(table, columns, waiting)
            waiting = []
        if kind == "table":
            table, columns = rest
        elif kind == "row":
            waiting.append(rest[1])


def _verify(file: Path) -> _Digest:
    """The digest of a backup, if it is whole."""
    digest, ended = _Digest(), False
    for line in _lines(file):
        if not digest.rows and line[0] == "format" and line[1] != FORMAT:
            raise _damaged(file)
        if line[0] == "end":
            ended = line == digest.end()
        else:
            digest.add(line)
    if not ended:
        raise _damaged(file)
    return digest


def _columns(file: Path) -> dict[str, list[str]]:
    return {line[1]: line[2] for line in _lines(file) if line[0] == "table"}


def _lines(file: Path) -> Iterator[list[Any]]:
    try:
        with gzip.open(file, "rb") as lines:
            for line in lines:
                yield msgspec.json.decode(line, type=list[Any])
    except FileNotFoundError:
        raise Complaint(N_("There is no file {path}."), path=file) from None
    except (OSError, EOFError, msgspec.DecodeError):
        raise _damaged(file) from None


def _damaged(file: Path) -> Complaint:
    return Complaint(N_("{path} is not a backup, or it is damaged."), path=file)


@asynccontextmanager
async def _open(url: str, *, create: bool) -> AsyncIterator[_Database]:
    """The database, migrated if it may be created, in one transaction; it is committed at the end."""
    path = sqlite_file(url)
    if path is None:
        from moleworks.matches.store.postgres_connection import connect as connect_server  # noqa: PLC0415

        await migrate_server(url)
        connection = await connect_server(url)
        try:
            async with connection.transaction(isolation="repeatable_read"):
                yield _Postgres(connection)
        finally:
            await connection.close()
        return
    if not create and not path.exists():
        raise Complaint(N_("There is no file {path}."), path=path)
    await asyncio.to_thread(migrate_file, path)
    file = connect(path)
    try:
        file.execute("BEGIN" if not create else "BEGIN IMMEDIATE")
        yield _SQLite(file)
        file.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreUnavailable(str(error)) from error
    finally:
        file.close()


def _select(table: str, columns: Sequence[str]) -> str:
    return f"SELECT {_names(columns)} FROM {table}"


def _names(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


class _SQLite:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def columns(self, table: str) -> list[str]:
        return sorted(row[1] for row in self._connection.execute(f"PRAGMA table_info({table})"))

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Row]:
        for row in self._connection.execute(_select(table, columns)):
            yield row

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        places = ", ".join("?" * len(columns))
        self._connection.executemany(
            f"INSERT OR REPLACE INTO {table} ({_names(columns)}) VALUES ({places})", rows
        )


class _Postgres:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def columns(self, table: str) -> list[str]:
        found = await self._connection.fetch(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = $1",
            table,
        )
        return sorted(row[0] for row in found)

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Row]:
        async for row in self._connection.cursor(_select(table, columns), prefetch=BATCH):
            yield tuple(row)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        places = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
        more = " ON CONFLICT (name) DO UPDATE SET value = excluded.value" if table == "numbers" else ""
        await self._connection.executemany(
            f"INSERT INTO {table} ({_names(columns)}) VALUES ({places}){more}", rows
        )
