"""The cyclopts app, its language, and how commands report complaints."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cyclopts import App, Parameter

from moleworks import __version__
from moleworks.core.messages import Complaint
from moleworks.terminal.screen import TerminalConsole
from moleworks.texts import Language, language, preferred, wished

EXAMPLES = """
    moleworks
    moleworks --lan
    moleworks play mole-hill
    moleworks play mole-company --names Lina,Max
    moleworks play buddel-bande --lang de --plain
    moleworks play mole-hill --seats human,computer:3
"""

say = language(wished(sys.argv)).say


def paragraphs(*texts: str) -> str:
    """Join texts to one help text."""
    return "\n\n".join(texts)


app = App(
    name="moleworks",
    version=__version__,
    version_flags=["--version"],
    help_format="markdown",
    help=paragraphs(
        say("Three mole games: Mole Hill, Mole Company and Buddel Bande."),
        say("Without a command it opens the games in your browser."),
        EXAMPLES,
        say("While you play, type help."),
    ),
    group_commands=say("Commands"),
    group_arguments=say("Arguments"),
    group_parameters=say("Options"),
    default_parameter=Parameter(show_default=False),
    console=TerminalConsole(),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)
app["--help"].help = say("Show this help.")
app["--version"].help = say("Show the version.")


@contextmanager
def exit_on_complaint(lang: str | None) -> Iterator[Language]:
    """Yield the language; print a complaint to standard error and exit with code 2."""
    words = language(lang or preferred())
    try:
        yield words
    except Complaint as complaint:
        sys.stdout.flush()
        print(words.tell(complaint), file=sys.stderr)
        raise SystemExit(2) from None
