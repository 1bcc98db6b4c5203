"""Measure steps a second of batches on a GPU: random legal actions, the step, new games, masks and planes.

A second line tells the time of the step alone, with actions that were drawn before.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

from numba import cuda

from benchmarks.bench import Measure
from benchmarks.report import Row
from moleworks.games import GAMES
from moleworks.research import Batch, batch


class Trial(NamedTuple):
    """How many games of one kind, and how many steps a second are wanted."""

    games: int
    wanted: float


TRIALS = {
    "mole-hill": Trial(1 << 23, 1e9),
    "mole-company": Trial(1 << 20, 1e8),
    "buddel-bande": Trial(1 << 22, 5e8),
}
WARM_UP, STEPS = 20, 60


def measure(wish: argparse.Namespace) -> Iterator[Row]:
    """Each game."""
    del wish
    for game, trial in TRIALS.items():
        games = batch(game, trial.games, seed=1, device="cuda")
        for _ in range(WARM_UP):
            games.step(games.sample())
        whole, alone = rates(games)
        size = games.actions + games._settings.size
        yield Row(
            f"{GAMES[game].title}: steps/s with random actions, masks, planes, new games",
            f"≥ {trial.wanted:.2g}",
            f"{whole:.3g}",
            f"step alone {alone:.3g}; {trial.games:,} games, {size:,} bytes of mask, planes; {about(games)}",
            whole >= trial.wanted,
        )


def rates(games: Batch) -> tuple[float, float]:
    """Steps a second with the choice of the actions, and of the step alone."""
    cuda.synchronize()
    stepping, began = 0.0, time.perf_counter()
    for _ in range(STEPS):
        actions = games.sample()
        before = time.perf_counter()
        games.step(actions)
        stepping += time.perf_counter() - before
    played = len(games) * STEPS
    return played / (time.perf_counter() - began), played / stepping


def about(games: Batch) -> str:
    """The registers and the local memory of a thread of the step."""
    step = games._loops._gpu.step  # type: ignore[attr-defined]
    registers, local = step.get_regs_per_thread(), step.get_local_mem_per_thread()
    return f"{list(registers.values())} registers, {list(local.values())} bytes of local memory"


MEASURE = Measure("steps", measure, (), "steps a second", 3)
