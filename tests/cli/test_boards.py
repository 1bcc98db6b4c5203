"""`moleworks games` and `moleworks boards`."""

from __future__ import annotations

from pathlib import Path

import pytest

import moleworks
from moleworks.games import GAMES
from moleworks.terminal import catalogue
from tests.cli.calls import call_main

GAMES_FOLDER = Path(moleworks.__file__).parent / "games"


def test_games_lists_everything_that_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call_main(capsys, "games")
    assert code == 0
    for game in GAMES.values():
        for name in (game.id, *game.presets, *game.options):
            assert name in out
    assert "final_paths=into (2), final_paths=all (3-4)" in out
    assert "option rounds: 2, 1; usually 2" in out
    assert "option final_paths: all, solid, into; usually into (2), all (3-4)" in out


def test_boards_says_what_is_a_reconstruction(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call_main(capsys, "boards")
    assert code == 0
    assert out.count("the places are our reconstruction") == 2
    assert "How many spaces a board has, where holes and special spaces are" in out
    assert "How long the track is, and the order of its symbols, is our reconstruction." in out
    assert "patch: Garden patch" in out
    _, out, _ = call_main(capsys, "boards", "--lang", "de")
    assert "patch: Kleines Beet" in out


def test_boards_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = call_main(capsys, "boards", "show", "classic")
    assert code == 0
    assert all(words in out for words in ("Classic lawn", "Classic company", "Classic track"))
    _, out, _ = call_main(capsys, "boards", "show", "mole-hill/patch")
    assert "Classic" not in out
    file = GAMES_FOLDER / "buddel_bande" / "boards" / "stroll.toml"
    own = tmp_path / "own.toml"
    own.write_text(file.read_text("utf-8").replace('"stroll"', '"mine"'), "utf-8")
    code, out, _ = call_main(capsys, "boards", "show", str(own))
    assert (code, "mine" in out) == (0, True)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_file_is_that_of_its_game(game: str) -> None:
    for file in (GAMES_FOLDER / game.replace("-", "_") / "boards").glob("*.toml"):
        [(found, board)] = catalogue.find_boards(str(file))
        assert (found, board.name) == (game, file.stem)


def test_boards_show_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call_main(capsys, "boards", "show", "burrow", "--plain")
    assert "holes: a2, b4, d2, d5, e4" in out
    assert "dotted: c3 b3, c3 c2, c3 d4" in out
    assert "─" not in out


def test_boards_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    source = GAMES_FOLDER / "mole_hill" / "boards" / "patch.toml"
    file.write_text(source.read_text("utf-8"), "utf-8")
    code, out, err = call_main(capsys, "boards", "check", str(file))
    assert (code, err) == (0, "")
    assert "own.toml is fine: Garden patch" in out
    file.write_text(source.read_text("utf-8").replace("columns = 5", "columns = 12"), "utf-8")
    code, out, err = call_main(capsys, "boards", "check", str(file))
    assert (code, out) == (2, "")
    assert "own.toml, columns = 12: A whole number from 3 to 9 is needed." in err
