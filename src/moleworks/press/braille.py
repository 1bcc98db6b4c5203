"""Translate text to uncontracted six-dot Braille in English, French and German; dots as in Marburg Medium.

The tables hold letters, digits and some punctuation. Tests compare every printed text with liblouis.

>>> translate("e5", "en"), translate("e5", "fr")
('⠑⠼⠑', '⠑⠠⠱')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks.core.messages import N_, Complaint
from moleworks.press.paths import Box

DOT = 1.5
"""Diameter of a dot; 1.3 to 1.6 is allowed."""
DOT_STEP = 2.5
CELL_STEP = 6.0
LINE_STEP = 10.0
EMPTY = 0x2800

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
COMMON = LETTERS | {" ": "⠀", ",": "⠂", ":": "⠒", "-": "⠤"}
TENTH = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
AFTER_NUMBERS = " ,."
"""Characters that end a number in all three languages. Languages differ for others, which we never print."""
ANTOINE = dict(zip("1234567890", "⠡⠣⠩⠹⠱⠫⠻⠳⠪⠼", strict=True))


class BrailleTable(NamedTuple):
    """The Braille cells of one language."""

    signs: Mapping[str, str]
    digits: Mapping[str, str]
    number: str
    """Before a number."""
    capital: str
    """Before a capital letter; German leaves it out."""


TABLES: Mapping[str, BrailleTable] = {
    "en": BrailleTable(COMMON | {".": "⠲", "'": "⠄"}, TENTH, "⠼", "⠠"),
    "de": BrailleTable(COMMON | {"ä": "⠜", "ö": "⠪", "ü": "⠳", "ß": "⠮", ".": "⠄"}, TENTH, "⠼", ""),
    "fr": BrailleTable(
        COMMON | dict(zip("àâçèéêëîïôùûüœ", "⠷⠡⠯⠮⠿⠣⠫⠩⠻⠹⠾⠱⠳⠪", strict=True)) | {".": "⠲", "'": "⠄"},
        ANTOINE,
        "⠠",
        "⠨",
    ),
}


class NotInBraille(Complaint):
    """A character that our Braille tables lack."""


SAME = str.maketrans({"\u00a0": " ", "’": "'"})
"""Signs of print that Braille does not tell apart."""


def translate(text: str, code: str) -> str:
    """Translate a text to Braille cells."""
    table = TABLES[code]
    cells: list[str] = []
    before = ""
    for sign in text.translate(SAME):
        if sign in table.digits:
            cells += ([] if before in table.digits else [table.number]) + [table.digits[sign]]
        elif sign.lower() in table.signs and not (before in table.digits and sign not in AFTER_NUMBERS):
            letter = sign.lower()
            cells += ([table.capital] if sign != letter else []) + [table.signs[letter]]
        else:
            raise NotInBraille(
                N_("“{sign}” in “{words}” is not in our Braille tables."), sign=sign, words=text
            )
        before = sign
    return "".join(cells)


def dots(cells: str, x: float, y: float) -> Iterator[tuple[float, float]]:
    """Centres of all dots of a line; (x, y) is the first cell's upper left dot.

    >>> list(dots("⠃", 0, 0))
    [(0.0, 0.0), (0.0, 2.5)]
    """
    for place, cell in enumerate(cells):
        pattern = ord(cell) - EMPTY
        for dot in range(6):
            if pattern >> dot & 1:
                yield x + CELL_STEP * place + DOT_STEP * (dot // 3), y + DOT_STEP * (dot % 3)


def width(count: int) -> float:
    """The width of a number of cells, dots included."""
    return CELL_STEP * (count - 1) + DOT_STEP + DOT


HEIGHT = 2 * DOT_STEP + DOT
"""Of a line, dots included."""


def extent(count: int, x: float, y: float) -> Box:
    """The bounding box of a line with that number of cells."""
    return Box(x - DOT / 2, y - DOT / 2, width(count), HEIGHT)
