"""Players who record every message, and check that the server's log later agrees with it."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from benchmarks.service import client, load
from benchmarks.service.load import At, News, OpenedMatch, decode_message

ERRORS = (OSError, client.HttpError, http.client.HTTPException, TimeoutError)
PAUSE = 0.02
"""Seconds between two attempts to reconnect."""


class FaultCounts:
    """Counts of what must not happen."""

    def __init__(self) -> None:
        self.lost = self.changed = self.twice = self.refused = 0
        self.behind = 0
        """How often a reconnected player got an older position than it knew."""
        self.reasons: Counter[str] = Counter()

    @property
    def any(self) -> bool:
        return bool(self.lost or self.changed or self.twice or self.refused)

    def __str__(self) -> str:
        counts = (
            f"{self.lost} lost, {self.changed} changed, {self.twice} played twice, {self.refused} refused, "
            f"{self.behind} times an older position at first"
        )
        return counts + "".join(f"; {count} × {text}" for text, count in self.reasons.most_common(3))


class PlayerHabits(NamedTuple):
    """How checking players play; usually they act at once, and take a refusal for a fault."""

    game: str = "mole-hill"
    order: Mapping[str, Any] = MappingProxyType({})
    """More of what the match is opened with."""
    think: float = 0.0
    """Seconds that a player thinks on average."""
    address: str | None = None
    """Where they connect from."""
    retry: float | None = None
    """Seconds after which a refused move is sent again: the server may be in trouble for a while."""
    keep: bool = False
    """Whether every message is kept."""
    against_computer: bool = False
    """Whether the second seat is a computer's, of the lowest level."""


AT_ONCE = PlayerHabits()


class ReceivedMessages(NamedTuple):
    """Every position that one seat of a match was sent, as it came."""

    match: OpenedMatch
    seat: int
    messages: list[bytes]


class CheckingPlayer:
    """A player that reconnects to the next port when the connection is lost."""

    def __init__(self, table: CheckedTable, number: int, ports: Sequence[int]) -> None:
        self.table, self.number, self.ports = table, number, ports
        self.log: dict[int, News] = {}
        """The entries it received, by `seq`; its own are acknowledged moves."""
        self.moves = self.repeated = 0
        self.reconnected_at = 0.0
        self.over = asyncio.Event()
        self._numbers = itertools.count()
        self._pending: tuple[str, str, int] | None = None
        self.kept: list[ReceivedMessages] = []
        self._socket: client.WebSocketClient | None = None
        self._disconnected = asyncio.Event()

    async def play_match(self, match: OpenedMatch) -> None:
        """Play this match to its end, even if servers are killed."""
        self.disconnect()
        self.log, self._pending = {}, None
        if self.table.habits.keep:
            self.kept.append(ReceivedMessages(match, self.number, []))
        self.over.clear()
        while not self.over.is_set():
            self._disconnected.clear()
            try:
                await self._connect(match)
            except ERRORS:
                await asyncio.sleep(PAUSE)
                self.ports = [*self.ports[1:], self.ports[0]]
                continue
            waits = [asyncio.create_task(event.wait()) for event in (self.over, self._disconnected)]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
            if not self.over.is_set():
                self.ports = [*self.ports[1:], self.ports[0]]
        self.disconnect()

    @property
    def is_playing(self) -> bool:
        """Whether it plays a match, and is not between two."""
        return self._socket is not None and not self.over.is_set()

    def disconnect(self) -> None:
        if self._socket is not None:
            self._socket.disconnect()
            self._socket = None

    async def _connect(self, match: OpenedMatch) -> None:
        """Connect with the last known `seq`, as the page does; whole logs are compared at the end."""
        last_known = max(self.log, default=0)
        path, token = f"/matches/{match.id}/live?seq={last_known}", match.tokens[self.number]
        self._first, self._up_to_date = True, False
        self.disconnect()
        self._socket = client.WebSocketClient(self._receive, lambda _code: self._disconnected.set())
        await self._socket.connect(self.ports[0], path, token, self.table.habits.address)

    def _receive(self, text: bytes) -> None:
        if text.startswith(b'{"type":"table"'):
            return
        message = decode_message(text)
        if message.type == "refused":
            self.table.faults.refused += 1
            self.table.faults.reasons[message.reason] += 1
            if self.table.habits.retry is not None and self._pending:
                self._send_later(self.table.habits.retry, self._pending[2])
        elif message.type == "at":
            if self.kept:
                self.kept[-1].messages.append(text)
            self._receive_position(message)

    def _receive_position(self, message: At) -> None:
        if message.why == "repeated":
            self.repeated += 1
        first, self._first = self._first, False
        last_known = max(self.log, default=0)
        self.table.faults.behind += first and message.seq < last_known
        if message.seq < last_known:
            self._first = first  # ignore positions older than the known one
            return
        for news in message.news:
            self._record(news)
        if not self._up_to_date:
            self._up_to_date, self.reconnected_at = True, time.perf_counter()
        if message.status == "over":
            self.over.set()
        elif self._pending and self._pending[0] not in {news.id for news in self.log.values()}:
            if first or message.why:
                self._send(message.seq)
        elif first and self._pending and self.table.rng.random() < 0.5:
            self._send(self._pending[2])  # the move was stored but not acknowledged: a repeat must do nothing
        elif message.actor == self.number and message.eyes[0].legal:
            self._pending = (self._new_id(), self.table.rng.choice(message.eyes[0].legal), message.seq)
            think = self.table.habits.think
            if think:
                self._send_later(self.table.rng.uniform(0, 2 * think), message.seq)
            else:
                self._send(message.seq)

    def _send_later(self, seconds: float, seq: int) -> None:
        """Send the pending move after a while, if it is still the one and there is a connection."""
        sent = self._pending

        def send() -> None:
            if self._pending is sent and self._socket is not None:
                self._send(seq)

        asyncio.get_running_loop().call_later(seconds, send)

    def _new_id(self) -> str:
        return f"{self.number}-{next(self._numbers)}"

    def _send(self, seq: int) -> None:
        assert self._pending is not None
        assert self._socket is not None
        name, action, _ = self._pending
        self._socket.send(msgspec.json.encode({"do": "play", "action": action, "seq": seq, "id": name}))

    def _record(self, news: News) -> None:
        recorded = self.log.get(news.seq)
        if recorded is None:
            self.log[news.seq] = news
            if self._pending and news.id == self._pending[0] and news.seat == self.number:
                self.moves += 1
        elif recorded != news:
            self.table.faults.changed += 1


