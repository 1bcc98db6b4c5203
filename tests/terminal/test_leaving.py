"""Saving, loading, and every way out: nothing played is lost, and nothing is written over unasked."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from moleworks.record import read
from moleworks.terminal.screen import Screen
from moleworks.terminal.session import session
from moleworks.texts import language
from tests.terminal.desk import Keyboard, sit_down, typed, written

TWO = {"game": "mole-hill", "names": ("Lina", "Max"), "plain": True}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(*lines: str, **wishes: object) -> str:
    return typed(lines, **(TWO | wishes))  # type: ignore[arg-type]


def files() -> list[str]:
    return sorted(file.name for file in Path().iterdir())


class Typist:
    """Lines one after the other, an exception in the place of a line, then the end of the input."""

    def __init__(self, *lines: str | type[BaseException]) -> None:
        self.lines = list(lines)

    def line(self) -> str | None:
        line = self.lines.pop(0) if self.lines else None
        if isinstance(line, str) or line is None:
            return line
        raise line


def at_a_terminal(*lines: str | type[BaseException]) -> tuple[int, str]:
    """As if somebody sat there: the exit code, and what was written."""
    keyboard = Keyboard(Typist(*lines).line)
    keyboard.isatty = lambda: True  # type: ignore[method-assign]
    on = Screen(language("en"), plain=True, stdin=keyboard, stdout=io.StringIO())
    table = sit_down(on, begin="first", game="mole-hill", names=("Lina", "Max"), board="patch")
    return session(on, table, Random(1)), written(on)


def test_save_and_load() -> None:
    text = said(
        "e4", "e4|f4", "save my game.txt", "e5", "load my game.txt", "n", "load my game.txt", "y", "d4"
    )
    assert "Saved in my game.txt." in text
    assert "The game you are playing is not saved. Leave it? (y/n)" in text
    assert "Loaded: 2 actions have been played." in text
    assert "1. e4 2. e4|f4 3. d4 *" in text
    assert read(Path("my game.txt").read_text("utf-8")).seats == ("Lina", "Max")


def test_save_has_a_name_of_its_own_and_never_writes_over() -> None:
    said("e4", "save", "e4|f4", "save")
    names = files()
    assert len(names) == 2
    assert all(name.startswith("mole-hill-2") for name in names)
    assert read(Path(names[0]).read_text("utf-8")).match.ply in {1, 2}


def test_save_asks_before_it_writes_over() -> None:
    Path("old.txt").write_text("precious", "utf-8")
    assert "old.txt is there already. Write over it? (y/n)" in said("e4", "save old.txt", "n")
    assert Path("old.txt").read_text("utf-8") == "precious"
    said("e4", "save old.txt", "yes")
    assert Path("old.txt").read_text("utf-8").startswith("[Game")


def test_what_cannot_be_saved_or_loaded_is_a_sentence() -> None:
    Path("bad.txt").write_text('[Game "mole-hill"]\nnonsense\n', "utf-8")
    Path("raw.txt").write_bytes(b"\xff\xfe\x00")
    Path("folder").mkdir()
    text = said(
        "e4", "save none/x.txt", "load missing.txt", "load bad.txt", "load raw.txt", "load folder", "load"
    )
    assert "none/x.txt cannot be written: No such file or directory." in text.replace("\\", "/")
    assert "missing.txt cannot be read: No such file or directory." in text
    assert "line 2, column 1: " in text
    assert "raw.txt is not a text in UTF-8, so it is no record." in text
    assert "folder is not a file." in text
    assert "Say which file, for example: load game.txt" in text


def test_a_game_with_secrets_says_what_is_in_its_file() -> None:
    warning = "The file tells whose every mole is"
    assert warning in typed(["", "save x.txt"], game="buddel-bande", names=("Lina", "Max"))
    assert warning not in said("e4", "save y.txt")


def test_the_end_of_a_pipe_hands_out_the_record() -> None:
    text = said("e4")
    assert "The record of the game so far:" in text
    assert read(text[text.index("[Game") :]).match.names == ["e4"]
    assert "[Game" not in said()
    assert said("e4", "save z.txt").count("[Game") == 0
    assert files() == ["z.txt"]


def test_a_deal_alone_is_no_game_to_keep() -> None:
    text = typed([""], game="buddel-bande", names=("Lina", "Max"))
    assert "[Game" not in text
    assert "deal:" not in text


def test_a_finished_game_is_loaded_with_its_result() -> None:
    said(*short_game(), "over.txt", "n", board="patch")
    for plain in (True, False):
        text = typed([], load=Path("over.txt"), plain=plain)
        assert "The game is over (MH10)" in text
        assert "Keep the record?" not in text


def test_quit_at_a_terminal_offers_the_record() -> None:
    code, text = at_a_terminal("e4", "quit", "y")
    assert code == 0
    assert "Keep the record?" in text
    assert read(Path(files()[0]).read_text("utf-8")).match.names == ["e4"]
    code, text = at_a_terminal("quit")
    assert (code, len(files())) == (0, 1)
    assert "Keep the record?" not in text


def test_ctrl_c_offers_the_record_and_ctrl_c_again_does_without() -> None:
    code, text = at_a_terminal("e4", KeyboardInterrupt, "here.txt")
    assert code == 130
    assert "Saved in here.txt." in text
    code, _ = at_a_terminal("e4", KeyboardInterrupt, KeyboardInterrupt)
    assert code == 130
    assert files() == ["here.txt"]


def test_ctrl_d_keeps_the_record_and_says_where() -> None:
    code, text = at_a_terminal("e4")
    assert code == 0
    assert f"Saved in {files()[0]}." in text


def test_where_nothing_can_be_kept_the_record_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.terminal.files.default_path", lambda _: Path("none/x.txt"))
    monkeypatch.setattr("moleworks.terminal.session.default_path", lambda _: Path("none/x.txt"))
    code, text = at_a_terminal("e4")
    assert code == 0
    assert "cannot be written" in text
    assert "1. e4 *" in text


def short_game() -> list[str]:
    """One round on the patch for study would still take long: this lets a mole run into a corner, twice."""
    one = ["a1", "a1|b1", "b2", "b2|c2", "a2", "a2|a3", "b1", "b1|c1"]
    return [*one, *one]


def test_at_the_end_the_record_and_a_rematch_are_offered() -> None:
    lines = short_game()
    code, text = at_a_terminal(*lines, "end.txt", "y", "e4", "quit", "n")
    assert code == 0
    assert "The game is over" in text
    assert "Saved in end.txt." in text
    assert "Play again? The next player begins. (y/n)" in text
    assert "Max (mole) starts on e4." in text
    assert files() == ["end.txt"]
    assert "Keep the record?" in text.rsplit("Max (mole) starts on e4.", maxsplit=1)[1]


def test_a_loaded_game_knows_its_computers(tmp_path: Path) -> None:
    typed(["e4", "save g.txt"], game="mole-hill", names=("Lina", "Computer"), plain=True)
    text = typed(["legal"], load=tmp_path / "g.txt", plain=True)
    assert "Lina (mole) must step" in text
    assert "(gardener): lay" not in text
