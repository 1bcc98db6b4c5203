"""A long trial of the match service: load, all attacks at once, kills, a full disk, and a clock that jumps.

At the end every acknowledged move is there once, no seat was sent a secret, and memory is flat. Ctrl-C ends
it earlier, with the result so far. In the second half no process of the server is killed, so that its memory
can be compared over time; all other faults go on.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench import Bench, Measure, Option
from benchmarks.report import Row, quantile, say
from benchmarks.service import attacks, faults, secrets_sent, servers
from benchmarks.service.consistency import CheckedTable, FaultCounts, PlayerHabits, use_enough_threads
from benchmarks.service.faults import Site

DATABASES = ("sqlite", "postgresql")
TABLES, SECRET_TABLES = 12, 4
"""Pairs of players, and those of them that play a game with secrets."""
ATTACKERS = 2
THINK = 0.2
PAUSES = (2.0, 6.0)
"""Seconds of play between two faults, at least and at most."""
PATIENCE = 60.0
"""Seconds after a fault in which every match has to go on."""
ATTACKS_BEGIN = 20.0
"""Seconds after which it begins, even if the server has slowed some attacks so much that they have not."""
SAMPLING = 2.0
MOST_GROWTH = 20e6
"""Bytes by which a process may grow over the second half."""
MOST_STEP = 0.05
WARM = 0.3
"""The share of a process's samples before its memory is compared: by then its caches are full."""
LONG_MATCH = 300
NO_SECRETS_KNOWN = {"options": {"know_own": False}}


class Wish(NamedTuple):
    """How long it lasts, and how many play."""

    seconds: float
    tables: int = TABLES
    attackers: int = ATTACKERS
    """Addresses that the attacks come from; each may use its share of a processor (`cpu_share`)."""
    long_match: int = LONG_MATCH


