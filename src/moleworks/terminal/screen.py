"""What the player reads and types: lines out, lines in, at a terminal or through pipes."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.text import Text

from moleworks.games.game import N_
from moleworks.terminal.colours import ASCII
from moleworks.terminal.words import is_yes
from moleworks.texts import Complaint, Language, Pattern

LONGEST_LINE = 1000
"""Nobody types more; what a pipe sends beyond it is dropped."""
BLANKS = 60
"""Empty lines that push a secret off a screen that cannot be cleared."""


class EndOfInput(Exception):
    """Nobody is typing any more."""


class Quit(Exception):
    """The player has had enough."""


def spelt(letter: str) -> str:
    """A letter in ASCII.

    >>> spelt("é"), spelt("…"), spelt("▲"), spelt("日")
    ('e', '...', '^', '?')
    """
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return ASCII.get(letter) or bare or "?"


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(spelt, error.object[error.start : error.end])), error.end


codecs.register_error("moleworks", _spell)


def settle_streams() -> None:
    """Let no letter, in or out, end the program: what an encoding does not have is spelt in ASCII.

    A stream that was closed from the beginning is empty, or takes everything and keeps nothing.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream, errors in ((sys.stdout, "moleworks"), (sys.stderr, "moleworks"), (sys.stdin, "replace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _can_draw(encoding: str | None) -> bool:
    try:
        "".join(letter for letter in ASCII if unicodedata.category(letter).startswith("S")).encode(
            encoding or "utf-8"
        )
    except (UnicodeError, LookupError):
        return False
    return True


class Paper(Console):
    """Rich's console, but for a reader who leaves: that is for the program to notice, and no failure."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """One place to read from and write to, in one language."""

    def __init__(
        self,
        language: Language,
        *,
        plain: bool = False,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
    ) -> None:
        self.language, self.plain = language, plain
        self._stdin = sys.stdin if stdin is None else stdin
        stdout = sys.stdout if stdout is None else stdout
        self._ascii = not _can_draw(getattr(stdout, "encoding", None))
        self.console = Paper(
            file=stdout, color_system=None if plain else "auto", highlight=False, markup=False, emoji=False
        )
        self.interactive = self._stdin.isatty()
        """Whether somebody sits there and can be asked."""
        if self.interactive and self._stdin is sys.stdin:
            _edit_lines()

    def say(self, text: str, **values: object) -> None:
        """A line in the player's language."""
        self.write(self.language.say(text, **values))

    def tell(self, *messages: Pattern | Complaint) -> None:
        """Messages in the player's language, together on one line."""
        if messages:
            self.write(" ".join(map(self.language.tell, messages)))

    def write(self, line: str | Text = "") -> None:
        """A line as it is; at a terminal it breaks between words, elsewhere it stays one line."""
        whole = self.plain or not self.console.is_terminal
        self.console.print(self._fitting(line), soft_wrap=whole)

    def draw(self, lines: Iterable[Text]) -> None:
        """A picture, never broken."""
        for line in lines:
            self.console.print(self._fitting(line), soft_wrap=True)

    def ask(self, prompt: str = "> ") -> str:
        """What the player types, without blanks around it and without letters that do not print."""
        while len(line := self._read(prompt)) > LONGEST_LINE:
            self.say(N_("That line was too long, so it was not read."))
        return line.strip()

    def agrees(self, question: str, **values: object) -> bool:
        """Whether the player says yes; anything else is no."""
        return is_yes(self.ask(self.language.say(question, **values) + " "), self.language.code)

    def is_narrower(self, width: int) -> bool:
        """Whether so many letters do not fit side by side."""
        return self.console.is_terminal and self.console.width < width

    @property
    def has_sheets(self) -> bool:
        """Whether something can be shown on a sheet of its own and taken away again.

        Whoever wants it plain, a screen reader perhaps, gets lines and nothing else.
        """
        console = self.console
        return (
            not self.plain
            and console.is_terminal
            and not console.is_dumb_terminal
            and not console.legacy_windows
        )

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is written meanwhile is gone afterwards: with its sheet, or pushed off the screen."""
        if self.has_sheets:
            self.console.set_alt_screen(True)
            self.console.clear()
        try:
            yield
        finally:
            if self.has_sheets:
                self.console.clear()
                self.console.set_alt_screen(False)
            else:
                self.console.print("\n" * BLANKS)

    def _fitting(self, line: str | Text) -> Text:
        text = Text(line) if isinstance(line, str) else line
        if self.console.color_system is None:
            text = Text(text.plain.rstrip())
        if self._ascii:
            text = Text("".join(letter if letter.isascii() else self._kept(letter) for letter in text.plain))
        return text

    def _kept(self, letter: str) -> str:
        """A letter that the encoding has, or how it is spelt without."""
        try:
            letter.encode(getattr(self.console.file, "encoding", None) or "utf-8")
        except (UnicodeError, LookupError):
            return spelt(letter)
        return letter

    def _read(self, prompt: str) -> str:
        shown = self._fitting(prompt).plain.rstrip()
        if self.interactive and self._stdin is sys.stdin and self.console.file is sys.stdout:
            self.console.file.flush()
            try:
                return _printable(input(f"{shown} "))
            except EOFError:
                self.write()
                raise EndOfInput from None
        self.console.print(Text(shown), end=" ", soft_wrap=True)
        line = self._stdin.readline(LONGEST_LINE + 2)
        rest = line
        while len(rest) == LONGEST_LINE + 2 and not rest.endswith("\n"):
            rest = self._stdin.readline(LONGEST_LINE + 2)
        if not line:
            self.console.print()
            raise EndOfInput
        line = _printable(line.rstrip("\r\n"))
        if not self.interactive:
            # A pipe does not show what was typed, so the transcript does.
            self.write(line[:LONGEST_LINE].strip())
        return line


def _printable(line: str) -> str:
    """A line without letters that do more than print."""
    return "".join(letter if letter.isprintable() else " " for letter in line)


def _edit_lines() -> None:
    """Arrow keys and a history where Python has them."""
    try:
        import readline  # noqa: F401, PLC0415
    except ImportError:
        return
