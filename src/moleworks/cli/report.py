"""`moleworks report`: show results of arena files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Lang, Plain, Plots, Table
from moleworks.terminal.screen import TerminalScreen


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
    """Run `moleworks report`."""
    from moleworks.terminal import arena  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        arena.show_report(TerminalScreen(words, plain=plain), files, html, csv)
    return 0
