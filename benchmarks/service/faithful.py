"""Players who remember every word: what was acknowledged to them, and what a server says later must agree."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import random
import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from benchmarks.service import load, wire
from benchmarks.service.load import At, News, Opened, read

ERRORS = (OSError, wire.Refused, http.client.HTTPException, TimeoutError)
PAUSE = 0.02
"""Seconds between two tries to come back."""


class Faults:
    """What must not happen, counted."""

    def __init__(self) -> None:
        self.lost = self.changed = self.twice = self.refused = 0
        self.behind = 0
        """Times that somebody came back and was told an older position than they knew."""
        self.sentences: Counter[str] = Counter()

    @property
    def any(self) -> bool:
        return bool(self.lost or self.changed or self.twice or self.refused)

    def __str__(self) -> str:
        told = (
            f"{self.lost} lost, {self.changed} changed, {self.twice} played twice, {self.refused} refused, "
            f"{self.behind} times an older position at first"
        )
        return told + "".join(f"; {count} × {text}" for text, count in self.sentences.most_common(3))


class Player:
    """One seat that plays as soon as it can, and comes back to any of the ports when it is cut off."""

    def __init__(self, table: Table, number: int, ports: Sequence[int]) -> None:
        self.table, self.number, self.ports = table, number, ports
        self.log: dict[int, News] = {}
        """What it was told, by number: acknowledged, if it was its own."""
        self.moves = self.repeated = 0
        self.back_at = 0.0
        self.over = asyncio.Event()
        self._numbers = itertools.count()
        self._pending: tuple[str, str, int] | None = None
        self._wire: wire.Wire | None = None
        self._away = asyncio.Event()

    async def live(self, match: Opened) -> None:
        """Play this match to its end, whatever becomes of the server."""
        self.rise()
        self.log, self._pending = {}, None
        self.over.clear()
        while not self.over.is_set():
            self._away.clear()
            try:
                await self._come_in(match)
            except ERRORS:
                await asyncio.sleep(PAUSE)
                self.ports = [*self.ports[1:], self.ports[0]]
                continue
            waits = [asyncio.create_task(event.wait()) for event in (self.over, self._away)]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
            if not self.over.is_set():
                self.ports = [*self.ports[1:], self.ports[0]]
        self.rise()

    @property
    def seated(self) -> bool:
        """Whether it is at a match, and not between two."""
        return self._wire is not None and not self.over.is_set()

    def rise(self) -> None:
        if self._wire is not None:
            self._wire.leave()
            self._wire = None

    async def _come_in(self, match: Opened) -> None:
        """It says what it knows, as the page does; whole logs are compared at the end."""
        known = max(self.log, default=0)
        path, token = f"/matches/{match.id}/live?seq={known}", match.tokens[self.number]
        self._first, self._back = True, False
        self.rise()
        self._wire = wire.Wire(self._hear, lambda _code: self._away.set())
        await self._wire.dial(self.ports[0], path, token)

    def _hear(self, message: bytes) -> None:
        if message.startswith(b'{"type":"table"'):
            return
        told = read(message)
        if told.type == "refused":
            self.table.faults.refused += 1
            self.table.faults.sentences[told.reason] += 1
        elif told.type == "at":
            self._at(told)

    def _at(self, told: At) -> None:
        if told.why == "repeated":
            self.repeated += 1
        first, self._first = self._first, False
        known = max(self.log, default=0)
        self.table.faults.behind += first and told.seq < known
        if told.seq < known:
            self._first = first  # nobody acts upon what is older than what they know
            return
        for news in told.news:
            self._note(news)
        if not self._back:
            self._back, self.back_at = True, time.perf_counter()
        if told.status == "over":
            self.over.set()
        elif self._pending and self._pending[0] not in {news.id for news in self.log.values()}:
            if first or told.why:
                self._send(told.seq)
        elif first and self._pending and self.table.chooser.random() < 0.5:
            self._send(self._pending[2])  # it was kept though nobody said so: sent again it must do nothing
        elif told.actor == self.number and told.eyes[0].legal:
            self._pending = (self._new_id(), self.table.chooser.choice(told.eyes[0].legal), told.seq)
            self._send(told.seq)

    def _new_id(self) -> str:
        return f"{self.number}-{next(self._numbers)}"

    def _send(self, seq: int) -> None:
        assert self._pending is not None
        assert self._wire is not None
        name, action, _ = self._pending
        self._wire.say(msgspec.json.encode({"do": "play", "action": action, "seq": seq, "id": name}))

    def _note(self, news: News) -> None:
        known = self.log.get(news.seq)
        if known is None:
            self.log[news.seq] = news
            if self._pending and news.id == self._pending[0] and news.seat == self.number:
                self.moves += 1
        elif known != news:
            self.table.faults.changed += 1


def repeated_ids(news: Sequence[News]) -> int:
    """How many entries have the number of an earlier one of the same seat."""
    sent = [(entry.seat, entry.id) for entry in news if entry.id]
    return len(sent) - len(set(sent))


class Table:
    """Two players, match after match. With several ports they sit at different workers."""

    def __init__(self, ports: Sequence[int], number: int, faults: Faults) -> None:
        self.ports, self.faults = ports, faults
        self.chooser = random.Random(number)
        turned = [*ports[1:], ports[0]]
        self.players = (Player(self, 0, ports), Player(self, 1, turned))
        self.matches = 0
        self.disagreed = self.silent = 0
        """Logs that are not what a player was told, and those that no worker would tell."""
        self._match: Opened | None = None

    @property
    def moves(self) -> int:
        return sum(player.moves for player in self.players)

    async def play(self, matches: int | None = None) -> None:
        """So many matches, or for ever."""
        while matches is None or self.matches < matches:
            self._match = match = await self._opened()
            await asyncio.gather(*(player.live(match) for player in self.players))
            await self._settle(match)
            self._match = None
            self.matches += 1

    async def _opened(self) -> Opened:
        while True:
            for port in self.ports:
                try:
                    return await asyncio.to_thread(load.open_match, port, "mole-hill")
                except ERRORS:
                    await asyncio.sleep(PAUSE)

    async def _settle(self, match: Opened) -> None:
        """After the end: every worker tells the same log, and both players were told nothing else."""
        for port in self.ports:
            for player in self.players:
                found = await self._asked(port, match, player)
                if found is None:
                    self.silent += 1
                elif not self._kept(found, player) or (found.status, len(found.news)) != (
                    "over",
                    len(player.log),
                ):
                    self.disagreed += 1

    async def check(self) -> None:
        """A match that was not played to its end: nothing that its players were told is missing."""
        for player in self.players:
            player.rise()  # who still listened would hear of moves that come after the log was read
        if self._match is None:
            return
        for player in self.players:
            found = await self._asked(self.ports[0], self._match, player)
            if found is None:
                self.silent += 1
            elif not self._kept(found, player):
                self.disagreed += 1

    async def _asked(self, port: int, match: Opened, player: Player) -> At | None:
        path, token = f"/matches/{match.id}?seq=", match.tokens[player.number]
        last, until = "", time.monotonic() + 20
        while time.monotonic() < until:
            try:
                # It says what it knows first, as clients do, so that a worker who was not told yet reads on.
                for seq in (max(player.log, default=0), 0):
                    found = await asyncio.to_thread(wire.ask, port, "GET", f"{path}{seq}", None, token)
                return msgspec.convert(found, At)
            except ERRORS as error:
                last = f"{type(error).__name__}: {error}"[:160]
                await asyncio.sleep(PAUSE)
        self.faults.sentences[last] += 1
        return None

    def _kept(self, found: At, player: Player) -> bool:
        """Whether the log holds all that the player was told, word for word, and nothing twice."""
        self.faults.twice += repeated_ids(found.news)
        kept = {entry.seq: entry for entry in found.news}
        lost = sum(seq not in kept for seq in player.log)
        changed = sum(seq in kept and kept[seq] != entry for seq, entry in player.log.items())
        self.faults.lost += lost
        if lost:
            last = max(kept, default=0)
            self.faults.sentences[
                f"entries to {last} kept, player {player.number} knew {max(player.log)}"
            ] += 1
        self.faults.changed += changed
        return not lost and not changed
