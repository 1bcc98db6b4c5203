"""Prove every shipped puzzle again with ten times the nodes, and try its difficulty with other seeds."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial

from benchmarks.bench import Bench, Measure, Option
from benchmarks.report import Row, say
from moleworks import puzzles
from moleworks.core.game import CHANCE
from moleworks.engine import LEVELS
from moleworks.games import GAMES
from moleworks.puzzles import Finding, Puzzle, files, mine, rate

WANTED = 365
LOW, HIGH = 0.5, 0.9
SLACK = 0.02
"""Levels that are equally good at it differ by as much by chance."""
SEED = 1_000_000
"""Other attempts than those that the puzzles were rated by."""


def proven(game: str, puzzle: Puzzle) -> bool:
    """Whether a new search with ten times the nodes finds this question and these answers alone."""
    match = puzzle.match(game)
    finding = Finding(
        puzzle.theme, tuple(puzzle.answers), puzzle.value, puzzle.rest, puzzle.second, puzzle.about
    )
    at_move = match.game.actor(match.state)
    return at_move not in {None, CHANCE} and mine.confirmed(files.part(game), match, finding)


def measure_proofs(game: str, args: argparse.Namespace) -> Iterable[Row]:
    """How many puzzles there are, and how many of them are not proven."""
    shipped = list(puzzles.book(game).values())
    yield Row(f"{game}: puzzles", f">= {WANTED}", str(len(shipped)), "in the file", len(shipped) >= WANTED)
    mine.warm_up(game)
    wrong = []
    for number, puzzle in enumerate(shipped[:: args.each], 1):
        if not proven(game, puzzle):
            wrong.append(puzzle.id)
        if number % 50 == 0:
            say(f"{game}: {number} proven again, {len(wrong)} wrong or ambiguous")
    count = len(shipped[:: args.each])
    yield Row(
        f"{game}: wrong or ambiguous", "0", str(len(wrong)), f"of {count}; {' '.join(wrong)}", not wrong
    )


def measure_difficulty(game: str, args: argparse.Namespace) -> Iterable[Row]:
    """By the level that a puzzle is rated: how often each level solves it."""
    part = files.part(game)
    mine.warm_up(game)
    groups: dict[int, list[list[int]]] = {}
    for puzzle in list(puzzles.book(game).values())[:: args.each]:
        finding = Finding(
            puzzle.theme, tuple(puzzle.answers), puzzle.value, puzzle.rest, puzzle.second, puzzle.about
        )
        solved, _ = rate.attempts(part, puzzle.match(game), finding, SEED)
        groups.setdefault(puzzle.level, []).append(solved)
    for level, results in sorted(groups.items()):
        shares = [
            sum(solved[at] for solved in results) / (rate.TRIES * len(results)) for at in range(len(LEVELS))
        ]
        shown = " ".join(f"{100 * share:.0f}" for share in shares)
        rising = rate.rising(shares, SLACK)
        if not 1 <= level <= len(LEVELS):
            name = "above level 7" if level else "below level 1"
            yield Row(f"{game}: rated {name}", "rising", shown, f"{len(results)} puzzles", rising)
            continue
        own = shares[level - 1]
        yield Row(
            f"{game}: rated level {level}",
            "50-90 %, rising",
            f"{100 * own:.0f} %",
            f"{len(results)} puzzles; by level {shown}",
            LOW <= own <= HIGH and rising,
        )


BENCH = Bench(
    "puzzles",
    __doc__,
    "puzzles: proofs and difficulty",
    (
        *(
            Measure("proofs", partial(measure_proofs, game), what=f"proofs, {game}", game=game)
            for game in GAMES
        ),
        *(
            Measure("levels", partial(measure_difficulty, game), what=f"levels, {game}", game=game)
            for game in GAMES
        ),
    ),
    files="where the table is kept",
    options=(
        Option("--each", 1, "only each so manieth puzzle"),
        Option("--game", None, "one game only", str, tuple(GAMES)),
    ),
)
main = BENCH.main
