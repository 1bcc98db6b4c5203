"""Progress: the rating moves, mistakes come back, days in a row are counted."""

from __future__ import annotations

import datetime

import msgspec
import pytest

from moleworks.lessons import LessonSetup
from moleworks.puzzles import Puzzle, glicko
from moleworks.puzzles.progress import (
    START,
    Attempt,
    Due,
    PuzzleProgress,
    after,
    after_own,
    begin,
    current_streak,
    first_try,
    next_puzzle,
    share_text,
)

DAY = datetime.date(2026, 11, 19)


def later(days: int) -> datetime.date:
    return DAY + datetime.timedelta(days=days)


def puzzle(id_: str = "a", rating: int = 1000, theme: str = "step") -> Puzzle:
    return Puzzle(id_, theme, LessonSetup("patch"), "", 0, ["a1"], 1, 0, rating=rating)


def test_glicko_is_that_of_the_paper() -> None:
    results = [
        glicko.PuzzleResult(1400, 30, 1),
        glicko.PuzzleResult(1550, 100, 0),
        glicko.PuzzleResult(1700, 300, 0),
    ]
    found = glicko.after(glicko.SolverRating(1500, 200, 0.06), results)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_rating_without_results_gets_less_certain() -> None:
    assert glicko.after(glicko.SolverRating(1500, 100), []).deviation > 100


@pytest.mark.parametrize(
    ("attempt", "rises"), [(Attempt(), True), (Attempt(mistakes=1), False), (Attempt(shown=True), False)]
)
def test_the_rating_moves_once_a_puzzle(attempt: Attempt, rises: bool) -> None:
    once = after(PuzzleProgress(), puzzle(), attempt, DAY)
    assert (once.rating > START.rating) == rises
    assert after(once, puzzle(), Attempt(), DAY).rating == once.rating


def test_hints_count_half() -> None:
    clean, helped, wrong = (
        after(PuzzleProgress(), puzzle(), attempt, DAY).rating
        for attempt in (Attempt(), Attempt(hints=1), Attempt(mistakes=1))
    )
    assert clean > helped > wrong


def test_a_mistake_comes_back_later_and_later() -> None:
    progress, day, waits = after(PuzzleProgress(), puzzle(), Attempt(mistakes=1), DAY), DAY, []
    while "a" in progress.due:
        due = progress.due["a"].day
        waits.append((due - day).days)
        day = due
        progress = after(progress, puzzle(), Attempt(), day)
    assert waits == [1, 3, 7, 16, 35]


def test_a_second_mistake_begins_again() -> None:
    progress = after(PuzzleProgress(), puzzle(), Attempt(mistakes=1), DAY)
    progress = after(progress, puzzle(), Attempt(), later(1))
    progress = after(progress, puzzle(), Attempt(shown=True), later(4))
    assert (progress.due["a"].day, progress.due["a"].step) == (later(5), 0)


def test_what_comes_back_is_next_and_then_what_suits() -> None:
    shelf = {each.id: each for each in (puzzle("a"), puzzle("b", 2000), puzzle("c", 1010, "shut"))}
    progress = after(PuzzleProgress(), shelf["b"], Attempt(mistakes=1), DAY)
    first = next_puzzle(shelf, progress, DAY)
    assert first
    assert first.id != "b"
    back = next_puzzle(shelf, progress, later(1))
    assert back
    assert back.id == "b"
    themed = next_puzzle(shelf, progress, DAY, "shut")
    assert themed
    assert themed.id == "c"
    assert next_puzzle(shelf, progress, DAY, "jump") is None


def test_days_in_a_row() -> None:
    progress = PuzzleProgress()
    for number in range(3):
        progress = after(progress, puzzle(str(number)), Attempt(), later(number), daily=True)
    assert (progress.streak, current_streak(progress, later(3))) == (3, 3)
    assert current_streak(progress, later(4)) == 0
    progress = after(progress, puzzle("x"), Attempt(), later(5), daily=True)
    assert (progress.streak, progress.longest) == (1, 3)
    assert after(progress, puzzle("y"), Attempt(shown=True), later(6), daily=True).streak_day == later(5)


def test_the_first_try_of_a_day_is_its_result() -> None:
    failed = after(PuzzleProgress(), puzzle(), Attempt(mistakes=1), DAY, daily=True)
    assert after(failed, puzzle(), Attempt(), DAY, daily=True) == failed
    first = first_try(failed, "a", DAY)
    assert first
    assert (first.attempt, first.done) == (Attempt(mistakes=1), True)
    shown = after(PuzzleProgress(), puzzle(), Attempt(shown=True), DAY, daily=True)
    assert current_streak(after(shown, puzzle(), Attempt(), DAY, daily=True), DAY) == 0
    practised = after(failed, puzzle(), Attempt(), DAY)
    assert first_try(practised, "a", DAY) == first
    assert first_try(after(failed, puzzle("b"), Attempt(), later(1), daily=True), "a", DAY) is None


def test_what_was_begun_goes_on_on_the_same_day() -> None:
    begun = begin(PuzzleProgress(), "a", Attempt(mistakes=1), DAY)
    first = first_try(begun, "a", DAY)
    assert first
    assert (first.attempt, first.done) == (Attempt(mistakes=1), False)
    assert first_try(begun, "a", later(1)) is None
    assert list(begin(begun, "b", Attempt(hints=1), later(1)).begun) == ["b"]
    assert after(begun, puzzle(), Attempt(mistakes=1), DAY).begun == {}
    done = after(begun, puzzle(), Attempt(mistakes=1), DAY, daily=True)
    assert begin(done, "a", Attempt(), DAY) == done


def test_mistakes_in_own_matches_come_back_and_are_not_rated() -> None:
    before = PuzzleProgress(due={"own-1": Due(DAY)})
    once = after_own(before, "own-1", Attempt(), DAY)
    assert once.due == {"own-1": Due(later(3), 1)}
    assert after_own(once, "own-1", Attempt(mistakes=1), later(3)).due == {"own-1": Due(later(4))}
    assert (once.rating, once.tried, once.solved) == (before.rating, {}, 0)


def test_progress_is_the_same_after_it_was_kept() -> None:
    progress = after(PuzzleProgress(), puzzle(), Attempt(mistakes=2), DAY, daily=True)
    assert msgspec.json.decode(msgspec.json.encode(progress), type=PuzzleProgress) == progress


def test_the_shared_line_names_no_answer() -> None:
    assert share_text("Mole Hill", DAY, Attempt(), 1) == "Moleworks · Mole Hill · 2026-11-19 · 🟩"
