"""The results of an analysis: a record for each action, marks for bad choices."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from moleworks.core.game import CHANCE
from moleworks.engine.advice import AnalysisSettings, Effort, Line
from moleworks.record import Record


class Mark(IntEnum):
    """How bad a choice was."""

    SLIP = 0
    MISTAKE = 1
    BLUNDER = 2


POINTS = (0.5, 1.0, 2.0)
"""By mark, the smallest loss in points, where the goal is points."""
LEAST_CHANCE, LEAST_POINTS = 0.01, 0.1
"""Smaller losses count as none: estimates are not that precise."""
LEAST_STAKE = 2 * LEAST_CHANCE
"""The smallest stake, so that no choice between nearly equal actions counts as very wrong."""


MOST_EQUAL = 6
"""So many actions are compared with the best where a search values one action at a time."""


def bounds(settings: AnalysisSettings, in_points: bool) -> tuple[float, float, float]:
    """By mark, the smallest loss that earns it."""
    return POINTS if in_points else settings.chances


def mark(cost: float, settings: AnalysisSettings, in_points: bool) -> Mark | None:
    """The mark of a choice by its loss, rounded as it is displayed: to whole percents, to tenths of points.

    >>> settings = AnalysisSettings(chances=(0.05, 0.10, 0.20))
    >>> mark(0.12, settings, in_points=False), mark(0.12, settings, in_points=True)
    (<Mark.MISTAKE: 1>, None)
    """
    shown = round(cost, 1 if in_points else 2)
    reached = [
        known for known, least in zip(Mark, bounds(settings, in_points), strict=True) if shown >= least
    ]
    return max(reached, default=None)


class Choice(NamedTuple):
    """What a seat chose, and the best choice by what it knew."""

    best: Line
    played: Line
    in_points: bool
    """Whether the values of the lines are points, not chances of winning."""
    cost: float
    """The value of the best action less that of the one played, for the seat that chose; never negative."""
    given: float
    """The same as a loss of the chance of winning."""
    proven: bool
    """Whether both values, and so the cost, are proven."""
    settings: AnalysisSettings
    stake: float
    """The largest possible cost; that of a blunder if the worst action was not searched."""
    equal: tuple[str, ...] = ()
    """By name, all actions that are as good as the best, which is among them; sought for marked choices."""

    @property
    def mark(self) -> Mark | None:
        """Whether it was a slip, a mistake or a blunder; None if it was good enough."""
        return mark(self.cost, self.settings, self.in_points)

    @property
    def accuracy(self) -> float:
        """The share of the stake that was not given away."""
        return 1 - min(1.0, self.cost / self.stake)


class Moment(NamedTuple):
    """One action of a game, and the chances after it."""

    ply: int
    """How many actions came before."""
    action: str
    actor: int
    """A seat, or `CHANCE`."""
    mover: int | None
    """Whose turn it was."""
    chances: tuple[float, ...]
    """The chances of winning by seat after the action, with all secrets open; a draw is shared."""
    choice: Choice | None = None
    """None if there was only one legal action."""
    luck: tuple[float, ...] | None = None
    """By seat, what chance added to its chance of winning; None where a seat acted."""

    @property
    def by_chance(self) -> bool:
        """Whether dice, discs or a deal decided here."""
        return self.actor == CHANCE


class Analysis(NamedTuple):
    """The analysis of a game."""

    record: Record
    start: tuple[float, ...]
    """The chances of winning before the first action."""
    moments: tuple[Moment, ...]
    effort: Effort
    """Spent on each choice."""
    glance: Effort
    """Spent on each outlook."""
    settings: AnalysisSettings = AnalysisSettings()
    """When a choice is marked as bad."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.record.match.setup.players

    @property
    def complete(self) -> bool:
        """Whether every action of the record was analysed; False if it was interrupted."""
        return len(self.moments) == self.record.match.ply

    @property
    def over(self) -> bool:
        """Whether the game had ended."""
        return self.record.match.over

    @property
    def by_points(self) -> bool:
        """Whether nobody can win: the game is played for points."""
        match = self.record.match
        return not match.game.has_winner(match.setup)

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
