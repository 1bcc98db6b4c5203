"""Decide between two differences in Elo with few games: a sequential probability ratio test (SPRT).

Its samples are sets of games, as in `statistics.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from moleworks.arena.elo import expected

ERROR = 0.05
"""The usual error rate, both ways."""
NORMALISED = 800 / math.log(10)
"""Normalised Elo of a player whose mean score is a standard deviation of a game's score above even."""
FITS, CLOSE = 10, 1e-7
"""How often weights are fitted, and how near to those before they end."""
PRIOR_SETS = 1e-3
"""Sets of score 0 and of score 1 that an SPRT starts with, as fishtest does."""


class Hypotheses(NamedTuple):
    """What an SPRT tells apart, and how often it may be wrong."""

    low: float
    high: float
    alpha: float = ERROR
    """How often it may find `high` if `low` is true."""
    beta: float = ERROR
    """How often it may find `low` if `high` is true."""
    normalised: float = 0.0
    """1 if the differences are of normalised Elo, which counts in standard deviations of a game's score."""

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which it decides for `low`."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which it decides for `high`.

        >>> round(Hypotheses(0, 20).upper, 2), round(Hypotheses(0, 20, 0.05, 0.1).lower, 2)
        (2.94, -2.25)
        """
        return math.log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """The state of an SPRT."""

    llr: float
    """The log-likelihood ratio; it decides at the bounds of its hypotheses."""
    sets: int
    """The number of sets so far."""
    better: bool | None
    """Whether the second difference fits better than the first; None while it is open."""


class Sprt:
    """The generalised SPRT over sets in their order; sets after its decision change nothing.

    The likelihood of a difference in Elo is that of the likeliest distribution of set scores with the mean
    expected for it; of one in normalised Elo, that of the likeliest one whose mean is so many of its standard
    deviations above even.
    """

    def __init__(self, wanted: Hypotheses, even: float = 0.5, games: int = 2) -> None:
        """`even` is the share of an equal player; there are so many `games` in a set."""
        self._wanted, self._even, self._games = wanted, even, games
        self._seen: dict[float, float] = {0.0: PRIOR_SETS, 1.0: PRIOR_SETS}
        self.verdict = Verdict(0.0, 0, None)

    def add(self, score: float) -> Verdict:
        """Add the score of the next set."""
        if self.verdict.better is None:
            score = round(score, 9)
            self._seen[score] = self._seen.get(score, 0.0) + 1
            llr = self._llr()
            decided = not self._wanted.lower < llr < self._wanted.upper
            better = llr > 0 if decided else None
            self.verdict = Verdict(llr, self.verdict.sets + 1, better)
        return self.verdict

    def _llr(self) -> float:
        """The log-likelihood ratio of the likeliest distributions that the two differences allow."""
        seen, wanted = list(self._seen.items()), self._wanted
        if wanted.normalised:
            per_set = math.sqrt(self._games) / NORMALISED
            low, high = (fit_deviations(seen, self._even, elo * per_set) for elo in wanted[:2])
        else:
            low, high = (fit_mean(seen, expected(elo, self._even)) for elo in wanted[:2])
        return math.fsum(
            count * math.log(more / less) for (_, count), more, less in zip(seen, high, low, strict=True)
        )


Seen = Sequence[tuple[float, float]]
"""Scores, and how often they were seen."""


def fit_mean(seen: Seen, mean: float) -> list[float]:
    """The weight of each score in the likeliest distribution with this mean."""
    return _fit(seen, [score - mean for score, _ in seen])


def fit_deviations(seen: Seen, even: float, deviations: float) -> list[float]:
    """The weights in the likeliest distribution whose mean is so many of its deviations above `even`.

    The deviation depends on the weights, so they are fitted again until both agree. This follows the
    generalised SPRT for normalised Elo by Van den Bergh.
    """
    weights = [1 / len(seen)] * len(seen)
    for _ in range(FITS):
        mean = math.fsum(weight * score for weight, (score, _) in zip(weights, seen, strict=True))
        spread = math.fsum(
            weight * (score - mean) ** 2 for weight, (score, _) in zip(weights, seen, strict=True)
        )
        deviation = math.sqrt(spread)
        surplus = [
            score - even - deviations * deviation * (1 + ((mean - score) / deviation) ** 2) / 2
            for score, _ in seen
        ]
        before, weights = weights, _fit(seen, surplus)
        if max(abs(old - new) for old, new in zip(before, weights, strict=True)) < CLOSE:
            break
    return weights


def _fit(seen: Seen, surplus: Sequence[float]) -> list[float]:
    """The weights of the likeliest distribution with a mean surplus of 0: by a Lagrange multiplier."""
    total = math.fsum(count for _, count in seen)

    def mean_surplus(multiplier: float) -> float:
        return math.fsum(
            count * above / (1 + multiplier * above) for (_, count), above in zip(seen, surplus, strict=True)
        )

    multiplier = _bisect(mean_surplus, -1 / max(surplus), -1 / min(surplus))
    return [count / total / (1 + multiplier * above) for (_, count), above in zip(seen, surplus, strict=True)]


def _bisect(function: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a decreasing function, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
