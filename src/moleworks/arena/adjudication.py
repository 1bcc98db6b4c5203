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


class Adjudicator:
    """Watches the values of one game.

    A seat wins when it has valued its last actions at `chance` or more, and each of the others theirs at
    1 - `chance` or less: as many actions in a row as `actions` says, of each. A player that tells no chances
    is never agreed with. A game is drawn after `longest` actions (0: never).

    >>> watching = Adjudicator(2, (0.9, 2), 0)
    >>> [watching.told(seat, value) for seat, value in ((0, 0.95), (1, 0.1), (0, 0.92))]
    [None, None, None]
    >>> watching.told(1, 0.02)
    Adjudication(winner=0)
    """

    def __init__(self, seats: int, resign: tuple[float, int] | None, longest: int) -> None:
        self._resign, self._longest = resign, longest
        self._sure = [0] * seats
        self._hopeless = [0] * seats

    def told(self, seat: int, chance: float | None) -> Adjudication | None:
        """A seat has acted and valued its action so; the result, if that decides the game."""
        if self._resign is None:
            return None
        least, actions = self._resign
        self._sure[seat] = self._sure[seat] + 1 if chance is not None and chance >= least else 0
        self._hopeless[seat] = (
            self._hopeless[seat] + 1 if chance is not None and chance <= 1 - least + ROUNDING else 0
        )
        for winner, sure in enumerate(self._sure):
            others = (count for other, count in enumerate(self._hopeless) if other != winner)
            if sure >= actions and all(count >= actions for count in others):
                return Adjudication(winner)
        return None

    def too_long(self, plies: int) -> Adjudication | None:
        """A draw, if the game has gone on for so many actions."""
        return Adjudication(None) if self._longest and plies >= self._longest else None