def use_enough_threads(tables: int) -> None:
    """Let all tables send requests at once: a request may wait for a server that is just being started.

    With the usual threads, a few for each processor, tables wait for each other and not for the server.
    """
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2 * tables + 8))


def repeated_ids(news: Sequence[News]) -> int:
    """How many entries have the `id` of an earlier one of the same seat."""
    sent = [(entry.seat, entry.id) for entry in news if entry.id]
    return len(sent) - len(set(sent))


class CheckedTable:
    """Two players, or one and a computer, who play one match after another; each port is a worker's."""

    def __init__(
        self, ports: Sequence[int], number: int, faults: FaultCounts, habits: PlayerHabits = AT_ONCE
    ) -> None:
        self.ports, self.faults, self.habits = ports, faults, habits
        self.rng = random.Random(number)
        turned = [*ports[1:], ports[0]]
        both = CheckingPlayer(self, 0, ports), CheckingPlayer(self, 1, turned)
        self.players = both[:1] if habits.against_computer else both
        self.matches = 0
        self.disagreed = self.unanswered = 0
        """Logs that differ from what a player received, and logs that no worker returned."""
        self._match: OpenedMatch | None = None

    @property
    def moves(self) -> int:
        return sum(player.moves for player in self.players)

    async def play(self, matches: int | None = None) -> None:
        """Play this number of matches; None: until cancelled."""
        while matches is None or self.matches < matches:
            self._match = match = await self._open_match()
            await asyncio.gather(*(player.play_match(match) for player in self.players))
            await self._compare_finished_logs(match)
            self._match = None
            self.matches += 1

    async def _open_match(self) -> OpenedMatch:
        while True:
            for port in self.ports:
                try:
                    return await asyncio.to_thread(
                        load.open_match, port, self.habits.game, self.habits.address, **self._order()
                    )
                except ERRORS:
                    await asyncio.sleep(PAUSE)

    def _order(self) -> dict[str, Any]:
        computer = {"seats": [{"kind": "bot"}, {"kind": "computer", "level": 1}]}
        return {**self.habits.order, **(computer if self.habits.against_computer else {})}

    async def _compare_finished_logs(self, match: OpenedMatch) -> None:
        """Check that every worker has the same log of a finished match, and both players received it all."""
        for port in self.ports:
            for player in self.players:
                found = await self._fetch_log(port, match, player)
                if found is None:
                    self.unanswered += 1
                elif not self._log_agrees(found, player) or (found.status, len(found.news)) != (
                    "over",
                    len(player.log),
                ):
                    self.disagreed += 1

    async def check_unfinished(self) -> None:
        """Check that the log of an unfinished match has all that its players received."""
        for player in self.players:
            player.disconnect()  # else it would receive moves that come after the log was read
        if self._match is None:
            return
        for player in self.players:
            found = await self._fetch_log(self.ports[0], self._match, player)
            if found is None:
                self.unanswered += 1
            elif not self._log_agrees(found, player):
                self.disagreed += 1

    async def _fetch_log(self, port: int, match: OpenedMatch, player: CheckingPlayer) -> At | None:
        path, token = f"/matches/{match.id}?seq=", match.tokens[player.number]
        last, until, latest = "", time.monotonic() + 20, None
        while time.monotonic() < until:
            try:
                # Send the known `seq` first, as clients do, so that a worker that is behind reads on.
                for seq in (max(player.log, default=0), 0):
                    found = await asyncio.to_thread(
                        client.request,
                        port,
                        "GET",
                        f"{path}{seq}",
                        token=token,
                        address=self.habits.address,
                    )
                latest = msgspec.convert(found, At)
                if latest.seq >= max(player.log, default=0):
                    return latest
                # Several workers share the port, and this one has not heard of the newest entries yet.
                await asyncio.sleep(PAUSE)
            except ERRORS as error:
                last = f"{type(error).__name__}: {error}"[:160]
                await asyncio.sleep(PAUSE)
        if latest is None:
            self.faults.reasons[last] += 1
        return latest

    def _log_agrees(self, found: At, player: CheckingPlayer) -> bool:
        """Whether the log has exactly what the player received; counts the differences."""
        self.faults.twice += repeated_ids(found.news)
        kept = {entry.seq: entry for entry in found.news}
        lost = sum(seq not in kept for seq in player.log)
        changed = sum(seq in kept and kept[seq] != entry for seq, entry in player.log.items())
        self.faults.lost += lost
        if lost:
            last = max(kept, default=0)
            self.faults.reasons[f"entries to {last} kept, player {player.number} knew {max(player.log)}"] += 1
        self.faults.changed += changed
        return not lost and not changed
