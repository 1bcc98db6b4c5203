"""Measure steps per second of CPU time, alternating between programs so that a busy machine slows all alike.

The result is the median of the ratios of all turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

SECONDS, TURNS = 0.25, 9


class Times(NamedTuple):
    """The ratio of two speeds over all turns: minimum, median and maximum."""

    least: float
    middle: float
    most: float

    def __str__(self) -> str:
        return f"the middle of turns from {self.least:.2f} to {self.most:.2f}"


def rates(
    races: Mapping[str, Callable[[], int]], seconds: float = SECONDS, turns: int = TURNS
) -> dict[str, list[float]]:
    """By name, the rate in each turn; a function plays one game and returns its number of steps."""
    for play in races.values():
        play()
    found: dict[str, list[float]] = {name: [] for name in races}
    for _ in range(turns):
        for name, play in races.items():
            found[name].append(_rate(play, seconds))
    return found


def times(ours: Sequence[float], theirs: Sequence[float]) -> Times:
    """The ratio of our rates to theirs.

    >>> times([30.0, 10.0, 50.0], [10.0, 5.0, 12.5]).middle
    3.0
    """
    each = [mine / yours for mine, yours in zip(ours, theirs, strict=True)]
    return Times(min(each), median(each), max(each))


def _rate(play: Callable[[], int], seconds: float) -> float:
    steps, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        steps += play()
    return steps / took
