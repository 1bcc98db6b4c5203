"""Measure OpenSpiel's IS-MCTS on Buddel Bande: simulations a second of CPU time, with either evaluator."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from benchmarks.bench import Measure
from benchmarks.report import Row
from moleworks.research.openspiel.bots import RolloutEvaluator

WANTED = 3000
SIMULATIONS, PLAIN_SIMULATIONS = 1000, 60
POSITIONS = tuple((players, actions) for players in (2, 3, 4) for actions in (6, 25, 50))
"""Numbers of players, and of actions before the search."""


def position(players: int, actions: int) -> Any:
    """The state after so many random actions, where a seat has something to choose."""
    random = Random(actions)
    state = pyspiel.load_game(f"moleworks_buddel_bande(players={players})").new_initial_state()
    while state.move_number() < actions or state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(random.choice(state.legal_actions()))
    return state


def rate(state: Any, evaluator: type[mcts.Evaluator], simulations: int) -> float:
    """Simulations a second in one search."""
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator(1, random), 2.0, simulations, random_state=random)
    bot.set_resampler(lambda here, player: here.resample_from_infostate(player, random.random_sample))
    began = time.process_time()
    bot.run_search(state)
    return simulations / (time.process_time() - began)


def rows(wish: argparse.Namespace) -> Iterator[Row]:
    """One row: the median over all positions."""
    del wish
    states = [position(*each) for each in POSITIONS]
    rate(states[0], RolloutEvaluator, 10)  # compiles
    ours = [rate(state, RolloutEvaluator, SIMULATIONS) for state in states]
    plain = [rate(state, mcts.RandomRolloutEvaluator, PLAIN_SIMULATIONS) for state in states]
    yield Row(
        "IS-MCTS in OpenSpiel: simulations/s of Buddel Bande",
        f"≥ {WANTED:,}",
        f"{median(ours):,.0f}",
        f"{min(ours):,.0f} to {max(ours):,.0f} in {len(ours)} positions;"
        f" OpenSpiel's evaluator {median(plain):,.0f}",
        median(ours) >= WANTED,
    )


MEASURE = Measure("ismcts", rows, (), "IS-MCTS in OpenSpiel", 0.3)
