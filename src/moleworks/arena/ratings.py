"""Elo of many players at once, by maximum likelihood: at tables of two to four, with draws.

At a table each wins with a chance in proportion to strength, and nobody with one in proportion to the
geometric mean of all strengths there. Between two that is Bradley and Terry's model with draws as Davidson
has them; at larger tables Luce's choice, with a draw of all (Firth, Kosmidis and Turner, 2019).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from moleworks.arena.statistics import student

FAINT = 1.0
"""So many games, won by everybody alike, are added to each line-up: who won everything gets a number too."""
ROUNDS = 100
SCALE = 400 / math.log(10)
"""Elo by unit of logarithm."""


class Rating(NamedTuple):
    """Elo above another player, with a 95 % interval; that one is the measure at 0 and has none.

    Ratings above different players cannot be compared: these never met, not even by way of others.
    """

    elo: float
    low: float
    high: float
    above: str


class Tally(NamedTuple):
    """What came out of a set."""

    won: Mapping[str, float]
    """By player; a part of a game where several shared it without a draw of all."""
    drawn: float


class Table(NamedTuple):
    """All sets of one line-up."""

    line_up: tuple[str, ...]
    games: int
    """Of a set."""
    sets: Sequence[Tally]


class Fit(NamedTuple):
    """The likeliest strengths, as logarithms; the first is 0."""

    names: tuple[str, ...]
    strengths: Any
    """By player, then how likely draws are, if there are any."""
    draws: bool
    covariance: Any

    def ratings(self, sets: int) -> dict[str, Rating]:
        reach = student(max(sets, 1))
        found = {}
        for at, name in enumerate(self.names):
            elo = SCALE * float(self.strengths[at] - self.strengths[0])
            c = self.covariance
            variance = float(c[at, at] + c[0, 0] - 2 * c[at, 0]) if at else 0.0
            half = reach * SCALE * math.sqrt(max(variance, 0.0))
            found[name] = Rating(elo, elo - half, elo + half, self.names[0])
        return found


def ratings(players: Sequence[str], tables: Sequence[Table], faint: float = FAINT) -> dict[str, Rating]:
    """Each player's rating. The intervals come from the information that the games hold about the strengths.

    Players who are connected by games are rated together, each such group by itself, above its first player:
    of the difference between two groups nothing is known.

    The games of a set hang together: for each line-up the information is scaled by how much the scores of its
    sets vary, compared with those of independent games.
    """
    tables = [table for table in tables if table.sets]
    seen = {name for table in tables for name in table.line_up}
    names = [name for name in dict.fromkeys(players) if name in seen]
    found: dict[str, Rating] = {}
    for group in connected(names, [table.line_up for table in tables]):
        own = [table for table in tables if table.line_up[0] in group]
        found |= fit(group, own, faint).ratings(sum(len(table.sets) for table in own))
    return {name: found[name] for name in names}


def connected(names: Sequence[str], line_ups: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """Those who met, or met somebody who did, and so on; all in the order of the names.

    >>> connected("abcde", [("a", "d"), ("b", "c"), ("d", "e")])
    [['a', 'd', 'e'], ['b', 'c']]
    """
    leader = {name: name for name in names}
    for line_up in line_ups:
        together = {leader[name] for name in line_up}
        first = next(name for name in names if name in together)
        leader = {name: first if old in together else old for name, old in leader.items()}
    return [[name for name in names if leader[name] == first] for first in names if leader[first] == first]


def by_group(found: Mapping[str, Rating]) -> dict[str, dict[str, Rating]]:
    """Ratings that can be compared with each other, by the player who is their measure; the best first."""
    groups: dict[str, dict[str, Rating]] = {}
    for name, rating in found.items():
        groups.setdefault(rating.above, {})[name] = rating
    return {
        above: dict(sorted(group.items(), key=lambda item: -item[1].elo)) for above, group in groups.items()
    }


def fit(names: Sequence[str], tables: Sequence[Table], faint: float = FAINT) -> Fit:
    """Newton's method: the likelihood has one summit, and no other."""
    import numpy as np  # noqa: PLC0415 - who only plans needs none

    draws = any(tally.drawn for table in tables for tally in table.sets)
    size = len(names) + draws
    rows = [_Row(names, table, draws, faint) for table in tables]
    here = np.zeros(size)
    for _ in range(ROUNDS):
        slope, information = np.zeros(size), np.zeros((size, size))
        for row in rows:
            mean, spread = row.moments(here)
            slope += row.seen - row.games * mean
            information += row.games * spread
        step = np.linalg.pinv(_anchored(information)) @ slope
        # Far from the summit a whole step may overshoot.
        here = here + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-12))
        here[: len(names)] -= here[0]
        if float(np.abs(step).max()) < 1e-10:
            break
    information, scaled = np.zeros((size, size)), np.zeros((size, size))
    for row in rows:
        _, spread = row.moments(here)
        information += row.games * spread
        scaled += ((row.games - faint) * row.dispersion() + faint) * spread
    inverse = np.linalg.pinv(_anchored(information))
    return Fit(tuple(names), here, draws, inverse @ scaled @ inverse)


