"""The store on a PostgreSQL server, for many workers; it lives through the server's restart."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import TypeVar

import asyncpg  # type: ignore[import-untyped]

from moleworks.games.game import N_, Message
from moleworks.service.store import server
from moleworks.service.store import statements as sql
from moleworks.service.store.migrate import migrate_server
from moleworks.service.store.rows import Entry, NoStore, Standing, Taken
from moleworks.service.store.store import Batch, Row, Store, moved_on

T = TypeVar("T")

PAUSES = (0.0, 0.1, 0.3, 1.0, 2.0)
"""Seconds before each new try once the connection is lost: about as long as a server takes to start again."""


@cache
def numbered(statement: str) -> str:
    """A statement with its `?` in PostgreSQL's way.

    >>> numbered("SELECT name FROM persons WHERE digest = ? AND seen > ?")
    'SELECT name FROM persons WHERE digest = $1 AND seen > $2'
    """
    first, *others = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, start=1))


class PostgresStore(Store):
    """A database on a server, through a pool of connections."""

    def __init__(self, url: str, connections: int = 10) -> None:
        self._url = url
        self._connections = connections
        self._pool: server.Pool | None = None
        self._begun: set[object] = set()
        """What is being done, and what waits for a connection."""
        self._idle = asyncio.Event()

    async def open(self) -> None:
        await migrate_server(self._url)
        self._pool = await server.pool(self._url, self._connections)

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            while self._begun:
                self._idle.clear()
                await self._idle.wait()
            await pool.close()

    async def fetch(self, statement: str, *values: object) -> list[Row]:
        async def question(connection: server.Connection) -> list[Row]:
            return [tuple(row) for row in await connection.fetch(numbered(statement), *values)]

        return await self._persist(question)

    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        return await self._persist(_Transaction(batch, guarded=guarded))

    async def enter(self, match: str, entries: Sequence[Entry], standing: Standing) -> None:
        """One trip to the server."""
        statement = numbered(sql.MOVE_ON_AND_ENTER)
        values = *moved_on(match, entries, standing), *map(list, zip(*entries, strict=True))
        tries = itertools.count()

        async def once(connection: server.Connection) -> None:
            again = next(tries) > 0
            try:
                done = server.count(await connection.execute(statement, *values)) > 0
            except asyncpg.UniqueViolationError:
                done = False
            # The try before may have been done although its answer was lost.
            if not done and not (again and await _are_there(connection, match, entries)):
                raise Taken

        await self._persist(once)

    async def _persist(self, work: Callable[[server.Connection], Awaitable[T]]) -> T:
        """Try again while the server cannot be reached, or until it has time for us, but not for ever."""
        pool = self._pool
        if pool is None:
            raise NoStore(Message(N_("It is closed.")))
        self._begun.add(work)
        try:
            for pause in PAUSES:
                try:
                    return await _tried(pool, work)
                except server.LOST:
                    await pool.expire_connections()  # what one connection met, the others will
                except server.UNDONE:
                    pass
                await asyncio.sleep(pause)
            return await _tried(pool, work)
        except server.GIVEN:
            raise
        except server.ERRORS as error:
            raise server.trouble(error) from error
        finally:
            self._begun.discard(work)
            if not self._begun:
                self._idle.set()


async def _tried(pool: server.Pool, work: Callable[[server.Connection], Awaitable[T]]) -> T:
    async with pool.acquire() as connection:
        return await work(connection)


class _Transaction:
    """A batch, to be tried until it is known to be done, and done once."""

    def __init__(self, batch: Batch, *, guarded: bool) -> None:
        self._batch = [(numbered(statement), values) for statement, values in batch]
        self._guarded = guarded
        self._number: int | None = None
        """The server's number of the transaction, once it is asked to commit."""
        self._counts: list[int] = []

    async def __call__(self, connection: server.Connection) -> list[int]:
        if self._number is not None and await _was_committed(connection, self._number):
            return self._counts
        self._number, self._counts = None, []
        transaction = connection.transaction()
        await transaction.start()
        try:
            number = await connection.fetchval("SELECT txid_current()")
            for statement, values in self._batch:
                self._counts.append(server.count(await connection.execute(statement, *values)))
                if self._guarded and not self._counts[0]:
                    raise Taken
        except BaseException as error:
            if not connection.is_closed():
                await transaction.rollback()
            if isinstance(error, asyncpg.UniqueViolationError):
                raise Taken from None
            raise
        self._number = number
        await transaction.commit()
        return self._counts


async def _was_committed(connection: server.Connection, number: int) -> bool:
    status = await connection.fetchval("SELECT txid_status($1)", number)
    if status == "in progress":
        raise ConnectionError  # the server has yet to see that we are gone: ask again
    return bool(status == "committed")


async def _are_there(connection: server.Connection, match: str, entries: Sequence[Entry]) -> bool:
    """Whether the log has these very entries."""
    rows = await connection.fetch(numbered(sql.ENTRIES), match, entries[0].seq - 1)
    return [Entry._make(row) for row in rows[: len(entries)]] == list(entries)
