"""Helpers for tests of matches: a server on a real database, matches with seated players, a manual clock."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from moleworks import engine
from moleworks.engine import Advice, Effort, Knowledge
from moleworks.games import Complaint
from moleworks.matches import create
from moleworks.matches.access import Access
from moleworks.matches.broadcast import Listener
from moleworks.matches.bus import bus_at
from moleworks.matches.client_messages import SharedMessage, ViewSeats
from moleworks.matches.commands import AnyCommand, Play
from moleworks.matches.engine_pool import EnginePool
from moleworks.matches.join import join
from moleworks.matches.live import LiveMatch
from moleworks.matches.log import MatchLog
from moleworks.matches.requests import MatchRequest, SeatKey, SeatRequest
from moleworks.matches.retention import Retention
from moleworks.matches.server import MatchServer
from moleworks.matches.store import MatchStore, store_at
from moleworks.matches.store.rows import Entry
from moleworks.matches.stored_log import read_log
from moleworks.matches.time_control import TimeControl
from moleworks.texts import language

T = TypeVar("T")

ENGLISH = language("en")
HOST, LINA = "digest-of-the-host", "digest-of-lina"


def database_text(tmp_path: Path) -> str:
    """Every value in every table, as text."""
    connection = sqlite3.connect(tmp_path / "moles.db")
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = [str(row) for name in tables for row in connection.execute(f"SELECT * FROM {name}")]
    connection.close()
    return "\n".join(rows)


def match_request(*kinds: str, game: str = "mole-hill", **more: Any) -> MatchRequest:
    return MatchRequest(game, [SeatRequest(kind) for kind in kinds], **more)  # type: ignore[arg-type]


class Clock:
    """The time of day and the monotonic clock, both set by the test."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time

    def turn(self, seconds: float) -> None:
        self.time += seconds


class RandomMover(EnginePool):
    """Plays any legal action, at once or when `may` is set; it records what it was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[int, int]] = []
        """Seats and levels."""
        self.may = asyncio.Event()
        self.may.set()

    async def move(self, knowledge: Knowledge, level: int, owner: str = "") -> str:
        self.asked.append((knowledge.seat, level))
        await self.may.wait()
        state = engine.state(knowledge)
        return knowledge.game.name(state, random.choice(knowledge.game.legal(state)))


class SlowEngine(EnginePool):
    """One real process that searches for an hour if nobody stops it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thoughts = 0

    async def advice(self, knowledge: Knowledge, level: int, lines: int, owner: str = "") -> Advice:
        del level
        self.thoughts += 1
        return await self.think(knowledge, Effort(seconds=3600), lines)

    async def free(self) -> bool:
        """Whether the process does something else, so that it has ended its search."""
        return bool(await self.run(abs, -4) == 4)


class ManualServer(MatchServer):
    """A server whose maintenance runs only when a test calls it."""

    def _begin_maintenance(self) -> None:
        pass


class RecordingListener(Listener):
    """A client that keeps the messages it is sent."""

    def __init__(self, *seats: int) -> None:
        self.seats: ViewSeats = seats
        self.messages_sent: list[str] = []
        self.closed = False

    def send(self, message: SharedMessage) -> None:
        self.messages_sent.append(message.text)

    def disconnect(self) -> None:
        self.closed = True

    def received(self, kind: str) -> list[dict[str, Any]]:
        messages = [msgspec.json.decode(message) for message in self.messages_sent]
        return [message for message in messages if message["type"] == kind]


class OpenMatch(NamedTuple):
    """A match whose seats are taken: seat n by `person(n)`, or by a bot with its token."""

    server: MatchServer
    live: LiveMatch
    keys: tuple[SeatKey, ...]
    code: str | None
    watch: str

    @property
    def log(self) -> MatchLog:
        return self.live.log

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.live.entries]

    async def do(self, seat: int, command: AnyCommand) -> None:
        await self.live.do(Access(frozenset({seat})), command)

    async def refused(self, seat: int, command: AnyCommand) -> str:
        try:
            await self.do(seat, command)
        except Complaint as error:
            return str(error)
        raise AssertionError("it was done")

    async def play(self, action: str | None = None, client: str | None = None) -> None:
        """Play an action for the seat to act; any legal one if none is given."""
        actor, game = self.log.actor, self.log.match.game
        assert actor is not None
        action = action or game.name(self.log.state, random.choice(game.legal(self.log.state)))
        await self.do(actor, Play(action=action, seq=self.log.seq, id=client))


