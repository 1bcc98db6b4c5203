"""`moleworks replay`: a record, turn by turn."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, complaints, say
from moleworks.cli.options import Lang, Plain, RecordFile, record_in
from moleworks.terminal.replay import Replay
from moleworks.terminal.screen import Screen


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
    with complaints(lang) as words:
        screen = Screen(words, plain=plain)
        steps = Replay(screen, record_in(file, words))
        if everything or not screen.interactive:
            steps.everything()
        else:
            steps.step()
    return 0
