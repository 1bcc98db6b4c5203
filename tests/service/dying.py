"""A worker that is killed at one step of a move: `python -m tests.service.dying URL GAME STEP`.

It opens a match against a computer, plays once in peace, then plays again and dies. Line by line it prints
the match, and each entry that whoever plays there was told.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from moleworks.players import Sight
from moleworks.service.bus import bus_at
from moleworks.service.commands import Play
from moleworks.service.room import Room
from moleworks.service.store import Store, postgres, sqlite, store_at
from moleworks.service.store.files import connect
from tests.service.tables import Clock, Listener, Mover, Quiet, seated, settled

STEPS = ("asked to", "before", "asked", "inside", "kept", "told", "thinking", "thought")


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Fate:
    """Whether a step of the move is the last; it is not before `armed`."""

    def __init__(self, step: str) -> None:
        self.step, self.armed = step, False

    def at(self, step: str) -> None:
        if self.armed and self.step == step:
            die()


class Tells(Listener):
    """Prints what it hears, as a client would take note of it."""

    def hear(self, message: bytes) -> None:
        told = msgspec.json.decode(message)
        for news in told.get("news", ()):
            print(msgspec.json.encode(news).decode(), flush=True)


class Doomed(Quiet):
    """Dies before a computer is woken."""

    fate: Fate

    def wrote(self, room: Room) -> None:
        self.fate.at("told")
        super().wrote(room)


class Thinks(Mover):
    """Dies while it thinks, or when it has thought."""

    fate: Fate

    async def move(self, sight: Sight, level: int) -> str:
        self.fate.at("thinking")
        chosen = await super().move(sight, level)
        self.fate.at("thought")
        return chosen


def doomed_store(url: str, fate: Fate) -> Store:
    """The real store; around an append it may come to its end."""
    store = store_at(url)
    append = store.append

    async def appended(*what: Any) -> None:
        fate.at("before")
        await append(*what)
        fate.at("kept")

    store.append = appended  # type: ignore[assignment, method-assign]
    _doom_sqlite(store, fate) if isinstance(store, sqlite.SQLiteStore) else _doom_postgres(fate)
    return store


def _doom_sqlite(store: sqlite.SQLiteStore, fate: Fate) -> None:
    done = store._done

    def watched(*where: Any) -> Any:
        connection = connect(*where)
        connection.set_trace_callback(lambda statement: fate.at("inside") if statement == "COMMIT" else None)
        return connection

    def asked(job: Any) -> Any:
        waiter = done(job)
        fate.at("asked")
        return waiter

    sqlite.connect = watched  # type: ignore[assignment, attr-defined]
    store._done = asked  # type: ignore[method-assign]


def _doom_postgres(fate: Fate) -> None:
    async def tried(pool: Any, work: Any) -> Any:
        async with pool.acquire() as connection:
            return await work(_Watched(connection, fate))

    postgres._tried = tried


class _Watched:
    """A connection to PostgreSQL whose statements are waited for or not."""

    def __init__(self, connection: Any, fate: Fate) -> None:
        self._connection, self._fate = connection, fate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, statement: str, *values: Any) -> Any:
        if self._fate.armed and self._fate.step == "inside":
            await self._connection.execute("BEGIN")
            await self._connection.execute(statement, *values)
            die()
        if self._fate.armed and self._fate.step == "asked":
            asking = asyncio.ensure_future(self._connection.execute(statement, *values))
            await asyncio.wait([asking], timeout=0.001)
            die()
        return await self._connection.execute(statement, *values)


async def main(url: str, game: str, step: str) -> None:
    fate, thinks, clock = Fate(step), Thinks(), Clock()
    thinks.fate = fate
    house = Doomed(doomed_store(url, fate), bus_at(url, "doomed"), thinks, worker="doomed", now=clock)
    house.fate = fate
    await house.open()
    table = await seated(house, game, "here computer:1")
    print(table.room.id, flush=True)
    table.room.enter(Tells(0))
    await _turn(table, "first")
    await settled(house)
    while table.course.actor != 0:  # the computer's turn may have been more than one action
        await settled(house)
    fate.armed = True
    fate.at("asked to")
    await _turn(table, "second")
    await settled(house)


async def _turn(table: Any, client: str) -> None:
    actions: Sequence[Any] = table.course.match.game.legal(table.course.state)
    action = table.course.match.game.name(table.course.state, actions[0])
    await table.do(0, Play(action=action, seq=table.course.seq, id=client))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
