"""Checks that are the same for all board files."""

from __future__ import annotations

import datetime
import sys
from typing import Any

import pytest

from moleworks import boards
from moleworks.boards import BoardError
from moleworks.games.mole_hill import board_file
from moleworks.games.mole_hill.board import MoleHillBoard
from tests.boards.invalid_boards import ALL, LAWN, TRACK, Data, board_error, changed_board, error_parts

each = pytest.mark.parametrize("board", ALL, ids=lambda board: str(board["game"]))


@each
def test_a_good_board_is_good(board: Data) -> None:
    assert boards.check(board).name == "own"


@each
@pytest.mark.parametrize("field", ["game", "name", "title", "source", "version"])
def test_a_common_field_is_missing(board: Data, field: str) -> None:
    error = board_error(changed_board(board, **{field: ...}))
    assert (error.field, error.value) == (field, None)
    assert field == "game" or str(error.message) == "This field is missing."


@each
def test_an_unknown_field(board: Data) -> None:
    field, value, reason = error_parts(changed_board(board, colour="blue"))
    assert (field, value) == ("colour", "blue")
    assert reason.startswith("There is no such field; there are game, name, title, source, version")


@pytest.mark.parametrize("game", [None, "", "chess", "Mole-Hill", 5, True, ["mole-hill"], {}])
def test_a_board_of_no_game(game: Any) -> None:
    assert error_parts(changed_board(TRACK, game=game)) == (
        "game",
        game,
        "A board says which game it is for: mole-hill, mole-company, buddel-bande.",
    )


@pytest.mark.parametrize("junk", [None, 5, "mole-hill", [], [TRACK], True, 1.5, ()])
def test_what_is_no_table_at_all(junk: Any) -> None:
    assert board_error(junk).field == "game"


def test_a_board_of_another_game_than_asked_for() -> None:
    with pytest.raises(BoardError, match="This should be a board of mole-hill") as error:
        board_file.check({"game": "buddel-bande"}, "x")
    assert (error.value.field, error.value.value) == ("game", "buddel-bande")


def test_no_table_where_one_is_asked_for() -> None:
    with pytest.raises(BoardError, match="A board is a table of fields with their values"):
        board_file.check([1, 2], "x")


@each
@pytest.mark.parametrize(
    "name", ["", "-a", "a-", "My-garden", "my garden", "jardin-é", "a" * 41, "a\n", 5, None, True, ["own"]]
)
def test_bad_names(board: Data, name: Any) -> None:
    assert error_parts(changed_board(board, name=name)) == ("name", name, "A text like my-garden is needed.")


@each
@pytest.mark.parametrize("name", ["a", "7", "a-b", "my-garden-2", "a" * 40])
def test_good_names(board: Data, name: str) -> None:
    assert boards.check(changed_board(board, name=name)).name == name


@each
@pytest.mark.parametrize("title", [None, {}, "Own", ["Own"], 5, True])
def test_titles_come_by_language(board: Data, title: Any) -> None:
    field, value, reason = error_parts(changed_board(board, title=title))
    assert (field, value) == ("title", title)
    assert reason == 'A title by language is needed, such as en = "My garden".'


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ""),
        ("en", "x" * 81),
        ("en", "two\nlines"),
        ("en", "a\ttab"),
        ("en", "\ud800"),
        ("en", 5),
        ("en", None),
        ("en", ["Own"]),
        ("eng", "Own"),
        ("EN", "Own"),
        ("", "Own"),
        ("e1", "Own"),
    ],
)
def test_bad_titles(language: str, words: Any) -> None:
    field, value, reason = error_parts(changed_board(TRACK, title={"de": "Gut", language: words}))
    assert (field, value) == (f"title.{language}", words)
    assert reason == "A title is one line of at most 80 letters, under a language such as en."


def test_good_titles() -> None:
    title = {"en": "x" * 80, "fr": 'Le « "jardin" »', "oc": "龍"}
    assert boards.check(changed_board(TRACK, title=title)).title == title


@pytest.mark.parametrize("source", ["", "Own", "mine", None, 5, True, ["own"], {}])
def test_bad_sources(source: Any) -> None:
    field, value, reason = error_parts(changed_board(LAWN, source=source))
    assert (field, value) == ("source", source)
    assert reason == "The source is one of documented, reconstruction, own."


@pytest.mark.parametrize("source", ["documented", "reconstruction", "own"])
def test_good_sources(source: str) -> None:
    assert boards.check(changed_board(LAWN, source=source)).source == source


@pytest.mark.parametrize("version", [0, -1, 10000, True, 1.0, "1", None, [1]])
def test_bad_versions(version: Any) -> None:
    assert error_parts(changed_board(LAWN, version=version)) == (
        "version",
        version,
        "A whole number from 1 to 9999 is needed.",
    )


@pytest.mark.parametrize("version", [1, 9999])
def test_good_versions(version: int) -> None:
    board = boards.check(changed_board(LAWN, version=version))
    assert isinstance(board, MoleHillBoard)
    assert board.version == version


def nested() -> list[Any]:
    """Deeper than Python's own functions go, yet not so deep that taking it apart could run out of stack."""
    junk: list[Any] = []
    for _ in range(sys.getrecursionlimit() + 2_000):
        junk = [junk]
    return junk


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a" * 100, f'"{"a" * 56}...'),
        ([1, {"x": None}], '[1, {"x": null}]'),
        (datetime.date(2026, 1, 31), "date"),
        ({1, 2}, "set"),
    ],
)
def test_the_value_is_shown_in_short(value: Any, shown: str) -> None:
    assert str(board_error(changed_board(TRACK, track=value))).startswith(f"garden.toml, track = {shown}:")


def test_a_deeply_nested_value_is_shown_in_short() -> None:
    """As far as it can be written, which is another depth in every version of Python."""
    shown = str(board_error(changed_board(TRACK, track=nested())))
    assert shown.startswith(("garden.toml, track = list:", f"garden.toml, track = {'[' * 57}...:"))


def test_every_field_of_every_board_refuses_nested_junk() -> None:
    wrong: tuple[Any, ...] = ([[[]]], {"a": {"b": []}}, [{"x": [1]}], nested(), float("nan"), b"x")
    for board in ALL:
        for field in board:
            for junk in wrong:
                assert board_error(changed_board(board, **{field: junk})).field.startswith(field)
