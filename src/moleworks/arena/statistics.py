"""What the results say, and how surely.

The samples are *sets*, not games: the games of a set share their luck and their players, so they hang
together. A set's score is the mean of the shares that the player won of its games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

NORMAL = NormalDist()
ERROR = 0.05
"""Of an SPRT, both ways; and what a 95 % interval leaves out."""
Z = NORMAL.inv_cdf(1 - ERROR / 2)
BOUND = math.log((1 - ERROR) / ERROR)
"""Where the log-likelihood ratio of an SPRT decides, for (+) or against (-)."""
FAINT = 1e-3
"""So many sets of every possible score are taken as seen before an SPRT begins, as fishtest does."""


class Estimate(NamedTuple):
    """How strong a player is against the others of a line-up; each interval holds 95 %."""

    sets: int
    share: float
    """Of the games, won; a draw counts half between two."""
    low: float
    high: float
    even: float
    """The share of one who is neither better nor worse."""
    elo: float
    """Above the others, from the share; infinite for one who won all or nothing."""
    elo_low: float
    elo_high: float
    superior: float
    """How likely it is that the player is the better one."""


class Verdict(NamedTuple):
    """Where an SPRT stands."""

    llr: float
    """The log-likelihood ratio; it decides at `BOUND` and at -`BOUND`."""
    sets: int
    """So many were looked at."""
    better: bool | None
    """Whether the second difference fits better than the first; None while it is open."""


def elo(share: float, even: float = 0.5) -> float:
    """The difference in Elo that leads to this share, where `even` would go to an equal.

    At a table with others who are alike, odds of winning are multiplied by ten for 400 Elo.

    >>> round(elo(0.75), 1), round(elo(0.5, even=0.25), 1)
    (190.8, 190.8)
    """
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share) * (1 - even) / even)


def expected(difference: float, even: float = 0.5) -> float:
    """The share that a difference in Elo leads to: `elo` the other way round.

    >>> round(expected(200), 3)
    0.76
    """
    odds = even / (1 - even) * 10 ** (difference / 400)
    return odds / (1 + odds)


def estimate(scores: Sequence[float], games: int | Sequence[int], even: float = 0.5) -> Estimate:
    """From the scores of the sets, each of so many games; where they differ in size, of each how many.

    Wilson's interval, for the number of independent games that these sets are worth: it stays between 0 and
    1, and is honest where somebody wins everything.
    """
    count = len(scores)
    if not count:
        return Estimate(0, even, 0.0, 1.0, even, 0.0, -math.inf, math.inf, 0.5)
    sizes = [games] * count if isinstance(games, int) else games
    share = math.fsum(score * size for score, size in zip(scores, sizes, strict=True)) / sum(sizes)
    worth = _worth(scores, share, sizes)
    z = student(count)
    middle = (share + z * z / (2 * worth)) / (1 + z * z / worth)
    reach = z * math.sqrt(share * (1 - share) / worth + (z / (2 * worth)) ** 2) / (1 + z * z / worth)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    superior = NORMAL.cdf((share - even) / math.sqrt(even * (1 - even) / worth))
    return Estimate(
        count, share, low, high, even, elo(share, even), elo(low, even), elo(high, even), superior
    )


def _worth(scores: Sequence[float], share: float, sizes: Sequence[int]) -> float:
    """How many independent won-or-lost games would leave as much doubt.

    The variance between sets is compared with that of such games: times the games of a set it is the same
    for sets of any size. One set of ordinary variance is added on both sides, so that a few sets that happen
    to be alike do not look like certainty.
    """
    between = math.fsum(size * (score - share) ** 2 for score, size in zip(scores, sizes, strict=True))
    ordinary = (len(scores) - 1) * share * (1 - share)
    one = 0.25
    return sum(sizes) * (ordinary + one) / (between + one)


def student(count: int) -> float:
    """The quantile of Student's t that goes with so many sets, by its expansion round the normal one."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + first / count + second / count**2


class Sprt:
    """The generalised SPRT over sets, taken in their order; what comes after it has decided changes nothing.

    The likelihood of either difference is that of the likeliest distribution of set scores with the mean
    that goes with it.
    """

    def __init__(self, elo0: float, elo1: float, even: float = 0.5) -> None:
        self._means = expected(elo0, even), expected(elo1, even)
        self._seen: dict[float, float] = {0.0: FAINT, 1.0: FAINT}
        self.verdict = Verdict(0.0, 0, None)

    def add(self, score: float) -> Verdict:
        """Look at the next set."""
        if self.verdict.better is None:
            score = round(score, 9)
            self._seen[score] = self._seen.get(score, 0.0) + 1
            llr = _llr(list(self._seen.items()), *self._means)
            better = llr > 0 if abs(llr) >= BOUND else None
            self.verdict = Verdict(llr, self.verdict.sets + 1, better)
        return self.verdict


def _llr(seen: Sequence[tuple[float, float]], mean0: float, mean1: float) -> float:
    tilt0, tilt1 = _tilt(seen, mean0), _tilt(seen, mean1)
    return math.fsum(
        often * math.log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1)))
        for score, often in seen
    )


def _tilt(seen: Sequence[tuple[float, float]], mean: float) -> float:
    """What was seen, each score weighed by 1 / (1 + tilt * (score - mean)), has this mean.

    That is the likeliest distribution with the mean: the multiplier of Lagrange.
    """

    def surplus(tilt: float) -> float:
        return math.fsum(often * (score - mean) / (1 + tilt * (score - mean)) for score, often in seen)

    # All weights have to be positive; scores reach from 0 to 1.
    return _falling_root(surplus, -1 / (1 - mean), 1 / mean)


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls from plus to minus infinity is zero."""
    for _ in range(60):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
