"""Make a data set in the terminal: progress on standard error, the result on standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from moleworks.core.messages import N_
from moleworks.research import dataset
from moleworks.terminal.progress_bar import ProgressBar
from moleworks.terminal.screen import TerminalScreen


def selfplay(
    screen: TerminalScreen, plan: dataset.DatasetPlan, games: int, out: Path, processes: int | None
) -> bool:
    """Play the missing games; False if Ctrl-C interrupted it."""
    display = ProgressBar(Console(stderr=True), plain=screen.plain)
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
