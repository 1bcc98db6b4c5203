"""Tables to play at: a house on a real database, people with seats, and a clock that a test turns by hand."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from moleworks import players
from moleworks.games import Complaint
from moleworks.players import Advice, Effort, Sight
from moleworks.service import founding
from moleworks.service.bus import bus_at
from moleworks.service.commands import Command, Play
from moleworks.service.course import Course
from moleworks.service.house import House
from moleworks.service.joining import join
from moleworks.service.keep import Keep
from moleworks.service.orders import Order, SeatKey, SeatOrder
from moleworks.service.pace import Pace
from moleworks.service.room import Ear, Room, Who
from moleworks.service.store import Store, store_at
from moleworks.service.store.rows import Entry
from moleworks.service.thinkers import Thinkers
from moleworks.service.tidings import Eyes
from moleworks.texts import language

T = TypeVar("T")

ENGLISH = language("en")
HOST, LINA = "digest-of-the-host", "digest-of-lina"


def kept(tmp_path: Path) -> str:
    """Every value in every table, as text."""
    connection = sqlite3.connect(tmp_path / "moles.db")
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = [str(row) for name in tables for row in connection.execute(f"SELECT * FROM {name}")]
    connection.close()
    return "\n".join(rows)


def order(*kinds: str, game: str = "mole-hill", **more: Any) -> Order:
    return Order(game, [SeatOrder(kind) for kind in kinds], **more)  # type: ignore[arg-type]


class Clock:
    """The time of day, and the seconds that run, both turned by hand."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time

    def turn(self, seconds: float) -> None:
        self.time += seconds


class Mover(Thinkers):
    """Plays anything that is legal, at once or when it is let; it notes what it was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[int, int]] = []
        """Seats and levels."""
        self.may = asyncio.Event()
        self.may.set()

    async def move(self, sight: Sight, level: int) -> str:
        self.asked.append((sight.seat, level))
        await self.may.wait()
        state = players.state(sight)
        return sight.game.name(state, random.choice(sight.game.legal(state)))


class Ponders(Thinkers):
    """One real process, which takes an hour for everything if nobody stops it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thoughts = 0

    async def advice(self, sight: Sight, level: int, lines: int) -> Advice:
        del level
        self.thoughts += 1
        return await self.think(sight, Effort(seconds=3600), lines)

    async def free(self) -> bool:
        """It does something else: so it has ended what it was at."""
        return bool(await self.run(abs, -4) == 4)


class Quiet(House):
    """It looks round only when a test says so."""

    async def _sweep(self) -> None:
        pass


class Listener(Ear):
    """A client; it keeps what it hears."""

    words = ENGLISH

    def __init__(self, *eyes: int) -> None:
        self.eyes: Eyes = eyes
        self.heard: list[bytes] = []

    def hear(self, message: bytes) -> None:
        self.heard.append(message)

    def told(self, kind: str) -> list[dict[str, Any]]:
        messages = [msgspec.json.decode(message) for message in self.heard if message]
        return [message for message in messages if message["type"] == kind]

    @property
    def gone(self) -> bool:
        return b"" in self.heard


class Table(NamedTuple):
    """A match and those who play it: seat n is held by `persons[n]`, or by a bot with `tokens[n]`."""

    room: Room
    keys: tuple[SeatKey, ...]
    code: str | None
    watch: str

    @property
    def house(self) -> House:
        return self.room.house

    @property
    def course(self) -> Course:
        return self.room.course

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.room.entries]

    async def do(self, seat: int, command: Command) -> None:
        await self.room.do(Who(frozenset({seat})), command)

    async def refused(self, seat: int, command: Command) -> str:
        try:
            await self.do(seat, command)
        except Complaint as error:
            return str(error)
        raise AssertionError("it was done")

    async def play(self, action: str | None = None, client: str | None = None) -> None:
        """Whoever is to act does; anything legal, if it is not said what."""
        actor, game = self.course.actor, self.course.match.game
        assert actor is not None
        action = action or game.name(self.course.state, random.choice(game.legal(self.course.state)))
        await self.do(actor, Play(action=action, seq=self.course.seq, id=client))


def person(seat: int) -> str:
    return f"digest-of-person-{seat}"


@asynccontextmanager
async def house_at(
    url: str,
    now: Clock | None = None,
    keep: Keep | None = None,
    thinkers: Thinkers | None = None,
    store: Store | None = None,
    worker: str = "worker-a",
) -> AsyncIterator[House]:
    """A house whose sweep a test does itself."""
    clock = now or Clock()
    house = Quiet(
        store or store_at(url), bus_at(url, worker), thinkers or Mover(), worker=worker, keep=keep, now=clock
    )
    house.clock = clock
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def at_home(url: str, story: Callable[[House], Awaitable[T]], **parts: Any) -> T:
    """What the story gives, told in a house at that address."""

    async def tell() -> T:
        async with house_at(url, **parts) as house:
            return await story(house)

    return asyncio.run(tell())


async def seated(
    house: House, game: str = "mole-hill", kinds: str = "here link", pace: Pace | None = None, **order: Any
) -> Table:
    """A table at which all have sat down: `here link computer:2 bot open`."""
    seats = []
    for kind in kinds.split():
        word, _, level = kind.partition(":")
        seats.append(SeatOrder("link" if word == "open" else word, int(level or 3)))  # type: ignore[arg-type]
    opened = await house.create(Order(game, seats, pace=pace or Pace(), **order), HOST, ENGLISH)
    room = await house.room(opened.id)
    for key, kind in zip(opened.seats, kinds.split(), strict=True):
        if kind == "link":
            await join(house, person(key.seat), ENGLISH, token=key.token, name=f"Person {key.seat}")
        elif kind == "bot":
            await join(house, None, ENGLISH, token=key.token, name=f"Bot {key.seat}", bot=True)
    return Table(room, opened.seats, opened.code, opened.watch)


async def settled(house: House) -> None:
    """Whatever goes on by itself has come to rest."""
    while house._tasks:
        await asyncio.wait(house._tasks)
        await asyncio.sleep(0)


async def until(true: Callable[[], object]) -> None:
    """Wait for what has to come; a test that waits in vain fails by the clock of who runs it."""
    while not true():
        await asyncio.sleep(0.001)


def parts(course: Course) -> dict[str, Any]:
    """All there is in a course."""
    told = dict(vars(course))
    match = told.pop("match")
    states = [match.before(ply) for ply in range(match.ply + 1)]
    clocks = list(course._clocks)
    return told | {"_clocks": clocks, "names": match.names, "states": states, "setup": match.setup}


async def replayed(room: Room) -> Course:
    """The course as the log alone tells it."""
    row, _, entries = await room.house.log(room.id, 0)
    course = founding.course(row)
    course.follow(entries)
    return course


async def check_against_log(room: Room) -> None:
    """What is in memory is what a worker would find that opens the room now."""
    async with room.lock:  # a computer may be about to move
        row, seats, entries = await room.house.log(room.id, 0)
        assert parts(room.course) == parts(await replayed(room))
        assert room.seats == seats
        assert [seat.kind for seat in seats] == [hand.kind for hand in room.course.hands]
        assert [seat.level for seat in seats] == [hand.level for hand in room.course.hands]
        assert room.entries == entries[-len(room.entries) :]
        assert row.seq == room.course.seq == len(entries)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert row.status == room.course.status
        assert (row.due is not None) == (room.standing(room.course).due is not None)


def log_of(*names: str, players: int = 2, at: float = 0.0) -> list[Entry]:
    """Entries, numbered: `1:e4` is done by seat 1, `@7` turns the clock, and persons have sat down before."""
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
