"""Decide between two differences in Elo with few games: a sequential probability ratio test (SPRT).

Its samples are sets of games, as in `statistics.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from moleworks.arena.elo import expected

ERROR = 0.05
"""The error rate, both ways."""
BOUND = math.log((1 - ERROR) / ERROR)
"""The log-likelihood ratio at which an SPRT decides, for (+) or against (-)."""
PRIOR_SETS = 1e-3
"""Sets of score 0 and of score 1 that an SPRT starts with, as fishtest does."""


class Verdict(NamedTuple):
    """The state of an SPRT."""

    llr: float
    """The log-likelihood ratio; it decides at `BOUND` and at -`BOUND`."""
    sets: int
    """The number of sets so far."""
    better: bool | None
    """Whether the second difference fits better than the first; None while it is open."""


class Sprt:
    """The generalised SPRT over sets in their order; sets after its decision change nothing.

    The likelihood of a difference in Elo is that of the likeliest distribution of set scores with the mean
    expected for it.
    """

    def __init__(self, elo0: float, elo1: float, even: float = 0.5) -> None:
        self._means = expected(elo0, even), expected(elo1, even)
        self._seen: dict[float, float] = {0.0: PRIOR_SETS, 1.0: PRIOR_SETS}
        self.verdict = Verdict(0.0, 0, None)

    def add(self, score: float) -> Verdict:
        """Add the score of the next set."""
        if self.verdict.better is None:
            score = round(score, 9)
            self._seen[score] = self._seen.get(score, 0.0) + 1
            llr = _llr(list(self._seen.items()), *self._means)
            better = llr > 0 if abs(llr) >= BOUND else None
            self.verdict = Verdict(llr, self.verdict.sets + 1, better)
        return self.verdict


def _llr(seen: Sequence[tuple[float, float]], mean0: float, mean1: float) -> float:
    multiplier0, multiplier1 = _multiplier(seen, mean0), _multiplier(seen, mean1)
    return math.fsum(
        count * math.log((1 + multiplier0 * (score - mean0)) / (1 + multiplier1 * (score - mean1)))
        for score, count in seen
    )


def _multiplier(seen: Sequence[tuple[float, float]], mean: float) -> float:
    """The Lagrange multiplier of the likeliest distribution with this mean.

    That distribution weights each score by 1 / (1 + multiplier * (score - mean)).
    """

    def surplus(multiplier: float) -> float:
        return math.fsum(count * (score - mean) / (1 + multiplier * (score - mean)) for score, count in seen)

    # All weights have to be positive; scores reach from 0 to 1.
    return _bisect(surplus, -1 / (1 - mean), 1 / mean)


def _bisect(function: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a decreasing function, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
