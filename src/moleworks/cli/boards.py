"""`moleworks boards`: list, check and draw boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from moleworks.cli.app import app, exit_on_complaint, say
from moleworks.cli.options import Lang, Plain
from moleworks.terminal import catalogue
from moleworks.terminal.screen import TerminalScreen

boards_app = App(
    name="boards", help=say("List the boards of every game and where they come from; check or show one.")
)
app.command(boards_app)


@boards_app.default
def list_boards(*, lang: Lang = None, plain: Plain = False) -> int:
    """Run `moleworks boards` without a further command."""
    with exit_on_complaint(lang) as words:
        catalogue.list_boards(TerminalScreen(words, plain=plain))
    return 0


@boards_app.command(help=say("Check a board file; what is wrong is said with file, field and reason."))
def check(
    file: Annotated[Path, Parameter(help=say("A board in TOML or JSON."))],
    /,
    *,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks boards check`; it exits with 2 if something is wrong with the board."""
    with exit_on_complaint(lang) as words:
        catalogue.check_board(TerminalScreen(words, plain=plain), file)
    return 0


@boards_app.command(help=say("Draw a board."))
def show(
    board: Annotated[
        str, Parameter(help=say("A name such as classic or mole-hill/patch, or the path of a file."))
    ],
    /,
    *,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks boards show`."""
    with exit_on_complaint(lang) as words:
        catalogue.show_board(TerminalScreen(words, plain=plain), board)
    return 0
