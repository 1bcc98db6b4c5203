"""Translate texts for people: English, French and German, by gettext catalogues.

English patterns are the keys. The catalogue of what all games share is in this folder; a game's own is in the
folder `texts` of its package and is read once that game is in use. The build compiles both.

>>> language("en").say("It is {name}'s turn.", name="Lina")
"It is Lina's turn."
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import pairwise

from moleworks.core import registry
from moleworks.core.messages import N_, Complaint, Message, Refusal
from moleworks.texts.typography import french, lower_articles

LANGUAGES = ("en", "fr", "de")
GAME_CATALOGUE = "game.mo"
"""The file name of a game's own catalogue, below `texts/<code>/LC_MESSAGES/` in its package."""

CONTEXT_SEPARATOR = "\x04"
"""What gettext puts between a context and a text."""


class Language:
    """Translates messages into one language."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._catalogues: list[gettext.GNUTranslations] = []
        self._read: set[str] = set()
        """The ids of the games whose catalogues were looked for."""
        self._known: dict[str, str] = {}
        if code != "en":
            self._add(resources.files(__name__) / code / "LC_MESSAGES" / "moleworks.mo")

    def say(self, text: str, /, **values: object) -> str:
        """The text in this language, filled in; values that are messages are translated too."""
        return self._filled(Message(text, values))

    def say_in_context(self, context: str, text: str) -> str:
        """A text whose translation depends on where it stands (`msgctxt` in a catalogue)."""
        key = f"{context}{CONTEXT_SEPARATOR}{text}"
        translation = self._translated(key)
        return text if translation is key else translation

    def pair(self, name: object, value: object) -> str:
        """A name and what it stands for, with a colon as this language sets it.

        >>> language("fr").pair("taupe", "ronde")
        'taupe\xa0: ronde'
        """
        return self.say(N_("{name}: {value}"), name=name, value=value)

    def tell(self, message: Message | Refusal | Complaint) -> str:
        """A message, a refusal or a complaint in this language; a complaint says its place first."""
        if not isinstance(message, Complaint):
            return self._filled(message)
        told = self._filled(message.message)
        if message.place is None:
            return told
        return self.say("{place}: {reason}", place=self._filled(message.place), reason=told)

    def _filled(self, message: Message | Refusal) -> str:
        pattern = self._translated(message.text)
        values = {name: self._value(value) for name, value in message.values.items()}
        if self.code == "fr":
            values = lower_articles(pattern, values)
        return pattern.format_map(values)

    def _value(self, value: object) -> object:
        """A value that is itself a message is translated too."""
        return self._filled(value) if isinstance(value, Message | Refusal) else value

    def _translated(self, text: str) -> str:
        if self.code == "en" or not text:  # a catalogue has its header under the empty text
            return text
        known = self._known.get(text)
        if known is None:
            self._read_games()
            # Earlier catalogues come first, so that no game changes the texts of another.
            found = (catalogue.gettext(text) for catalogue in self._catalogues)
            known = next((translation for translation in found if translation is not text), None)
            if known is None:
                return text
            known = french(known) if self.code == "fr" else known
            self._known[text] = known
        return known

    def _read_games(self) -> None:
        """Read the catalogues of games that came into use meanwhile."""
        for plugin in registry.loaded():
            if plugin.id not in self._read:
                self._read.add(plugin.id)
                folder = resources.files(plugin.package) / "texts" / self.code / "LC_MESSAGES"
                self._add(folder / GAME_CATALOGUE)

    def _add(self, file: Traversable) -> None:
        if file.is_file():
            with file.open("rb") as opened:
                self._catalogues.append(gettext.GNUTranslations(opened))


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
