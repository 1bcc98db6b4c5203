"""An analysis as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

import msgspec

from moleworks import speech
from moleworks.engine.analysis import Analysis, Choice, Moment, seat_totals
from moleworks.texts import Language

MarkName = Literal["slip", "mistake", "blunder"]


class AnalysedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of a seat: the best action, its value and why, and the value of the one played (`worth`)."""

    best: str
    equal: Sequence[str]
    """Of a bad choice, all actions that are as good as the best, and that one."""
    value: float
    why: str
    line: Sequence[str]
    worth: float
    in_points: bool
    cost: float
    given: float
    mark: MarkName | None
    proven: bool
    """Whether the cost is proven, not estimated."""


class AnalysedAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action, the chances of winning after it by seat, and the choice or the luck in it."""

    ply: int
    action: str
    actor: int | None
    mover: int | None
    chances: Sequence[float]
    choice: AnalysedChoice | None
    luck: Sequence[float] | None


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of a seat: chances at start and end, luck, and what was given away and received."""

    start: float
    end: float
    luck: float
    given: float
    received: float
    points: float
    choices: int
    marks: Sequence[int]
    accuracy: float | None


class AnalysisReply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Progress of an analysis from 0 to 1, and at 1 its result; ask again until then."""

    done: float
    start: Sequence[float] | None = None
    """The chances of winning before the first action, by seat."""
    moments: Sequence[AnalysedAction] | None = None
    accounts: Sequence[SeatSummary] | None = None


def analysis_data(analysis: Analysis, language: Language, names: Sequence[str]) -> AnalysisReply:
    """An analysis as data, with reasons in sentences and these names of players."""
    return AnalysisReply(
        done=1,
        start=analysis.start,
        moments=[_action(moment, language, names) for moment in analysis.moments],
        accounts=[SeatSummary(**account._asdict()) for account in seat_totals(analysis)],
    )


def _action(moment: Moment, language: Language, names: Sequence[str]) -> AnalysedAction:
    choice = moment.choice
    return AnalysedAction(
        ply=moment.ply,
        action=moment.action,
        actor=None if moment.by_chance else moment.actor,
        mover=moment.mover,
        chances=moment.chances,
        choice=None if choice is None else _choice(choice, language, names),
        luck=moment.luck,
    )


def _choice(choice: Choice, language: Language, names: Sequence[str]) -> AnalysedChoice:
    return AnalysedChoice(
        best=choice.best.action,
        equal=choice.equal,
        value=choice.best.value,
        why=language.tell(speech.with_player_names(choice.best.why, names)),
        line=choice.best.line,
        worth=choice.played.value,
        in_points=choice.in_points,
        cost=choice.cost,
        given=choice.given,
        mark=None if choice.mark is None else cast(MarkName, choice.mark.name.lower()),
        proven=choice.proven,
    )
