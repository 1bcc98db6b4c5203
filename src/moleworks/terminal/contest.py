"""An arena in the terminal: how it goes on standard error, the result on standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from moleworks import arena
from moleworks.arena import progress, sheets
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.terminal.screen import Paper, Screen


def contest(screen: Screen, plan: arena.Plan, out: Path | None, processes: int | None) -> bool:
    """Play what is left of a plan and print the report; False if Ctrl-C came before the end."""
    say = screen.language.say
    watch = progress.Display(_paper(screen, sys.stderr), say)
    try:
        report = arena.run(plan, out, processes=processes, watch=watch)
    except KeyboardInterrupt:
        text = N_("Interrupted: nothing is kept.")
        if out is not None:
            text = N_("Interrupted: {path} has what was played; the same command goes on with it.")
        print(say(text, path=out), file=sys.stderr)
        return False
    sheets.show(report, _paper(screen, screen.console.file), say)
    return True


def _paper(screen: Screen, stream: IO[str]) -> Paper:
    """Whoever wants it plain gets lines and nothing else, at a terminal too."""
    return Paper(
        file=stream,
        force_terminal=False if screen.plain else None,
        color_system=None if screen.plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def sprt(text: str) -> tuple[float, float]:
    """Two differences of Elo as they are written on the command line.

    >>> sprt("0,20")
    (0.0, 20.0)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise Complaint(
            N_("An SPRT is written with two numbers of Elo, such as 0,20; “{given}” is not."), given=text[:40]
        ) from None
    return low, high
