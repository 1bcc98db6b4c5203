"""`moleworks games`: list the games and their options."""

from __future__ import annotations

from moleworks.cli.app import app, exit_on_complaint, say
from moleworks.cli.options import Lang, Plain
from moleworks.terminal import catalogue
from moleworks.terminal.screen import TerminalScreen


@app.command(help=say("List the games with their presets (rule sheets), options and boards."))
def games(*, lang: Lang = None, plain: Plain = False) -> int:
    """Run `moleworks games`."""
    with exit_on_complaint(lang) as words:
        catalogue.list_games(TerminalScreen(words, plain=plain))
    return 0
