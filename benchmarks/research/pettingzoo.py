"""Measure steps per second of Mole Hill in PettingZoo with observations, beside its own connect four."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from typing import Any

from pettingzoo.classic.connect_four.connect_four import env as connect_four

from benchmarks.bench import Measure
from benchmarks.report import Row
from benchmarks.research import pace
from moleworks.research.pettingzoo import env

WANTED = 5


def player(table: Any) -> Callable[[], int]:
    """Plays one random game as PettingZoo's manual does it; the same way for both."""
    random = Random(1)

    def play() -> int:
        steps = 0
        table.reset(seed=random.getrandbits(30))
        for _ in table.agent_iter():
            observation, _, over, cut, _ = table.last()
            if over or cut:
                table.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            table.step(legal[int(random.random() * len(legal))])
            steps += 1
        return steps

    return play


def rows(wish: argparse.Namespace) -> Iterable[Row]:
    del wish
    found = pace.rates({"ours": player(env("mole-hill")), "theirs": player(connect_four())})
    times = pace.times(found["ours"], found["theirs"])
    ours, theirs = median(found["ours"]), median(found["theirs"])
    yield Row(
        "PettingZoo: steps/s of Mole Hill",
        f"≥ {WANTED} times connect four",
        f"{times.middle:.1f} times",
        f"{ours:,.0f} and {theirs:,.0f} steps/s, each as its env() comes; {times}",
        times.middle >= WANTED,
    )


MEASURE = Measure("pettingzoo", rows)
