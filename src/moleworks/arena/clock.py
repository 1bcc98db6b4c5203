"""The clocks of an arena game: how much time each seat has left, and how much of it a choice may take."""

from __future__ import annotations

SHARE = 25
"""An action may take this part of the time left,"""
OF_INCREMENT = 0.75
"""and this much of what every action adds."""
MOST_OF_LEFT = 0.5
LEAST = 0.001
"""Seconds."""


class Clock:
    """The time of all seats in one game; a seat whose time is used up loses.

    >>> clock = Clock((10.0, 1.0), 2)
    >>> clock.budget(0)
    1.15
    >>> clock.spend(0, 4.0), clock.left
    (True, [7.0, 10.0])
    >>> clock.spend(0, 7.5)
    False
    """

    def __init__(self, times: tuple[float, float], seats: int) -> None:
        """`times` are the seconds of a seat for a game, and those that every action adds."""
        self.first, self.increment = times
        self.left = [self.first] * seats

    def budget(self, seat: int) -> float:
        """How many seconds a player that keeps to budgets gets for its next action."""
        left = self.left[seat]
        return max(LEAST, min(left * MOST_OF_LEFT, left / SHARE + self.increment * OF_INCREMENT))

    def spend(self, seat: int, seconds: float) -> bool:
        """Take off the time of an action; whether it was enough. Then add the increment."""
        self.left[seat] -= seconds
        in_time = self.left[seat] >= 0
        self.left[seat] += self.increment
        return in_time
