"""The bus over LISTEN and NOTIFY of PostgreSQL, on a connection that is opened again when it is lost."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
from contextlib import suppress

from moleworks.matches.bus.bus import Bus, OnMissed, OnNotice
from moleworks.matches.store import postgres_connection
from moleworks.matches.store.rows import StoreUnavailable

CHANNEL = "moleworks"
MAX_BYTES = 7999
"""Bytes that PostgreSQL carries in one notification."""
MAX_OUTBOX = 10_000
"""Notices kept while the server is away. If there are more, only their matches are kept."""
HEARTBEAT = 15.0
"""Seconds without a notice after which the connection is tested."""
RECONNECT_PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds before each try to connect again; the last one is repeated."""
CLOSE_TIMEOUT = 5.0
"""Seconds for the last notices to be sent when the bus is closed."""

NOTIFY = f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(CAST($1 AS text[])) AS note"


class PostgresBus(Bus):
    """The bus of all workers whose store is the same database."""

    def __init__(self, url: str, worker: str) -> None:
        self._url, self._worker = url, worker
        self._numbers = itertools.count()
        self._outbox: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def open(self, on_notice: OnNotice, on_missed: OnMissed) -> None:
        """Connect and listen; the callbacks get notices of other processes, and gaps in them."""
        self._on_notice, self._on_missed = on_notice, on_missed
        self._task = asyncio.create_task(self._run(await self._connect()))

    def publish(self, match: str, notice: bytes) -> None:
        """Queue a notice. While the database is away, only the names of changed matches are kept."""
        self._outbox.append((match, notice))
        if len(self._outbox) > MAX_OUTBOX:
            self._outbox = [(match, b"") for match in dict.fromkeys(match for match, _ in self._outbox)]
        self._wake.set()

    async def close(self) -> None:
        """Send what is queued if that is quick, then disconnect."""
        task, self._task = self._task, None
        if task:
            self._closing = True
            self._wake.set()
            _, late = await asyncio.wait([task], timeout=CLOSE_TIMEOUT)
            for one in late:
                one.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self, connection: postgres_connection.Connection) -> None:
        while True:
            try:
                await self._serve(connection)
                return
            except postgres_connection.ERRORS:
                self._wake.set()
            finally:
                connection.terminate()
            connection = await self._connect_again()
            asyncio.get_running_loop().call_soon(self._on_missed)

    async def _serve(self, connection: postgres_connection.Connection) -> None:
        """Send notices until the bus is closed or the connection is lost."""
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), HEARTBEAT)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=postgres_connection.TIMEOUT)
            self._wake.clear()
            await self._send(connection)
            if self._closing:
                return

    async def _send(self, connection: postgres_connection.Connection) -> None:
        sending, self._outbox = self._outbox, []
        try:
            if connection.is_closed():
                raise ConnectionError
            if sending:
                notices = [self._pack(match, notice) for match, notice in sending]
                await connection.execute(NOTIFY, notices, timeout=postgres_connection.TIMEOUT)
        except BaseException:
            self._outbox = sending + self._outbox
            raise

    def _pack(self, match: str, notice: bytes) -> str:
        """A notice as text. The number makes it unique, because PostgreSQL drops repeated notifications."""
        start = [self._worker, next(self._numbers), match]
        payload = json.dumps([*start, base64.b64encode(notice).decode()])
        return payload if len(payload) <= MAX_BYTES else json.dumps([*start, ""])

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        worker, _, match, notice = json.loads(payload)
        if worker != self._worker:
            self._on_notice(match, base64.b64decode(notice))

    async def _connect(self) -> postgres_connection.Connection:
        connection = await postgres_connection.connect(self._url)
        try:
            connection.add_termination_listener(lambda _connection: self._wake.set())
            await connection.add_listener(CHANNEL, self._receive)
        except postgres_connection.ERRORS as error:
            connection.terminate()
            raise postgres_connection.store_error(error) from error
        return connection

    async def _connect_again(self) -> postgres_connection.Connection:
        for pause in itertools.chain(RECONNECT_PAUSES, itertools.repeat(RECONNECT_PAUSES[-1])):
            await asyncio.sleep(pause)
            with suppress(StoreUnavailable):
                return await self._connect()
        raise AssertionError
