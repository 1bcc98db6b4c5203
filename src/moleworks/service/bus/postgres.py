"""The bus over PostgreSQL's LISTEN and NOTIFY, on a connection of its own that comes back by itself."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
from contextlib import suppress

from moleworks.service.bus.bus import Bus, Hear, Missed
from moleworks.service.store import server
from moleworks.service.store.rows import NoStore

CHANNEL = "moleworks"
LONGEST = 7999
"""Bytes that PostgreSQL carries in one notification."""
MOST = 10_000
"""Notes kept for a server that is away; beyond that only their matches are."""
HEARTBEAT = 15.0
"""Seconds of silence after which we ask whether the server is still there."""
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds before each new try to connect; the last of them again and again."""
FAREWELL = 5.0
"""Seconds for the last notes to go out when the bus is closed."""

NOTIFY = f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(CAST($1 AS text[])) AS note"


class PostgresBus(Bus):
    """All workers whose store is the same database."""

    def __init__(self, url: str, worker: str) -> None:
        self._url, self._worker = url, worker
        self._numbers = itertools.count()
        self._waiting: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def open(self, hear: Hear, missed: Missed) -> None:
        self._hear, self._missed = hear, missed
        self._task = asyncio.create_task(self._run(await self._connect()))

    def tell(self, match: str, note: bytes) -> None:
        self._waiting.append((match, note))
        if len(self._waiting) > MOST:
            self._waiting = [(match, b"") for match in dict.fromkeys(match for match, _ in self._waiting)]
        self._wake.set()

    async def close(self) -> None:
        task, self._task = self._task, None
        if task:
            self._closing = True
            self._wake.set()
            _, late = await asyncio.wait([task], timeout=FAREWELL)
            for one in late:
                one.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self, connection: server.Connection) -> None:
        while True:
            try:
                await self._serve(connection)
                return
            except server.ERRORS:
                self._wake.set()
            finally:
                connection.terminate()
            connection = await self._connect_again()
            asyncio.get_running_loop().call_soon(self._missed)

    async def _serve(self, connection: server.Connection) -> None:
        """Send what is told, until the bus is closed or the connection lost."""
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), HEARTBEAT)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=server.TIMEOUT)
            self._wake.clear()
            await self._send(connection)
            if self._closing:
                return

    async def _send(self, connection: server.Connection) -> None:
        sending, self._waiting = self._waiting, []
        try:
            if connection.is_closed():
                raise ConnectionError
            if sending:
                notes = [self._packed(match, note) for match, note in sending]
                await connection.execute(NOTIFY, notes, timeout=server.TIMEOUT)
        except BaseException:
            self._waiting = sending + self._waiting
            raise

    def _packed(self, match: str, note: bytes) -> str:
        """The number keeps notes apart: of two that are the same PostgreSQL would carry one."""
        start = [self._worker, next(self._numbers), match]
        packed = json.dumps([*start, base64.b64encode(note).decode()])
        return packed if len(packed) <= LONGEST else json.dumps([*start, ""])

    def _heard(self, _connection: object, _pid: int, _channel: str, packed: str) -> None:
        worker, _, match, note = json.loads(packed)
        if worker != self._worker:
            self._hear(match, base64.b64decode(note))

    async def _connect(self) -> server.Connection:
        connection = await server.connect(self._url)
        try:
            connection.add_termination_listener(lambda _connection: self._wake.set())
            await connection.add_listener(CHANNEL, self._heard)
        except server.ERRORS as error:
            connection.terminate()
            raise server.trouble(error) from error
        return connection

    async def _connect_again(self) -> server.Connection:
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            await asyncio.sleep(pause)
            with suppress(NoStore):
                return await self._connect()
        raise AssertionError
