"""Kill an arena five times: the file has to be the one of a run that was never killed.

Games have clocks, openings of a book and adjudication. What was measured in seconds differs from run to run,
so it is compared only between the kills and the end: lines of the file must never change.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.bench import Measure, Option
from benchmarks.report import Row, say

KILLS = 5
WHOLE = 10_000
BOOK = ("c3 a1|b1", "b2 c3|c4 b3", "a1  # a corner", "d2 b2|b3")
MEASURED = ("seconds", "longest")
"""What the time of the machine decides."""


class KilledRun(NamedTuple):
    """What came of it."""

    kills: int
    changed: int
    """Lines that were written before a kill, and are not in the file at the end."""
    games: list[dict[str, Any]]
    """The games of the killed run, without what was measured."""
    expected: list[dict[str, Any]]
    """Those of a run that was not killed."""


def run_with_kills(folder: Path, games: int, kills: int = KILLS, processes: int = 2) -> KilledRun:
    """Play a plan twice: killed and continued, and in one piece."""
    book = folder / "book.txt"
    book.write_text("\n".join(BOOK), "utf-8")
    killed, whole = folder / "killed.json", folder / "whole.json"
    kept: set[str] = set()
    for kill in range(1, kills + 1):
        process = _start(killed, book, games, processes)
        try:
            _wait_for(killed, games * kill // (kills + 1), process)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        kept.update(_lines(killed))
    for file in (killed, whole):
        process = _start(file, book, games, processes)
        if process.wait():
            raise RuntimeError(f"the arena ended with {process.returncode}")
    return KilledRun(kills, len(kept - set(_lines(killed))), _timeless(killed), _timeless(whole))


def _start(out: Path, book: Path, games: int, processes: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "moleworks", "arena", "mole-hill"]
    command += ["--board", "patch", "--players", "best@20n,best@5n", "--games", str(games)]
    command += ["--book", str(book), "--clock", "60+1", "--adjudicate", "0.8,2", "--longest", "40"]
    command += ["--opening", "2", "--keep-records", "--processes", str(processes), "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def _wait_for(out: Path, games: int, process: subprocess.Popen[bytes]) -> None:
    """Until the file has so many games."""
    seen = None
    while True:
        if out.exists() and (now := out.stat().st_mtime_ns) != seen:
            if len(_lines(out)) >= games:
                return
            seen = now
        if process.poll() is not None:
            raise RuntimeError("the arena ended before it could be killed")
        time.sleep(0.05)


def _lines(out: Path) -> list[str]:
    """The lines with games, as they stand there."""
    return [line.rstrip(",") for line in out.read_text("utf-8").splitlines() if line.startswith('  {"set":')]


def _timeless(out: Path) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads(out.read_text("utf-8"))["games"]
    return [{name: part for name, part in game.items() if name not in MEASURED} for game in games]


def rows(wish: argparse.Namespace) -> Iterable[Row]:
    """The whole has ten thousand games."""
    games: int = wish.resumed_games
    say(f"An arena of {games} games is killed {KILLS} times ...")
    with tempfile.TemporaryDirectory() as folder:
        found = run_with_kills(Path(folder), games)
    differing = sum(one != other for one, other in zip(found.games, found.expected, strict=False))
    differing += abs(len(found.games) - len(found.expected))
    rules = [game["rule"] for game in found.games]
    yield Row(
        f"arena: {games:,} games with clocks, book and adjudication, killed {KILLS} times: that differ",
        "0",
        str(differing + found.changed),
        f"{rules.count('adjudicated')} adjudicated; {found.changed} lines changed after a kill",
        differing + found.changed == 0,
    )


MEASURE = Measure(
    "resume", rows, (Option("--resumed-games", 600, "of an arena that is killed; the whole is 10000"),)
)
