"""Contracted Braille from words that liblouis contracted ahead; other words stay uncontracted.

`scripts/braille_words.py` writes the words of all our texts into `contracted/LANGUAGE.json`, so that nobody
needs liblouis. French contracts some phrases as a whole, so an entry may be several words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from moleworks.press import braille

LONGEST = 4
"""The most words in an entry."""


@cache
def words(code: str) -> Mapping[str, str]:
    """The cells of every word or phrase that is shorter in contracted Braille."""
    file = resources.files("moleworks.press").joinpath("contracted", f"{code}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def translate(text: str, code: str) -> str:
    """Translate a text to contracted Braille cells.

    >>> translate("the mole", "en"), braille.translate("the mole", "en")
    ('⠮⠀⠍⠕⠇⠑', '⠞⠓⠑⠀⠍⠕⠇⠑')
    """
    known, parts = words(code), braille.normalize(text, code).split()
    cells: list[str] = []
    place = 0
    while place < len(parts):
        for count in range(min(LONGEST, len(parts) - place), 0, -1):
            phrase = " ".join(parts[place : place + count])
            if phrase in known:
                cells.append(known[phrase])
                break
        else:
            count = 1
            cells.append(braille.translate(parts[place], code))
        place += count
    return "⠀".join(cells)
