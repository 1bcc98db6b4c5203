"""How hard a puzzle is: which levels of the computer player solve it, and the rating that follows from that.

A level has a rating as a solver; a puzzle's rating is where a solver of the same rating has an even chance
(the logistic curve of Elo and Glicko). Ratings of levels are fitted to all puzzles of a game at once, so that
their mean is that of `MEAN`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import partial

from moleworks.engine import LEVELS, Effort
from moleworks.puzzles.game_puzzles import Finding, GamePuzzles
from moleworks.record import Match

SHARES = (1 / 8, 1 / 64, 1 / 512)
"""The parts of a level's nodes that attempts get by turns. Puzzles were found by searches as long as those of
level 7, so with all its nodes it would solve nearly every one."""
TRIES = 8 * len(SHARES)
"""Attempts of each level at a puzzle."""
MEAN = 1500.0
SCALE = 400 / math.log(10)
LOW, HIGH = 400.0, 2600.0
MOSTLY = 0.6
"""How often the level of a puzzle is expected to solve it at least; between 50 and 90 % are wanted."""
EASY = 0.9
"""A puzzle that level 1 is expected to solve more often than this is easier than level 1."""
GUESSED = 1 / 8
"""A share that blind guesses get too: below it levels do not differ by what they see."""
ROUNDS = 20


def attempts(part: GamePuzzles, match: Match, finding: Finding, seed: int) -> tuple[list[int], list[str]]:
    """By level, how many of `TRIES` attempts were right; and the wrong answers, the most frequent first."""
    solved, wrong = [], dict[str, int]()
    for level in LEVELS:
        efforts = [Effort(level=level, share=SHARES[number % len(SHARES)]) for number in range(TRIES)]
        found = [part.attempt(match, finding, effort, seed + n) for n, effort in enumerate(efforts)]
        solved.append(sum(answer in finding.answers for answer in found))
        for answer in found:
            if answer not in finding.answers:
                wrong[answer] = wrong.get(answer, 0) + 1
    return solved, sorted(wrong, key=lambda answer: (-wrong[answer], answer))


def found_at_once(part: GamePuzzles, match: Match, finding: Finding) -> bool:
    """Whether the strongest level finds an answer in the shortest time that attempts get."""
    return part.attempt(match, finding, Effort(level=LEVELS[-1], share=SHARES[-1]), 0) in finding.answers


def expected(solver: float, puzzle: float) -> float:
    """The chance that a solver of one rating solves a puzzle of another.

    >>> expected(1500, 1500), round(expected(1700, 1500), 2)
    (0.5, 0.76)
    """
    return 1 / (1 + math.exp((puzzle - solver) / SCALE))


def level_ratings(results: Sequence[Sequence[int]]) -> list[float]:
    """The rating of each level, from how often each solved each puzzle: see the head of this module."""
    levels = [MEAN] * len(LEVELS)
    for _ in range(ROUNDS):
        puzzles = [rating(levels, solved) for solved in results]
        found = [
            _solve(partial(_solved_by, puzzles), sum(solved[at] for solved in results))
            for at in range(len(levels))
        ]
        shift = MEAN - sum(found) / len(found)
        levels = [level + shift for level in found]
    return levels


def rating(levels: Sequence[float], solved: Sequence[int]) -> float:
    """The rating of a puzzle that solvers of these ratings solved so often out of `TRIES` each.

    >>> levels = [1200.0, 1300, 1400, 1500, 1600, 1700, 1800]
    >>> rating(levels, [24] * 7) < rating(levels, [6, 12, 18, 21, 24, 24, 24]) < rating(levels, [0] * 7)
    True
    """
    return _solve(partial(_failed_on, levels), TRIES * len(levels) - sum(solved))


def rated_level(levels: Sequence[float], puzzle: float) -> int:
    """The lowest level that is expected to solve a puzzle of this rating in six of ten attempts.

    0 if it is so easy that level 1 is expected to solve more than nine in ten, 8 if it is too hard for all.
    It follows from all attempts together, because those of a single level go up and down by chance.

    >>> levels = [1200.0, 1300, 1400, 1500, 1600, 1700, 1800]
    >>> [rated_level(levels, puzzle) for puzzle in (700, 900, 1350, 1700, 1800)]
    [0, 1, 4, 7, 8]
    """
    if expected(levels[0], puzzle) > EASY:
        return 0
    strong = (
        level for level, solver in zip(LEVELS, levels, strict=True) if expected(solver, puzzle) >= MOSTLY
    )
    return next(strong, len(LEVELS) + 1)


def rising(shares: Sequence[float], slack: float = 0.0) -> bool:
    """Whether no level solves a smaller share than a weaker one, guesses apart.

    >>> rising([0.1, 0.08, 0.3, 0.7]), rising([0.1, 0.4, 0.3, 0.7])
    (True, False)
    """
    seen = [max(share, GUESSED) for share in shares]
    return all(low <= high + slack for low, high in itertools.pairwise(seen))


def _solved_by(puzzles: Sequence[float], solver: float) -> float:
    return TRIES * sum(expected(solver, puzzle) for puzzle in puzzles)


def _failed_on(levels: Sequence[float], puzzle: float) -> float:
    return TRIES * sum(1 - expected(level, puzzle) for level in levels)


def _solve(rising: Callable[[float], float], wanted: float) -> float:
    """Where a rising function has a value; the bounds if it has it nowhere between them."""
    low, high = LOW, HIGH
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2
