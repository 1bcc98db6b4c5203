"""Adjudication: end an arena game early, because all players agree on its result or because it is long."""

from __future__ import annotations

from typing import NamedTuple

RULE = "adjudicated"
"""What an arena file names as the rule that ended such a game."""
ROUNDING = 1e-9
"""1 - 0.9 is a little less than 0.1."""


class Adjudication(NamedTuple):
    """The result of an adjudicated game."""

    winner: int | None
    """None is a draw."""


class Limits(NamedTuple):
    """When a game ends before its rules end it."""

    resign: tuple[float, int] | None = None
    """The chance of winning, and the number of actions, at which all agree that a game is won."""
    draw: tuple[float, int, int] | None = None
    """All agree on a draw so near an even chance, for so many actions, from this action of the game on."""
    longest: int = 0
    """A game is drawn after so many actions; 0 if it ends by its own rules only."""


class Adjudicator:
    """Watches the values of one game.

    A seat wins when it has valued its last actions at the chance of `resign` or more, and each of the others
    theirs at the rest or less: as many actions in a row as that says, of each. A game is drawn when all have
    valued theirs near an even chance. A player that tells no chances is never agreed with.

    >>> watching = Adjudicator(2, Limits(resign=(0.9, 2)))
    >>> [watching.told(seat, value, 9) for seat, value in ((0, 0.95), (1, 0.1), (0, 0.92))]
    [None, None, None]
    >>> watching.told(1, 0.02, 10)
    Adjudication(winner=0)
    >>> watching = Adjudicator(2, Limits(draw=(0.05, 1, 10)))
    >>> watching.told(0, 0.48, 9), watching.told(1, 0.54, 10)
    (None, Adjudication(winner=None))
    """

    def __init__(self, seats: int, limits: Limits) -> None:
        self._limits, self._even = limits, 1 / seats
        self._sure = [0] * seats
        self._hopeless = [0] * seats
        self._undecided = [0] * seats

    def told(self, seat: int, chance: float | None, plies: int) -> Adjudication | None:
        """A seat has acted and valued its action so; the result, if that decides the game.

        `plies` counts the actions of the game so far, this one too.
        """
        return self._won(seat, chance) or self._drawn(seat, chance, plies)

    def _won(self, seat: int, chance: float | None) -> Adjudication | None:
        if self._limits.resign is None:
            return None
        least, actions = self._limits.resign
        _count(self._sure, seat, chance is not None and chance >= least)
        _count(self._hopeless, seat, chance is not None and chance <= 1 - least + ROUNDING)
        for winner, sure in enumerate(self._sure):
            others = (count for other, count in enumerate(self._hopeless) if other != winner)
            if sure >= actions and all(count >= actions for count in others):
                return Adjudication(winner)
        return None

    def _drawn(self, seat: int, chance: float | None, plies: int) -> Adjudication | None:
        if self._limits.draw is None:
            return None
        most, actions, first = self._limits.draw
        _count(self._undecided, seat, chance is not None and abs(chance - self._even) <= most + ROUNDING)
        agreed = plies >= first and all(count >= actions for count in self._undecided)
        return Adjudication(None) if agreed else None

    def too_long(self, plies: int) -> Adjudication | None:
        """A draw, if the game has gone on for so many actions."""
        longest = self._limits.longest
        return Adjudication(None) if longest and plies >= longest else None


def _count(in_a_row: list[int], seat: int, holds: bool) -> None:
    """Count how many times in a row something held for a seat."""
    in_a_row[seat] = in_a_row[seat] + 1 if holds else 0
