"""How it goes, while it goes: a bar at a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from moleworks.arena.plans import Plan
from moleworks.arena.pool import Failed, Troubled
from moleworks.arena.ratings import by_group
from moleworks.arena.reports import Report
from moleworks.arena.sheets import Say, brief, english, figure, trouble
from moleworks.arena.statistics import BOUND
from moleworks.games.game import N_

QUIET = 10.0
"""Seconds between two plain lines."""


class Display:
    """Tells a person; on standard error, so that the result can be piped."""

    def __init__(self, console: Console | None = None, say: Say = english, *, every: float = QUIET) -> None:
        self._console = console or Console(stderr=True)
        self._say, self._every = say, every
        self._bar: Progress | None = None
        self._began = self._told = 0.0
        self._first = self._planned = 0
        self._line = ""

    def begin(self, plan: Plan, done: int, planned: int) -> None:
        self._began = time.monotonic()
        self._told = self._began
        self._first, self._planned = done, planned
        text = N_("{game}: {players}; {left} games to play.")
        if done:
            text = N_("{game}: {players}; {done} games are played, {left} are left.")
        players = ", ".join(plan.players)
        line = self._say(text, game=plan.game, players=players, done=done, left=planned - done)
        self._console.print(Text(line))
        if self._console.is_terminal:
            self._bar = Progress(
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn("{task.description}", markup=False),
                TimeElapsedColumn(),
                console=self._console,
                transient=True,
            )
            self._bar.add_task("", total=planned, completed=done)
            self._bar.start()

    def tell(self, report: Report, played: int) -> None:
        line = " ".join(part for part in (standing(report, self._say), self._left(played)) if part)
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=played, description=line)
            return
        self._line = f"{played}/{self._planned} {line}".rstrip() if played > self._first else ""
        if time.monotonic() - self._told >= self._every:
            self._print_line()

    def trouble(self, trouble_met: Troubled | Failed) -> None:
        self._console.print(Text(trouble(trouble_met, self._say)), soft_wrap=True)

    def end(self) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None
        self._print_line()

    def _print_line(self) -> None:
        if self._line:
            self._console.print(Text(self._line), soft_wrap=True)
        self._told, self._line = time.monotonic(), ""

    def _left(self, played: int) -> str:
        """How long it will take at most, going by the games of this run."""
        new, left = played - self._first, self._planned - played
        if not new or not left:
            return ""
        seconds = (time.monotonic() - self._began) / new * left
        return self._say(N_("({time} left)"), time=clock(seconds))


def standing(report: Report, say: Say = english) -> str:
    """The state of things in a few figures."""
    if not report.games:
        return ""
    if len(report.standings) != 2:
        groups = by_group(report.ratings).values()
        return "; ".join(
            ", ".join(f"{name} {rating.elo:+.0f}" for name, rating in group.items()) for group in groups
        )
    first = report.standings[0]
    told = f"{first.name} {brief(first.estimate, say)}"
    if report.sprt:
        told += figure(f", LLR {report.sprt.llr:+.2f} (±{BOUND:.2f})", say)
    return told


def clock(seconds: float) -> str:
    """Hours, minutes and seconds, as far as they matter.

    >>> clock(75), clock(7300)
    ('1:15', '2:01:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
