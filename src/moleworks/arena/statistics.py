"""Estimates from results: shares, Elo, confidence intervals and SPRT.

The samples are *sets*, not games: the games of a set share chance events and players, so they are not
independent. The score of a set is the mean share that the player won of its games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

NORMAL = NormalDist()
ERROR = 0.05
"""The error rate of an SPRT, both ways; a 95 % interval leaves out as much."""
Z = NORMAL.inv_cdf(1 - ERROR / 2)
BOUND = math.log((1 - ERROR) / ERROR)
"""The log-likelihood ratio at which an SPRT decides, for (+) or against (-)."""
PRIOR_SETS = 1e-3
"""Sets of score 0 and of score 1 that an SPRT starts with, as fishtest does."""


class Estimate(NamedTuple):
    """The strength of a player against the others of a line-up, with 95 % intervals."""

    sets: int
    share: float
    """The share of games won; between two players a draw counts half."""
    low: float
    high: float
    even: float
    """The share of a player of equal strength."""
    elo: float
    """Relative to the others, from the share; infinite for a player that won all or nothing."""
    elo_low: float
    elo_high: float
    superior: float
    """The probability that the player is the better one."""


class Verdict(NamedTuple):
    """The state of an SPRT."""

    llr: float
    """The log-likelihood ratio; it decides at `BOUND` and at -`BOUND`."""
    sets: int
    """The number of sets so far."""
    better: bool | None
    """Whether the second difference fits better than the first; None while it is open."""


def elo(share: float, even: float = 0.5) -> float:
    """The difference in Elo that leads to this share, where `even` is the share of an equal player.

    400 Elo multiply the odds of winning by ten.

    >>> round(elo(0.75), 1), round(elo(0.5, even=0.25), 1)
    (190.8, 190.8)
    """
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share) * (1 - even) / even)


def expected(difference: float, even: float = 0.5) -> float:
    """The share that a difference in Elo leads to: the inverse of `elo`.

    >>> round(expected(200), 3)
    0.76
    """
    odds = even / (1 - even) * 10 ** (difference / 400)
    return odds / (1 + odds)


def estimate(scores: Sequence[float], games: int | Sequence[int], even: float = 0.5) -> Estimate:
    """Estimate the strength from the scores of sets; `games` is the size of all sets, or of each.

    It uses Wilson's interval for the effective number of independent games: it stays between 0 and 1, also
    for a player that wins everything.
    """
    count = len(scores)
    if not count:
        return Estimate(0, even, 0.0, 1.0, even, 0.0, -math.inf, math.inf, 0.5)
    sizes = [games] * count if isinstance(games, int) else games
    share = math.fsum(score * size for score, size in zip(scores, sizes, strict=True)) / sum(sizes)
    effective = _effective_games(scores, share, sizes)
    z = t_quantile(count)
    middle = (share + z * z / (2 * effective)) / (1 + z * z / effective)
    reach = (
        z * math.sqrt(share * (1 - share) / effective + (z / (2 * effective)) ** 2) / (1 + z * z / effective)
    )
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    superior = NORMAL.cdf((share - even) / math.sqrt(even * (1 - even) / effective))
    return Estimate(
        count, share, low, high, even, elo(share, even), elo(low, even), elo(high, even), superior
    )


def _effective_games(scores: Sequence[float], share: float, sizes: Sequence[int]) -> float:
    """The number of independent games, won or lost, with the same uncertainty.

    The variance between sets is compared with that of such games; multiplied by the games of a set, it does
    not depend on the size of sets. One set of ordinary variance is added on both sides, so that a few sets
    with equal scores do not look like certainty.
    """
    between = math.fsum(size * (score - share) ** 2 for score, size in zip(scores, sizes, strict=True))
    ordinary = (len(scores) - 1) * share * (1 - share)
    one = 0.25
    return sum(sizes) * (ordinary + one) / (between + one)


def t_quantile(count: int) -> float:
    """The quantile of Student's t distribution for `count` sets, by an expansion around the normal one."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + first / count + second / count**2


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
