"""`moleworks report`: what the files of arenas say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, complaints, paragraphs, say
from moleworks.cli.options import Lang, Plain, Plots, Table
from moleworks.terminal.screen import Screen


@app.command(
    help=paragraphs(
        say("Show what the files of arenas say: in tables, as a page with plots, or game by game."),
        say("Several files make one page; seats are compared over all of them."),
    )
)
def report(
    *files: Annotated[Path, Parameter(help=say("Files that `arena --out` wrote."))],
    html: Plots = None,
    csv: Table = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.terminal import contest  # noqa: PLC0415

    with complaints(lang) as words:
        contest.report(Screen(words, plain=plain), files, html, csv)
    return 0
