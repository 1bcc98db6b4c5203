"""Every text a player sees, in English, French and German.

English patterns are the keys; the catalogues beside this file are compiled by the build.

>>> language("en").say("It is {name}'s turn.", name="Lina")
"It is Lina's turn."
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Protocol, cast

LANGUAGES = ("en", "fr", "de")


class Pattern(Protocol):
    """An English pattern and what to fill in: messages and refusals."""

    @property
    def text(self) -> str: ...
    @property
    def values(self) -> Mapping[str, object]: ...


class Complaint(Protocol):
    """An error that carries a message, and perhaps the place it is about."""

    @property
    def message(self) -> Pattern: ...
    @property
    def place(self) -> Pattern | None: ...


class Language:
    """One language to speak in."""

    def __init__(self, code: str) -> None:
        self.code = code
        # English is the language of the keys; for any other the build has put a catalogue here.
        self._catalogue = gettext.translation(
            "moleworks", Path(__file__).parent, [code], fallback=code == "en"
        )

    def say(self, text: str, **values: object) -> str:
        """The text in this language, filled in."""
        return self._catalogue.gettext(text).format_map(values)

    def tell(self, message: Pattern | Complaint) -> str:
        """A message, a refusal or a complaint in this language; a complaint says its place first."""
        if not isinstance(message, Exception):
            return self._told(cast(Pattern, message))
        complaint = cast(Complaint, message)
        told = self._told(complaint.message)
        if complaint.place is None:
            return told
        return self.say("{place}: {reason}", place=self._told(complaint.place), reason=told)

    def _told(self, pattern: Pattern) -> str:
        return self.say(pattern.text, **{name: self._value(value) for name, value in pattern.values.items()})

    def _value(self, value: object) -> object:
        """A value that is itself a message is told too."""
        is_pattern = hasattr(value, "text") and hasattr(value, "values")
        return self._told(cast(Pattern, value)) if is_pattern else value


@cache
def language(code: str) -> Language:
    """The language of that code: `en`, `fr` or `de`."""
    if code not in LANGUAGES:
        raise ValueError(f"There is no language {code}; there are {', '.join(LANGUAGES)}.")
    return Language(code)


def wished(arguments: Sequence[str]) -> str:
    """The language that a command line asks for by `--lang`, else the preferred one."""
    words = [part for word in arguments for part in (word.split("=", 1) if is_wish(word) else [word])]
    wishes = [after for word, after in pairwise(words) if word == "--lang" and after in LANGUAGES]
    return wishes[-1] if wishes else preferred()


def is_wish(word: str) -> bool:
    """Whether a word of a command line asks for a language."""
    return word == "--lang" or word.startswith("--lang=")


def preferred() -> str:
    """The first of our languages that the user's environment asks for, else English."""
    chosen = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    if not chosen:
        chosen = locale.getlocale()[0] or ""
    # As gettext has it: a list of languages counts only where a language is wished for at all.
    wishes = os.environ.get("LANGUAGE", "").split(":") if chosen.split(".")[0] not in {"C", "POSIX"} else []
    codes = [locale.normalize(wish)[:2].lower() for wish in (*wishes, chosen) if wish]
    return next((code for code in codes if code in LANGUAGES), "en")
