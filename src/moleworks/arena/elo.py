"""Convert shares of games into differences in Elo, and back. `ratings.py` rates many players at once."""

from __future__ import annotations

import math


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
