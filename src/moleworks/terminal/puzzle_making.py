"""Make puzzles in the terminal: progress on standard error, the result on standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from moleworks.arena.pool import cpu_count
from moleworks.core.messages import N_, Complaint
from moleworks.puzzles import files
from moleworks.puzzles import make as making
from moleworks.terminal.progress_bar import ProgressBar
from moleworks.terminal.screen import TerminalScreen

MOST = 10_000


def make(
    screen: TerminalScreen,
    game: str,
    count: int,
    out: Path,
    of: int | None,
    hard: bool,
    processes: int | None,
) -> bool:
    """Find the missing puzzles; False if Ctrl-C interrupted it."""
    for number in (count, count if of is None else of):
        if not 1 <= number <= MOST:
            raise Complaint(
                N_("The number of puzzles is from 1 to {most}, not {given}."), most=MOST, given=number
            )
    files.part(game)
    bar = ProgressBar(Console(stderr=True), plain=screen.plain)
    try:
        found = making.make(
            game,
            count,
            out,
            of=of,
            hard=hard,
            processes=cpu_count() if processes is None else processes,
            watch=lambda different, wanted, games: bar.update(min(different, wanted), wanted),
        )
    except KeyboardInterrupt:
        bar.end()
        text = N_("Interrupted: {path} has what was found; the same command goes on with it.")
        print(screen.language.say(text, path=out), file=sys.stderr)
        return False
    except OSError as error:
        text = N_("{path} cannot be written: {reason}.")
        raise Complaint(text, path=out, reason=error.strerror or error) from error
    finally:
        bar.end()
    screen.say(N_("{count} puzzles are in {path}."), count=len(found), path=out / files.FILE)
    return True
