"""Adding it up: for each seat, what came by luck, what was given away, and what the others gave."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from moleworks.players.analysis.moments import Analysis, Mark, Moment


class Account(NamedTuple):
    """One seat's game; all but counts and points are chances of winning."""

    start: float
    end: float
    luck: float
    """What dice, discs and deals gave, or took."""
    given: float
    """What its own choices gave away."""
    received: float
    """What it got of that which the others gave away."""
    points: float
    """What its choices gave away in points, where points were played for."""
    choices: int
    """How often it had a choice."""
    marks: tuple[int, ...]
    """How many of them were slips, mistakes and blunders."""
    accuracy: float | None
    """How much of what was at stake in a choice it kept, on average; None if it never had one."""

    @property
    def rest(self) -> float:
        """What luck and skill do not explain: the estimates, and what nobody could know."""
        return self.end - self.start - self.luck + self.given - self.received


def accounts(analysis: Analysis) -> tuple[Account, ...]:
    """By seat."""
    return tuple(_account(analysis, seat) for seat in range(analysis.players))


def _account(analysis: Analysis, seat: int) -> Account:
    own = [m.choice for m in analysis.moments if m.actor == seat and m.choice]
    marks = Counter(choice.mark for choice in own)
    last = analysis.moments[-1].chances if analysis.moments else analysis.start
    return Account(
        start=analysis.start[seat],
        end=last[seat],
        luck=sum(moment.luck[seat] for moment in analysis.moments if moment.luck),
        given=sum(choice.given for choice in own),
        received=sum(_share(analysis, moment, seat) for moment in analysis.moments if moment.actor != seat),
        points=sum(choice.cost for choice in own if choice.in_points),
        choices=len(own),
        marks=tuple(marks[mark] for mark in Mark),
        accuracy=sum(choice.kept for choice in own) / len(own) if own else None,
    )


def _share(analysis: Analysis, moment: Moment, seat: int) -> float:
    """What a seat gets of that which another gave away: as its chances rose, of all whose chances rose."""
    if moment.choice is None or not moment.choice.given:
        return 0.0
    before = analysis.before(moment)
    others = [other for other in range(analysis.players) if other != moment.actor]
    rises = {other: max(0.0, moment.chances[other] - before[other]) for other in others}
    total = sum(rises.values())
    return moment.choice.given * (rises[seat] / total if total else 1 / len(others))
