"""What an analysis says of each action."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

from moleworks.games import CHANCE
from moleworks.players.advice import Effort, Line
from moleworks.record import Record


class Mark(IntEnum):
    """How bad a choice was."""

    SLIP = 0
    MISTAKE = 1
    BLUNDER = 2


CHANCES: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "mole-hill": (0.05, 0.10, 0.20),
        "mole-company": (0.02, 0.04, 0.08),
        "buddel-bande": (0.02, 0.04, 0.08),
    }
)
"""By game and mark, the least chance of winning that is given away: where discs or dice decide much, one
choice among so many moves little."""
POINTS = (0.5, 1.0, 2.0)
"""By mark, the fewest points, where it is points that are played for."""
LEAST_CHANCE, LEAST_POINTS = 0.01, 0.1
"""What costs less counts as nothing: no estimate is so fine."""
LEAST_STAKE = 2 * LEAST_CHANCE
"""Where all actions are worth nearly the same, none can be very wrong."""


def bounds(game: str, in_points: bool) -> tuple[float, float, float]:
    """By mark, the least that a choice costs."""
    return POINTS if in_points else CHANCES[game]


def mark(cost: float, game: str, in_points: bool) -> Mark | None:
    """The mark that a choice gets for what it cost, rounded as it is shown: whole percents, tenths of points.

    >>> mark(0.12, "mole-hill", in_points=False), mark(0.12, "mole-hill", in_points=True)
    (<Mark.MISTAKE: 1>, None)
    """
    shown = round(cost, 1 if in_points else 2)
    reached = [known for known, least in zip(Mark, bounds(game, in_points), strict=True) if shown >= least]
    return max(reached, default=None)


class Choice(NamedTuple):
    """What a seat chose where it had a choice, beside the best it could have chosen for all it knew."""

    best: Line
    played: Line
    in_points: bool
    """Whether the lines are worth points of the mole; else chances of winning."""
    cost: float
    """How much less the action is worth than the best one, to the seat that chose it; never negative."""
    given: float
    """The same as a chance of winning that was given away."""
    exact: bool
    """Whether the best value is proven."""
    game: str
    stake: float
    """The most it could have cost; where nobody looked at the worst action, what a blunder costs."""

    @property
    def mark(self) -> Mark | None:
        return mark(self.cost, self.game, self.in_points)

    @property
    def kept(self) -> float:
        """The share of what was at stake that was not given away."""
        return 1 - min(1.0, self.cost / self.stake)


class Moment(NamedTuple):
    """One action of a game, and how the game stood after it."""

    ply: int
    """How many actions came before."""
    action: str
    actor: int
    """A seat, or `CHANCE`."""
    mover: int | None
    """Whose turn it was."""
    chances: tuple[float, ...]
    """Of winning, by seat, after the action, if everything lay open; a draw counts half."""
    choice: Choice | None = None
    """None where there was nothing to choose."""
    luck: tuple[float, ...] | None = None
    """What chance gave to or took from each seat; None where a seat acted."""

    @property
    def by_chance(self) -> bool:
        return self.actor == CHANCE


class Analysis(NamedTuple):
    """A game looked back at."""

    record: Record
    start: tuple[float, ...]
    """The chances of winning before the first action."""
    moments: tuple[Moment, ...]
    effort: Effort
    """What was spent on each choice."""
    glance: Effort
    """What was spent on each outlook."""

    @property
    def players(self) -> int:
        return self.record.match.setup.players

    @property
    def complete(self) -> bool:
        """Whether every action of the record was looked at; else somebody lost patience."""
        return len(self.moments) == self.record.match.ply

    @property
    def over(self) -> bool:
        """Whether the game itself had come to its end."""
        match = self.record.match
        return match.game.outcome(match.state) is not None

    @property
    def by_points(self) -> bool:
        """Whether there is nobody to win: one round, played for its points."""
        return self.record.match.setup.options.get("rounds") == 1

    @property
    def counts_points(self) -> bool:
        """Whether some choices cost points."""
        return any(moment.choice and moment.choice.in_points for moment in self.moments)

    @property
    def has_chance(self) -> bool:
        """Whether chance ever acted."""
        return any(moment.by_chance for moment in self.moments)

    def before(self, moment: Moment) -> tuple[float, ...]:
        """The chances before that action."""
        return self.moments[moment.ply - 1].chances if moment.ply else self.start
