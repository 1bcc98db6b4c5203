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

from moleworks.terminal.screen import BLANK_LINES

pytestmark = pytest.mark.slow

SHEET, BACK = "\x1b[?1049h", "\x1b[?1049l"


class Terminal:
    """A program that thinks somebody sits in front of it."""

    def __init__(self, folder: Path, *arguments: str, **variables: str) -> None:
        self.pid, self.file = pty.fork()
        if not self.pid:
            # Whoever runs the tests may ignore Ctrl-C, as nohup and a shell's & do; this program must not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(folder)
            os.environ.update({"TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "80"} | variables)
            os.execv(sys.executable, [sys.executable, "-m", "moleworks", *arguments])
        self.seen = self.unread = ""

    def until(self, words: str, seconds: float = 30) -> str:
        """Read on until these words come up; what came before them and they themselves."""
        end = time.monotonic() + seconds
        while words not in self.unread:
            assert self._speaks(end), f"{words!r} did not come, but {self.unread!r}"
            part = self._read()
            assert part, f"{words!r} did not come before the end, but {self.unread!r}"
            self.unread += part
        new, _, self.unread = self.unread.partition(words)
        return new + words

    def _speaks(self, end: float) -> bool:
        """Whether there is something to read, or the end of it, before a time is up."""
        ready, _, _ = select.select([self.file], [], [], max(0.0, end - time.monotonic()))
        return bool(ready)

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

    def code(self, seconds: float = 30) -> int:
        """The exit code, once it has ended."""
        end = time.monotonic() + seconds
        while True:
            assert self._speaks(end), f"it did not end, but wrote {self.unread!r}"
            if not (part := self._read()):
                break
            self.unread += part
        pid = 0
        while not pid:
            assert time.monotonic() < end, "it wrote all it had to write, but did not end"
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            time.sleep(0 if pid else 0.01)
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
    """At most ten keys of one's own: 1, Enter, Enter, Enter, 1, Enter, then the action."""
    opened.append(terminal := Terminal(tmp_path, "play"))
    terminal.until("Which game?")
    terminal.types("1\r")
    terminal.until("Who plays?")
    terminal.types("\r")
    terminal.until("How well")
    terminal.types("\r")
    terminal.until("Who digs first?")
    terminal.types("1\r")
    assert "\x1b[" in terminal.until("choose any square")  # colours
    terminal.types("e4\r")
    terminal.until("Player starts on e4.")
    terminal.until("step to a square")
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


def peeked(opened: list[Terminal], folder: Path, *extra: str) -> Terminal:
    """Somebody looked at what only they may see, and then left."""
    arguments = ["play", "buddel-bande", "--names", "Lina,Max", "--begin", "first", "--seed", "1", *extra]
    opened.append(terminal := Terminal(folder, *arguments))
    terminal.until("what only you know")
    terminal.types("peek\r")
    terminal.until("hides it again")
    terminal.types("\r")
    terminal.until("roll the dice")
    terminal.types("\x03")
    assert terminal.code() == 130
    return terminal


def test_a_plain_peek_is_lines_and_nothing_else(opened: list[Terminal], tmp_path: Path) -> None:
    """No sheet of its own, which screen readers may not follow: blank lines, and a warning before."""
    seen = peeked(opened, tmp_path, "--plain").seen.replace("\r\n", "\n")
    assert SHEET not in seen
    assert "\x1b[2J" not in seen
    before, _, rest = seen.partition("> peek\n")
    secret, _, after = rest.partition("\n" * BLANK_LINES)
    assert "whoever scrolls back sees them" in before
    assert "(Lina)" in secret
    assert "(Lina)" not in before + after


def test_a_peek_leaves_no_trace(opened: list[Terminal], tmp_path: Path) -> None:
    """What only one may see is on a sheet of its own, which the terminal takes away with its contents."""
    terminal = peeked(opened, tmp_path)
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
    opened.append(terminal := Terminal(tmp_path, "play"))
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
    terminal.until("1. Lina starts on e4.")
    terminal.until("Turn 1 of 1")
    terminal.types("q\r")
    assert terminal.code() == 0
