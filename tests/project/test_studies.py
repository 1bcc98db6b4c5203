"""The studies: accounts add up, sentences say what the figures say, pages say with what they were made."""

from __future__ import annotations

import doctest
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from moleworks import arena
from moleworks.arena import store
from moleworks.arena.seat_bias import GameVariant, SeatBias
from moleworks.arena.statistics import estimate
from moleworks.games import GAMES
from scripts.studies import fairness, length, luck
from scripts.studies.__main__ import DOCS, STUDIES, check, main
from scripts.studies.analyses import AnalysedGame, analyse_games
from scripts.studies.fairness import Case
from scripts.studies.lawn import Round, point_difference
from scripts.studies.runs import Figure, StudyRun, fingerprint, outdated_games, title

PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("module", ["runs", "fairness", "length", "lawn", "luck", "analyses"])
def test_examples(module: str) -> None:
    assert not doctest.testmod(import_module(f"scripts.studies.{module}")).failed


LUCKY = AnalysedGame(start=0.5, end=1.0, luck=0.5, given=0.0, received=0.0)
CLEVER = AnalysedGame(start=0.5, end=1.0, luck=-0.1, given=0.1, received=0.7)
DRAWN = AnalysedGame(start=0.5, end=0.5, luck=0.3, given=0.3, received=0.0)


def test_luck_alone() -> None:
    found = luck.tally([[LUCKY, LUCKY.from_other_seat]] * 6)
    assert found.luck == (1, 1, 1)
    assert found.choices.value == found.rest.value == 0
    assert found.score.value == 0.5
    assert found.luckier
    assert found.luckier.value == 1
    assert found.luckier.low < 0.95, "twelve games leave a doubt"
    assert found.careful is None
    assert found.lucky == (6, 6)


def test_choices_against_luck() -> None:
    found = luck.tally([[CLEVER, CLEVER, DRAWN]] * 4)
    assert found.luck.value == pytest.approx(-0.2)
    assert found.choices.value == pytest.approx(1.2)
    assert found.rest.value == pytest.approx(0)
    assert found.luckier
    assert found.luckier.value == 0
    assert found.careful
    assert found.careful.value == 1
    assert found.score.value == pytest.approx(2.5 / 3)
    assert found.lucky == (0, 0)


def test_parts_of_a_mixture_have_ranges_that_hold_them() -> None:
    found = luck.tally([[LUCKY, CLEVER.from_other_seat]] * 9 + [[LUCKY.from_other_seat, LUCKY]] * 9)
    assert found.luck.value == pytest.approx(0.7)
    assert found.luck.low < 0.6
    assert found.luck.high > 0.8
    assert found.luck.value + found.choices.value + found.rest.value == pytest.approx(1)


def test_the_answer_tells_a_game_without_luck_from_one_with_it() -> None:
    without = luck.tally([[CLEVER._replace(luck=0.0)]] * 12)
    lucky, clever = (
        luck.tally([[LUCKY, LUCKY.from_other_seat]] * 9),
        luck.tally([[CLEVER, CLEVER.from_other_seat]] * 9),
    )
    assert "has no luck" in luck.answer(without, without)
    assert "luck more than by choices" in luck.answer(lucky, lucky)
    assert "choices more than by luck" in luck.answer(clever, clever)
    blurred = luck.tally([[LUCKY._replace(luck=0.22), LUCKY._replace(luck=0.22).from_other_seat]] * 9)
    assert "seems to be decided by luck" in luck.answer(blurred, blurred)
    assert "of the 9 games that it won, it was the luckier one in 9" in luck.answer(lucky, lucky)


def test_games_are_looked_over_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = arena.plan("buddel-bande", ["level1", "random"], 2, keep_records=True)
    arena.run(plan, tmp_path / "games.json", processes=1)
    games = store.read_games(tmp_path / "games.json")
    found = analyse_games(plan, games, tmp_path, processes=1)
    for game in games:
        look = found[game.digest]
        assert look.end == (game.winner == 0)
        assert look.luck
        assert min(look.given, look.received) >= 0
        assert abs(look.end - look.start - look.luck - look.choices) < 0.5
    (kept,) = tmp_path.glob("*looks*")
    with kept.open("a") as file:
        file.write('["cut o')
    capsys.readouterr()
    assert analyse_games(plan, games, tmp_path, processes=1) == found
    assert not capsys.readouterr().out, "nothing is left to do"


def case(preset: str, won: float, players: int = 2, plies: tuple[int, ...] = (60,) * 9) -> Case:
    """Seat 0 won so much of 600 sets, the others what is left."""
    shares = [won, *[(1 - won) / (players - 1)] * (players - 1)]
    seats = tuple(
        estimate([1.0] * round(600 * share) + [0.0] * (600 - round(600 * share)), 1, 1 / players)
        for share in shares
    )
    return Case(SeatBias(GameVariant("mole-hill", preset, "", players), 600, 0, seats, plies))


