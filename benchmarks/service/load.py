"""Generate load: pairs of players, where each move is made once both players have seen the one before."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from benchmarks.service import client
from benchmarks.service.client import WebSocketClient

CONNECTING = 100
"""Pairs that connect at the same time."""


class SeatView(msgspec.Struct):
    legal: list[str]


class News(msgspec.Struct):
    seq: int
    seat: int | None
    name: str | None
    id: str | None = None


class At(msgspec.Struct):
    """The fields of messages that the players use; `table` and `refused` have only a few of them."""

    type: str
    seq: int = -1
    actor: int | None = None
    status: str = ""
    news: list[News] = []
    eyes: list[SeatView] = []
    why: str | None = None
    id: str | None = None
    reason: str = ""


decode_message = msgspec.json.Decoder(At).decode


class OpenedMatch(NamedTuple):
    """A match with both seats taken."""

    id: str
    tokens: tuple[str, ...]
    """Those of the bots, seat by seat."""
    watch: str
    """The token of watchers."""


def open_match(port: int, game: str, address: str | None = None, **order: Any) -> OpenedMatch:
    """Open a match by the API and seat its bots, which need no cookie; two, if `order` has no `seats`."""
    body = {"game": game, "seats": [{"kind": "bot"}] * 2} | order
    reply = client.request(port, "POST", "/matches", body, address=address)
    tokens = tuple(seat["token"] for seat in reply["seats"] if seat["kind"] == "bot")
    for token in tokens:
        client.request(port, "POST", "/join", {"token": token, "bot": True}, address=address)
    return OpenedMatch(reply["id"], tokens, reply["watch"]["token"])


class PlayerConnection:
    """A player's connection."""

    def __init__(self, pair: PlayerPair, number: int) -> None:
        self.pair, self.number = pair, number
        self.client: WebSocketClient | None = None
        self.seq, self.legal = -1, list[str]()

    async def open(self, match: OpenedMatch) -> None:
        self.seq = -1
        path = f"/matches/{match.id}/live?seq=0"
        self.client = WebSocketClient(self._receive, self._closed)
        await self.client.connect(self.pair.port, path, match.tokens[self.number], self.pair.address)

    def disconnect(self) -> None:
        if self.client is not None:
            left, self.client = self.client, None
            left.disconnect()

    def play(self, action: str, seq: int) -> None:
        assert self.client is not None
        self.client.send(msgspec.json.encode({"do": "play", "action": action, "seq": seq}))

    def _receive(self, text: bytes) -> None:
        if not text.startswith(b'{"type":"table"'):
            message = decode_message(text)
            if message.type == "at":
                self.seq = message.seq
                self.legal = message.eyes[0].legal
                self.pair.received(self, message)
            elif message.type == "refused":
                self.pair.fail(message.reason)

    def _closed(self, code: int) -> None:
        if self.client is not None:  # not closed by us
            self.pair.fail(f"closed with {code}")


class PlayerPair:
    """Two players who play one match after another from a list."""

    def __init__(
        self, port: int, matches: Sequence[OpenedMatch], rng: random.Random, address: str | None = None
    ) -> None:
        """`address`: where they connect from, if not from the usual address of this computer."""
        self.port, self._matches, self._rng, self.address = port, list(matches), rng, address
        self.seats = (PlayerConnection(self, 0), PlayerConnection(self, 1))
        self.moves = 0
        """Moves that both players have seen."""
        self.failures = 0
        self.last_failure = ""
        self.out_of_matches = False
        """Whether all matches of the list are over."""
        self.latencies: list[float] = []
        """For each move, the seconds until its player received it."""
        self.on_ready: Callable[[PlayerPair], None] = lambda _pair: None
        """Called when both players are up to date."""
        self._awaited: tuple[int, float] | None = None
        self._actor: int | None = None
        self._switching: asyncio.Task[None] | None = None

    def fail(self, reason: str) -> None:
        """Note that a move was refused, or a connection lost."""
        self.failures, self.last_failure = self.failures + 1, reason

    async def begin(self) -> None:
        self.match = self._matches.pop()
        for seat in self.seats:
            await seat.open(self.match)

    async def reconnect(self, number: int) -> None:
        """One of the players loses the connection and comes back."""
        self.seats[number].disconnect()
        await self.seats[number].open(self.match)

    def received(self, seat: PlayerConnection, message: At) -> None:
        self._actor = message.actor
        if self._awaited and seat.number == self._awaited[0]:
            self.latencies.append(time.perf_counter() - self._awaited[1])
            self._awaited = None
        if self.seats[0].seq != self.seats[1].seq:
            return
        self.moves += 1
        if message.status == "over":
            self._switching = asyncio.create_task(self._next_match())
        elif message.actor is not None:
            self.on_ready(self)

    async def _next_match(self) -> None:
        for seat in self.seats:
            seat.disconnect()
        self.out_of_matches = not self._matches
        if not self.out_of_matches:
            await self.begin()

    @property
    def ready(self) -> bool:
        return self._awaited is None and self._actor is not None and self.seats[0].seq == self.seats[1].seq

    def move(self, due: float | None = None) -> None:
        """Make a random move; `due` is when it should have been made."""
        assert self._actor is not None
        seat = self.seats[self._actor]
        self._awaited = (seat.number, due if due is not None else time.perf_counter())
        seat.play(self._rng.choice(seat.legal), seat.seq)

    def disconnect(self) -> None:
        for seat in self.seats:
            seat.disconnect()


