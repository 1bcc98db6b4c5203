"""What all commands share: the program they belong to, the language it speaks, and how it complains."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cyclopts import App, Parameter

from moleworks import __version__
from moleworks.games import Complaint
from moleworks.terminal.screen import Paper
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
    """A help text of several."""
    return "\n\n".join(texts)


app = App(
    name="moleworks",
    version=__version__,
    version_flags=["--version"],
    help_format="markdown",
    help=paragraphs(
        say("Three out-of-print mole games: Mole Hill, Mole Company and Buddel Bande."),
        say("Without a command it opens the games in your browser."),
        EXAMPLES,
        say("While you play, type help."),
    ),
    group_commands=say("Commands"),
    group_arguments=say("Arguments"),
    group_parameters=say("Options"),
    default_parameter=Parameter(show_default=False),
    console=Paper(),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)
app["--help"].help = say("Show this help.")
app["--version"].help = say("Show the version.")


@contextmanager
def complaints(lang: str | None) -> Iterator[Language]:
    """A language to speak in; a complaint that gets out is told on standard error and ends the program."""
    words = language(lang or preferred())
    try:
        yield words
    except Complaint as complaint:
        sys.stdout.flush()
        print(words.tell(complaint), file=sys.stderr)
        raise SystemExit(2) from None
