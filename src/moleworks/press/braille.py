"""Translate text to uncontracted six-dot Braille in English, French and German; dots as in Marburg Medium.

The tables hold letters, digits and punctuation. Tests compare every printed text with liblouis.

>>> translate("e5", "en"), translate("e5", "fr")
('⠑⠼⠑', '⠑⠠⠱')
"""

from __future__ import annotations

import re
import unicodedata
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
COMMON = LETTERS | {" ": "⠀", ",": "⠂", ";": "⠆", ":": "⠒", "-": "⠤", "!": "⠖"}
TENTH = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
ANTOINE = dict(zip("1234567890", "⠡⠣⠩⠹⠱⠫⠻⠳⠪⠼", strict=True))
PLAIN = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'", "–": "-", "…": "..."})
"""Signs that are written like another one."""
QUOTES = {
    "en": str.maketrans({"»": "”", "«": "“"}),
    "fr": str.maketrans({"“": "«", "”": "»"}),
    "de": str.maketrans({"„": "»", "“": "«", "”": "«"}),
}
"""Quotation marks by language: each table holds one kind."""
NUMBERS = re.compile(r"[0-9]+([,.][0-9]+)*")


class BrailleTable(NamedTuple):
    """The Braille cells of one language."""

    signs: Mapping[str, str]
    digits: Mapping[str, str]
    number: str
    """Before what `numbers` finds."""
    capital: str
    """Before a capital letter, twice before a word of capitals; German leaves it out."""
    letter: str
    """Between a number and a letter that could be read as a digit."""
    sign: str
    """Between a number and a punctuation mark that could be read as a digit."""
    numbers: re.Pattern[str]
    """What shares one number sign: signs between digits, in French also signs around them."""


TABLES: Mapping[str, BrailleTable] = {
    "en": BrailleTable(
        COMMON
        | {"ä": "⠘⠒⠁", "ö": "⠘⠒⠕", "ü": "⠘⠒⠥", ".": "⠲", "'": "⠄", "?": "⠦"}
        | {"(": "⠐⠣", ")": "⠐⠜", "“": "⠦", "”": "⠴"},
        TENTH,
        number="⠼",
        capital="⠠",
        letter="⠰",
        sign="",
        numbers=NUMBERS,
    ),
    "de": BrailleTable(
        COMMON
        | {"ä": "⠜", "ö": "⠪", "ü": "⠳", "ß": "⠮", ".": "⠄", "'": "⠠", "?": "⠢"}
        | {"(": "⠶", ")": "⠶", "»": "⠦", "«": "⠴"},
        TENTH,
        number="⠼",
        capital="",
        letter="⠠",
        sign="⠠",
        numbers=NUMBERS,
    ),
    "fr": BrailleTable(
        COMMON
        | dict(zip("àâäçèéêëîïôöùûüœ", "⠷⠡⠜⠯⠮⠿⠣⠫⠩⠻⠹⠪⠾⠱⠳⠪", strict=True))
        | {".": "⠲", "'": "⠄", "?": "⠢", "(": "⠦", ")": "⠴", "«": "⠶", "»": "⠶"},
        ANTOINE,
        number="⠠",
        capital="⠨",
        letter="",
        sign="",
        numbers=re.compile(r"[-,.:()]*[0-9][-,.:()0-9]*"),
    ),
}
LIKE_DIGITS = "abcdefghij"
LOWERED = ":;()?!»«"
"""Marks that have the shape of a lowered digit."""


class NotInBraille(Complaint):
    """A character that our Braille tables lack."""


def normalize(text: str, code: str) -> str:
    """A text with the signs that our tables hold: plain spaces and apostrophes, one kind of quotation marks.

    >>> normalize("l’abri\u202f: 3", "fr")
    "l'abri : 3"
    """
    return text.translate(PLAIN).translate(QUOTES[code])


def translate(text: str, code: str) -> str:
    """Translate a text to Braille cells."""
    table = TABLES[code]
    cells: list[str] = []
    plain = normalize(text, code)
    numbers = {number.start() for number in table.numbers.finditer(plain)}
    for place, sign in enumerate(plain):
        before, after = plain[place - 1 : place], plain[place + 1 : place + 2]
        if place in numbers:
            cells.append(table.number)
        if sign in table.digits:
            cells.append(table.digits[sign])
            continue
        letter = sign.lower()
        if letter not in table.signs:
            raise NotInBraille(
                N_("“{sign}” in “{words}” is not in our Braille tables."), sign=sign, words=text
            )
        if before in table.digits:
            cells.append(table.letter if sign in LIKE_DIGITS else table.sign if sign in LOWERED else "")
        if sign != letter and not before.isupper():
            cells.append(table.capital * (2 if after.isupper() else 1))
        cells.append(table.signs[letter])
    return "".join(cells)


def printable(text: str, code: str) -> str:
    """What of a text our tables hold: board makers may write any sign into a title.

    >>> printable("Zoë's ☘ lawn", "en")
    "Zoe's lawn"
    """
    signs = TABLES[code].signs
    plain = "".join(
        sign if sign.lower() in signs or sign.isdecimal() else unicodedata.normalize("NFD", sign)[0]
        for sign in text
    )
    words = "".join(sign for sign in plain if sign.lower() in signs or sign in TENTH).split()
    return " ".join(words)


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