class Soak:
    """A trial that runs, and what it has found so far."""

    def __init__(self, site: Site, wish: Wish) -> None:
        self.site, self.wish = site, wish
        self.counts = FaultCounts()
        self.tables = [self._table(number) for number in range(wish.tables)]
        self.happened: Counter[str] = Counter()
        self.stuck = 0
        self.recovered: list[float] = []
        """After each fault: the seconds until every match had gone on."""
        self.memory: dict[int, list[tuple[float, int]]] = defaultdict(list)
        """By process: the resident bytes at moments of the second half."""
        self.began = time.monotonic()
        self.interrupted = False

    def _table(self, number: int) -> CheckedTable:
        """Each pair at an address of its own, as people are; a part of them at a game with secrets."""
        habits = PlayerHabits(think=THINK, address=f"127.0.1.{number + 1}", retry=0.5)
        if number % (TABLES // SECRET_TABLES) == 0:
            habits = habits._replace(game="buddel-bande", order=NO_SECRETS_KNOWN, keep=True)
        return CheckedTable([self.site.port], number, self.counts, habits)

    @property
    def moves(self) -> int:
        return sum(table.moves for table in self.tables)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    async def run(self) -> None:
        """Play under attack and faults until the time is over, or until Ctrl-C."""
        use_enough_threads(self.wish.tables)
        async with AsyncExitStack() as stack:
            if self.wish.attackers:
                await self._attack(stack)
            self.began = time.monotonic()
            playing = [asyncio.create_task(table.play()) for table in self.tables]
            sampling = asyncio.create_task(self._sample_memory())
            try:
                await self._faults(playing)
            except asyncio.CancelledError:
                self.interrupted = True
                say(f"soak, {self.site.name}: interrupted after {self.elapsed:.0f} s")
            finally:
                sampling.cancel()
                self.site.disk.free()
                for task in playing:
                    task.cancel()
                await asyncio.gather(sampling, *playing, return_exceptions=True)
        await self.site.repair()
        await asyncio.to_thread(self.site.server.wait_until_ready)
        await asyncio.gather(*(table.check_unfinished() for table in self.tables))

    async def _attack(self, stack: AsyncExitStack) -> None:
        """Start all attacks, from a few addresses; they go on until the end."""
        port = self.site.port
        target, record = await attacks.open_long_match(port, self.wish.long_match)
        all_of_them = attacks.attacks_on(target, record)[1:]
        computers = attacks.Attack(
            "many matches against the strongest computer", "computers", {"matches": 20}
        )
        say(f"soak, {self.site.name}: {len(all_of_them) + 1} attacks begin")
        attacking = (
            attacks.attackers_at(port, attack, f"127.0.2.{1 + number % self.wish.attackers}", ATTACKS_BEGIN)
            for number, attack in enumerate((*all_of_them, computers))
        )
        await asyncio.gather(*map(stack.enter_async_context, attacking))

    async def _faults(self, playing: Sequence[asyncio.Task[None]]) -> None:
        rng, planned = random.Random(7), list[str]()
        while self.elapsed < self.wish.seconds:
            await asyncio.sleep(rng.uniform(*PAUSES))
            if not planned:
                planned = self.site.kinds(kills=self.elapsed < self.wish.seconds / 2)
                rng.shuffle(planned)
            kind = planned.pop()
            if kind.startswith("kill") and "database" not in kind and self.elapsed > self.wish.seconds / 2:
                continue
            what = await self.site.do(kind)
            await self.site.repair()
            self.happened[kind] += 1
            took = await self._wait_for_moves(playing)
            say(
                f"soak, {self.site.name}: {self.elapsed:.0f} of {self.wish.seconds:.0f} s; {what}, all "
                f"went on after {took:.1f} s; {self.moves:,} moves; {self.counts}",
                markup=False,
            )

    async def _wait_for_moves(self, playing: Sequence[asyncio.Task[None]]) -> float:
        """Wait until each table has made another move; the seconds it took."""
        before, began = [table.moves for table in self.tables], time.monotonic()
        while time.monotonic() < began + PATIENCE:
            for task in playing:
                if task.done():
                    task.result()  # players never stop: an error of the benchmark itself
            if all(table.moves > moves for table, moves in zip(self.tables, before, strict=True)):
                break
            if not self.site.server.alive():  # it could not start; the system tries again
                await self.site.repair()
            await asyncio.sleep(0.02)
        self.stuck += sum(table.moves <= moves for table, moves in zip(self.tables, before, strict=True))
        self.recovered.append(time.monotonic() - began)
        return self.recovered[-1]

    async def _sample_memory(self) -> None:
        while True:
            await asyncio.sleep(SAMPLING)
            if self.elapsed > self.wish.seconds / 2:
                for pid, used in self.site.memory().items():
                    self.memory[pid].append((self.elapsed, used))


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """The growth a second, by least squares; 0 if there are too few samples.

    >>> slope([(0, 10), (1, 12), (2, 14)])
    2.0
    """
    if len(samples) < 3:
        return 0.0
    return statistics.linear_regression(*zip(*samples, strict=True)).slope


def measure(folder: Path, databases: Sequence[str], wish: Wish) -> Iterable[Row]:
    """One trial for each database."""
    for database in databases:
        name = {"sqlite": faults.SqliteSite.name, "postgresql": faults.PostgresSite.name}[database]
        settings = attacks.DEFAULTS | {"matches_per_hour": 10**7}
        with faults.site(name, folder, settings) as site:
            soak = asyncio.run(_run(site, wish))
            site.close()
            kept = [one for table in soak.tables for player in table.players for one in player.kept]
            sent = asyncio.run(secrets_sent.check(site.database, kept))
            yield from _rows(soak, sent)
        if soak.interrupted:
            raise KeyboardInterrupt


async def _run(site: Site, wish: Wish) -> Soak:
    say(f"soak, {site.name}: the disk is {site.disk.what}")
    soak = Soak(site, wish)
    await soak.run()
    return soak


def _rows(soak: Soak, sent: secrets_sent.SecretsFound) -> list[Row]:
    name, counts = soak.site.name, soak.counts
    disagreed = sum(table.disagreed for table in soak.tables)
    unanswered = sum(table.unanswered for table in soak.tables)
    ended = sum(table.matches for table in soak.tables)
    loaded = f"load {os.getloadavg()[0]:.1f}"
    times = ", ".join(f"{count} × {kind}" for kind, count in sorted(soak.happened.items()))
    lost = counts.lost or counts.changed or counts.twice or disagreed or unanswered
    return [
        Row(
            f"soak of {soak.elapsed / 60:.1f} min, {name}: acknowledged moves",
            "each there once",
            f"{counts.lost} lost, {counts.twice} twice, {counts.changed} changed of {soak.moves:,}",
            f"{times}; {ended} matches ended, {disagreed} logs differ, {unanswered} missing; {counts}; "
            f"{loaded}",
            not lost and soak.moves > 0,
        ),
        Row(
            f"{name}: after a fault every match goes on",
            "≤ 60 s",
            f"{soak.stuck} stuck",
            f"longest {max(soak.recovered, default=0):.1f} s, median {quantile(soak.recovered, 0.5):.1f} s, "
            f"from when the fault was over; {soak.wish.attackers} addresses attack, at nice 19 on the same "
            f"cores; {loaded}",
            not soak.stuck,
        ),
        Row(
            f"{name}: positions sent to seats, compared with other secrets",
            "no byte differs",
            f"{sent.told} of {sent.compared:,} differ",
            f"{sent.matches} times a seat in a match; {sent.example or 'two unknown owners swapped'}",
            not sent.told and (sent.compared > 0 or not soak.moves),
        ),
        _memory_row(soak),
        _step_row(soak),
    ]


def _memory_row(soak: Soak) -> Row:
    """The process that grows most, among those that lived long enough to tell."""
    longest = max((len(samples) for samples in soak.memory.values()), default=0)
    told: list[tuple[float, float, int]] = []
    for samples in soak.memory.values():
        warm = samples[int(WARM * len(samples)) :]
        if len(samples) >= longest / 2 and len(warm) > 2:
            growth = slope(warm)
            told.append((growth, growth * (warm[-1][0] - warm[0][0]), warm[-1][1]))
    growth, total, used = max(told, default=(0.0, 0.0, 0))
    return Row(
        f"{soak.site.name}: memory of a process, second half",
        "flat: ≤ 20 MB more",
        f"{growth * 3600 / 1e6:+.1f} MB an hour",
        f"{total / 1e6:+.1f} MB in that time, by least squares over {longest} samples; "
        f"{used / 1e6:.0f} MB at the end",
        bool(told) and total <= MOST_GROWTH,
    )


def _step_row(soak: Soak) -> Row:
    seconds, what = soak.site.longest_step()
    shown = f"{1000 * seconds:.0f} ms" if seconds else "≤ 20 ms"
    return Row(
        f"{soak.site.name}: longest step on the event loop, CPU time of the thread",
        "≤ 50 ms",
        shown,
        what or "no step was long enough for the log",
        seconds <= MOST_STEP,
    )


def _databases(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    if unknown := set(chosen) - set(DATABASES):
        raise ValueError(", ".join(unknown))
    return chosen


BENCH = Bench(
    "soak",
    __doc__,
    "the match service in a long trial",
    (
        Measure(
            "soak",
            lambda options: measure(
                options.folder,
                options.databases,
                Wish(60 * options.minutes, options.tables, options.attackers),
            ),
            (
                Option("--minutes", 60.0, "how long, on each database", float),
                Option("--databases", DATABASES, "which, with commas between", _databases),
                Option("--tables", TABLES, "pairs of honest players"),
                Option("--attackers", ATTACKERS, "addresses that attack; 0: nobody does"),
            ),
        ),
    ),
    files="where servers keep their files",
    interrupted="Interrupted: this is what was found until then.",
)


def main(arguments: list[str]) -> int:
    """Run it, with the highest limit of open files that this machine allows."""
    servers.raise_open_file_limit()
    return BENCH.main(arguments)
