"""Elo of many players at once: Bradley and Terry's model, at tables of two to four."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

FAINT = 1.0
"""So many drawn games are added to each line-up: who won everything gets a number too."""
SAMPLES = 200
ROUNDS = 2000


class Rating(NamedTuple):
    """Elo above the first player, with a 95 % interval; the first one is the measure and has none."""

    elo: float
    low: float
    high: float


class Table(NamedTuple):
    """All sets of one line-up."""

    line_up: tuple[str, ...]
    games: int
    """Of a set."""
    scores: Sequence[Mapping[str, float]]
    """By set: the mean share each player won."""


def ratings(players: Sequence[str], tables: Sequence[Table], samples: int = SAMPLES) -> dict[str, Rating]:
    """Each player's rating; the intervals come from drawing the sets again and again, with a fixed seed.

    Without samples there are no intervals.
    """
    tables = [table for table in tables if table.scores]
    seen = {name for table in tables for name in table.line_up}
    names = [name for name in dict.fromkeys(players) if name in seen]
    found = _strengths(names, tables, dict.fromkeys(names, 1.0))
    if not samples:
        return {name: Rating(_elo(found, name, names[0]), math.nan, math.nan) for name in names}
    random = Random(1)
    drawn: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(samples):
        again = [table._replace(scores=random.choices(table.scores, k=len(table.scores))) for table in tables]
        strengths = _strengths(names, again, found, random)
        for name in names:
            drawn[name].append(_elo(strengths, name, names[0]))
    return {name: _rating(_elo(found, name, names[0]), sorted(drawn[name])) for name in names}


def _rating(elo: float, drawn: Sequence[float]) -> Rating:
    tail = round(len(drawn) * 0.025)
    return Rating(elo, min(elo, drawn[tail]), max(elo, drawn[-1 - tail]))


def _elo(strengths: Mapping[str, float], name: str, first: str) -> float:
    return 400 * math.log10(strengths[name] / strengths[first])


def _strengths(
    names: Sequence[str], tables: Sequence[Table], guess: Mapping[str, float], random: Random | None = None
) -> dict[str, float]:
    """Each wins a table with a chance in proportion to strength: the likeliest strengths.

    Every round each is set to the games it won over the games it would win by unit of strength; this climbs
    (Hunter, 2004). With `random`, what is added varies too: else one who won everything would seem sure to.
    """
    won = dict.fromkeys(names, 0.0)
    sums: list[tuple[tuple[str, ...], float]] = []
    for table in tables:
        added = 0.0
        for name in table.line_up:
            even = FAINT / len(table.line_up) * (random.expovariate(1.0) if random else 1.0)
            won[name] += even
            added += even
        for name in set(table.line_up):
            won[name] += table.games * math.fsum(score[name] for score in table.scores)
        sums.append((table.line_up, len(table.scores) * table.games + added))
    here = dict(guess)
    for _ in range(ROUNDS):
        chances = dict.fromkeys(names, 0.0)
        for line_up, games in sums:
            rate = games / sum(here[name] for name in line_up)
            for name in line_up:
                chances[name] += rate
        after = {name: won[name] / chances[name] for name in names}
        scale = after[names[0]]
        after = {name: strength / scale for name, strength in after.items()}
        change = max(abs(math.log(after[name] / here[name])) for name in names)
        here = after
        if change < 1e-7:
            break
    return here
