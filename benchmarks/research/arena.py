"""Measure the speed of the arena: thousands of quick games, and Ray against local processes."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from benchmarks.bench import Measure, Option
from benchmarks.report import Row, say
from moleworks import arena
from moleworks.arena import cluster
from moleworks.arena.runs import PoolFactory
from moleworks.games import GAMES

MANY = 10_000
LIMIT = 300.0
AS_FAST = 0.9
PLAYERS = ("level1", "random")
COMPARED = 3_000
"""Most games of one measurement on Ray or in processes: half a minute is enough to compare."""
KILLED = 600
"""Games of the run in which a worker is killed."""
WARM = 100
"""Games played before the clock starts, so that kernels are compiled and workers are running."""


def quick(wish: argparse.Namespace) -> Iterable[Row]:
    """Level 1 against random: ten thousand games, or fewer with the time scaled up."""
    games: int = wish.arena_games
    for game in GAMES:
        took = _seconds(game, games, None) * MANY / games
        counted = f"{games} games" if games == MANY else f"{games} games, scaled to {MANY:,}"
        what = f"{game}: {MANY:,} games of level 1 against random, two processes"
        yield Row(what, f"< {LIMIT:.0f} s", f"{took:.0f} s", counted, took < LIMIT)


def on_ray(wish: argparse.Namespace) -> Iterable[Row]:
    """The same games with two Ray workers and with two processes, alternating; the best of each."""
    games = min(COMPARED, wish.arena_games)
    for game in GAMES:
        local, there = [], []
        for _ in range(3):
            local.append(_seconds(game, games, None))
            there.append(_seconds(game, games, cluster.ray_at(count=2)))
        ratio = min(local) / min(there)
        counted = f"{games / min(there):.0f} games/s against {games / min(local):.0f}"
        what = f"{game}: Ray against local processes, games/s"
        yield Row(what, f"≥ {AS_FAST}", f"{ratio:.2f}", counted, ratio >= AS_FAST)
    yield _with_a_killed_worker()


def _with_a_killed_worker() -> Row:
    """Compare with a run without Ray, though one Ray worker is killed half-way."""
    plan = arena.plan("mole-hill", PLAYERS, KILLED)
    with tempfile.TemporaryDirectory() as folder:
        here, there = Path(folder, "here.json"), Path(folder, "there.json")
        arena.run(plan, here, processes=2, watch=_Clock())
        killer = _Killer()
        arena.run(plan, there, where=cluster.ray_at(count=2), watch=killer)
        played, lost = _digests(there), _digests(here) - _digests(there)
    what = "mole-hill: games lost or other than in processes when a worker of Ray is killed"
    counted = f"{len(played)} games; trouble was told {killer.troubles} times"
    return Row(what, "0", str(len(lost)), counted, not lost and killer.troubles > 0)


def _digests(file: Path) -> set[tuple[int, int, str]]:
    return {(game["set"], game["rotation"], game["digest"]) for game in json.loads(file.read_text())["games"]}


class _Clock:
    """Measures the time of a run without its first `WARM` games."""

    def __init__(self) -> None:
        self.begun: tuple[float, int] | None = None
        self.ended: tuple[float, int] | None = None

    def begin(self, plan: arena.ArenaPlan, done: int, planned: int) -> None:
        pass

    def tell(self, report: arena.Report, played: int) -> None:
        now = time.perf_counter(), played
        if self.begun is None and played >= WARM:
            self.begun = now
        self.ended = now

    def trouble(self, trouble: object) -> None:
        say(str(trouble))

    def end(self) -> None:
        pass

    def each(self) -> float:
        assert self.begun
        assert self.ended
        return (self.ended[0] - self.begun[0]) / max(1, self.ended[1] - self.begun[1])


class _Killer(_Clock):
    """Kills a Ray worker when half of the games are played."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles = 0
        self.killed = False

    def tell(self, report: arena.Report, played: int) -> None:
        if played >= KILLED // 2 and not self.killed:
            self.killed = True
            subprocess.run(["pkill", "-KILL", "-o", "-f", "^ray::RemoteGameRunner"], check=True)

    def trouble(self, trouble: object) -> None:
        self.troubles += 1


def _seconds(game: str, games: int, where: PoolFactory | None) -> float:
    """Seconds for this many games, without the start."""
    say(f"{game}: {games} games {'on Ray' if where else 'in processes'}")
    clock = _Clock()
    arena.run(arena.plan(game, PLAYERS, games), processes=2, where=where, watch=clock)
    return games * clock.each()


MEASURE = Measure(
    "arena", quick, (Option("--arena-games", 600, "of level 1 against random; the whole is 10000"),)
)
RAY = Measure("ray", on_ray)
