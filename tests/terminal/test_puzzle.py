"""Puzzles in the terminal: answers, hints, the solution, and the progress that is kept."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from moleworks import puzzles
from moleworks.core.messages import Complaint
from moleworks.terminal import puzzle as solving
from tests.terminal.sessions import output_of, screen

DAY = datetime.date(2026, 11, 19)
GAME = "mole-hill"


def solve(path: Path, lines: list[str], *, lang: str = "en", game: str = GAME, **wishes: object) -> str:
    on = screen(lines, lang=lang, plain=True)
    theme, id_ = wishes.get("theme"), wishes.get("id_")
    solving.solve_one(
        on,
        game,
        path,
        day=DAY,
        theme=str(theme) if theme else None,
        id_=str(id_) if id_ else None,
        more=bool(wishes.get("more")),
    )
    return output_of(on)


@pytest.mark.parametrize(("lang", "right"), [("en", "Right!"), ("fr", "Juste"), ("de", "Richtig!")])
def test_the_right_answer_solves_the_puzzle_of_the_day(tmp_path: Path, lang: str, right: str) -> None:
    path = tmp_path / "puzzles.json"
    today = puzzles.daily(GAME, DAY)
    said = solve(path, [today.answers[0]], lang=lang)
    assert right in said
    assert "2026-11-19 · 🟩" in said
    kept = solving.read_progress(path)[GAME]
    assert (kept.solved, kept.streak, list(kept.tried)) == (1, 1, [today.id])


def test_a_wrong_answer_is_explained_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    today = puzzles.daily(GAME, DAY)
    match = today.match(GAME)
    wrong = next(name for name in match.legal if name not in today.answers)
    said = solve(path, ["hint", wrong, "z9", today.answers[0]])
    assert "points" in said
    assert str(match.game.explain(match.state, "z9")) in said
    assert "🟥🟨🟩" in said
    assert today.id in solving.read_progress(path)[GAME].due


def test_the_solution_is_shown_on_request(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    assert "The answer: " in solve(path, ["hint", "hint", "hint", "hint", "solution"])
    assert "Die Antwort: " in solve(path, ["Lösung"], lang="de", more=True)
    assert len(solving.read_progress(path)[GAME].due) == 2


def test_the_first_try_of_the_day_is_its_result(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    today = puzzles.daily(GAME, DAY)
    wrong = next(name for name in today.match(GAME).legal if name not in today.answers)
    solve(path, [wrong, "quit"])
    assert "· 🟥🟩" in solve(path, [today.answers[0]])
    again = solve(path, [today.answers[0]])
    assert "Your first try today counts." in again
    assert "· 🟥🟩" in again
    assert "first try" not in solve(path, [today.answers[0]], id_=today.id)


def test_leaving_at_once_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    solve(path, ["quit"])
    solve(path, [])
    assert not path.exists()


def test_an_owner_is_chosen_by_number_or_word(tmp_path: Path) -> None:
    game = "buddel-bande"
    found = next(each for each in puzzles.book(game).values() if each.about)
    said = solve(tmp_path / "a.json", ["9", str(int(found.answers[0]) + 1)], game=game, id_=found.id)
    assert "Type the number of an answer." in said
    assert "Right!" in said
    animal = ["Ameise", "Marienkäfer", "Regenwurm", "Schnecke"][int(found.answers[0])]
    assert "Richtig!" in solve(tmp_path / "b.json", [animal], game=game, id_=found.id, lang="de")


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match="no theme nothing"):
        solve(tmp_path / "a.json", [], theme="nothing")
    with pytest.raises(Complaint, match="no puzzle nothing"):
        solve(tmp_path / "a.json", [], id_="nothing")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(Complaint, match="damaged"):
        solve(broken, [])
