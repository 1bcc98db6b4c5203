"""What a move costs with more players and more workers: PostgreSQL, nginx and workers on one machine.

Simulated people think, lose their connection now and then, and are watched. The configuration of nginx is
that of `deploy/`, which sends everything about one match to one worker.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.bench import Bench, Measure, Option
from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service import client, load, servers
from benchmarks.service.client import WebSocketClient
from moleworks.matches.server import UNUSED

GAME = "mole-hill"
RECONNECTS = 0.02
"""The share of moves before which a player loses the connection and comes back."""
WATCHED = 0.1
"""The share of matches that somebody watches."""
OPENING = 8
"""Matches that are opened at the same time."""
WARM = UNUSED + 5.0
"""Seconds of play before the measurement: then a match is in the memory of its own worker only."""
QUIET = 5.0
"""Seconds without moves, in which the cost of doing nothing is measured."""
MOST = 1.3
"""A move may cost this much of what it costs with one worker."""


class Load(NamedTuple):
    """How many people play, how they play, and for how long they are measured."""

    players: int
    think: float
    """Seconds that a player thinks about a move, on average."""
    seconds: float
    warm: float = WARM


class Cost(NamedTuple):
    """CPU seconds so far, or those of a move."""

    server: float
    database: float
    nginx: float

    def since(self, before: Cost, moves: int = 1) -> Cost:
        """The cost of a move, between two moments."""
        return Cost(*((now - then) / max(1, moves) for now, then in zip(self, before, strict=True)))

    def __str__(self) -> str:
        server, database, nginx = (f"{1e6 * seconds:.0f}" for seconds in self)
        return f"server {server} µs, database {database} µs, nginx {nginx} µs"


class Measured(NamedTuple):
    """What one run showed."""

    a_move: Cost
    idle: Cost
    """Of a second in which everybody is connected and nobody moves."""
    waits: list[float]
    failures: list[str]
    """Why moves were refused, or connections lost."""
    in_memory: int
    """Matches in the memory of all workers together."""
    memory: int
    """Resident bytes of all workers together."""


class Installation:
    """PostgreSQL, workers and nginx, as they run for a public site."""

    def __init__(
        self, postgres: Any, workers: Sequence[servers.MoleworksServer], nginx: servers.Process
    ) -> None:
        self._postgres, self._workers, self._nginx = postgres, workers, nginx

    def cost(self) -> Cost:
        """CPU seconds so far."""
        database = servers.cpu_of(self._postgres.pid)
        return Cost(sum(worker.cpu() for worker in self._workers), database, self._nginx.cpu())

    def memory(self) -> int:
        """Resident bytes of the workers."""
        return sum(worker.memory() for worker in self._workers)

    def matches_in_memory(self) -> int:
        """The matches in memory, counted once for each worker that has them."""
        return sum(_rooms(worker.port) for worker in self._workers)


def _rooms(port: int) -> int:
    text: bytes = client.request(port, "GET", "/metrics", root="")
    return int(sum(float(value) for value in re.findall(rb"^moleworks_rooms\S* (\S+)", text, re.MULTILINE)))


@contextmanager
def installation(folder: Path, workers: int) -> Iterator[tuple[Installation, int]]:
    """A new one, and the port of its nginx."""
    with ExitStack() as stack:
        postgres = stack.enter_context(servers.postgresql())
        database, running = postgres.database(), []
        for _ in range(workers):
            port = servers.free_port()
            worker = servers.MoleworksServer(
                database, folder / f"scale-{port}.log", port=port, trusted_proxies="127.0.0.1"
            )
            stack.callback(worker.end)
            running.append(worker)
            worker.wait_until_ready()
        nginx, port = stack.enter_context(servers.nginx([worker.port for worker in running], folder))
        yield Installation(postgres, running, nginx), port


async def play(place: Installation, port: int, wanted: Load) -> Measured:
    """Let people play, and measure what their moves cost."""
    pairs, watchers = await _seat_people(port, wanted)
    people = [SimulatedPair(pair, wanted.think) for pair in pairs]
    for one in people:
        one.begin()
    await asyncio.sleep(wanted.warm)
    for pair in pairs:
        pair.latencies.clear()
    before = place.cost()
    await asyncio.sleep(wanted.seconds)
    after, waits = place.cost(), [wait for pair in pairs for wait in pair.latencies]
    in_memory = await asyncio.to_thread(place.matches_in_memory)
    for one in people:
        one.stop()
    await asyncio.sleep(1)
    quiet = place.cost()
    await asyncio.sleep(QUIET)
    idle = place.cost().since(quiet, round(QUIET))
    failures = [pair.last_failure for pair in pairs for _ in range(pair.failures)]
    for pair in pairs:
        pair.disconnect()
    for watcher in watchers:
        watcher.disconnect()
    return Measured(after.since(before, len(waits)), idle, waits, failures, in_memory, place.memory())


async def _seat_people(port: int, wanted: Load) -> tuple[list[load.PlayerPair], list[WebSocketClient]]:
    matches: list[load.OpenedMatch] = []
    for first in range(0, wanted.players // 2, OPENING):
        count = min(OPENING, wanted.players // 2 - first)
        matches += await asyncio.gather(
            *(asyncio.to_thread(load.open_match, port, GAME) for _ in range(count))
        )
    pairs = [load.PlayerPair(port, [match], random.Random(n)) for n, match in enumerate(matches)]
    await load.connect_all(pairs)
    watchers: list[WebSocketClient] = []
    for match in matches[: max(1, int(WATCHED * len(matches)))]:
        watcher = WebSocketClient(lambda _message: None, lambda _code: None)
        await watcher.connect(port, f"/matches/{match.id}/live?seq=0", match.watch)
        watchers.append(watcher)
    return pairs, watchers


class SimulatedPair:
    """Two people who play: whoever's turn it is thinks for a while, and may lose the connection."""

    def __init__(self, pair: load.PlayerPair, think: float) -> None:
        self._pair, self._think = pair, think
        self._rng = random.Random(str(pair.match.id))
        self._reconnecting: asyncio.Task[None] | None = None
        self._due: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """They think about their first move."""
        self._pair.on_ready = lambda _pair: self._plan()
        self._plan()

    def stop(self) -> None:
        """They make no more moves, and stay."""
        self._pair.on_ready = lambda _pair: None
        if self._due:
            self._due.cancel()
        if self._reconnecting:
            self._reconnecting.cancel()

    def _plan(self) -> None:
        act: Callable[[], None] = self._reconnect if self._rng.random() < RECONNECTS else self._move
        if self._due:
            self._due.cancel()
        thinking = min(self._rng.expovariate(1 / self._think), 4 * self._think)
        self._due = asyncio.get_running_loop().call_later(thinking, act)

    def _move(self) -> None:
        if self._pair.ready:
            self._pair.move()

    def _reconnect(self) -> None:
        self._reconnecting = asyncio.create_task(self._come_back(self._rng.randrange(2)))

    async def _come_back(self, number: int) -> None:
        try:
            await self._pair.reconnect(number)
        except (client.HttpError, OSError, TimeoutError) as error:
            self._pair.fail(f"could not come back: {error!r}")


