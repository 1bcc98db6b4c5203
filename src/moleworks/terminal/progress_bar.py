"""A progress bar on standard error, or plain lines from time to time."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

LINE_SECONDS = 10.0
"""Seconds between two plain lines."""


class ProgressBar:
    """A progress bar in a terminal, elsewhere a plain line from time to time."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._bar: Progress | None = None
        self._printed = time.monotonic()
        if console.is_terminal and not plain:
            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=console, transient=True)
            self._bar.add_task("")
            self._bar.start()

    def update(self, done: int, total: int) -> None:
        """Show how many of how many are done."""
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=done, total=total)
        elif time.monotonic() - self._printed >= LINE_SECONDS:
            self._printed = time.monotonic()
            print(f"{done}/{total}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Remove the bar."""
        if self._bar:
            self._bar.stop()
            self._bar = None
