"""Saving, loading, and every way out: nothing played is lost, and nothing is written over unasked."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from moleworks.record import read
from moleworks.terminal.screen import TerminalScreen
from moleworks.terminal.session import next_match, run_session
from moleworks.texts import language
from tests.terminal.sessions import Keyboard, output_of, screen, set_up, transcript

TWO = {"game": "mole-hill", "names": ("Lina", "Max"), "plain": True}


def said(*lines: str, **wishes: object) -> str:
    return transcript(lines, **(TWO | wishes))  # type: ignore[arg-type]


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
    on = TerminalScreen(language("en"), plain=True, stdin=keyboard, stdout=io.StringIO())
    table = set_up(on, begin="first", game="mole-hill", names=("Lina", "Max"), board="patch")
    return run_session(on, table, Random(1)), output_of(on)


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
        "e4",
        "save none/x.txt",
        "save folder",
        "load missing.txt",
        "load bad.txt",
        "load raw.txt",
        "load folder",
        "load",
    )
    assert "none/x.txt cannot be written: No such file or directory." in text.replace("\\", "/")
    assert "missing.txt cannot be read: No such file or directory." in text
    assert "line 2, column 1: " in text
    assert "raw.txt is not a text in UTF-8, so it is not a record." in text
    assert "folder is not a file." in text
    assert "folder is a folder: name a file in it." in text
    assert "Write over it?" not in text
    assert "Say which file, for example: load game.txt" in text


def test_a_game_with_secrets_says_what_is_in_its_file() -> None:
    warning = "The file gives away who owns each mole"
    assert warning in transcript(["", "save x.txt"], game="buddel-bande", names=("Lina", "Max"))
    assert warning not in said("e4", "save y.txt")


def test_the_end_of_a_pipe_hands_out_the_record() -> None:
    text = said("e4")
    assert "The record of the game so far:" in text
    assert read(text[text.index("[Game") :]).match.names == ["e4"]
    assert "[Game" not in said()
    assert said("e4", "save z.txt").count("[Game") == 0
    assert files() == ["z.txt"]


def test_a_deal_alone_is_no_game_to_keep() -> None:
    text = transcript([""], game="buddel-bande", names=("Lina", "Max"))
    assert "[Game" not in text
    assert "deal:" not in text


def test_a_finished_game_is_loaded_with_its_result() -> None:
    said(*short_game(), "over.txt", "n", board="patch")
    for plain in (True, False):
        text = transcript([], load=Path("over.txt"), plain=plain)
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
    assert "Max starts on e4." in text
    assert files() == ["end.txt"]
    assert "Keep the record?" in text.rsplit("Max starts on e4.", maxsplit=1)[1]


def test_a_loaded_game_knows_its_computers(tmp_path: Path) -> None:
    transcript(["e4", "save g.txt"], game="mole-hill", names=("Lina", "Computer"), plain=True)
    text = transcript(["legal"], load=tmp_path / "g.txt", plain=True)
    assert "Lina (mole): step to" in text
    assert "(gardener): lay" not in text


def test_a_computer_stays_one_whatever_it_is_called() -> None:
    seats = ("human", "computer:6")
    said("e4", "save g.txt", names=("Lina", "Mole"), seats=seats)
    assert read(Path("g.txt").read_text("utf-8")).seats == ("Lina", "Mole (computer, level 6)")
    text = transcript(["legal", "load g.txt", "record"], load=Path("g.txt"), plain=True, lang="en")
    assert text.count("Mole Hill: Lina, Mole.") == text.count("Played by the computer: Mole (level 6).") == 2
    assert "Lina (mole): step to" in text
    assert '[Seat1 "Mole (computer, level 6)"]' in text
    said("e4", "save h.txt", names=("Lina", "Computer"))
    assert read(Path("h.txt").read_text("utf-8")).seats == ("Lina", "Computer (level 4)")
    said("e4", "save i.txt", names=("Lina", "M" * 40), seats=seats)
    table = set_up(screen(), load=Path("i.txt"))
    assert (table.humans[1], table.levels[1]) == (False, 6)


def test_who_loads_a_game_may_say_how_well_the_computer_plays() -> None:
    said("e4", "save g.txt", names=("Lina", "computer:6"))
    for wishes, level in (
        ({}, 6),
        ({"level": 2}, 2),
        ({"seats": ("human", "computer")}, 6),
        ({"seats": ("human", "computer:5"), "level": 2}, 5),
    ):
        assert set_up(screen(), load=Path("g.txt"), **wishes).levels[1] == level
    Path("g.txt").write_text(Path("g.txt").read_text("utf-8").replace("level 6", "level 60"), "utf-8")
    assert set_up(screen(), load=Path("g.txt")).levels[1] == 4


def test_a_rematch_is_played_as_well() -> None:
    on = screen()
    seats = ("human", "computer:2", "computer:7")
    again = next_match(set_up(on, game="mole-company", seats=seats, begin="first"), Random(1))
    assert again.humans == (False, False, True)
    assert again.levels[:2] == (2, 7)


def test_people_alone_are_no_computers() -> None:
    said("e4", "save g.txt")
    assert "Played by the computer" not in transcript([], load=Path("g.txt"), plain=True)


COMMENTED = """[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=2"]
[Board "patch"]
[Players "2"]
[Seat0 "Lina"]
[Seat1 "Max"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

{Off we go.} 1. c3 {Bold.} 2. c3|d3 {Hm.} *
"""


def test_a_loaded_record_keeps_its_date_and_comments() -> None:
    Path("old.txt").write_text(COMMENTED, "utf-8")
    for lines in (["c4", "save new.txt"], ["undo", "c3|d3", "c4", "save new2.txt"]):
        transcript(lines, load=Path("old.txt"), plain=True)
        record = read(Path(lines[-1].split()[1]).read_text("utf-8"))
        assert record.date == "2026-01-31"
        assert record.comments == {0: "Off we go.", 1: "Bold.", 2: "Hm."}
    said("load old.txt", "undo", "b3|c3", "save new3.txt")
    assert read(Path("new3.txt").read_text("utf-8")).comments == {0: "Off we go.", 1: "Bold."}


def test_one_action_is_one() -> None:
    assert "Loaded: 1 action has been played." in said("e4", "save g.txt", "load g.txt")


def test_after_the_end_commands_still_work() -> None:
    asks = [
        "show",
        "log",
        "look a1",
        "last",
        "record",
        "save two.txt",
        "legal",
        "why",
        "why a1",
        "peek",
        "help",
    ]
    code, text = at_a_terminal(*short_game(), "n", *asks, "", "what", "n")
    assert code == 0
    end = text[text.index("Play again?") :]
    assert end.count("Play again?") == len(asks) + 3
    assert "Lina starts on a1." in end
    assert "a1: " in end
    assert '[Game "mole-hill"]' in end
    assert "Saved in two.txt." in end
    assert "by rule MH" in end
    assert "The game is over. You can still type:" in end
    assert "Type y or n, or a command: help lists them." in end
    assert files() == ["two.txt"]


def test_after_the_end_quit_leaves_and_undo_and_load_go_on() -> None:
    code, text = at_a_terminal(*short_game(), "n", "quit")
    assert (code, text.count("Play again?")) == (0, 1)
    code, text = at_a_terminal(*short_game(), "n", "undo", "d5|e5", "quit", "n")
    assert code == 0
    assert "Lina undoes b1|c1." in text
    assert "Lina lays a rod between d5 and e5." in text
    said("e4", "save g.txt")
    code, text = at_a_terminal(*short_game(), "n", "load g.txt", "e4|f4", "quit", "n")
    assert "Max lays a rod between e4 and f4." in text


def test_keep_the_record_knows_commands() -> None:
    code, text = at_a_terminal("e4", "quit", "help", "?", "show", "load a.txt", "save a.txt")
    assert code == 0
    assert text.count("With a record you can go on with the game later") == 3
    assert "The mole is on e4." in text[text.index("Keep the record?") :]
    at_a_terminal("e4", "quit", "quit")
    at_a_terminal("e4", "quit", "last game.txt")
    assert files() == ["a.txt", "last game.txt"]


def test_a_pipe_with_secrets_ends_in_a_file() -> None:
    wishes = {"game": "buddel-bande", "names": ("Lina", "Max"), "seed": 1}
    text = transcript(["", ""], **wishes)  # type: ignore[arg-type]
    assert "deal:" not in text
    assert "[Game" not in text
    assert len(files()) == 1
    assert f"Saved in {files()[0]}." in text
    assert "deal:" in Path(files()[0]).read_text("utf-8")


def test_secrets_are_not_written_out_where_no_file_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.terminal.session.default_path", lambda _: Path("none/x.txt"))
    text = transcript(["", ""], game="buddel-bande", names=("Lina", "Max"), seed=1)
    assert "cannot be written" in text
    assert "deal:" not in text


def test_a_loaded_game_with_secrets_is_handed_over_first() -> None:
    transcript(["", "", "save g.txt"], game="buddel-bande", names=("Lina", "Max"), seed=1)
    for lines, wishes in (([""], {"load": Path("g.txt")}), (["load g.txt", ""], {"game": "mole-hill"})):
        text = transcript(lines, plain=True, **wishes)
        assert text.index("Give the keyboard to Lina") < text.index("Lina: move a medium mole to")
