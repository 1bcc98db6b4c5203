"""Show the progress of a run: a bar in a terminal, elsewhere a plain line from time to time."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from moleworks.arena.plans import ArenaPlan
from moleworks.arena.pool import FailedGame, RetriedGame
from moleworks.arena.ratings import rating_groups
from moleworks.arena.report_text import Say, brief, english, figure, trouble_text
from moleworks.arena.reports import Report
from moleworks.arena.sprt import Hypotheses
from moleworks.core.messages import N_

LINE_SECONDS = 10.0
"""Seconds between two plain lines."""


class Display:
    """Prints to standard error, so that the result can be piped."""

    def __init__(
        self, console: Console | None = None, say: Say = english, *, every: float = LINE_SECONDS
    ) -> None:
        self._console = console or Console(stderr=True)
        self._say, self._every = say, every
        self._bar: Progress | None = None
        self._began = self._printed = 0.0
        self._first = self._planned = 0
        self._line = ""

    def begin(self, plan: ArenaPlan, done: int, planned: int) -> None:
        """Say what is to be played, and start the bar at a terminal."""
        self._began = time.monotonic()
        self._printed = self._began
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
        """Show the standing: on the bar, or as a line now and then."""
        line = " ".join(part for part in (standing_line(report, self._say), self._left(played)) if part)
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=played, description=line)
            return
        self._line = f"{played}/{self._planned} {line}".rstrip() if played > self._first else ""
        if time.monotonic() - self._printed >= self._every:
            self._print_line()

    def trouble(self, trouble: RetriedGame | FailedGame) -> None:
        """Print why a game was repeated or could not be played."""
        self._console.print(Text(trouble_text(trouble, self._say)), soft_wrap=True)

    def end(self) -> None:
        """Remove the bar, and print the last line."""
        if self._bar:
            self._bar.stop()
            self._bar = None
        self._print_line()

    def _print_line(self) -> None:
        if self._line:
            self._console.print(Text(self._line), soft_wrap=True)
        self._printed, self._line = time.monotonic(), ""

    def _left(self, played: int) -> str:
        """The time left at most, estimated from the games of this run."""
        new, left = played - self._first, self._planned - played
        if not new or not left:
            return ""
        seconds = (time.monotonic() - self._began) / new * left
        return self._say(N_("({time} left)"), time=format_duration(seconds))


def standing_line(report: Report, say: Say = english) -> str:
    """The current result in a few figures."""
    if not report.games:
        return ""
    if len(report.standings) != 2:
        groups = rating_groups(report.ratings).values()
        return say(N_("; ")).join(
            ", ".join(f"{name} {rating.elo:+.0f}" for name, rating in group.items()) for group in groups
        )
    first = report.standings[0]
    line = f"{first.name} {brief(first.estimate, say)}"
    if report.sprt and report.plan.sprt:
        wanted = Hypotheses(*report.plan.sprt)
        line += figure(f", LLR {report.sprt.llr:+.2f} ({wanted.lower:.2f}, {wanted.upper:.2f})", say)
    return line


def format_duration(seconds: float) -> str:
    """Hours, minutes and seconds, as far as they matter.

    >>> format_duration(75), format_duration(7300)
    ('1:15', '2:01:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
