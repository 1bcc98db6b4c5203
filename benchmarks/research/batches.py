"""Measure the steps per second of batches on one core, beside those of pgx.

A step includes all that a learner needs: a random legal action by the mask, the action itself, a new game
where one is over, the new mask and the new planes. Both are measured in CPU time of a process bound to one
core, so that other work on the machine does not matter; each at its best batch size.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.bench import Measure
from benchmarks.report import Row, say
from moleworks.games import GAMES
from moleworks.research import batch

HERE = Path(__file__).parent
PEER = HERE.with_name("pgx")
OURS, THEIRS = (64, 256, 512, 1024, 2048, 4096), (16, 64, 128, 256, 512, 1024, 4096)
"""Batch sizes."""
TRIES, SECONDS = 5, 0.4
WANTED = 10


def measure(wish: argparse.Namespace) -> Iterator[Row]:
    """Mole Hill against pgx's hex; then the other games, without a target."""
    with one_core() as core:
        python = installed((wish.folder / "pgx").absolute())
        peer = hexes(python, core)
        found = {game: max((rate(game, size), size) for size in OURS) for game in GAMES}
    best, size = found["mole-hill"]
    yield Row(
        "batch: Mole Hill, steps/s with masks and planes, one core",
        f"≥ {WANTED} × pgx",
        f"{best:,.0f}: {best / peer[0]:.1f} × pgx",
        f"ours best with {size} games; pgx's hex {peer[0]:,.0f} with {peer[1]}",
        best >= WANTED * peer[0],
    )
    for game in ("mole-company", "buddel-bande"):
        best, size = found[game]
        yield Row(f"batch: {GAMES[game].title}, the same", "", f"{best:,.0f}", f"with {size} games", True)


def rate(game: str, size: int) -> float:
    """Our steps per second with a batch size: the best of a few tries."""
    games = batch(game, size, seed=1)
    games.step(games.sample())  # compiles
    best = 0.0
    for _ in range(TRIES):
        steps, began = 0, time.process_time()
        while (took := time.process_time() - began) < SECONDS:
            for _ in range(20):
                games.step(games.sample())
            steps += 20 * size
        best = max(best, steps / took)
    return best


def hexes(python: Path, core: int) -> tuple[float, int]:
    """pgx's steps per second at its best batch size, and that size."""
    say("pgx plays hex ...")
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    alone = {"XLA_FLAGS": flags, "OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [python, PEER / "hexes.py", str(core), *map(str, THEIRS)],
        env=os.environ | alone,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return max((line["rate"], line["size"]) for line in lines)


def installed(place: Path) -> Path:
    """The interpreter of an environment with pgx, installed from its requirements file."""
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted, done = (PEER / "requirements.txt").read_text("utf-8"), place / "installed.txt"
    if not done.exists() or done.read_text("utf-8") != wanted:
        say("Installing pgx ...")
        venv.create(place, clear=True, with_pip=True)
        command: list[str | Path] = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "-r",
            PEER / "requirements.txt",
        ]
        subprocess.run(command, check=True)
        done.write_text(wanted, "utf-8")
    return python


@contextmanager
def one_core() -> Iterator[int]:
    """Bind this process to one core, if the system can; the number of the core."""
    if not hasattr(os, "sched_setaffinity"):
        yield -1
        return
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


MEASURE = Measure("batch", measure)
