"""Rooms full of players: each move is made once both players have seen the one before."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from benchmarks.service import wire
from benchmarks.service.wire import Wire

AT_ONCE = 100
"""Connections that are opened at the same time."""


class Eye(msgspec.Struct):
    legal: list[str]


class News(msgspec.Struct):
    seq: int
    seat: int | None
    name: str | None
    id: str | None = None


class At(msgspec.Struct):
    """What the players read of a message; of a `table` or a `refused` most is missing."""

    type: str
    seq: int = -1
    actor: int | None = None
    status: str = ""
    news: list[News] = []
    eyes: list[Eye] = []
    why: str | None = None
    id: str | None = None
    reason: str = ""


read = msgspec.json.Decoder(At).decode


class Opened(NamedTuple):
    """A match with both seats taken."""

    id: str
    tokens: tuple[str, ...]


def open_match(port: int, game: str, **order: Any) -> Opened:
    """A new match, by the API; two programs sit down, who need no cookie."""
    asked = {"game": game, "seats": [{"kind": "bot"}] * 2} | order
    found = wire.ask(port, "POST", "/matches", asked)
    tokens = tuple(seat["token"] for seat in found["seats"])
    for token in tokens:
        wire.ask(port, "POST", "/join", {"token": token, "bot": True})
    return Opened(found["id"], tokens)


class Seat:
    """A player's connection."""

    def __init__(self, room: Room, number: int) -> None:
        self.room, self.number = room, number
        self.wire: Wire | None = None
        self.seq, self.legal = -1, list[str]()

    async def sit(self, match: Opened) -> None:
        self.seq = -1
        path = f"/matches/{match.id}/live?seq=0"
        self.wire = Wire(self._hear, self._gone)
        await self.wire.dial(self.room.port, path, match.tokens[self.number])

    def rise(self) -> None:
        if self.wire is not None:
            left, self.wire = self.wire, None
            left.leave()

    def play(self, action: str, seq: int) -> None:
        assert self.wire is not None
        self.wire.say(msgspec.json.encode({"do": "play", "action": action, "seq": seq}))

    def _hear(self, message: bytes) -> None:
        if not message.startswith(b'{"type":"table"'):
            told = read(message)
            if told.type == "at":
                self.seq = told.seq
                self.legal = told.eyes[0].legal
                self.room.heard(self, told)
            elif told.type == "refused":
                self.room.failures += 1

    def _gone(self, _code: int) -> None:
        if self.wire is not None:  # nobody rose
            self.room.failures += 1


class Room:
    """A table with two seats; as one match ends, they go on to the next that was opened for them."""

    def __init__(self, port: int, matches: Sequence[Opened], chooser: random.Random) -> None:
        self.port, self._matches, self._chooser = port, list(matches), chooser
        self.seats = (Seat(self, 0), Seat(self, 1))
        self.moves = 0
        """Moves that both players have seen."""
        self.failures = 0
        self.spent = False
        """Whether all matches that were opened for it are over."""
        self.took: list[float] = []
        """Seconds from each move to its player's own sight of it."""
        self.free: Callable[[Room], None] = lambda _room: None
        """Called when both are up to date."""
        self._sent: tuple[int, float] | None = None
        self._actor: int | None = None
        self._changing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        match = self._matches.pop()
        for seat in self.seats:
            await seat.sit(match)

    def heard(self, seat: Seat, told: At) -> None:
        self._actor = told.actor
        if self._sent and seat.number == self._sent[0]:
            self.took.append(time.perf_counter() - self._sent[1])
            self._sent = None
        if self.seats[0].seq != self.seats[1].seq:
            return
        self.moves += 1
        if told.status == "over":
            self._changing = asyncio.create_task(self._change())
        elif told.actor is not None:
            self.free(self)

    async def _change(self) -> None:
        for seat in self.seats:
            seat.rise()
        self.spent = not self._matches
        if not self.spent:
            await self.begin()

    @property
    def ready(self) -> bool:
        return self._sent is None and self._actor is not None and self.seats[0].seq == self.seats[1].seq

    def move(self, due: float | None = None) -> None:
        """The player to act plays; `due` is when that should have been."""
        assert self._actor is not None
        seat = self.seats[self._actor]
        self._sent = (seat.number, due if due is not None else time.perf_counter())
        seat.play(self._chooser.choice(seat.legal), seat.seq)

    def leave(self) -> None:
        for seat in self.seats:
            seat.rise()


async def seated(rooms: Sequence[Room]) -> None:
    """All come in, not all at once."""
    for first in range(0, len(rooms), AT_ONCE):
        await asyncio.gather(*(room.begin() for room in rooms[first : first + AT_ONCE]))
    await settled(rooms)


async def settled(rooms: Sequence[Room], patience: float = 30) -> None:
    """Returns when everybody is up to date and nothing is on its way."""
    async with asyncio.timeout(patience):
        while not all(room.ready for room in rooms):
            if any(room.spent for room in rooms):
                raise RuntimeError("too few matches were opened for so fast a server")
            await asyncio.sleep(0.01)


async def so_many(rooms: Sequence[Room], moves: int) -> None:
    """Each room makes so many moves, as fast as it can."""
    goals = {id(room): room.moves + moves for room in rooms}
    left = len(rooms)
    done = asyncio.Event()

    def free(room: Room) -> None:
        nonlocal left
        if room.moves < goals[id(room)]:
            room.move()
        else:
            left -= 1
            if not left:
                done.set()

    with _played_by(rooms, free):
        for room in rooms:
            room.move()
        await done.wait()


async def for_seconds(rooms: Sequence[Room], seconds: float) -> tuple[int, float]:
    """Each room plays as fast as it can: how many moves that were, and in how many seconds."""
    with _played_by(rooms, Room.move):
        before, began = sum(room.moves for room in rooms), time.perf_counter()
        for room in rooms:
            if room.ready:
                room.move()
        await asyncio.sleep(seconds)
        moves, took = sum(room.moves for room in rooms) - before, time.perf_counter() - began
    await settled(rooms)
    return moves, took


async def at_rate(rooms: Sequence[Room], rate: float, seconds: float) -> list[float]:
    """So many moves a second, whether the server keeps up or not: how long each took from when it was due."""
    loop = asyncio.get_running_loop()
    apart = len(rooms) / rate
    began = time.perf_counter() + 0.1
    due = {id(room): began + apart * number / len(rooms) for number, room in enumerate(rooms)}
    for room in rooms:
        room.took.clear()

    def plan(room: Room) -> None:
        wait = due[id(room)] - time.perf_counter()
        if due[id(room)] > began + seconds:
            return
        loop.call_later(max(0.0, wait), go, room)

    def go(room: Room) -> None:
        if room.ready:
            room.move(due[id(room)])
            due[id(room)] += apart

    with _played_by(rooms, plan):
        for room in rooms:
            plan(room)
        await asyncio.sleep(seconds + 0.1)
        await settled(rooms)
    return [took for room in rooms for took in room.took]


@contextmanager
def _played_by(rooms: Sequence[Room], free: Callable[[Room], None]) -> Iterator[None]:
    """While this lasts, `free` is told of every room that is up to date."""
    for room in rooms:
        room.free = free
    try:
        yield
    finally:
        for room in rooms:
            room.free = lambda _room: None
