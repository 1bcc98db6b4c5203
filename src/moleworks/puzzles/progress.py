"""What a solver has done in one game: the rating, the days in a row, and mistakes that come back.

It is kept on the device, as data, and is changed by one function, `after`. A mistake comes back after a day,
then after 3, 7, 16 and 35 days, as long as it is solved each time; another mistake begins again.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks.puzzles import glicko
from moleworks.puzzles.glicko import SolverRating
from moleworks.puzzles.puzzle import Puzzle

PUZZLE_DEVIATION = 80.0
INTERVALS = (1, 3, 7, 16, 35)
"""Days until a mistake comes back, by how often it was solved since."""
CANDIDATES = 6
"""The next puzzle is one of so many that are nearest to the solver's rating."""
HINT_SCORE = 0.5
"""What a puzzle counts that was solved with hints, without a mistake."""

PuzzleId = Annotated[str, Meta(max_length=16)]


START = SolverRating(1000.0, 200.0)
"""The rating before the first puzzle: that of an easy one, so that the first steps are short."""


class Due(msgspec.Struct, frozen=True):
    """When a mistake comes back, and how often it was solved since."""

    day: datetime.date
    step: int = 0


class Attempt(msgspec.Struct, frozen=True):
    """How a puzzle went."""

    mistakes: Annotated[int, Meta(ge=0, le=1000)] = 0
    hints: Annotated[int, Meta(ge=0, le=10)] = 0
    shown: bool = False
    """Whether the solver asked for the solution."""

    @property
    def clean(self) -> bool:
        """Whether it was solved at once and without help."""
        return not (self.mistakes or self.hints or self.shown)

    @property
    def score(self) -> float:
        """What it counts for the rating."""
        if self.mistakes or self.shown:
            return 0.0
        return HINT_SCORE if self.hints else 1.0


class FirstTry(msgspec.Struct, frozen=True):
    """The first try at a puzzle on a day, so that beginning once more does not undo a mistake."""

    day: datetime.date
    attempt: Attempt
    done: bool = False
    """Whether it came to its end. Only the puzzle of the day is kept after that."""


class PuzzleProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of a solver in one game."""

    rating: Annotated[float, Meta(ge=-5000, le=10_000)] = START.rating
    deviation: Annotated[float, Meta(ge=1, le=1000)] = START.deviation
    volatility: Annotated[float, Meta(ge=0.001, le=1)] = START.volatility
    tried: Annotated[dict[PuzzleId, datetime.date], Meta(max_length=10_000)] = {}
    """Every puzzle that was tried, with the last day."""
    solved: int = 0
    """How many were solved at the first attempt, without help."""
    due: Annotated[dict[PuzzleId, Due], Meta(max_length=10_000)] = {}
    streak: int = 0
    """Days in a row on which the daily puzzle was solved."""
    longest: int = 0
    streak_day: datetime.date | None = None
    """The last of these days."""
    begun: Annotated[dict[PuzzleId, FirstTry], Meta(max_length=10_000)] = {}
    """What was begun on the last day, by puzzle."""


def after(
    progress: PuzzleProgress, puzzle: Puzzle, attempt: Attempt, day: datetime.date, daily: bool = False
) -> PuzzleProgress:
    """The progress after a puzzle. The rating moves with the first attempt at a puzzle only.

    At the puzzle of the day, the first attempt of the day counts: another one changes nothing.
    """
    first = first_try(progress, puzzle.id, day)
    if daily and first is not None and first.done:
        return progress
    rating = SolverRating(progress.rating, progress.deviation, progress.volatility)
    if puzzle.id not in progress.tried:
        result = glicko.PuzzleResult(puzzle.rating, PUZZLE_DEVIATION, attempt.score)
        rating = glicko.after(rating, [result])
    changed = msgspec.structs.replace(
        progress,
        rating=rating.rating,
        deviation=rating.deviation,
        volatility=rating.volatility,
        tried={**progress.tried, puzzle.id: day},
        solved=progress.solved + (attempt.clean and puzzle.id not in progress.tried),
        due=_due_after(progress.due, puzzle.id, attempt, day),
        begun=_begun_without(progress, puzzle.id, day),
    )
    if not daily:
        return changed
    changed = _with_try(changed, puzzle.id, FirstTry(day, attempt, done=True))
    return changed if attempt.shown else _with_streak(changed, day)


def after_own(progress: PuzzleProgress, id_: str, attempt: Attempt, day: datetime.date) -> PuzzleProgress:
    """The progress after a mistake of an own match was tried again: it comes back as others do, unrated."""
    due = _due_after(progress.due, id_, attempt, day)
    return msgspec.structs.replace(progress, due=due, begun=_begun_without(progress, id_, day))


def begin(progress: PuzzleProgress, id_: str, attempt: Attempt, day: datetime.date) -> PuzzleProgress:
    """The progress when a puzzle is left before its end: what went wrong so far stays."""
    first = first_try(progress, id_, day)
    if first is not None and first.done:
        return progress
    return _with_try(progress, id_, FirstTry(day, attempt))


def first_try(progress: PuzzleProgress, id_: str, day: datetime.date) -> FirstTry | None:
    """The first try at a puzzle on a day, if it was begun."""
    found = progress.begun.get(id_)
    return found if found is not None and found.day == day else None


def current_streak(progress: PuzzleProgress, day: datetime.date) -> int:
    """The days in a row up to this day, or up to the day before while today's puzzle is not solved."""
    last = progress.streak_day
    return progress.streak if last is not None and 0 <= (day - last).days <= 1 else 0


