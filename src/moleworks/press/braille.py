"""Uncontracted six-dot Braille in English, French and German, and where its dots lie (Marburg Medium).

The tables hold what a board game has to say: letters, digits and a little punctuation. The tests compare
every text that is printed with liblouis.

>>> translated("e5", "en"), translated("e5", "fr")
('⠑⠼⠑', '⠑⠠⠱')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.press.paths import Box

DOT = 1.5
"""How wide a dot is: 1.3 to 1.6 will do."""
DOT_STEP = 2.5
CELL_STEP = 6.0
LINE_STEP = 10.0
EMPTY = 0x2800

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
COMMON = LETTERS | {" ": "⠀", ",": "⠂", ":": "⠒", "-": "⠤"}
TENTH = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
AFTER_NUMBERS = " ,."
"""What ends a number in every language alike; each has rules of its own for the rest, and we print none."""
ANTOINE = dict(zip("1234567890", "⠡⠣⠩⠹⠱⠫⠻⠳⠪⠼", strict=True))


class Table(NamedTuple):
    """How a language is written."""

    signs: Mapping[str, str]
    digits: Mapping[str, str]
    number: str
    """Before a number."""
    capital: str
    """Before a capital letter; German leaves it out."""


TABLES: Mapping[str, Table] = {
    "en": Table(COMMON | {".": "⠲", "'": "⠄"}, TENTH, "⠼", "⠠"),
    "de": Table(COMMON | {"ä": "⠜", "ö": "⠪", "ü": "⠳", "ß": "⠮", ".": "⠄"}, TENTH, "⠼", ""),
    "fr": Table(
        COMMON | dict(zip("àâçèéêëîïôùûüœ", "⠷⠡⠯⠮⠿⠣⠫⠩⠻⠹⠾⠱⠳⠪", strict=True)) | {".": "⠲", "'": "⠄"},
        ANTOINE,
        "⠠",
        "⠨",
    ),
}


class Unwritten(Complaint):
    """A sign that our Braille tables do not hold."""


def translated(text: str, code: str) -> str:
    """A text in Braille cells."""
    table = TABLES[code]
    cells: list[str] = []
    before = ""
    for sign in text:
        if sign in table.digits:
            cells += ([] if before in table.digits else [table.number]) + [table.digits[sign]]
        elif sign.lower() in table.signs and not (before in table.digits and sign not in AFTER_NUMBERS):
            letter = sign.lower()
            cells += ([table.capital] if sign != letter else []) + [table.signs[letter]]
        else:
            raise Unwritten(N_("“{sign}” in “{words}” is not in our Braille tables."), sign=sign, words=text)
        before = sign
    return "".join(cells)


def dots(cells: str, x: float, y: float) -> Iterator[tuple[float, float]]:
    """The middles of all dots of a line, from the first cell's upper left place.

    >>> list(dots("⠃", 0, 0))
    [(0.0, 0.0), (0.0, 2.5)]
    """
    for place, cell in enumerate(cells):
        pattern = ord(cell) - EMPTY
        for dot in range(6):
            if pattern >> dot & 1:
                yield x + CELL_STEP * place + DOT_STEP * (dot // 3), y + DOT_STEP * (dot % 3)


def width(count: int) -> float:
    """How wide so many cells are, dots included."""
    return CELL_STEP * (count - 1) + DOT_STEP + DOT


HEIGHT = 2 * DOT_STEP + DOT
"""Of a line, dots included."""


def extent(count: int, x: float, y: float) -> Box:
    """What a line of so many cells takes up."""
    return Box(x - DOT / 2, y - DOT / 2, width(count), HEIGHT)