def person(seat: int) -> str:
    return f"digest-of-person-{seat}"


@asynccontextmanager
async def server_at(
    url: str,
    now: Clock | None = None,
    retention: Retention | None = None,
    engine_pool: EnginePool | None = None,
    store: MatchStore | None = None,
    worker: str = "worker-a",
) -> AsyncIterator[MatchServer]:
    """A server without regular maintenance."""
    clock = now or Clock()
    server = ManualServer(
        store or store_at(url),
        bus_at(url, worker),
        engine_pool or RandomMover(),
        worker=worker,
        retention=retention,
        now=clock,
    )
    server.clock = clock
    await server.open()
    try:
        yield server
    finally:
        await server.close()


def with_server(url: str, scenario: Callable[[MatchServer], Awaitable[T]], **log_parts: Any) -> T:
    """Run the scenario with a server on that database, and return its result."""

    async def tell() -> T:
        async with server_at(url, **log_parts) as server:
            return await scenario(server)

    return asyncio.run(tell())


async def open_match(
    server: MatchServer,
    game: str = "mole-hill",
    kinds: str = "here link",
    pace: TimeControl | None = None,
    **match_request: Any,
) -> OpenMatch:
    """Open a match and take its seats: `here link computer:2 bot open`."""
    seats = []
    for kind in kinds.split():
        word, _, level = kind.partition(":")
        seats.append(SeatRequest("link" if word == "open" else word, int(level or 3)))  # type: ignore[arg-type]
    opened = await server.create(
        MatchRequest(game, seats, pace=pace or TimeControl(), **match_request), HOST, ENGLISH
    )
    live = await server.live_match(opened.id)
    for key, kind in zip(opened.seats, kinds.split(), strict=True):
        if kind == "link":
            await join(server, person(key.seat), ENGLISH, token=key.token, name=f"Person {key.seat}")
        elif kind == "bot":
            await join(server, None, ENGLISH, token=key.token, name=f"Bot {key.seat}", bot=True)
    return OpenMatch(server, live, opened.seats, opened.code, opened.watch)


async def wait_until(true: Callable[[], bool]) -> None:
    """Wait for what happens soon: tables are sent with pauses between."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.01)


async def wait_idle(server: MatchServer) -> None:
    """Wait until no background task is left."""
    while server._tasks:
        await asyncio.wait(server._tasks)
        await asyncio.sleep(0)


async def until(true: Callable[[], object]) -> None:
    """Wait for a condition; a test that waits in vain fails."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.001)


def log_parts(log: MatchLog) -> dict[str, Any]:
    """Everything in a log, comparable."""
    data = dict(vars(log))
    match = data.pop("match")
    states = [match.before(ply) for ply in range(match.ply + 1)]
    times = list(log._action_times)
    return data | {"_action_times": times, "names": match.names, "states": states, "setup": match.setup}


async def replay_log(live: LiveMatch) -> MatchLog:
    """The log as it is read from the store."""
    row, _, entries = await read_log(live.store, live.id, 0)
    log = create.empty_log(row)
    log.extend(entries)
    return log


async def check_against_log(live: LiveMatch) -> None:
    """What is in memory is what another worker would load now."""
    async with live.lock:  # a computer may be about to move
        row, seats, entries = await read_log(live.store, live.id, 0)
        assert log_parts(live.log) == log_parts(await replay_log(live))
        assert live.seats == seats
        assert [seat.kind for seat in seats] == [holder.kind for holder in live.log.holders]
        assert [seat.level for seat in seats] == [holder.level for holder in live.log.holders]
        assert live.entries == entries[-len(live.entries) :]
        assert row.seq == live.log.seq == len(entries)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert row.status == live.log.status
        assert (row.due is not None) == (live.new_status(live.log).due is not None)


def log_of(*names: str, players: int = 2, at: float = 0.0) -> list[Entry]:
    """Numbered entries: `1:e4` is done by seat 1, `@7` sets the clock; persons have taken the seats."""
    lines = [f"!seat {seat} person" for seat in range(players)] + list(names)
    entries: list[Entry] = []
    for line in lines:
        if line.startswith("@"):
            at = float(line[1:])
            continue
        seat, colon, name = line.partition(":")
        by = int(seat) if colon and seat.isdigit() else None
        entries.append(Entry(len(entries) + 1, by, line if by is None else name, None, at))
    return entries
