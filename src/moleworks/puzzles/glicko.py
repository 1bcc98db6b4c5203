"""Glicko-2: a rating with its uncertainty, and what it becomes after results against rated opponents.

After Mark Glickman, "Example of the Glicko-2 system". A puzzle counts as an opponent that wins if it is not
solved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How fast the volatility may change."""
TOLERANCE = 1e-6
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
"""A rating never gets so certain that it stands still."""


class SolverRating(msgspec.Struct, frozen=True):
    """A rating, its standard deviation, and how much it varies from period to period."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


class PuzzleResult(msgspec.Struct, frozen=True):
    """A game: the opponent's rating and deviation, and the score from 0 to 1."""

    rating: float
    deviation: float
    score: float


def after(before: SolverRating, results: Sequence[PuzzleResult]) -> SolverRating:
    """The rating after a period with these results.

    >>> won = [PuzzleResult(1400, 30, 1), PuzzleResult(1550, 100, 0), PuzzleResult(1700, 300, 0)]
    >>> found = after(SolverRating(1500, 200, 0.06), won)
    >>> round(found.rating, 2), round(found.deviation, 2), round(found.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    mu, phi = (before.rating - CENTRE) / SCALE, before.deviation / SCALE
    information = gain = 0.0
    for result in results:
        weight = _weight(result.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (result.rating - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (result.score - expected)
    if not information:
        return SolverRating(
            before.rating, min(SCALE * math.hypot(phi, before.volatility), MOST_DEVIATION), before.volatility
        )
    variance = 1 / information
    volatility = _volatility(phi, before.volatility, variance, variance * gain)
    wider = math.hypot(phi, volatility)
    phi = 1 / math.sqrt(1 / wider**2 + information)
    deviation = min(max(SCALE * phi, LEAST_DEVIATION), MOST_DEVIATION)
    return SolverRating(CENTRE + SCALE * (mu + phi**2 * gain), deviation, volatility)


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5 of the system: the root of `slope`, by the Illinois algorithm."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        total = phi**2 + variance + power
        return power * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low, high = start, math.log(max(delta**2 - phi**2 - variance, 0) or 1)
    if delta**2 <= phi**2 + variance:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
