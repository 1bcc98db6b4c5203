"""Measure level 7 in Mole Hill against OpenSpiel's Python MCTS: at equal time, and with 1,000 simulations.

Every finished game is stored, so an interrupted duel continues.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import moleworks.research.openspiel  # noqa: F401 - registers the games
from benchmarks.bench import Measure, Option
from benchmarks.report import Row, say
from moleworks import engine
from moleworks.arena import store
from moleworks.arena.statistics import estimate
from moleworks.engine import Effort, Knowledge

GAME = "mole-hill"
UCT = 2.0
LEVEL = engine.LEVELS[-1]


class Duel(NamedTuple):
    name: str
    what: str
    simulations: int | None
    """Simulations of the MCTS; None for the time that our player uses."""
    wanted: float


DUELS = (
    Duel("equal-time", "Mole Hill: level 7 against OpenSpiel's MCTS, equal time", None, 0.99),
    Duel("simulations", "Mole Hill: level 7 against OpenSpiel's MCTS, 1,000 simulations", 1000, 0.95),
)


class DuelGame(NamedTuple):
    """One game: the points of level 7, and the time of each side for a move."""

    points: float
    ours: float
    theirs: float
    simulations: float


def rows(wish: argparse.Namespace) -> Iterable[Row]:
    for duel in DUELS:
        kept = wish.folder / f"{duel.name}-{str(store.versions(GAME)['source'])[:12]}.jsonl"
        games = list(_games(duel, wish.duel_games, kept))
        pairs = [(one.points + other.points) / 2 for one, other in pairwise(games[: len(games) // 2 * 2])][
            ::2
        ]
        found = estimate(pairs, games=2)
        means = [sum(values) / len(games) for values in zip(*games, strict=True)]
        yield Row(
            duel.what,
            f"≥ {100 * duel.wanted:.0f} %",
            f"{100 * found.share:.1f} % ({100 * found.low:.1f}-{100 * found.high:.1f})",
            f"{len(games)} games; {means[1]:.2f} s and {means[2]:.2f} s a move, {means[3]:,.0f} simulations",
            found.share >= duel.wanted,
        )


def _games(duel: Duel, count: int, kept: Path) -> Iterable[DuelGame]:
    """The stored games, then new ones; the sides change after every game."""
    games = [DuelGame(*json.loads(line)) for line in kept.read_text().splitlines()] if kept.exists() else []
    engine.player(GAME).warm_up(120)
    with kept.open("a") as file:
        for number in range(len(games), count):
            game = play_game(duel.simulations, seat=number % 2, seed=number)
            games.append(game)
            file.write(json.dumps(game) + "\n")
            file.flush()
            won = sum(each.points for each in games)
            say(f"{duel.name}: {won:g} of {len(games)}, {count - len(games)} to go", highlight=False)
    return games[:count]


class TimeBudget:
    """The time that each side has used, to give the MCTS as much as our player took."""

    first = 1.0
    """Seconds for its first move if our player has not moved yet."""

    def __init__(self) -> None:
        self.ours, self.theirs = [0.0, 0], [0.0, 0]
        self.simulations = 0
        self.each = 0.02

    def affordable_simulations(self) -> int:
        """Simulations until both have used the same time for a move."""
        mean = self.ours[0] / self.ours[1] if self.ours[1] else self.first
        left = mean * (self.theirs[1] + 1) - self.theirs[0]
        return max(2, int(left / self.each))

    def add_search(self, simulations: int, took: float) -> None:
        self.simulations += simulations
        self.each = took / simulations


def play_game(simulations: int | None, seat: int, seed: int) -> DuelGame:
    """One game of level 7 in that seat against OpenSpiel's MCTS in the other."""
    game = pyspiel.load_game("moleworks_mole_hill")
    random, budget, state = np.random.RandomState(seed), TimeBudget(), game.new_initial_state()
    bot = mcts.MCTSBot(game, UCT, 1, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    while not state.is_terminal():
        ours = state.current_player() == seat
        began = time.process_time()
        if ours:
            action = _ours(game, state, seed)
        else:
            bot.max_simulations = simulations or budget.affordable_simulations()
            action = bot.step(state)
        took = time.process_time() - began
        spent = budget.ours if ours else budget.theirs
        spent[0] += took
        spent[1] += 1
        if not ours:
            budget.add_search(bot.max_simulations, took)
        state.apply_action(action)
    points = (state.returns()[seat] + 1) / 2
    return DuelGame(
        points,
        budget.ours[0] / max(1, budget.ours[1]),
        budget.theirs[0] / max(1, budget.theirs[1]),
        budget.simulations / max(1, budget.theirs[1]),
    )


def _ours(game: Any, state: Any, seed: int) -> int:
    view = game.encoding.game.view(state.moleworks_state, state.current_player())
    knowledge = Knowledge(game.encoding.setup, view, state.heard)
    advice = engine.player(GAME).advise(knowledge, Effort(level=LEVEL), seed=seed + state.move_number())
    return int(state.string_to_action(advice.action))


MEASURE = Measure("duels", rows, (Option("--duel-games", 100, "duels: how many games of each"),))
