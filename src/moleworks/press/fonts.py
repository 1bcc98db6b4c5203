"""Load the font (Atkinson Hyperlegible Next), measure text and break lines.

The files hold the Latin letters of the page's font (SIL Open Font License, see OFL.txt).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from moleworks.press.without_pillow import allow_no_pillow

FAMILY = "Atkinson Hyperlegible Next"
NAMES = {False: "MoleworksRegular", True: "MoleworksBold"}
FILES = {False: "regular.ttf", True: "bold.ttf"}
LEADING = 1.32
SUBSTITUTES = str.maketrans({"\u202f": "\u00a0", "\u2009": "\u00a0"})
"""The font lacks narrow spaces."""
BLOCK = re.compile(r"\d+ beginbfchar\n(.*?)\nendbfchar", re.DOTALL)
BLOCK_SIZE = 100
"""The most entries in a block of a map from codes to letters."""


def font_bytes(bold: bool) -> bytes:
    """The font file."""
    return (resources.files(__package__) / "fonts" / FILES[bold]).read_bytes()


@cache
def font(bold: bool) -> Any:
    """Register the font with the PDF library, once."""
    from io import BytesIO  # noqa: PLC0415

    allow_no_pillow()
    from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415 - slow to load

    class TaggedFont(ttfonts.TTFont):  # type: ignore[misc] # the library has no types
        """A font whose map from codes to letters leaves out codes that stand for no letter (PDF/UA)."""

        def addObjects(self, doc: Any) -> None:  # noqa: N802 - the library's name
            super().addObjects(doc)
            for name, found in doc.idToObject.items():
                if name.startswith("toUnicodeCMap:"):
                    found.content = without_empty_codes(found.content)

    found = TaggedFont(NAMES[bold], BytesIO(font_bytes(bold)))
    pdfmetrics.registerFont(found)
    return found


def without_empty_codes(letters: str) -> str:
    """The map from codes to letters without codes that stand for no letter, in blocks of at most 100.

    >>> without_empty_codes("3 beginbfchar\\n<00> <0000>\\n<01> <0041>\\n<02> <0000>\\nendbfchar")
    '1 beginbfchar\\n<01> <0041>\\nendbfchar'
    """
    return BLOCK.sub(_letters_of_block, letters)


def _letters_of_block(block: re.Match[str]) -> str:
    entries = [line for line in block[1].splitlines() if not line.endswith("<0000>")]
    parts = [entries[start : start + BLOCK_SIZE] for start in range(0, len(entries), BLOCK_SIZE)]
    return "\n".join("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in parts)


def replace_missing(text: str) -> str:
    """Replace characters that the font lacks."""
    return text.translate(SUBSTITUTES)


def missing_letters(text: str, bold: bool) -> set[str]:
    """The characters of a text that the font lacks."""
    known = font(bold).face.charToGlyph
    return {letter for letter in replace_missing(text) if ord(letter) not in known}


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The length of a line."""
    return float(font(bold).stringWidth(replace_missing(text), size))


def break_lines(text: str, size: float, room: float, bold: bool = False) -> Iterator[str]:
    """Break a text into lines that are no longer than `room`, unless a single word is longer."""
    line = ""
    for word in replace_missing(text).split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
