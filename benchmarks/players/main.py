"""Benchmarks of playing strength: endgames, first moves, games against references, level against level.

Every result is saved at once, so the same command continues after an interruption. Results of other rules or
other players do not count. Another folder begins from nothing.
"""

from __future__ import annotations

from benchmarks.bench import Bench, Option
from benchmarks.players import duels, endgames, methods, starts
from moleworks.games import GAMES

GAMES_EACH = 400

BENCH = Bench(
    "players",
    __doc__,
    "how well the computer plays (95 % intervals)",
    (*starts.MEASURES, *endgames.MEASURES, *duels.MEASURES, *methods.MEASURES),
    files="where results are kept",
    interrupted="Interrupted: the same command goes on from here.",
    options=(
        Option("--game", None, "one game only", str, tuple(GAMES)),
        Option(
            "--games", GAMES_EACH, "duels, levels: how many are played of each; the time is in proportion"
        ),
        Option("--seconds", 0.02, "duels: a move of the player, where the other hardly thinks", float),
        Option("--processes", None, "that play at once; else as many as there are cores"),
    ),
)
main = BENCH.main
