"""Measure random steps per second of Mole Hill in OpenSpiel, beside OpenSpiel's own games in Python."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from random import Random
from statistics import median

import pyspiel
from open_spiel.python import games  # noqa: F401 - registers those that are written in Python

import moleworks.research.openspiel  # noqa: F401 - registers ours
from benchmarks.bench import Measure
from benchmarks.report import Row, say
from benchmarks.research import pace

OURS = "moleworks_mole_hill"


def peers() -> list[str]:
    """OpenSpiel's sequential games written in Python that need no further files."""
    found = []
    for kind in pyspiel.registered_games():
        by_turns = kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        if kind.short_name.startswith("python_") and by_turns and kind.default_loadable:
            found.append(kind.short_name)
    return found


def player(name: str) -> Callable[[], int]:
    """Plays one random game of that name; the same way for all of them."""
    game, random = pyspiel.load_game(name), Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                numbers, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(numbers, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def rows(wish: argparse.Namespace) -> Iterable[Row]:
    del wish
    found = pace.rates({name: player(name) for name in (OURS, *peers())})
    rates = {name: median(turns) for name, turns in found.items()}
    for name in sorted(rates, key=lambda name: -rates[name]):
        say(f"{name}: {rates[name]:,.0f} steps/s")
    fastest = max(rates.keys() - {OURS}, key=lambda name: rates[name])
    times = pace.times(found[OURS], found[fastest])
    yield Row(
        "OpenSpiel: random steps/s of Mole Hill",
        f"≥ {rates[fastest]:,.0f}",
        f"{rates[OURS]:,.0f}",
        f"{times.middle:.2f} times {fastest}, the fastest of {len(rates) - 1} written in Python; {times}",
        times.middle >= 1,
    )


MEASURE = Measure("openspiel", rows)
