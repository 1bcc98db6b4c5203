"""Setting type: lines of print and of Braille."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from moleworks.press import braille, fonts
from moleworks.press.paths import Box
from moleworks.press.scene import Colour, Dots, Text


class Style(NamedTuple):
    """Size in millimetres, colour, weight."""

    size: float
    colour: Colour
    bold: bool = False

    @property
    def leading(self) -> float:
        return fonts.LEADING * self.size


def paragraph(name: str, text: str, style: Style, box: Box) -> list[Text]:
    """A text from the top of a box down; whether it fits is for the checks to say."""
    return [
        Text(name, line, box.x, box.y + style.size + n * style.leading, style.size, style.colour, box,
             style.bold, "start")
        for n, line in enumerate(fonts.lines(text, style.size, box.width, style.bold))
    ]  # fmt: skip


def height(text: str, style: Style, width: float) -> float:
    """How tall a paragraph of that width gets."""
    return style.leading * sum(1 for _ in fonts.lines(text, style.size, width, style.bold))


def centred(name: str, text: str, style: Style, x: float, y: float, width: float) -> Text:
    """A single line, its middle at (x, y)."""
    box = Box(x - width / 2, y - 0.7 * style.size, width, 1.4 * style.size)
    return Text(name, text, x, y + 0.35 * style.size, style.size, style.colour, box, style.bold)


def dots(name: str, text: str, code: str, x: float, y: float) -> Dots:
    """A line of Braille, its middle at (x, y)."""
    box = braille.extent(len(braille.translated(text, code)), 0, 0)
    return Dots(name, x - box.middle.x, y - box.middle.y, text, code)


def dots_width(text: str, code: str) -> float:
    return braille.width(len(braille.translated(text, code)))


def dot_lines(name: str, text: str, code: str, box: Box) -> Iterator[Dots]:
    """Braille from the upper left corner of a box, broken between words."""
    line, row = "", 0
    for word in [*text.split(" "), ""]:
        longer = f"{line} {word}" if line else word
        if word and dots_width(longer, code) <= box.width:
            line = longer
            continue
        if line:
            yield Dots(
                name,
                box.x + braille.DOT / 2,
                box.y + braille.DOT / 2 + row * braille.LINE_STEP,
                line,
                code,
            )
            row += 1
        line = word
