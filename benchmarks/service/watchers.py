"""Many watchers of one match: memory of each, how soon a move reaches all, the cost of coming and going."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service import load, servers
from benchmarks.service.client import WebSocketClient

WATCHERS, FEW = 5_000, 100
"""So many watch, and so few for comparison."""
TOGETHER = 100
"""Watchers that connect at the same time."""
TIMES, VISITS = 10, 200
"""Moves and renames that are measured, and how often somebody comes and goes."""
TIMES_FEW = 200
"""Renames before a few watchers: CPU time is counted in hundredths of a second."""
QUIET = 2.0
"""Seconds in which the cost of doing nothing is measured."""
MOST_EACH, MOST_SPREAD, MOST_RATIO = 30_000, 0.5, 1.5


def measure(folder: Path, watchers: int = WATCHERS) -> Iterable[Row]:
    """One match that more and more people watch."""
    with servers.moleworks_server(servers.sqlite(folder), folder) as server:
        return asyncio.run(_rows(server, watchers))


class Audience:
    """The watchers of one match, and one pair that plays it."""

    def __init__(self, server: servers.MoleworksServer) -> None:
        self.server = server
        self.match = load.open_match(server.port, "mole-hill")
        self.pair = load.PlayerPair(server.port, [self.match], random.Random(1))
        self.sockets: list[WebSocketClient] = []
        self.heard = 0
        """How many have received the last message about the position."""
        self.names = 0

    def _received(self, text: bytes) -> None:
        self.heard += text.startswith(b'{"type":"at"')

    async def _watcher(self) -> WebSocketClient:
        opened = WebSocketClient(self._received, lambda _code: None)
        await opened.connect(self.server.port, f"/matches/{self.match.id}/live?seq=0", self.match.watch)
        return opened

    async def grow(self, size: int) -> None:
        """More come, until there are so many."""
        while len(self.sockets) < size:
            more = min(TOGETHER, size - len(self.sockets))
            self.sockets += await asyncio.gather(*(self._watcher() for _ in range(more)))

    async def visits(self) -> float:
        """CPU seconds of the server for one that comes and goes, beside what it always does."""
        before = self.server.cpu()
        await asyncio.sleep(QUIET)
        idle = (self.server.cpu() - before) / QUIET
        before, began = self.server.cpu(), time.perf_counter()
        for _ in range(VISITS):
            (await self._watcher()).disconnect()
        await asyncio.sleep(0.2)  # the last one has gone
        return (self.server.cpu() - before - idle * (time.perf_counter() - began)) / VISITS

    async def spreads(
        self, do: Callable[[], Awaitable[None]], times: int = TIMES
    ) -> tuple[list[float], float]:
        """Each time the seconds until all watchers have heard of it, and the CPU seconds of the server."""
        seconds: list[float] = []
        before = self.server.cpu()
        for _ in range(times):
            self.heard, began = 0, time.perf_counter()
            await do()
            async with asyncio.timeout(60):
                while self.heard < len(self.sockets):
                    await asyncio.sleep(0.001)
            seconds.append(time.perf_counter() - began)
            await load.wait_until_settled([self.pair])
        return seconds, (self.server.cpu() - before) / times

    async def move(self) -> None:
        self.pair.move()

    async def rename(self) -> None:
        self.names += 1
        player = self.pair.seats[0].client
        assert player is not None
        player.send(b'{"do":"rename","name":"Mole %d"}' % self.names)

    def leave(self) -> None:
        """All go."""
        for opened in self.sockets:
            opened.disconnect()
        self.pair.disconnect()


async def _rows(server: servers.MoleworksServer, watchers: int) -> list[Row]:
    audience = Audience(server)
    await load.connect_all([audience.pair])
    few = min(FEW, watchers)
    await audience.grow(few)
    say(f"watchers: {few}")
    visit_few = await audience.visits()
    _, rename_few = await audience.spreads(audience.rename, TIMES_FEW)
    before, began = server.memory(), time.perf_counter()
    await audience.grow(watchers)
    coming = time.perf_counter() - began
    each = (server.memory() - before) / max(1, watchers - few)
    say(f"watchers: {watchers:,}")
    moves, cpu = await audience.spreads(audience.move)
    _, rename = await audience.spreads(audience.rename)
    visit = await audience.visits()
    audience.leave()
    loaded = f"load {os.getloadavg()[0]:.1f}"
    rename, rename_few = rename / watchers, rename_few / few
    return [
        Row(
            f"{watchers:,} watchers of one match: memory each",
            "≤ 30 kB",
            f"{each / 1000:.1f} kB",
            f"they came in {coming:.1f} s; {loaded}",
            each <= MOST_EACH,
        ),
        Row(
            "a move has reached all of them after",
            "≤ 500 ms",
            milliseconds(max(moves)),
            f"the longest of {len(moves)}, median {milliseconds(quantile(moves, 0.5))}, "
            f"CPU of the server {milliseconds(cpu)}; {loaded}",
            max(moves) <= MOST_SPREAD,
        ),
        Row(
            f"one more comes and goes, compared with {few} watchers",
            f"≤ {MOST_RATIO:g}",
            f"{visit / visit_few:.2f}",
            f"CPU of the server {milliseconds(visit)} and {milliseconds(visit_few)}; {VISITS} times each",
            visit <= MOST_RATIO * visit_few,
        ),
        Row(
            f"a player renames: for each watcher, compared with {few}",
            f"≤ {MOST_RATIO:g}",
            f"{rename / rename_few:.2f}",
            f"CPU of the server {1e6 * rename:.0f} µs and {1e6 * rename_few:.0f} µs",
            rename <= MOST_RATIO * rename_few,
        ),
    ]
