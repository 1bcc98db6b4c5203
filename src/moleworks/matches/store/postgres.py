"""The store in a PostgreSQL database, for several workers. It survives a restart of the database server."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from moleworks.core.messages import N_, Message
from moleworks.matches.loop_watch import start_measured
from moleworks.matches.store import postgres_connection, sql
from moleworks.matches.store.migrate import migrate_server
from moleworks.matches.store.rows import Conflict, Entry, MatchStatus, StoreUnavailable
from moleworks.matches.store.store import Batch, MatchStore, Row, advance_log_values

T = TypeVar("T")

RETRY_PAUSES = (0.0, 0.1, 0.3, 1.0, 2.0)
"""Seconds before each retry after a lost connection: about the time that a server takes to restart."""
PATIENCE = 10.0
"""Seconds for all tries together."""


@cache
def number_placeholders(statement: str) -> str:
    """A statement with the placeholders of PostgreSQL in place of `?`.

    >>> number_placeholders("SELECT name FROM persons WHERE digest = ? AND seen > ?")
    'SELECT name FROM persons WHERE digest = $1 AND seen > $2'
    """
    first, *others = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, start=1))


class PostgresStore(MatchStore):
    """A store with a pool of connections."""

    shared = True

    def __init__(self, url: str, connections: int = 10) -> None:
        self._url = url
        self._connections = connections
        self._pool: postgres_connection.Pool | None = None
        self._pending: set[asyncio.Future[Any]] = set()
        """Work that is being done or waits for a connection."""
        self._idle = asyncio.Event()

    async def open(self) -> None:
        """Migrate the database to the newest tables, and open the connections."""
        await migrate_server(self._url)
        self._pool = await postgres_connection.pool(self._url, self._connections)

    async def close(self) -> None:
        """Wait for transactions that are under way, then disconnect."""
        pool, self._pool = self._pool, None
        if pool is not None:
            while self._pending:
                self._idle.clear()
                await self._idle.wait()
            await pool.close()

    async def time(self) -> float:
        """The clock of the database server."""
        return float((await self.fetch(sql.TIME))[0][0])

    async def fetch(self, statement: str, *values: object) -> list[Row]:
        """Run a query, with retries while the database cannot be reached."""

        async def query(connection: postgres_connection.Connection) -> list[Row]:
            return [tuple(row) for row in await connection.fetch(number_placeholders(statement), *values)]

        return await self._retry(query)

    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        """Run all statements of a batch in one transaction."""
        return await self._retry(_Transaction(batch, guarded=guarded))

    async def append_entries(self, match: str, entries: Sequence[Entry], status: MatchStatus) -> None:
        """One round trip to the server."""
        statement = number_placeholders(sql.ADVANCE_AND_INSERT)
        values = *advance_log_values(match, entries, status), *map(list, zip(*entries, strict=True))
        tries = itertools.count()

        async def once(connection: postgres_connection.Connection) -> None:
            again = next(tries) > 0
            try:
                done = postgres_connection.row_count(await connection.execute(statement, *values)) > 0
            except postgres_connection.DUPLICATE_KEY:
                done = False
            # The previous try may have been committed although its answer was lost.
            if not done and not (again and await _entries_exist(connection, match, entries)):
                raise Conflict

        await self._retry(once)

    async def _retry(self, work: Callable[[postgres_connection.Connection], Awaitable[T]]) -> T:
        """Do the work, with retries, but not for longer than anybody waits.

        A server that hangs, or a connection to it that cannot even be closed, is left behind.
        """
        if self._pool is None:
            raise StoreUnavailable(Message(N_("It is closed.")))
        trying = start_measured(_try_again(self._pool, work))
        self._pending.add(trying)  # before it starts: closing waits for it from now on
        trying.add_done_callback(self._forget)
        try:
            done, _ = await asyncio.wait({trying}, timeout=PATIENCE)
        finally:
            trying.cancel()
        if not done:
            raise StoreUnavailable(Message(N_("The server does not answer.")))
        return trying.result()

    def _forget(self, trying: asyncio.Future[Any]) -> None:
        if not trying.cancelled():
            trying.exception()  # perhaps nobody waits for it any more: that is no reason for a warning
        self._pending.discard(trying)
        if not self._pending:
            self._idle.set()


async def _try_again(
    pool: postgres_connection.Pool, work: Callable[[postgres_connection.Connection], Awaitable[T]]
) -> T:
    """Do the work, with retries while the server cannot be reached or rolls it back."""
    try:
        for pause in RETRY_PAUSES:
            try:
                return await _run_once(pool, work)
            except postgres_connection.CONNECTION_LOST:
                await pool.expire_connections()  # the other connections are probably lost too
            except postgres_connection.ROLLED_BACK:
                pass
            await asyncio.sleep(pause)
        return await _run_once(pool, work)
    except postgres_connection.BAD_VALUES:
        raise
    except postgres_connection.ERRORS as error:
        raise postgres_connection.store_error(error) from error


async def _run_once(
    pool: postgres_connection.Pool, work: Callable[[postgres_connection.Connection], Awaitable[T]]
) -> T:
    async with pool.acquire() as connection:
        return await work(connection)


class _Transaction:
    """A batch that may be tried again and is committed once."""

    def __init__(self, batch: Batch, *, guarded: bool) -> None:
        self._batch = [(number_placeholders(statement), values) for statement, values in batch]
        self._guarded = guarded
        self._number: int | None = None
        """The id of the transaction, once its commit was sent."""
        self._counts: list[int] = []

    async def __call__(self, connection: postgres_connection.Connection) -> list[int]:
        if self._number is not None and await _was_committed(connection, self._number):
            return self._counts
        self._number, self._counts = None, []
        transaction = connection.transaction()
        await transaction.start()
        try:
            number = await connection.fetchval("SELECT txid_current()")
            for statement, values in self._batch:
                self._counts.append(
                    postgres_connection.row_count(await connection.execute(statement, *values))
                )
                if self._guarded and not self._counts[0]:
                    raise Conflict
        except BaseException as error:
            if not connection.is_closed():
                await transaction.rollback()
            if isinstance(error, postgres_connection.DUPLICATE_KEY):
                raise Conflict from None
            raise
        self._number = number
        await transaction.commit()
        return self._counts


async def _was_committed(connection: postgres_connection.Connection, number: int) -> bool:
    status = await connection.fetchval("SELECT txid_status($1)", number)
    if status == "in progress":
        raise ConnectionError  # the server has not seen the lost connection yet: try again
    return bool(status == "committed")


async def _entries_exist(
    connection: postgres_connection.Connection, match: str, entries: Sequence[Entry]
) -> bool:
    """Whether the log has exactly these entries."""
    rows = await connection.fetch(number_placeholders(sql.ENTRIES), match, entries[0].seq - 1)
    return [Entry._make(row) for row in rows[: len(entries)]] == list(entries)