async def connect_all(pairs: Sequence[PlayerPair]) -> None:
    """Connect all players, `CONNECTING` pairs at a time."""
    for first in range(0, len(pairs), CONNECTING):
        await asyncio.gather(*(pair.begin() for pair in pairs[first : first + CONNECTING]))
    await wait_until_settled(pairs)


async def wait_until_settled(pairs: Sequence[PlayerPair], patience: float = 30) -> None:
    """Wait until all players are up to date and no move is under way."""
    async with asyncio.timeout(patience):
        while not all(pair.ready for pair in pairs):
            if any(pair.out_of_matches for pair in pairs):
                raise RuntimeError("too few matches were opened for so fast a server")
            await asyncio.sleep(0.01)


async def play_moves(pairs: Sequence[PlayerPair], moves: int) -> None:
    """Let each pair make this number of moves, as fast as it can."""
    goals = {id(pair): pair.moves + moves for pair in pairs}
    left = len(pairs)
    done = asyncio.Event()

    def on_ready(pair: PlayerPair) -> None:
        nonlocal left
        if pair.moves < goals[id(pair)]:
            pair.move()
        else:
            left -= 1
            if not left:
                done.set()

    with _when_ready(pairs, on_ready):
        for pair in pairs:
            pair.move()
        await done.wait()


async def play_for(pairs: Sequence[PlayerPair], seconds: float) -> tuple[int, float]:
    """Let each pair play as fast as it can; return the number of moves and the seconds."""
    with _when_ready(pairs, PlayerPair.move):
        before, began = sum(pair.moves for pair in pairs), time.perf_counter()
        for pair in pairs:
            if pair.ready:
                pair.move()
        await asyncio.sleep(seconds)
        moves, took = sum(pair.moves for pair in pairs) - before, time.perf_counter() - began
    await wait_until_settled(pairs)
    return moves, took


async def play_at_rate(pairs: Sequence[PlayerPair], rate: float, seconds: float) -> list[float]:
    """Make `rate` moves a second, even if the server is slower; return the latencies since each was due."""
    loop = asyncio.get_running_loop()
    apart = len(pairs) / rate
    began = time.perf_counter() + 0.1
    due = {id(pair): began + apart * number / len(pairs) for number, pair in enumerate(pairs)}
    for pair in pairs:
        pair.latencies.clear()

    def plan(pair: PlayerPair) -> None:
        wait = due[id(pair)] - time.perf_counter()
        if due[id(pair)] > began + seconds:
            return
        loop.call_later(max(0.0, wait), go, pair)

    def go(pair: PlayerPair) -> None:
        if pair.ready and pair.on_ready is plan:  # it is not over
            pair.move(due[id(pair)])
            due[id(pair)] += apart

    with _when_ready(pairs, plan):
        for pair in pairs:
            plan(pair)
        await asyncio.sleep(seconds + 0.1)
        await wait_until_settled(pairs)
    return [latency for pair in pairs for latency in pair.latencies]


@contextmanager
def _when_ready(pairs: Sequence[PlayerPair], on_ready: Callable[[PlayerPair], None]) -> Iterator[None]:
    """Meanwhile, call `on_ready` for every pair that is up to date."""
    for pair in pairs:
        pair.on_ready = on_ready
    try:
        yield
    finally:
        for pair in pairs:
            pair.on_ready = lambda _pair: None
