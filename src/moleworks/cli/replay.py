"""`moleworks replay`: show a record turn by turn."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, say
from moleworks.cli.options import Lang, Plain, RecordFile, read_record
from moleworks.terminal.replay import ReplayViewer
from moleworks.terminal.screen import TerminalScreen


@app.command(
    help=say("Step through a saved game: Enter next turn, b back, a number goes to that turn, q quits.")
)
def replay(
    file: RecordFile,
    /,
    *,
    lang: Lang = None,
    plain: Plain = False,
    everything: Annotated[
        bool,
        Parameter(name="--all", negative="", help=say("Print all turns without asking; usual in a pipe.")),
    ] = False,
) -> int:
    """Run `moleworks replay`."""
    with exit_on_complaint(lang) as words:
        screen = TerminalScreen(words, plain=plain)
        steps = ReplayViewer(screen, read_record(file, words))
        if everything or not screen.interactive:
            steps.show_all()
        else:
            steps.show_step_by_step()
    return 0
