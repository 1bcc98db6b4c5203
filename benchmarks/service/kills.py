"""Kill the server, its workers or the database (kill -9) at random moments, while the clock jumps.

No acknowledged move may be lost or be there twice, and every match has to go on, those against computers too.
Another `--seed` is killed at other moments; the runs of one folder are counted together.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.report import Row, quantile, say
from benchmarks.service import faults, runs
from benchmarks.service.consistency import AT_ONCE, CheckedTable, FaultCounts, use_enough_threads
from benchmarks.service.faults import Site

TABLES, WITH_COMPUTER = 20, 4
"""Matches that are played at a time, and those of them against a computer."""
LONGEST_PLAY = 0.6
"""The longest time in seconds from when all matches go on until the next kill."""
KILLS_A_CLOCK = 5
"""Kills until the clock jumps again."""
PATIENCE, MOST = 60.0, 5.0
"""Seconds after which a match that has not gone on is stuck, and in which all have to go on."""
SITES = {"sqlite": faults.SqliteSite.name, "postgresql": faults.PostgresSite.name}


def measure(
    folder: Path, kills: int, databases: Sequence[str] = tuple(SITES), seed: int = 0
) -> Iterable[Row]:
    """A row for each database."""
    for database in databases:
        with faults.site(SITES[database], folder, {}) as site:
            site.hanging = 0.0
            yield asyncio.run(KillTrial(site, seed, folder / f"kills-{database}.jsonl").run(kills))


class KillTrial:
    """Players, and a server that is killed."""

    def __init__(self, site: Site, seed: int, runs_file: Path) -> None:
        self.site, self.seed, self.runs_file = site, seed, runs_file
        self.rng = random.Random(f"{site.name} {seed}")
        self.counts = FaultCounts()
        self.tables = [
            CheckedTable(
                [site.port],
                number,
                self.counts,
                # A database that is away is told as a refusal: the move is sent again.
                AT_ONCE._replace(retry=0.1, against_computer=number < WITH_COMPUTER),
            )
            for number in range(TABLES)
        ]
        self.killed: Counter[str] = Counter()
        self.waits: list[float] = []
        """After each kill: the seconds until every match had gone on, from when the server was up again."""
        self.stuck = 0
        self.late = 0
        """How often those against a computer were the last to go on."""

    @property
    def moves(self) -> int:
        return sum(table.moves for table in self.tables)

    async def run(self, kills: int) -> Row:
        """Kill so many times, or until Ctrl-C; what was found."""
        use_enough_threads(TABLES)
        playing = [asyncio.create_task(table.play()) for table in self.tables]
        try:
            await self._wait_for_moves(playing)
            for done, what in enumerate(itertools.islice(self._kinds(), kills), 1):
                await asyncio.sleep(self.rng.uniform(0, LONGEST_PLAY))
                if done % KILLS_A_CLOCK == 0:
                    self.site.clock.jump()
                await self.site.do(what)
                await self.site.repair()
                self.killed[what] += 1
                self.waits.append(await self._wait_for_moves(playing))
                if done % 10 == 0:
                    say(
                        f"kill, {self.site.name}: {done} of {kills}; {self.moves:,} moves acknowledged; "
                        f"{self.counts}; {self.stuck} stuck; all went on in {max(self.waits):.1f} s, "
                        f"computers {self.late} times last",
                        markup=False,
                    )
        except (KeyboardInterrupt, asyncio.CancelledError):
            say(f"kill, {self.site.name}: interrupted after {len(self.waits)}")
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await self.site.repair()
            await asyncio.to_thread(self.site.server.wait_until_ready)
            await asyncio.gather(*(table.check_unfinished() for table in self.tables))
        return self._row(kills)

    def _kinds(self) -> Iterable[str]:
        kinds = [kind for kind in self.site.kinds(kills=True) if kind.startswith("kill")]
        while True:
            yield self.rng.choice(kinds)

    async def _wait_for_moves(self, playing: Sequence[asyncio.Task[None]]) -> float:
        """Wait until each table has made another move; the seconds it took."""
        before, began = [table.moves for table in self.tables], time.monotonic()

        def waiting() -> list[int]:
            return [n for n, table in enumerate(self.tables) if table.moves <= before[n]]

        last: list[int] = []
        while (left := waiting()) and time.monotonic() < began + PATIENCE:
            last = left
            for task in playing:
                if task.done():
                    task.result()  # players never stop: an error of the benchmark itself
            if not self.site.server.alive():
                await self.site.repair()
            await asyncio.sleep(0.01)
        self.stuck += len(left)
        self.late += bool(last) and max(last) < WITH_COMPUTER
        return time.monotonic() - began

    def _row(self, kills: int) -> Row:
        counts, site = self.counts, self.site
        repeated = sum(player.repeated for table in self.tables for player in table.players)
        ended = sum(table.matches for table in self.tables)
        disagreed = sum(table.disagreed for table in self.tables)
        unanswered = sum(table.unanswered for table in self.tables)
        slowest = max(self.waits, default=0.0)
        done = ", ".join(f"{count} × {what}" for what, count in sorted(self.killed.items()))
        late = sum(seconds > MOST for seconds in self.waits)
        together = runs.add_run(
            self.runs_file,
            {
                "kills": len(self.waits),
                "moves": self.moves,
                "lost": counts.lost,
                "twice": counts.twice,
                "changed": counts.changed,
                "stuck": self.stuck,
                f"after more than {MOST:g} s": late,
            },
            self.seed,
        )
        return Row(
            f"kill -9 under load, {site.name}, clocks jumping",
            f"0 lost, 0 twice, all go on in {MOST:g} s",
            f"{counts.lost} lost, {counts.twice} twice, {self.stuck} stuck, {slowest:.1f} s",
            f"{done}; {len(self.waits) // KILLS_A_CLOCK} clock jumps; {self.moves:,} moves acknowledged, "
            f"{ended} matches ended, {WITH_COMPUTER} of {TABLES} against a computer; all went on after "
            f"{quantile(self.waits, 0.5):.1f} s (median), {quantile(self.waits, 0.99):.1f} s (99 %) once the "
            f"server was up, computers {self.late} times last; {disagreed} logs differ, {unanswered} missing"
            f"; {counts}; {repeated} resent in vain; {late} times after more than {MOST:g} s; "
            f"seed {self.seed}; load {os.getloadavg()[0]:.1f}; {together}",
            not (counts.lost or counts.changed or counts.twice or counts.behind)
            and not (self.stuck or disagreed or unanswered)
            and slowest <= MOST
            and len(self.waits) == kills,
        )
