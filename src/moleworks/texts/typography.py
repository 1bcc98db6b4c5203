"""French typography: no-break spaces and one kind of apostrophe, whatever a catalogue was typed with."""

from __future__ import annotations

import re

NO_BREAK_SPACE = "\u00a0"
SPACES = re.compile(r"[ \u00a0\u202f](?=[%:;!?»](?:\W|$))|(?<=«)[ \u00a0\u202f]")
"""Before : ; ! ? and percent signs, and inside quotes."""
APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")


def french(text: str) -> str:
    """A French text with the spaces and apostrophes of print.

    >>> french("C'est à toi : « joue » !") == "C’est à toi\u00a0: «\u00a0joue\u00a0»\u00a0!"
    True
    """
    return APOSTROPHE.sub("’", SPACES.sub(NO_BREAK_SPACE, text))
