"""A real terminal, with Python's pty: prompts, Ctrl-C, Ctrl-D, and a peek that leaves no trace."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there is no pty here", allow_module_level=True)

import pty

SHEET, BACK = "\x1b[?1049h", "\x1b[?1049l"


class Terminal:
    """A program that thinks somebody sits in front of it."""

    def __init__(self, folder: Path, *arguments: str, **variables: str) -> None:
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.chdir(folder)
            os.environ.update({"TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "80"} | variables)
            os.execv(sys.executable, [sys.executable, "-m", "moleworks", *arguments])
        self.seen = self.unread = ""

    def until(self, words: str, seconds: float = 30) -> str:
        """Read on until these words come up; what came before them and they themselves."""
        end = time.monotonic() + seconds
        while words not in self.unread:
            ready, _, _ = select.select([self.file], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{words!r} did not come, but {self.unread!r}"
            part = self._read()
            assert part, f"{words!r} did not come before the end, but {self.unread!r}"
            self.unread += part
        new, _, self.unread = self.unread.partition(words)
        return new + words

    def _read(self) -> str:
        try:
            part = os.read(self.file, 65536).decode("utf-8", "replace")
        except OSError:
            part = ""
        self.seen += part
        return part

    def types(self, keys: str) -> None:
        """Somebody sees the prompt and types."""
        self.until("> ")
        time.sleep(0.1)
        os.write(self.file, keys.encode())

    def code(self) -> int:
        """The exit code, once it has ended."""
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.file)


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


def test_from_nothing_to_a_first_move(opened: list[Terminal], tmp_path: Path) -> None:
    """At most ten keys of one's own: 1, Enter, Enter, 1, Enter, then the action."""
    opened.append(terminal := Terminal(tmp_path))
    terminal.until("Which game?")
    terminal.types("1\r")
    terminal.until("Who plays?")
    terminal.types("\r")
    terminal.until("Who digs first?")
    terminal.types("1\r")
    assert "\x1b[" in terminal.until("choose any square")  # colours
    terminal.types("e4\r")
    terminal.until("Player (mole) starts on e4.")
    terminal.until("must step")
    terminal.types("\x03")
    terminal.until("Keep the record?")
    terminal.types("n\r")
    assert terminal.code() == 130
    assert "Traceback" not in terminal.seen
    assert list(tmp_path.iterdir()) == []


def test_ctrl_d_keeps_the_record(opened: list[Terminal], tmp_path: Path) -> None:
    opened.append(
        terminal := Terminal(tmp_path, "play", "mole-hill", "--names", "Lina,Max", "--begin", "first")
    )
    terminal.until("choose any square")
    terminal.types("e4\r")
    terminal.until("lay a rod")
    terminal.types("\x04")
    terminal.until("Saved in mole-hill-")
    assert terminal.code() == 0
    assert len(list(tmp_path.glob("mole-hill-*.txt"))) == 1


@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_a_peek_leaves_no_trace(opened: list[Terminal], tmp_path: Path, plain: bool) -> None:
    """What only one may see is on a sheet of its own, which the terminal takes away with its contents."""
    extra = ["--plain"] if plain else []
    arguments = ["play", "buddel-bande", "--names", "Lina,Max", "--begin", "first", "--seed", "1", *extra]
    opened.append(terminal := Terminal(tmp_path, *arguments))
    terminal.until("what only you know")
    terminal.types("peek\r")
    terminal.until("hides it again")
    terminal.types("\r")
    terminal.until("roll the dice")
    terminal.types("\x03")
    assert terminal.code() == 130
    before, _, rest = terminal.seen.partition(SHEET)
    secret, _, after = rest.partition(BACK)
    assert "(Lina)" in secret
    assert "(Lina)" not in before + after
    assert "deal:" not in terminal.seen


def test_no_colours_where_they_are_not_wanted(opened: list[Terminal], tmp_path: Path) -> None:
    arguments = ["play", "mole-hill", "--names", "Lina,Max", "--begin", "first"]
    opened.append(terminal := Terminal(tmp_path, *arguments, NO_COLOR="1"))
    assert "\x1b[38" not in terminal.until("choose any square")
    terminal.types("\x03")
    assert terminal.code() == 130
    opened.append(terminal := Terminal(tmp_path, *arguments, "--plain"))
    seen = terminal.until("choose any square")
    assert "\x1b[3" not in seen
    assert "╭" not in seen
    terminal.types("quit\r")
    assert terminal.code() == 0


def test_ctrl_c_before_the_game(opened: list[Terminal], tmp_path: Path) -> None:
    opened.append(terminal := Terminal(tmp_path))
    terminal.until("Which game?")
    terminal.types("\x03")
    assert terminal.code() == 130
    assert "Traceback" not in terminal.seen


def test_a_narrow_window_gets_words(opened: list[Terminal], tmp_path: Path) -> None:
    arguments = ["play", "mole-hill", "--names", "Lina,Max", "--begin", "first"]
    opened.append(terminal := Terminal(tmp_path, *arguments, COLUMNS="40"))
    terminal.until("The drawing needs")
    assert "╭──" not in terminal.until("choose any square")
    terminal.types("quit\r")
    assert terminal.code() == 0


def test_a_narrow_window_tells_secrets_once(opened: list[Terminal], tmp_path: Path) -> None:
    arguments = ["play", "buddel-bande", "--names", "Lina,Max", "--begin", "first", "--seed", "1"]
    opened.append(terminal := Terminal(tmp_path, *arguments, COLUMNS="40"))
    terminal.until("what only you know")
    terminal.types("peek\r")
    assert terminal.until("hides it again").count("Haystack:") == 1
    terminal.types("\r")
    terminal.until("roll the dice")
    terminal.types("quit\r")
    assert terminal.code() == 0


def test_a_dumb_terminal_says_that_secrets_stay(opened: list[Terminal], tmp_path: Path) -> None:
    arguments = ["play", "buddel-bande", "--names", "Lina,Max", "--begin", "first"]
    for variables, stays in (({"TERM": "dumb"}, True), ({}, False)):
        opened.append(terminal := Terminal(tmp_path, *arguments, **variables))
        assert ("cannot be wiped off" in terminal.until("Give the keyboard")) == stays
        terminal.types("quit\r")
        assert terminal.code() == 0


def test_help_has_boxes_only_where_they_are_wanted(opened: list[Terminal], tmp_path: Path) -> None:
    for extra, variables, boxed in (
        ([], {}, True),
        (["--plain"], {}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
    ):
        opened.append(terminal := Terminal(tmp_path, "play", "--help", *extra, **variables))
        assert terminal.code() == 0
        assert ("╭" in terminal.seen) == boxed
        assert "--preset" in terminal.seen


def test_replay_steps_at_a_terminal(opened: list[Terminal], tmp_path: Path) -> None:
    opened.append(
        terminal := Terminal(tmp_path, "play", "mole-hill", "--names", "Lina,Max", "--begin", "first")
    )
    terminal.until("choose any square")
    terminal.types("e4\r")
    terminal.until("lay a rod")
    terminal.types("save game.txt\r")
    terminal.until("Saved in game.txt.")
    terminal.types("quit\r")
    assert terminal.code() == 0
    opened.append(terminal := Terminal(tmp_path, "replay", "game.txt"))
    terminal.until("Turn 0 of 1")
    terminal.types("\r")
    terminal.until("1. Lina (mole) starts on e4.")
    terminal.until("Turn 1 of 1")
    terminal.types("q\r")
    assert terminal.code() == 0
