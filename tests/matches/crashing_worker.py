"""A worker that is killed at one step of a move: `python -m tests.matches.crashing_worker URL GAME STEP`.

It opens a match against a computer, plays once without trouble, then plays again and is killed. It prints the
id of the match, and a line for each entry that its listener is sent.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from moleworks.engine import Knowledge
from moleworks.matches.bus import bus_at
from moleworks.matches.client_messages import SharedMessage
from moleworks.matches.commands import Play
from moleworks.matches.live import LiveMatch
from moleworks.matches.message_types import AtMessage
from moleworks.matches.store import MatchStore, postgres, sqlite, store_at
from moleworks.matches.store.sqlite_connection import connect
from tests.matches.helpers import Clock, ManualServer, RandomMover, RecordingListener, open_match, wait_idle

STEPS = ("request", "before append", "submitted", "committing", "stored", "sent", "searching", "found")


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class CrashPoint:
    """The step at which the process is killed, once `armed`."""

    def __init__(self, step: str) -> None:
        self.step, self.armed = step, False

    def at(self, step: str) -> None:
        if self.armed and self.step == step:
            die()


class PrintingListener(RecordingListener):
    """Prints the entries that it is sent."""

    def send(self, message: SharedMessage) -> None:
        if isinstance(message.message, AtMessage):
            for news in message.message.news:
                print(msgspec.json.encode(news).decode(), flush=True)


class CrashingServer(ManualServer):
    """Is killed before the computer starts."""

    crash: CrashPoint

    def after_write(self, live: LiveMatch) -> None:
        self.crash.at("sent")
        super().after_write(live)


class CrashingMover(RandomMover):
    """Is killed while it searches, or after it."""

    crash: CrashPoint

    async def move(self, knowledge: Knowledge, level: int, owner: str = "") -> str:
        self.crash.at("searching")
        chosen = await super().move(knowledge, level)
        self.crash.at("found")
        return chosen


def crashing_store(url: str, crash: CrashPoint) -> MatchStore:
    """The real store, which may be killed around an append."""
    store = store_at(url)
    append = store.append

    async def appended(*what: Any) -> None:
        crash.at("before append")
        await append(*what)
        crash.at("stored")

    store.append = appended  # type: ignore[assignment, method-assign]
    _crash_in_sqlite(store, crash) if isinstance(store, sqlite.SQLiteStore) else _crash_in_postgres(crash)
    return store


def _crash_in_sqlite(store: sqlite.SQLiteStore, crash: CrashPoint) -> None:
    done = store._submit

    def watched(*where: Any) -> Any:
        connection = connect(*where)
        connection.set_trace_callback(
            lambda statement: crash.at("committing") if statement == "COMMIT" else None
        )
        return connection

    def asked(job: Any) -> Any:
        waiter = done(job)
        crash.at("submitted")
        return waiter

    sqlite.connect = watched  # type: ignore[assignment, attr-defined]
    store._submit = asked  # type: ignore[method-assign]


def _crash_in_postgres(crash: CrashPoint) -> None:
    async def tried(pool: Any, work: Any) -> Any:
        async with pool.acquire() as connection:
            return await work(_Watched(connection, crash))

    postgres._run_once = tried


class _Watched:
    """A connection to PostgreSQL that is killed before or after the server answers."""

    def __init__(self, connection: Any, crash: CrashPoint) -> None:
        self._connection, self._crash = connection, crash

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, statement: str, *values: Any) -> Any:
        if self._crash.armed and self._crash.step == "committing":
            await self._connection.execute("BEGIN")
            await self._connection.execute(statement, *values)
            die()
        if self._crash.armed and self._crash.step == "submitted":
            asking = asyncio.ensure_future(self._connection.execute(statement, *values))
            await asyncio.wait([asking], timeout=0.001)
            die()
        return await self._connection.execute(statement, *values)


async def main(url: str, game: str, step: str) -> None:
    crash, mover, clock = CrashPoint(step), CrashingMover(), Clock()
    mover.crash = crash
    server = CrashingServer(
        crashing_store(url, crash), bus_at(url, "crashing"), mover, worker="crashing", now=clock
    )
    server.crash = crash
    await server.open()
    table = await open_match(server, game, "here computer:1")
    print(table.live.id, flush=True)
    table.live.add_listener(PrintingListener(0))
    await _turn(table, "first")
    await wait_idle(server)
    while table.log.actor != 0:  # the computer's turn may have been more than one action
        await wait_idle(server)
    crash.armed = True
    crash.at("request")
    await _turn(table, "second")
    await wait_idle(server)


async def _turn(table: Any, client: str) -> None:
    actions: Sequence[Any] = table.log.match.game.legal(table.log.state)
    action = table.log.match.game.name(table.log.state, actions[0])
    await table.do(0, Play(action=action, seq=table.log.seq, id=client))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
