"""Estimates from results: shares and Elo with confidence intervals.

The samples are *sets*, not games: the games of a set share chance events and players, so they are not
independent. The score of a set is the mean share that the player won of its games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from moleworks.arena.elo import elo

NORMAL = NormalDist()
ERROR = 0.05
"""What a 95 % interval leaves out."""
Z = NORMAL.inv_cdf(1 - ERROR / 2)


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
