"""Make a data set in the terminal: progress on standard error, the result on standard output."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from moleworks.core.messages import N_
from moleworks.research import dataset
from moleworks.terminal.screen import TerminalScreen

LINE_SECONDS = 10.0
"""Seconds between two plain lines."""


def selfplay(
    screen: TerminalScreen, plan: dataset.DatasetPlan, games: int, out: Path, processes: int | None
) -> bool:
    """Play the missing games; False if Ctrl-C interrupted it."""
    display = _Display(Console(stderr=True), plain=screen.plain)
    try:
        played = dataset.make(plan, games, out, processes=processes, watch=display.update)
    except KeyboardInterrupt:
        display.end()
        text = N_("Interrupted: {path} has what was played; the same command goes on with it.")
        print(screen.language.say(text, path=out), file=sys.stderr)
        return False
    finally:
        display.end()
    text = N_("{games} games are in {path}; {played} of them are new.")
    screen.say(text, games=games, path=out, played=played)
    return True


class _Display:
    """A progress bar in a terminal, elsewhere a plain line from time to time."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._bar: Progress | None = None
        self._printed = time.monotonic()
        if console.is_terminal and not plain:
            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=console, transient=True)
            self._bar.add_task("")
            self._bar.start()

    def update(self, done: int, games: int) -> None:
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=done, total=games)
        elif time.monotonic() - self._printed >= LINE_SECONDS:
            self._printed = time.monotonic()
            print(f"{done}/{games}", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None
