"""Atkinson Hyperlegible Next, regular and bold: how wide its letters are, and where lines break.

The files are the Latin letters of the font that the page is set in (SIL Open Font License, see OFL.txt).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

FAMILY = "Atkinson Hyperlegible Next"
NAMES = {False: "MoleworksRegular", True: "MoleworksBold"}
FILES = {False: "regular.ttf", True: "bold.ttf"}
ASCENT = 0.95
"""How far the tallest letters reach above the base line, by the size of the font."""
DESCENT = 0.29
LEADING = 1.32
SUBSTITUTES = str.maketrans({"\u202f": "\u00a0", "\u2009": "\u00a0"})
"""Narrow spaces are not in the font."""


def data(bold: bool) -> bytes:
    """The font file."""
    return (resources.files(__package__) / "fonts" / FILES[bold]).read_bytes()


@cache
def font(bold: bool) -> Any:
    """The font as the PDF library knows it; it keeps a table of every font that it has seen."""
    from io import BytesIO  # noqa: PLC0415

    from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415 - needed by who prints, and slow to load

    found = ttfonts.TTFont(NAMES[bold], BytesIO(data(bold)))
    pdfmetrics.registerFont(found)
    return found


def clean(text: str) -> str:
    """The text in letters that the font has."""
    return text.translate(SUBSTITUTES)


def missing(text: str, bold: bool) -> set[str]:
    """The letters of a text that the font has not."""
    known = font(bold).face.charToGlyph
    return {letter for letter in clean(text) if ord(letter) not in known}


def width(text: str, size: float, bold: bool = False) -> float:
    """How long a line is."""
    return float(font(bold).stringWidth(clean(text), size))


def lines(text: str, size: float, room: float, bold: bool = False) -> Iterator[str]:
    """A text broken into lines that are no longer than the room, unless a single word is."""
    line = ""
    for word in clean(text).split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, bold) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
