"""Run an analysis with a progress display; Ctrl-C ends it with a partial result."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import Progress as ProgressBar

from moleworks.core.messages import N_
from moleworks.engine import Effort
from moleworks.engine.analysis import Analysis, Progress, analyse
from moleworks.engine.threads import run_in_thread
from moleworks.record import Record
from moleworks.terminal.screen import TerminalConsole, TerminalScreen

QUARTERS = 4


def run_analysis(screen: TerminalScreen, record: Record, effort: Effort | None = None) -> Analysis:
    """Analyse a record. Progress goes to standard error, so that the table can be redirected."""
    with _progress_display(screen) as progress:
        return run_in_thread(lambda stop: analyse(record, effort, progress, stop=stop), partial=True)


@contextmanager
def _progress_display(screen: TerminalScreen) -> Iterator[Progress]:
    """A progress bar at a terminal; else, and for screen readers, a sentence at every quarter."""
    console = TerminalConsole(file=sys.stderr, highlight=False, markup=False, emoji=False)
    words = screen.language.say(N_("Looking at the game"))
    if screen.plain or not console.is_terminal:
        yield _SpokenProgress(screen, console)
        return
    with ProgressBar(console=console, transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _SpokenProgress:
    """Writes a sentence at every quarter."""

    def __init__(self, screen: TerminalScreen, console: TerminalConsole) -> None:
        self.screen, self.paper = screen, console
        self.quarters = 0

    def __call__(self, done: int, total: int) -> None:
        quarters = QUARTERS * done // total
        if quarters > self.quarters:
            self.quarters = quarters
            text = N_("{done} of {total} actions looked at.")
            self.paper.print(self.screen.language.say(text, done=done, total=total), soft_wrap=True)
