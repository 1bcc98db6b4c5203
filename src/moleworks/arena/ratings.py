"""Elo ratings of many players at once, by maximum likelihood: games of two to four players, with draws.

The probability that a player wins is proportional to its strength, that of a draw to the geometric mean of
all strengths in the game. For two players this is the Bradley-Terry model with Davidson's draws; for more it
is Luce's choice axiom with a draw of all (Firth, Kosmidis and Turner, 2019).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from moleworks.arena.statistics import t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PRIOR_GAMES = 1.0
"""Games shared by all that are added to each line-up, so that winning all games gives a finite rating."""
ITERATIONS = 100
SCALE = 400 / math.log(10)
"""Elo for a factor of e in strength."""


class Rating(NamedTuple):
    """Elo relative to another player (`above`), with a 95 % interval. That player has 0 and no interval.

    Ratings relative to different players cannot be compared: no games connect their groups.
    """

    elo: float
    low: float
    high: float
    above: str


class SetTally(NamedTuple):
    """The result of a set."""

    won: Mapping[str, float]
    """Games won by player; a fraction where several shared a win."""
    drawn: float


class LineUpResults(NamedTuple):
    """The results of all sets of one line-up."""

    line_up: tuple[str, ...]
    games: int
    """Games in a set."""
    sets: Sequence[SetTally]


class RatingFit(NamedTuple):
    """The maximum likelihood estimate: logarithms of the strengths; the first is 0."""

    names: tuple[str, ...]
    strengths: Any
    """By player, then the draw parameter if there are draws."""
    draws: bool
    covariance: Any

    def ratings(self, sets: int) -> dict[str, Rating]:
        """The ratings with their intervals, from this number of independent sets of games."""
        quantile = t_quantile(max(sets, 1))
        found = {}
        for at, name in enumerate(self.names):
            elo = SCALE * float(self.strengths[at] - self.strengths[0])
            c = self.covariance
            variance = float(c[at, at] + c[0, 0] - 2 * c[at, 0]) if at else 0.0
            half = quantile * SCALE * math.sqrt(max(variance, 0.0))
            found[name] = Rating(elo, elo - half, elo + half, self.names[0])
        return found


def ratings(
    players: Sequence[str], results: Sequence[LineUpResults], prior: float = PRIOR_GAMES
) -> dict[str, Rating]:
    """Each player's rating. The intervals come from the Fisher information of the games.

    Players who are connected by games form a group. Each group is rated separately, relative to its first
    player: nothing is known about the difference between two groups.

    The games of a set are not independent: for each line-up the information is scaled by the variance between
    its sets, compared with that of independent games.
    """
    results = [result for result in results if result.sets]
    seen = {name for result in results for name in result.line_up}
    names = [name for name in dict.fromkeys(players) if name in seen]
    found: dict[str, Rating] = {}
    for group in connected_groups(names, [result.line_up for result in results]):
        own = [result for result in results if result.line_up[0] in group]
        found |= fit(group, own, prior).ratings(sum(len(result.sets) for result in own))
    return {name: found[name] for name in names}


def connected_groups(names: Sequence[str], line_ups: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """Groups of players connected by games, directly or through others, in the order of the names.

    >>> connected_groups("abcde", [("a", "d"), ("b", "c"), ("d", "e")])
    [['a', 'd', 'e'], ['b', 'c']]
    """
    leader = {name: name for name in names}
    for line_up in line_ups:
        together = {leader[name] for name in line_up}
        first = next(name for name in names if name in together)
        leader = {name: first if old in together else old for name, old in leader.items()}
    return [[name for name in names if leader[name] == first] for first in names if leader[first] == first]


def rating_groups(found: Mapping[str, Rating]) -> dict[str, dict[str, Rating]]:
    """Groups of comparable ratings, by the player they are relative to; the best first."""
    groups: dict[str, dict[str, Rating]] = {}
    for name, rating in found.items():
        groups.setdefault(rating.above, {})[name] = rating
    return {
        above: dict(sorted(group.items(), key=lambda item: -item[1].elo)) for above, group in groups.items()
    }


def fit(names: Sequence[str], results: Sequence[LineUpResults], prior: float = PRIOR_GAMES) -> RatingFit:
    """Newton's method: the likelihood has a single maximum."""
    import numpy as np  # noqa: PLC0415 - plans do not need it

    draws = any(tally.drawn for result in results for tally in result.sets)
    size = len(names) + draws
    models = [_LineUpModel(names, result, draws, prior) for result in results]
    here = np.zeros(size)
    for _ in range(ITERATIONS):
        slope, information = np.zeros(size), np.zeros((size, size))
        for model in models:
            mean, spread = model.moments(here)
            slope += model.seen - model.games * mean
            information += model.games * spread
        step = np.linalg.pinv(_anchored(information)) @ slope
        # Far from the maximum a full step may overshoot.
        here = here + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-12))
        here[: len(names)] -= here[0]
        if float(np.abs(step).max()) < 1e-10:
            break
    information, scaled = np.zeros((size, size)), np.zeros((size, size))
    for model in models:
        _, spread = model.moments(here)
        information += model.games * spread
        scaled += ((model.games - prior) * model.dispersion() + prior) * spread
    inverse = np.linalg.pinv(_anchored(information))
    return RatingFit(tuple(names), here, draws, inverse @ scaled @ inverse)


def _anchored(information: Any) -> Any:
    """Fix the first player at 0: only differences matter."""
    fixed = information.copy()
    fixed[0, :] = fixed[:, 0] = 0.0
    return fixed


class _LineUpModel:
    """The statistics of one line-up. An outcome is a vector: the winner, or the shares of a draw."""

    def __init__(self, names: Sequence[str], result: LineUpResults, draws: bool, prior: float) -> None:
        import numpy as np  # noqa: PLC0415

        self._result = result
        own = list(dict.fromkeys(result.line_up))
        seats = len(result.line_up)
        self._weights = np.array([result.line_up.count(name) for name in own], dtype=float)
        outcomes = np.zeros((len(own) + draws, len(names) + draws))
        for at, name in enumerate(own):
            outcomes[at, names.index(name)] = 1.0
            if draws:
                outcomes[-1, names.index(name)] = self._weights[at] / seats
        if draws:
            outcomes[-1, -1] = 1.0
            self._weights = np.append(self._weights, 1.0)
        self._outcomes = outcomes
        won = [math.fsum(tally.won.get(name, 0.0) for tally in result.sets) for name in own]
        won = [wins + prior * result.line_up.count(name) / seats for wins, name in zip(won, own, strict=True)]
        counts = np.array([*won, *([math.fsum(tally.drawn for tally in result.sets)] if draws else [])])
        self.games = float(counts.sum())
        self.seen = counts @ outcomes

    def moments(self, here: NDArray[np.float64]) -> tuple[Any, Any]:
        """Mean and covariance of the outcome of one game."""
        import numpy as np  # noqa: PLC0415

        powers = self._outcomes @ here
        chances = self._weights * np.exp(powers - powers.max())
        chances /= chances.sum()
        mean = chances @ self._outcomes
        return mean, (self._outcomes * chances[:, None]).T @ self._outcomes - np.outer(mean, mean)

    def dispersion(self) -> float:
        """The variance between sets, relative to that of independent games.

        One set of ordinary variance is added to both sides, as in `statistics.estimate`.
        """
        line_up, games, sets = self._result
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
