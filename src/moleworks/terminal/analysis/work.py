"""Making an analysis while somebody waits: one sees how far it is, and Ctrl-C ends it with what there is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import Progress as ProgressBar

from moleworks.games.game import N_
from moleworks.players import Effort
from moleworks.players.analysis import Analysis, Progress, analyse
from moleworks.record import Record
from moleworks.service.thinking import apart
from moleworks.terminal.screen import Paper, Screen

QUARTERS = 4


def analysed(screen: Screen, record: Record, effort: Effort | None = None) -> Analysis:
    """The analysis of a record; how far it is goes to standard error, so that the table can go to a file."""
    with _shown(screen) as progress:
        return apart(lambda stop: analyse(record, effort, progress, stop=stop), partly=True)


@contextmanager
def _shown(screen: Screen) -> Iterator[Progress]:
    """A bar at a terminal; for screen readers, and where there is no terminal, a sentence now and then."""
    paper = Paper(file=sys.stderr, highlight=False, markup=False, emoji=False)
    words = screen.language.say(N_("Looking at the game"))
    if screen.plain or not paper.is_terminal:
        yield _Spoken(screen, paper)
        return
    with ProgressBar(console=paper, transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Spoken:
    """Says so at every quarter of the way."""

    def __init__(self, screen: Screen, paper: Paper) -> None:
        self.screen, self.paper = screen, paper
        self.quarters = 0

    def __call__(self, done: int, total: int) -> None:
        quarters = QUARTERS * done // total
        if quarters > self.quarters:
            self.quarters = quarters
            text = N_("{done} of {total} actions looked at.")
            self.paper.print(self.screen.language.say(text, done=done, total=total), soft_wrap=True)
