"""A data set made in the terminal: how it goes on standard error, what there is on standard output."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from moleworks.games.game import N_
from moleworks.research import dataset
from moleworks.terminal.screen import Screen

QUIET = 10.0
"""Seconds between two plain lines."""


def selfplay(screen: Screen, plan: dataset.Plan, games: int, out: Path, processes: int | None) -> bool:
    """Play what is missing and say where it is; False if Ctrl-C came before the end."""
    watch = _Display(Console(stderr=True), plain=screen.plain)
    try:
        played = dataset.make(plan, games, out, processes=processes, watch=watch.tell)
    except KeyboardInterrupt:
        watch.end()
        text = N_("Interrupted: {path} has what was played; the same command goes on with it.")
        print(screen.language.say(text, path=out), file=sys.stderr)
        return False
    finally:
        watch.end()
    text = N_("{games} games are in {path}; {played} of them are new.")
    screen.say(text, games=games, path=out, played=played)
    return True


class _Display:
    """A bar at a terminal, a plain line now and then elsewhere."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._bar: Progress | None = None
        self._told = time.monotonic()
        if console.is_terminal and not plain:
            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=console, transient=True)
            self._bar.add_task("")
            self._bar.start()

    def tell(self, there: int, games: int) -> None:
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=there, total=games)
        elif time.monotonic() - self._told >= QUIET:
            self._told = time.monotonic()
            print(f"{there}/{games}", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None
