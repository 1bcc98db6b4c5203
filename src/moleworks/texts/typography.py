"""French typography: no-break spaces and one kind of apostrophe, whatever a catalogue was typed with."""

from __future__ import annotations

import re
from collections.abc import Mapping

NO_BREAK_SPACE = "\u00a0"
SPACES = re.compile(r"[ \u00a0\u202f](?=[%:;!?»](?:\W|$))|(?<=«)[ \u00a0\u202f]")
"""Before : ; ! ? and percent signs, and inside quotes."""
APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
COMPUTER_NAME = "L’ordinateur"
"""The only name with an article: what a computer is called that plays alone."""


def french(text: str) -> str:
    """A French text with the spaces and apostrophes of print.

    >>> french("C'est à toi : « joue » !") == "C’est à toi\u00a0: «\u00a0joue\u00a0»\u00a0!"
    True
    """
    return APOSTROPHE.sub("’", SPACES.sub(NO_BREAK_SPACE, text))


def lower_articles(pattern: str, values: Mapping[str, object]) -> dict[str, object]:
    """The values of a text, with the article of a name in small letters unless it begins the text.

    >>> lower_articles("{player} gagne.", {"player": "L’ordinateur"})
    {'player': 'L’ordinateur'}
    >>> lower_articles("C’est à {player}.", {"player": "L’ordinateur"})
    {'player': 'l’ordinateur'}
    """
    return {
        name: f"l{value[1:]}"
        if isinstance(value, str) and value == COMPUTER_NAME and not pattern.startswith(f"{{{name}}}")
        else value
        for name, value in values.items()
    }
