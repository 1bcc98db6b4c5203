"""`moleworks hint`: show the best actions in a saved game."""

from __future__ import annotations

from moleworks.cli.app import app, exit_on_complaint, say
from moleworks.cli.options import Lang, Level, Plain, RecordFile, Seconds, effort, read_record
from moleworks.terminal.screen import TerminalScreen


@app.command(
    help=say("Say the three best things to do where a saved game stands, what they are worth, and why.")
)
def hint(
    file: RecordFile,
    /,
    *,
    level: Level = None,
    seconds: Seconds = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks hint`."""
    from moleworks.terminal import hints  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        thought = effort(level, seconds)
        hints.show(TerminalScreen(words, plain=plain), read_record(file, words), thought)
    return 0
