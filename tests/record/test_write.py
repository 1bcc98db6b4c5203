"""Writing records: the text is always the same, and can be read again."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moleworks import __version__, boards
from moleworks.boards import BoardError
from moleworks.record import Match, Record, read, result, write
from moleworks.record.record import LINE, LONGEST_COMMENT, LONGEST_NAME, LONGEST_TAG, TAGS, turn_starts
from moleworks.record.write import clean, option_text
from tests.boards.invalid_boards import STACK, TRACK, changed_board
from tests.boards.strategies import BOARDS, Data
from tests.record.record_examples import BAND, COMPANY, HILL, round_trip, whole_game

AWKWARD = [
    '"',
    "\\",
    '\\"',
    "\\\\",
    'a"b\\c',
    "Zoë 龍 🦡",
    "]",
    '"]',
    "[x]",
    "{x}",
    "  spaced   out ",
    "e\u0301",
]


def begun(*names: str, **setup: Any) -> Match:
    match = Match.begin("mole-hill", **setup)
    match.play(names)
    return match


def test_the_tags_come_in_their_order() -> None:
    for text in (HILL, COMPANY, BAND):
        given = [line[1:].split(" ")[0] for line in text.splitlines() if line.startswith("[")]
        assert given == [tag for tag in TAGS if tag in given]


def test_date_and_version_are_those_of_today() -> None:
    record = Record(begun())
    assert datetime.date.fromisoformat(record.date) > datetime.date(2025, 1, 1)
    assert record.version == __version__
    assert f'[Version "{__version__}"]' in round_trip(record)


@pytest.mark.parametrize("name", AWKWARD)
def test_names_of_players(name: str) -> None:
    record = read(round_trip(Record(begun(), (name, "Max"))))
    assert record.seats == (" ".join(name.split()), "Max")


@given(st.text(), st.text())
@pytest.mark.slow
def test_any_name_gives_a_record_that_can_be_read(one: str, other: str) -> None:
    seats = read(round_trip(Record(begun(), (one, other)))).seats
    assert seats == tuple(clean(name, LONGEST_NAME) or "?" for name in (one, other))


def test_a_player_without_a_name_has_a_question_mark() -> None:
    assert read(round_trip(Record(begun(), ("", " \n ")))).seats == ("?", "?")


@given(st.dictionaries(st.integers(0, 3), st.text()))
def test_any_comment_gives_a_record_that_can_be_read(comments: dict[int, str]) -> None:
    text = round_trip(Record(begun("e1", "e1|f1", "d2"), comments=comments))
    words = {
        ply: clean(comment.replace("{", "(").replace("}", ")"), 2000) for ply, comment in comments.items()
    }
    assert read(text).comments == {ply: comment for ply, comment in words.items() if comment}


def test_braces_in_comments_become_round() -> None:
    text = write(Record(begun(), comments={0: "a {b} c"}))
    assert text.endswith("\n{a (b) c} *\n")


def test_a_comment_stands_before_the_number_of_the_next_turn() -> None:
    text = write(Record(begun("e1", "e1|f1"), comments={0: "A", 1: "B", 2: "C"}))
    assert text.endswith("\n{A} 1. e1 {B} 2. e1|f1 {C} *\n")


def test_long_comments_are_cut() -> None:
    (comment,) = read(round_trip(Record(begun(), comments={0: "x" * 5_000}))).comments.values()
    assert len(comment) == LONGEST_COMMENT


@pytest.mark.parametrize(
    ("text", "longest", "cleaned"),
    [
        ("a  b", 9, "a b"),
        (" \ta\n", 9, "a"),
        ("a\x00b", 9, "a b"),
        ("abc", 2, "ab"),
        ("ab cd", 3, "ab"),
        ("\u2028", 9, ""),
        ("\ud800x", 9, "x"),
    ],
)
def test_clean(text: str, longest: int, cleaned: str) -> None:
    assert clean(text, longest) == cleaned


@given(st.text(), st.integers(1, 40))
def test_what_is_clean_stays_so(text: str, longest: int) -> None:
    once = clean(text, longest)
    assert clean(once, longest) == once
    assert once.isprintable()
    assert len(once) <= longest


def test_options_as_they_are_written() -> None:
    assert [option_text(value) for value in (True, False, 6, "into")] == ["true", "false", "6", "into"]


@pytest.mark.parametrize("game", ["mole-hill", "mole-company", "buddel-bande"])
def test_whole_games(game: str) -> None:
    for seed in range(4):
        match = whole_game(game, seed)
        text = round_trip(Record(match, date="2026-01-31"))
        assert all(len(line) <= LINE for line in text.split("\n\n")[1].splitlines())
        assert text.splitlines()[-1].split(" ")[-1] == result(match) != "*"
        assert f'[Result "{result(match)}"]' in text


def test_results() -> None:
    assert result(begun()) == "*"
    assert result(whole_game("mole-hill", 1, options={"rounds": 1})) == "none"
    assert result(whole_game("buddel-bande", 1, options={"turn_limit": 1})) == "draw"
    won = whole_game("buddel-bande", 1)
    outcome = won.game.outcome(won.state)
    assert outcome
    assert result(won) == str(outcome.winner)


def test_a_turn_is_all_that_a_seat_does_in_a_row() -> None:
    numbered = read(BAND).match
    assert numbered.movers() == [None, None, None, 0, 0, 1, 1, 0]
    assert turn_starts(numbered) == [True, False, False, True, False, True, False, True]
    assert turn_starts(begun()) == []


@given(st.one_of(list(BOARDS.values())))
def test_every_board_travels_in_the_record(board: Data) -> None:
    match = Match.begin(board["game"], board=board)
    again = read(round_trip(Record(match))).match
    assert again.setup == match.setup
    assert again.state == match.state


def test_a_board_that_only_bears_the_name_of_ours_travels_whole() -> None:
    board = changed_board(TRACK, name="stroll")
    text = round_trip(Record(Match.begin("buddel-bande", board=board)))
    assert '[Board "{\\"game\\":\\"buddel-bande\\",\\"name\\":\\"stroll\\",' in text
    same = boards.data("buddel-bande", boards.named("buddel-bande", "stroll"))
    assert '[Board "stroll"]' in write(Record(Match.begin("buddel-bande", board=same)))


def test_the_largest_board_there_is_still_fits() -> None:
    """Every title in two letters, all of them quotes: nothing takes more room in a tag."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    title = {one + other: '"\\' * 40 for one in letters for other in letters}
    text = round_trip(Record(Match.begin("mole-company", board=changed_board(STACK, title=title))))
    assert max(map(len, text.splitlines())) < LONGEST_TAG
    with pytest.raises(BoardError):
        boards.check(changed_board(STACK, title=title | {"abc": "One more"}))


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(0, 200))
def test_a_record_at_any_moment(seed: int, ply: int) -> None:
    for game in ("mole-hill", "mole-company", "buddel-bande"):
        match = whole_game(game, seed, options={} if game == "mole-hill" else {"turn_limit": 60})
        if ply < match.ply:
            match.undo(match.ply - ply)
        assert read(round_trip(Record(match))).match.names == match.names
