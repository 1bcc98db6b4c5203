"""The puzzles that come with the games: complete, legal, in every language, and proven again in part."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest

from moleworks import puzzles
from moleworks.engine import LEVELS
from moleworks.games import GAMES
from moleworks.puzzles import Finding, Puzzle, files, mine, rate, words
from moleworks.record import Match
from moleworks.texts import LANGUAGES, language

WITH_PUZZLES = [game for game in GAMES if puzzles.available(game)]
ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 15
"""The share of fewer puzzles says little."""


def finding(puzzle: Puzzle) -> Finding:
    return Finding(
        puzzle.theme, tuple(puzzle.answers), puzzle.value, puzzle.rest, puzzle.second, puzzle.about
    )


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_every_puzzle_can_be_asked(game: str) -> None:
    themes = files.part(game).THEMES
    positions = set()
    for id_, puzzle in puzzles.book(game).items():
        assert id_ == puzzle.id
        assert puzzle.theme in themes
        match = puzzle.match(game)
        assert match.game.actor(match.state) == puzzle.seat
        choices = files.part(game).choices(puzzle, match) or match.legal
        assert puzzle.answers
        assert set(puzzle.answers) <= set(choices)
        assert not set(puzzle.answers) & set(puzzle.wrong)
        assert len(puzzle.solved) == 7
        assert max(puzzle.solved) <= rate.TRIES
        positions.add(mine.position_key(game, puzzle))
    assert len(positions) == len(puzzles.book(game))


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_the_reply_can_be_played(game: str) -> None:
    for puzzle in puzzles.book(game).values():
        if not puzzle.about:
            match = puzzle.match(game)
            match.play([puzzle.answers[0], *puzzle.reply.split()])


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_every_text_is_there(game: str, code: str) -> None:
    for puzzle in list(puzzles.book(game).values())[::7]:
        texts = words.puzzle_words(game, puzzle, language(code))
        said = [texts.theme, texts.question, texts.solution, texts.mistake, *texts.hints]
        said += [*texts.choices.values(), *texts.mistakes.values()]
        assert all(text and "{" not in text and "seat 0" not in text for text in said)
        assert len(texts.hints) == 3
        if code != "en":
            assert texts.question != words.puzzle_words(game, puzzle, language("en")).question


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_a_stronger_search_finds_the_same(game: str) -> None:
    shipped = list(puzzles.book(game).values())
    for puzzle in shipped[:: max(1, len(shipped) // 4)]:
        assert mine.confirmed(files.part(game), puzzle.match(game), finding(puzzle)), puzzle.id


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_no_daily_puzzle_comes_twice_within_a_year(game: str) -> None:
    start = datetime.date(2027, 2, 3)
    days = [start + datetime.timedelta(days=day) for day in range(366)]
    assert len({puzzles.daily(game, day).id for day in days}) == len(days)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_levels_follow_from_ratings(game: str) -> None:
    in_order = sorted(puzzles.book(game).values(), key=lambda puzzle: puzzle.rating)
    levels = [puzzle.level for puzzle in in_order]
    assert levels == sorted(levels)
    assert levels[0] == 0
    assert levels[-1] >= 7


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_stronger_levels_solve_more_and_a_puzzle_suits_its_level(game: str) -> None:
    """By the attempts that the puzzles were rated by, where there are enough puzzles of a level."""
    for level in LEVELS:
        results = [puzzle.solved for puzzle in puzzles.book(game).values() if puzzle.level == level]
        if len(results) < ENOUGH:
            continue
        shares = [sum(each) / (rate.TRIES * len(results)) for each in zip(*results, strict=True)]
        assert rate.rising(shares), f"{game}, level {level}"
        assert 0.5 <= shares[level - 1] <= 0.9, f"{game}, level {level}"


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_the_docs_name_the_themes_that_there_are(game: str) -> None:
    rows = (ROOT / "docs" / "puzzles.md").read_text().splitlines()
    first = next(n for n, row in enumerate(rows) if row.startswith(f"| {GAMES[game].title} | `"))
    last = next(n for n, row in enumerate(rows) if n > first and not row.startswith("| | "))
    told = {theme for row in rows[first:last] for theme in re.findall(r"`([a-z-]+)`", row.split("|")[2])}
    assert told == {puzzle.theme for puzzle in puzzles.book(game).values()}


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "available", lambda game: False)
    with pytest.raises(files.NoPuzzles, match="no puzzles yet"):
        files.book("mole-hill")
    monkeypatch.undo()
    with pytest.raises(files.NoPuzzles, match="There is no puzzle nothing"):
        puzzles.find_puzzle("mole-hill", "nothing")


def test_a_changed_answer_is_noticed() -> None:
    puzzle = next(iter(puzzles.book("mole-hill").values()))
    match: Match = puzzle.match("mole-hill")
    other = next(name for name in match.legal if name not in puzzle.answers)
    changed = finding(puzzle)._replace(answers=(other,))
    assert not mine.confirmed(files.part("mole-hill"), match, changed, times=1)
