"""Format help without boxes, for pipes, logs and screen readers."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from cyclopts.help import PlainFormatter

from moleworks.terminal.screen import TerminalConsole

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

WIDE = 4000
"""A width that no help text exceeds."""


class PlainHelpFormatter(PlainFormatter):
    """Wraps lines only once, at the width of the console."""

    def __init__(self) -> None:
        super().__init__()
        self._width = 0

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Write a panel of the help without boxes."""
        self._width = console.width
        super().__call__(TerminalConsole(file=console.file, width=WIDE, color_system=None), options, panel)

    def _print_plain(self, console: Console, text: str) -> None:
        ended = self._broken if console.width == WIDE else str.rstrip
        super()._print_plain(console, "\n".join(map(ended, text.splitlines())))

    def _broken(self, line: str) -> str:
        own = line[: len(line) - len(line.lstrip())]
        return textwrap.fill(
            " ".join(line.split()),
            self._width,
            initial_indent=own,
            subsequent_indent=2 * own,
            break_long_words=False,
            break_on_hyphens=False,
        )
