"""Set lines and paragraphs of print and of Braille."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from moleworks.press import braille, fonts
from moleworks.press.paths import Box
from moleworks.press.sheet import HEADINGS, BrailleLine, Colour, Item, Tag, TagKind, TextLine

SMALLEST_TEXT = 2.1
"""Six points: the least size of text."""


class TextStyle(NamedTuple):
    """Size in millimetres, colour, weight."""

    size: float
    colour: Colour
    bold: bool = False

    @property
    def leading(self) -> float:
        """The distance from one base line to the next."""
        return fonts.LEADING * self.size


def text_tag(kind: TagKind, text: str) -> Tag:
    """The tag of a new text; a heading remembers its words for the list of bookmarks."""
    return Tag(kind, text if kind in HEADINGS else "")


def paragraph(
    name: str, text: str, style: TextStyle, box: Box, kind: TagKind = TagKind.PARAGRAPH
) -> list[TextLine]:
    """Set a text from the top of a box downwards; the checks say whether it fits."""
    tag = text_tag(kind, text)
    return [
        TextLine(name, line, box.x, box.y + style.size + n * style.leading, style.size, style.colour, box,
             style.bold, "start", tag=tag)
        for n, line in enumerate(fonts.break_lines(text, style.size, box.width, style.bold))
    ]  # fmt: skip


def paragraph_height(text: str, style: TextStyle, width: float) -> float:
    """The height of a paragraph of that width."""
    return style.leading * sum(1 for _ in fonts.break_lines(text, style.size, width, style.bold))


def centred_text(name: str, text: str, style: TextStyle, x: float, y: float, width: float) -> TextLine:
    """A single line, centred at (x, y)."""
    box = Box(x - width / 2, y - 0.7 * style.size, width, 1.4 * style.size)
    return TextLine(name, text, x, y + 0.35 * style.size, style.size, style.colour, box, style.bold)


def enlarge_label(text: TextLine, smallest: float) -> TextLine:
    """A label in at least this size, with its middle where it was."""
    if text.size >= smallest:
        return text
    down = 0.35 * (smallest - text.size) * (-1 if text.turn % 360 == 180 else 1)
    wide, tall = fonts.text_width(text.text, smallest, text.bold) + 0.2, 2 * smallest
    x, y = text.box.middle
    box = Box(x - max(wide, text.box.width) / 2, y - tall / 2, max(wide, text.box.width), tall)
    return text._replace(size=smallest, y=text.y + down, box=box)


def enlarge_labels(items: Iterable[Item], smallest: float) -> tuple[Item, ...]:
    """A drawing with all its labels in at least this size."""
    return tuple(enlarge_label(item, smallest) if isinstance(item, TextLine) else item for item in items)


def braille_line(name: str, text: str, code: str, x: float, y: float) -> BrailleLine:
    """A line of Braille, centred at (x, y)."""
    box = braille.extent(len(braille.translate(text, code)), 0, 0)
    return BrailleLine(name, x - box.middle.x, y - box.middle.y, text, code)


def braille_width(text: str, code: str) -> float:
    """The length of a text as a line of Braille."""
    return braille.width(len(braille.translate(text, code)))


def braille_paragraph(name: str, text: str, code: str, box: Box) -> Iterator[BrailleLine]:
    """Set Braille from the upper left corner of a box, broken between words."""
    line, row = "", 0
    for word in [*text.split(" "), ""]:
        longer = f"{line} {word}" if line else word
        if word and braille_width(longer, code) <= box.width:
            line = longer
            continue
        if line:
            yield BrailleLine(
                name,
                box.x + braille.DOT / 2,
                box.y + braille.DOT / 2 + row * braille.LINE_STEP,
                line,
                code,
            )
            row += 1
        line = word
