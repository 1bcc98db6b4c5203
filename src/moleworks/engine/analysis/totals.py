"""Sum up an analysis by seat: luck, losses by own choices, gains from the others' choices."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from moleworks.engine.analysis.moments import Analysis, Mark, Moment


class SeatTotals(NamedTuple):
    """The sums of one seat; all but counts and points are chances of winning."""

    start: float
    end: float
    luck: float
    """Gained or lost by dice, discs and deals."""
    given: float
    """Given away by its own choices."""
    received: float
    """Its share of what the others gave away."""
    points: float
    """Points given away by its choices, where the goal was points."""
    choices: int
    """The number of its choices."""
    marks: tuple[int, ...]
    """The numbers of its slips, mistakes and blunders."""
    accuracy: float | None
    """The mean accuracy of its choices; None if it had none."""

    @property
    def rest(self) -> float:
        """What luck and skill do not explain: errors of the estimates, and secrets."""
        return self.end - self.start - self.luck + self.given - self.received


def seat_totals(analysis: Analysis) -> tuple[SeatTotals, ...]:
    """The sums of each seat."""
    return tuple(_totals(analysis, seat) for seat in range(analysis.players))


def _totals(analysis: Analysis, seat: int) -> SeatTotals:
    own = [m.choice for m in analysis.moments if m.actor == seat and m.choice]
    marks = Counter(choice.mark for choice in own)
    last = analysis.moments[-1].chances if analysis.moments else analysis.start
    return SeatTotals(
        start=analysis.start[seat],
        end=last[seat],
        luck=sum(moment.luck[seat] for moment in analysis.moments if moment.luck),
        given=sum(choice.given for choice in own),
        received=sum(_share(analysis, moment, seat) for moment in analysis.moments if moment.actor != seat),
        points=sum(choice.cost for choice in own if choice.in_points),
        choices=len(own),
        marks=tuple(marks[mark] for mark in Mark),
        accuracy=sum(choice.accuracy for choice in own) / len(own) if own else None,
    )


def _share(analysis: Analysis, moment: Moment, seat: int) -> float:
    """A seat's share of what another gave away: in proportion to how much its chances rose."""
    if moment.choice is None or not moment.choice.given:
        return 0.0
    before = analysis.before(moment)
    others = [other for other in range(analysis.players) if other != moment.actor]
    rises = {other: max(0.0, moment.chances[other] - before[other]) for other in others}
    total = sum(rises.values())
    return moment.choice.given * (rises[seat] / total if total else 1 / len(others))
