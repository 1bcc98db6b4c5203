"""`moleworks hint`: what the computer would do."""

from __future__ import annotations

from moleworks.cli.app import app, complaints, say
from moleworks.cli.options import Lang, Level, Plain, RecordFile, Seconds, effort, record_in
from moleworks.terminal.screen import Screen


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
    from moleworks.terminal import hints  # noqa: PLC0415

    with complaints(lang) as words:
        thought = effort(level, seconds)
        hints.show(Screen(words, plain=plain), record_in(file, words), thought)
    return 0