def test_what_is_unfair_is_said() -> None:
    both = [case("blatz", 0.45), case("short", 0.67)]
    text = fairness.describe_fairness(both)
    assert text.startswith("Fairest is `blatz`, though not quite fair.")
    assert "`short` with 2 players is badly unfair: seat 0 won 67 % (63-71)" in text
    text = fairness.describe_first_seat(both)
    assert "much better to begin: seat 0 won 67 %" in text


def test_what_is_not_seen_is_not_said() -> None:
    even = [case("blatz", 0.51), case("short", 0.5)]
    assert "Which of them is fairest was not seen" in fairness.describe_fairness(even)
    assert fairness.describe_first_seat(even).startswith("It was not seen")
    assert "no seat was seen" in fairness.describe_fairness(even[:1])
    one = fairness.describe_fairness([case("blatz", 0.51), case("short", 0.67)])
    assert one.startswith("`blatz` is fairest: no seat was seen to be favoured.")


def test_one_seat_of_four_is_off_by_chance_more_easily() -> None:
    plain = estimate([1.0] * 172 + [0.0] * 428, 1, 0.25)
    assert plain.low > 0.25
    assert case("blatz", 172 / 600, players=4).seats[0].low < 0.25


def test_a_longer_game_is_said_to_be_longer() -> None:
    usual, other = case("blatz", 0.5, plies=(*range(50, 75),)), case("short", 0.5, plies=(*range(80, 105),))
    assert "Longer: `short` with 2 players (92)" in length.answer([usual, other])
    assert "Shorter: `blatz` with 2 players (62)" in length.answer([other, usual])
    assert "onger" not in length.answer([usual, usual._replace(bias=usual.bias)])


def test_what_a_lawn_brings_is_a_difference_of_pairs() -> None:
    here = [[[Round(9, 4, True), Round(7, 2, False)]]] * 5
    there = [[[Round(5, 0, False), Round(4, 0, False)]]] * 5
    assert point_difference(here, there) == Figure(3.5, 3.5, 3.5)


def test_a_page_of_other_players_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    today = f"as of {', '.join(map(fingerprint, GAMES))}."
    (tmp_path / "seats.md").write_text(today)
    assert outdated_games("no word of it") == [title(game) for game in GAMES]
    assert check(tmp_path, ["seats"]) == 0
    (tmp_path / "luck.md").write_text(re.sub(r"(Mole Hill) `.{16}`", rf"\1 `{'0' * 16}`", today))
    assert check(tmp_path, ["seats", "luck", "lawn"]) == 1
    said = capsys.readouterr().out
    assert "luck: made with another version of Mole Hill." in said
    assert "lawn: there is no page." in said


@pytest.mark.slow
def test_the_level_of_a_study_is_an_option(tmp_path: Path) -> None:
    study = StudyRun(tmp_path / "games", tmp_path, 2, 1, "level1")
    first = next(fairness.cases(study))
    assert first.bias.games == 2
    (kept,) = (tmp_path / "games").glob("mole-hill-*.json")
    assert "level1'" in kept.read_text("utf-8")
    assert "--games 2 --level level1`" in study.provenance("seats", GAMES)
    assert "--level" not in StudyRun(tmp_path, tmp_path, 2, 1).provenance("seats", GAMES)


def test_a_study_with_levels_of_its_own_takes_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["studies", "seats", "luck", "--level", "level4"])
    with pytest.raises(SystemExit):
        main()
    assert "luck have levels of their own" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["seats", "presets"])
def test_a_page_on_seats_says_of_which_players_and_corrects_its_old_claim(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text("utf-8")
    answers = [line for line in text.splitlines() if line.startswith("- **")]
    assert len(answers) == len(GAMES)
    assert all("among players of level" in line for line in answers)
    assert fairness.CORRECTION in text


def test_the_pages_are_all_of_the_same_players() -> None:
    texts = {name: (DOCS / f"{name}.md").read_text("utf-8") for name in STUDIES}
    marks = {name: set(re.findall(r"((?:\w+ )?\w+) `([0-9a-f]{16})`", text)) for name, text in texts.items()}
    assert all(marks.values())
    for game in GAMES:
        versions = {mark for found in marks.values() for name, mark in found if name.endswith(title(game))}
        assert len(versions) == 1, f"{title(game)}: pages were made with {versions}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem in STUDIES], ids=lambda page: page.stem)
def test_a_page_answers_first_and_shows_its_figures(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert lines[2].startswith("- **"), "the answer comes first"
    pictures = [at for at, line in enumerate(lines) if line.startswith("![")]
    assert pictures
    for at in pictures:
        assert not lines[at - 1] + lines[at + 1], "a picture stands alone"
        assert (DOCS / lines[at].split("](")[1].rstrip(")")).exists()
