"""Boards from files: those that come with the games, and those of players."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks import boards
from moleworks.boards import BoardError
from moleworks.games import GAMES
from moleworks.texts import LANGUAGES
from tests.boards.invalid_boards import ALL, LAWN, TRACK, Data, changed_board
from tests.boards.strategies import BOARDS

TOML = """
game = "buddel-bande"
name = "own"
title = { en = "Own" }
source = "own"
version = 1
track = "clfclf"
"""

NAMED = [(game, name) for game in GAMES for name in boards.names(game)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, so that paths are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(file: str | Path) -> BoardError:
    with pytest.raises(BoardError) as error:
        boards.load(file)
    return error.value


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_classic_board_first_and_one_more(game: str) -> None:
    assert boards.names(game)[0] == "classic"
    assert len(boards.names(game)) > 1
    assert boards.names(game)[1:] == sorted(boards.names(game)[1:])


def test_the_list_of_boards_is_the_callers_own() -> None:
    boards.names("mole-hill").clear()
    assert boards.names("mole-hill") == ["classic", "patch"]


@pytest.mark.parametrize(("game", "name"), NAMED)
def test_our_boards_are_valid_and_say_who_they_are(game: str, name: str) -> None:
    board = boards.named(game, name)
    assert board.name == name
    assert set(board.title) == set(LANGUAGES)
    for players in GAMES[game].player_counts:
        GAMES[game].start(GAMES[game].setup(board, players))


@pytest.mark.parametrize(("game", "name"), NAMED)
def test_our_boards_survive_being_data(game: str, name: str) -> None:
    board = boards.named(game, name)
    data = boards.data(game, board)
    assert boards.check(json.loads(json.dumps(data))) == board
    assert boards.data(game, boards.check(data)) == data


@given(st.one_of(list(BOARDS.values())))
def test_every_board_survives_being_data(board: Data) -> None:
    checked = boards.check(board)
    data = boards.data(board["game"], checked)
    assert json.loads(json.dumps(data)) == data
    assert boards.check(data) == checked
    assert boards.data(board["game"], boards.check(data)) == data
    assert data.items() >= board.items()


def test_data_leaves_out_a_centre_that_is_not_there() -> None:
    assert "centre" not in boards.data("mole-hill", boards.check(changed_board(LAWN, centre="none")))


def test_a_toml_file(folder: Path) -> None:
    (folder / "own.toml").write_text(TOML, "utf-8")
    assert boards.load("own.toml") == boards.check(TRACK)
    assert boards.load(folder / "own.toml") == boards.check(TRACK)


@pytest.mark.parametrize("board", ALL, ids=lambda board: str(board["game"]))
def test_a_json_file(folder: Path, board: Data) -> None:
    (folder / "own.json").write_text(json.dumps(board), "utf-8")
    assert boards.load("own.json") == boards.check(board)


def test_the_complaint_names_the_file(folder: Path) -> None:
    (folder / "own.toml").write_text(TOML.replace("clfclf", "clf"), "utf-8")
    error = refused("own.toml")
    assert str(error) == (
        'own.toml, track = "clf": A track is 6 to 30 letters: c for clover, l for leaf, f for flower.'
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bad.toml", b"game = "),
        ("bad.toml", b"game = 1\ngame = 2"),
        ("bad.toml", b"\xff\xfe"),
        ("bad.json", b"{"),
        ("bad.json", b""),
        ("bad.json", b"\xff"),
        ("bad.json", b"[" * 60_000),
        ("bad.json", b'{"game": ' + b"9" * 5_000 + b"}"),
    ],
)
def test_what_is_not_written_as_a_board_file(folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    error = refused(name)
    assert str(error).startswith(f"{name}: The file is not written as a board file: ")


@pytest.mark.parametrize("name", ["bad.toml", "bad.json"])
def test_an_empty_table_is_a_board_of_no_game(folder: Path, name: str) -> None:
    (folder / name).write_text("{}" if name.endswith("json") else "", "utf-8")
    assert refused(name).field == "game"


def test_a_file_that_is_too_large(folder: Path) -> None:
    largest = boards.LARGEST_FILE
    (folder / "big.toml").write_text(TOML + "#" * (largest - len(TOML)), "utf-8")
    assert boards.load("big.toml") == boards.check(TRACK)
    (folder / "big.toml").write_text(TOML + "#" * (largest - len(TOML) + 1), "utf-8")
    error = refused("big.toml")
    assert error.value == largest + 1
    assert str(error).startswith("big.toml: The file is larger than 65536 bytes")


def test_a_file_that_does_not_know_its_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as those of /proc, or one that grows meanwhile: no more is read than a board may have."""
    about = os.stat_result((0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    monkeypatch.setattr(os, "fstat", lambda _file: about)
    (folder / "own.toml").write_text(TOML, "utf-8")
    assert boards.load("own.toml") == boards.check(TRACK)
    (folder / "big.toml").write_text(TOML + "#" * 2 * boards.LARGEST_FILE, "utf-8")
    error = refused("big.toml")
    assert error.value == boards.LARGEST_FILE + 1
    assert str(error).startswith("big.toml: The file is larger than 65536 bytes")


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither")
def test_a_device_or_a_pipe_is_not_a_file(folder: Path) -> None:
    os.mkfifo(folder / "pipe.toml")
    assert str(refused("/dev/zero")) == "/dev/zero: zero is not a file."
    assert str(refused("pipe.toml")) == "pipe.toml: pipe.toml is not a file."
    with pytest.raises(BoardError, match="is not a file"):
        boards.find("mole-hill", "pipe.toml")


def test_a_file_that_is_not_there(folder: Path) -> None:
    assert str(refused(folder / "none.toml")).endswith("The file cannot be read: No such file or directory.")
    assert "The file cannot be read: " in str(refused(folder))  # it is a folder


@pytest.mark.parametrize("text", ["nowhere", "", "x" * 5_000, "\0", "no/such/file.toml", "classic.toml"])
def test_a_board_that_does_not_exist(folder: Path, text: str) -> None:
    """However odd the name: neither a board of ours nor a file."""
    assert not list(folder.iterdir())
    with pytest.raises(BoardError, match="There is no such board; there are classic, patch") as error:
        boards.find("mole-hill", text)
    assert (error.value.where, error.value.field, error.value.value) == ("mole-hill", "board", text)


def test_a_board_is_found_by_name_or_by_path(folder: Path) -> None:
    (folder / "own.json").write_text(json.dumps(LAWN), "utf-8")
    (folder / "patch").write_text("what comes with the game goes first", "utf-8")
    assert boards.find("mole-hill", "own.json") == boards.check(LAWN)
    assert boards.find("mole-hill", "patch") == boards.named("mole-hill", "patch")


def test_a_board_of_the_wrong_game_is_not_found(folder: Path) -> None:
    (folder / "own.json").write_text(json.dumps(LAWN), "utf-8")
    with pytest.raises(BoardError, match="This should be a board of buddel-bande"):
        boards.find("buddel-bande", "own.json")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(list(LAWN)), inner),
)


@pytest.mark.slow
@given(JUNK, st.sampled_from(ALL), st.data())
def test_junk_in_a_board_is_refused_or_does_no_harm(junk: Any, board: Data, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(sorted(board)))
    given = changed_board(board, **{field: junk})
    try:
        checked = boards.check(given)
    except BoardError:
        return
    assert boards.check(boards.data(given["game"], checked)) == checked
