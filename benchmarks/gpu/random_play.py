"""Measure random rounds of Mole Hill on a GPU with nothing written: a thread plays round after round."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numba import cuda

from benchmarks.bench import Measure
from benchmarks.report import Row
from moleworks import boards
from moleworks.core.cuda_kernels import launchable
from moleworks.core.kernel import kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.games import GAMES
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.rules_fast import play_without_branch
from moleworks.research.batches.cuda_memory import CudaMemory
from moleworks.research.batches.random_keys import keys_from_seed, seeds_from_keys

WANTED = 1.5e9
THREADS, BLOCKS, ROUNDS = 128, 132 * 32, 2000
MEAN, CLOSE = 12.81, 0.02
"""The points of a random round on the classic board, as the processor counts them."""
TRIES = 3


@kernel
def play_rounds(table: Any, seeds: Sequence[int], rounds: int, points: Any, actions: Any) -> None:
    """Play so many rounds in each thread; add up the points and the actions of a thread."""
    i = cuda.grid(1)
    seed = int(seeds[i])
    total = turns = 0
    position = rules.opening(table)
    while rounds:
        seed = next_seed(seed)
        n = pick(seed, rules.legal_count(table, position))
        position = play_without_branch(table, position, rules.nth_legal(table, position, n))
        turns += 1
        if position.phase == rules.OVER:
            total += rules.points(table, position.hills)
            rounds -= 1
            position = rules.opening(table)
    points[i] = total
    actions[i] = turns


def measure(wish: argparse.Namespace) -> Iterator[Row]:
    """One row."""
    del wish
    game = GAMES["mole-hill"]
    start: Any = game.start(game.setup(boards.named("mole-hill", "classic"), None, None, {"rounds": 1}))
    table = CudaMemory().table(start.table)
    threads = THREADS * BLOCKS
    seeds = cuda.to_device(seeds_from_keys(keys_from_seed(3, threads), threads)[0])
    points, actions = (cuda.device_array(threads, np.int64) for _ in range(2))
    play = launchable(play_rounds)
    play[BLOCKS, THREADS](table, seeds, 2, points, actions)  # compiles
    cuda.synchronize()
    times = []
    for _ in range(TRIES):
        began, ended = cuda.event(), cuda.event()
        began.record()
        play[BLOCKS, THREADS](table, seeds, ROUNDS, points, actions)
        ended.record()
        ended.synchronize()
        times.append(cuda.event_elapsed_time(began, ended) / 1000)
    took, rounds = sorted(times)[TRIES // 2], threads * ROUNDS
    mean = points.copy_to_host().sum() / rounds
    yield Row(
        "Mole Hill: random rounds/s, nothing written",
        f"≥ {WANTED:.2g}",
        f"{rounds / took:.3g}",
        f"{actions.copy_to_host().sum() / took:.2g} actions/s, {mean:.3f} points a round (processor: {MEAN})",
        rounds / took >= WANTED and abs(mean - MEAN) < CLOSE,
    )


MEASURE = Measure("random", measure, (), "random rounds", 0.5)