def _anchored(information: Any) -> Any:
    """Only differences count: the first player stays where it is."""
    held = information.copy()
    held[0, :] = held[:, 0] = 0.0
    return held


class _Row:
    """One line-up, as sums. An outcome is a vector: who won, or what all had of a draw."""

    def __init__(self, names: Sequence[str], table: Table, draws: bool, faint: float) -> None:
        import numpy as np  # noqa: PLC0415

        self._table = table
        own = list(dict.fromkeys(table.line_up))
        seats = len(table.line_up)
        self._weights = np.array([table.line_up.count(name) for name in own], dtype=float)
        outcomes = np.zeros((len(own) + draws, len(names) + draws))
        for at, name in enumerate(own):
            outcomes[at, names.index(name)] = 1.0
            if draws:
                outcomes[-1, names.index(name)] = self._weights[at] / seats
        if draws:
            outcomes[-1, -1] = 1.0
            self._weights = np.append(self._weights, 1.0)
        self._outcomes = outcomes
        won = [math.fsum(tally.won.get(name, 0.0) for tally in table.sets) for name in own]
        won = [wins + faint * table.line_up.count(name) / seats for wins, name in zip(won, own, strict=True)]
        counts = np.array([*won, *([math.fsum(tally.drawn for tally in table.sets)] if draws else [])])
        self.games = float(counts.sum())
        self.seen = counts @ outcomes

    def moments(self, here: Any) -> tuple[Any, Any]:
        """Mean and covariance of the outcome of one game."""
        import numpy as np  # noqa: PLC0415

        powers = self._outcomes @ here
        chances = self._weights * np.exp(powers - powers.max())
        chances /= chances.sum()
        mean = chances @ self._outcomes
        return mean, (self._outcomes * chances[:, None]).T @ self._outcomes - np.outer(mean, mean)

    def dispersion(self) -> float:
        """How much more or less the scores of sets vary than those of independent games would.

        One set of ordinary variance is added to both sides, as in `statistics.estimate`.
        """
        line_up, games, sets = self._table
        between = ordinary = 0.0
        for name in set(line_up):
            part = line_up.count(name) / len(line_up)
            scores = [(tally.won.get(name, 0.0) + part * tally.drawn) / games for tally in sets]
            mean = math.fsum(scores) / len(scores)
            square = math.fsum(tally.won.get(name, 0.0) + part * part * tally.drawn for tally in sets)
            between += math.fsum((score - mean) ** 2 for score in scores)
            ordinary += (len(sets) - 1) / games * (square / (len(sets) * games) - mean * mean)
        one = 0.25 / games
        return (between + one) / (max(ordinary, 0.0) + one)
