"""Find English words in texts of another language."""

from __future__ import annotations

import re
from functools import cache

from scripts.update_catalogues import translations

WORD = re.compile(r"[^\W\d_]{3,}")
FIELD = re.compile(r"\{\w+\}")
ACTION_WORDS = frozenset({"flip", "stop", "wait", "pass", "home", "dog", "deal"})
"""The words in names of actions. Records keep them; players of another language do not read them."""


@cache
def _english_only(code: str) -> frozenset[str]:
    """Words of the English texts that no text of a language has."""
    texts = translations(code)
    english = {word for text in texts for word in _words(text.english)}
    return frozenset(english - {word for told in texts.values() for word in _words(told)}) | ACTION_WORDS


def _words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(FIELD.sub(" ", text))}


def english_words(text: str, code: str, known: frozenset[str] = frozenset()) -> set[str]:
    """The English words in a text that should be in another language; `known` are names, in small letters."""
    return (_words(text) & _english_only(code)) - known