def measure(folder: Path, players: Sequence[int], workers: Sequence[int], wanted: Load) -> Iterable[Row]:
    """A row for each number of players and of workers; compared to the first number of workers."""
    for many in players:
        first: float | None = None
        for count in workers:
            say(f"scale: {many} players, {count} workers")
            with installation(folder, count) as (place, port):
                found = asyncio.run(play(place, port, wanted._replace(players=many)))
            spent = found.a_move.server + found.a_move.database
            first = first or spent
            yield _row(many, count, found, spent / first, wanted)


def _row(players: int, workers: int, found: Measured, ratio: float, wanted: Load) -> Row:
    moves = len(found.waits)
    slowest, usual = quantile(found.waits, 0.99), quantile(found.waits, 0.5)
    return Row(
        f"{players:,} players, {workers} workers: CPU of server and database a move",
        f"≤ {MOST} of the first",
        f"× {ratio:.2f}: {found.a_move}",
        f"p50 {milliseconds(usual)}, p99 {milliseconds(slowest)}; {moves:,} moves in {wanted.seconds:g} s, "
        f"idle {1000 * sum(found.idle[:2]):.0f} ms a second; {found.in_memory:,} matches in memory of "
        f"{players // 2:,}, {len(found.failures)} lost or refused"
        f"{''.join(f' ({reason})' for reason in found.failures[:1])}; {found.memory / 1e6:.0f} MB of memory; "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        ratio <= MOST and moves > 0 and not found.failures,
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


BENCH = Bench(
    "scale",
    __doc__,
    "what a move costs with more players and workers",
    (
        Measure(
            "scale",
            lambda options: measure(
                options.folder, options.players, options.workers, Load(0, options.think, options.seconds)
            ),
            (
                Option("--players", (200, 1_000), "so many play, with commas between", _numbers),
                Option("--workers", (1, 2, 4), "numbers of workers, with commas between", _numbers),
                Option("--think", 5.0, "seconds that a player thinks on average", float),
                Option("--seconds", 30.0, "seconds that are measured, each time", float),
            ),
        ),
    ),
    files="where servers keep their files",
)


def main(arguments: list[str]) -> int:
    """Run it, with the highest limit of open files that this machine allows."""
    servers.raise_open_file_limit()
    return BENCH.main(arguments)
