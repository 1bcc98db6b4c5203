"""`moleworks games`: what can be played, and by which rules."""

from __future__ import annotations

from moleworks.cli.app import app, complaints, say
from moleworks.cli.options import Lang, Plain
from moleworks.terminal import listing
from moleworks.terminal.screen import Screen


@app.command(help=say("List the games with their presets (rule sheets), options and boards."))
def games(*, lang: Lang = None, plain: Plain = False) -> int:
    with complaints(lang) as words:
        listing.games(Screen(words, plain=plain))
    return 0
