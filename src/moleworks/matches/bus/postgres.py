"""The bus over LISTEN and NOTIFY of PostgreSQL, on a connection that is opened again when it is lost.

Each worker listens on two channels: one of all workers, and its own. What concerns a match is sent to the
workers that have it in memory, so the others read nothing. A channel for each match would cost more:
PostgreSQL searches the list of a session's channels for every notification of any channel.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from moleworks.matches.bus.bus import Bus, OnMissed, OnNotice
from moleworks.matches.loop_watch import current_meter, measured_step, start_measured
from moleworks.matches.store import postgres_connection
from moleworks.matches.store.rows import StoreUnavailable

CHANNEL = "moleworks"
"""The channel of all workers; that of one ends in its name."""
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

NOTIFY = f"""
    SELECT pg_notify('{CHANNEL}' || name, note)
    FROM unnest(CAST($1 AS text[]), CAST($2 AS text[])) AS sent (name, note)"""


class _Outgoing(NamedTuple):
    """A notice that waits to be sent."""

    match: str
    notice: bytes
    to: tuple[str, ...] | None
    """The workers that it is for; None: all."""


class PostgresBus(Bus):
    """The bus of all workers whose store is the same database."""

    def __init__(self, url: str, worker: str) -> None:
        self._url, self._worker = url, worker
        self._numbers = itertools.count()
        self._outbox: list[_Outgoing] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def open(self, on_notice: OnNotice, on_missed: OnMissed) -> None:
        """Connect and listen; the callbacks get notices of other processes, and gaps in them."""
        self._on_notice, self._on_missed = on_notice, on_missed
        self._task = start_measured(self._run(await self._connect()))

    def publish(self, match: str, notice: bytes, to: Collection[str] | None = None) -> None:
        """Queue a notice. While the database is away, only the names of changed matches are kept."""
        if to is not None and not to:
            return
        self._outbox.append(_Outgoing(match, notice, None if to is None else tuple(to)))
        if len(self._outbox) > MAX_OUTBOX:
            matches = dict.fromkeys(outgoing.match for outgoing in self._outbox)
            self._outbox = [_Outgoing(match, b"", None) for match in matches]
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
            asyncio.get_running_loop().call_soon(self._tell_missed)

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
                addressed = [
                    (name, self._pack(outgoing.match, outgoing.notice))
                    for outgoing in sending
                    for name in (("",) if outgoing.to is None else map(_channel_end, outgoing.to))
                ]
                names, notices = zip(*addressed, strict=True)
                await connection.execute(NOTIFY, names, notices, timeout=postgres_connection.TIMEOUT)
        except BaseException:
            self._outbox = sending + self._outbox
            raise

    def _tell_missed(self) -> None:
        with measured_step(current_meter.get()):
            self._on_missed()

    def _pack(self, match: str, notice: bytes) -> str:
        """A notice as text. The number makes it unique, because PostgreSQL drops repeated notifications."""
        start = [self._worker, next(self._numbers), match]
        payload = json.dumps([*start, base64.b64encode(notice).decode()])
        return payload if len(payload) <= MAX_BYTES else json.dumps([*start, ""])

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        with measured_step(current_meter.get()):
            worker, _, match, notice = json.loads(payload)
            if worker != self._worker:
                self._on_notice(worker, match, base64.b64decode(notice))

    async def _connect(self) -> postgres_connection.Connection:
        connection = await postgres_connection.connect(self._url)
        try:
            connection.add_termination_listener(lambda _connection: self._wake.set())
            for end in ("", _channel_end(self._worker)):
                await connection.add_listener(CHANNEL + end, self._receive)
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


def _channel_end(worker: str) -> str:
    return f"_{worker}"