def next_puzzle(
    puzzles: Mapping[str, Puzzle], progress: PuzzleProgress, day: datetime.date, theme: str | None = None
) -> Puzzle | None:
    """A mistake that comes back, else a new puzzle near the solver's rating, else the one longest ago."""
    among = [puzzle for puzzle in puzzles.values() if theme in {None, puzzle.theme}]
    back = [puzzle for puzzle in among if puzzle.id in progress.due and progress.due[puzzle.id].day <= day]
    if back:
        return min(back, key=lambda puzzle: (progress.due[puzzle.id].day, puzzle.id))
    fresh = [puzzle for puzzle in among if puzzle.id not in progress.tried]
    if fresh:
        near = sorted(fresh, key=lambda puzzle: (abs(puzzle.rating - progress.rating), puzzle.id))
        return near[len(progress.tried) % min(CANDIDATES, len(near))]
    return min(among, key=lambda puzzle: (progress.tried[puzzle.id], puzzle.id), default=None)


def share_text(title: str, day: datetime.date, attempt: Attempt, streak: int) -> str:
    """The result of a daily puzzle as a line that gives nothing away.

    >>> share_text("Mole Hill", datetime.date(2026, 11, 19), Attempt(mistakes=2, hints=1), 3)
    'Moleworks · Mole Hill · 2026-11-19 · 🟥🟥🟨🟩 · 🔥3'
    """
    squares = "🟥" * min(attempt.mistakes, 6) + "🟨" * attempt.hints + ("⬛" if attempt.shown else "🟩")
    line = f"Moleworks · {title} · {day.isoformat()} · {squares}"
    return f"{line} · 🔥{streak}" if streak > 1 else line


def _due_after(due: Mapping[str, Due], id_: str, attempt: Attempt, day: datetime.date) -> dict[str, Due]:
    found = {other: when for other, when in due.items() if other != id_}
    if attempt.mistakes or attempt.shown:
        found[id_] = Due(day + datetime.timedelta(days=INTERVALS[0]))
    elif id_ in due:
        step = due[id_].step + 1
        if step < len(INTERVALS):
            found[id_] = Due(day + datetime.timedelta(days=INTERVALS[step]), step)
    return found


def _begun_without(progress: PuzzleProgress, id_: str, day: datetime.date) -> dict[str, FirstTry]:
    """What was begun on this day, without a puzzle that is over now; the result of a day stays."""
    return {
        other: each
        for other, each in progress.begun.items()
        if each.day == day and (each.done or other != id_)
    }


def _with_try(progress: PuzzleProgress, id_: str, first: FirstTry) -> PuzzleProgress:
    today = {other: each for other, each in progress.begun.items() if each.day == first.day}
    return msgspec.structs.replace(progress, begun={**today, id_: first})


def _with_streak(progress: PuzzleProgress, day: datetime.date) -> PuzzleProgress:
    last = progress.streak_day
    if last is not None and day <= last:
        return progress
    streak = progress.streak + 1 if last is not None and (day - last).days == 1 else 1
    return msgspec.structs.replace(
        progress, streak=streak, longest=max(streak, progress.longest), streak_day=day
    )
