"""Write lines to a terminal or a pipe, and read lines from it."""

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

from moleworks.core.messages import N_, Complaint, Message, Refusal
from moleworks.speech.spoken_length import parts
from moleworks.terminal.colours import ASCII
from moleworks.terminal.vocabulary import is_yes
from moleworks.texts import Language
from moleworks.texts.typography import NO_BREAK_SPACE

LONGEST_LINE = 1000
"""Longer lines are not read."""
KEPT_SPACE = "\ue000"
"""Stands for a no-break space while a text is broken into lines: a character that no text has."""
BLANK_LINES = 60
"""Empty lines that scroll a secret off a screen that cannot be cleared."""


class EndOfInput(Exception):
    """There is no more input."""


class Quit(Exception):
    """The player wants to stop."""


def to_ascii(letter: str) -> str:
    """Spell a character in ASCII.

    >>> to_ascii("é"), to_ascii("…"), to_ascii("▲"), to_ascii("日")
    ('e', '...', '^', '?')
    """
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return ASCII.get(letter) or bare or "?"


def _ascii_errors(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(to_ascii, error.object[error.start : error.end])), error.end


codecs.register_error("moleworks", _ascii_errors)


def make_streams_safe() -> None:
    """Configure the standard streams so that no character raises: unencodable ones are spelt in ASCII.

    A stream that is closed from the start is replaced by the null device.
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


class TerminalConsole(Console):
    """A Rich console that raises `BrokenPipeError` instead of exiting when the reader closes the pipe."""

    def on_broken_pipe(self) -> None:
        """Raise the error, so that the command can end in its own way."""
        raise BrokenPipeError


class TerminalScreen:
    """Reads and writes lines in one language."""

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
        self.console = TerminalConsole(
            file=stdout, color_system=None if plain else "auto", highlight=False, markup=False, emoji=False
        )
        self.interactive = self._stdin.isatty()
        """Whether a person can be asked."""
        self._together = False
        """Whether lines wait for each other."""
        if self.interactive and self._stdin is sys.stdin:
            _enable_line_editing()

    def say(self, text: str, **values: object) -> None:
        """Write a text in the player's language."""
        self.tell(Message(text, values))

    def tell(self, *messages: Message | Refusal | Complaint) -> None:
        """Write messages in the player's language, on one line; for the ear on lines that are soon said."""
        told = " ".join(map(self.language.tell, messages))
        for line in parts([told]) if self.plain else [told]:
            if line:
                self.write(line)

    def write(self, line: str | Text = "") -> None:
        """Write a line; it wraps between words at a terminal, and stays one line elsewhere."""
        text = self._encodable(line)
        if self.plain or not self.console.is_terminal:
            self.console.print(text, soft_wrap=True)
            return
        for part in _wrap(text, self.console):
            self.console.print(part, soft_wrap=True)

    @contextmanager
    def together(self) -> Iterator[None]:
        """For the ear, what is written inside this context appears at once when a line is asked for, or by `send`.

        Orca says what stands at the end of a terminal again with every line that is added soon after another.
        """
        self._together = self.plain and self.console.is_terminal
        try:
            if self._together:
                with self.console:
                    yield
            else:
                yield
        finally:
            self._together = False

    def send(self) -> None:
        """Let what was written appear now."""
        if self._together:
            self.console.__exit__(None, None, None)
            self.console.__enter__()

    def draw(self, lines: Iterable[Text]) -> None:
        """Draw lines without wrapping."""
        for line in lines:
            self.console.print(self._encodable(line), soft_wrap=True)

    def ask(self, prompt: str = "> ") -> str:
        """Read a line, without surrounding blanks and unprintable characters."""
        while len(line := self._read(prompt)) > LONGEST_LINE:
            self.say(N_("That line was too long, so it was not read."))
        return line.strip()

    def confirm(self, question: str, **values: object) -> bool:
        """Ask a question; only yes counts as yes."""
        return is_yes(self.ask(self.language.say(question, **values) + " "), self.language.code)

    def is_narrower(self, width: int) -> bool:
        """Whether the terminal has fewer columns than that."""
        return self.console.is_terminal and self.console.width < width

    @property
    def has_alternate_screen(self) -> bool:
        """Whether something can be shown on the alternate screen and removed again.

        With `plain`, for screen readers, there are only lines.
        """
        console = self.console
        return (
            not self.plain
            and console.is_terminal
            and not console.is_dumb_terminal
            and not console.legacy_windows
        )

    @contextmanager
    def private_screen(self) -> Iterator[None]:
        """What is written inside this context is removed afterwards, or scrolled off the screen."""
        if self.has_alternate_screen:
            self.console.set_alt_screen(True)
            self.console.clear()
        try:
            yield
        finally:
            if self.has_alternate_screen:
                self.console.clear()
                self.console.set_alt_screen(False)
            else:
                self.console.print("\n" * BLANK_LINES)

    def _encodable(self, line: str | Text) -> Text:
        text = Text(line) if isinstance(line, str) else line
        if self.console.color_system is None:
            text = Text(text.plain.rstrip())
        if self._ascii:
            text = Text(
                "".join(
                    letter if letter.isascii() else self._encodable_letter(letter) for letter in text.plain
                )
            )
        return text

    def _encodable_letter(self, letter: str) -> str:
        """The character, or its ASCII spelling if the encoding lacks it."""
        try:
            letter.encode(getattr(self.console.file, "encoding", None) or "utf-8")
        except (UnicodeError, LookupError):
            return to_ascii(letter)
        return letter

    def _read(self, prompt: str) -> str:
        prompt_text = self._encodable(prompt).plain.rstrip()
        self.send()
        if self.interactive and self._stdin is sys.stdin and self.console.file is sys.stdout:
            self.console.file.flush()
            try:
                return _replace_unprintable(input(f"{prompt_text} "))
            except EOFError:
                self.write()
                raise EndOfInput from None
        self.console.print(Text(prompt_text), end=" ", soft_wrap=True)
        self.send()
        line = self._stdin.readline(LONGEST_LINE + 2)
        rest = line
        while len(rest) == LONGEST_LINE + 2 and not rest.endswith("\n"):
            rest = self._stdin.readline(LONGEST_LINE + 2)
        if not line:
            self.console.print()
            raise EndOfInput
        line = _replace_unprintable(line.rstrip("\r\n"))
        if not self.interactive:
            # A pipe does not echo the input, so write it to the transcript.
            self.write(line[:LONGEST_LINE].strip())
        return line


def _wrap(text: Text, console: Console) -> Iterator[Text]:
    """Break a text into lines between words. Rich alone would break at no-break spaces, too."""
    kept = text.copy()
    kept.plain = text.plain.replace(NO_BREAK_SPACE, KEPT_SPACE)
    for line in kept.wrap(console, console.width):
        line.plain = line.plain.replace(KEPT_SPACE, NO_BREAK_SPACE)
        yield line


def _replace_unprintable(line: str) -> str:
    """Replace unprintable characters by blanks."""
    return "".join(letter if letter.isprintable() else " " for letter in line)


def _enable_line_editing() -> None:
    """Enable arrow keys and a history, if Python has readline."""
    try:
        import readline  # noqa: F401, PLC0415
    except ImportError:
        return
