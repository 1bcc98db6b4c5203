"""Write Braille files for embossers (.brf): headed sections as pages of ASCII Braille."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from moleworks.press import braille, contracted, sections
from moleworks.press.order import PrintOrder
from moleworks.press.sections import TextSection

ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""North American ASCII Braille: a sign for every cell, by the number of its dots."""
HEADING, PARAGRAPH = 4, 2
"""How many cells the first line of a heading and of a paragraph is indented; a heading's other lines too."""


class BraillePage(NamedTuple):
    """The size of a page, in cells and lines."""

    cells: int
    lines: int

    @property
    def name(self) -> str:
        """For file names."""
        return f"{self.cells}x{self.lines}"


PAGES = (BraillePage(40, 25), BraillePage(31, 27))
GRADES: Mapping[str, Callable[[str, str], str]] = {
    "uncontracted": braille.translate,
    "contracted": contracted.translate,
}
PARTS: Mapping[str, Callable[[PrintOrder], Iterator[TextSection]]] = {
    "rules": sections.rules,
    "aid": sections.player_aid,
    "key": sections.key,
}


def files(order: PrintOrder) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents: rules, player aid and key, in each grade and for each size of page."""
    name = f"{order.game.id}-{order.board.name}-braille-{order.language.code}"
    for grade in GRADES:
        for page in PAGES:
            for part, make in PARTS.items():
                content = braille_file(order, make(order), grade, page)
                yield f"{name}-{part}-{grade}-{page.name}.brf", content


def braille_file(order: PrintOrder, parts: Iterable[TextSection], grade: str, page: BraillePage) -> bytes:
    """The file of some sections, with the game's name above them."""
    code = order.language.code
    blocks = [_heading(order.game.title, code, grade, page)]
    for section in parts:
        first, *rest = (_paragraph(text, code, grade, page) for text in section.paragraphs)
        # A heading does not stand alone at the end of a page.
        blocks.append(["", *_heading(section.heading, code, grade, page), *first])
        blocks += rest
    return "".join(_pages(blocks, code, page)).encode("ascii")


def cells(text: str, code: str, grade: str) -> str:
    """A text of ours in Braille; what our tables lack, as in the title of somebody's board, is left out."""
    try:
        return GRADES[grade](text, code)
    except braille.NotInBraille:
        return GRADES[grade](braille.printable(text, code), code)


def to_ascii(line: str) -> str:
    """Cells as the letters of a Braille file."""
    return "".join(ASCII[ord(cell) - braille.EMPTY] for cell in line)


def _heading(text: str, code: str, grade: str, page: BraillePage) -> list[str]:
    return _wrapped(cells(text, code, grade), page, HEADING, HEADING)


def _paragraph(text: str, code: str, grade: str, page: BraillePage) -> list[str]:
    return _wrapped(cells(text, code, grade), page, PARAGRAPH, 0)


def _wrapped(line: str, page: BraillePage, first: int, others: int) -> list[str]:
    # Cells are no hyphens and no spaces to the wrapper, which breaks at spaces, and words that are too long.
    spaced = line.replace(chr(braille.EMPTY), " ")
    return textwrap.wrap(
        spaced,
        page.cells,
        initial_indent=" " * first,
        subsequent_indent=" " * others,
        break_on_hyphens=False,
    )


def _pages(blocks: Iterable[list[str]], code: str, page: BraillePage) -> Iterator[str]:
    """Fill pages; the last line has the page's number at its right end."""
    number, lines = 1, list[str]()
    for block in blocks:
        if lines and len(lines) + len(block) > page.lines - 1:
            yield _page(lines, number, code, page)
            number, lines = number + 1, []
        for line in block:
            if len(lines) == page.lines - 1:
                yield _page(lines, number, code, page)
                number, lines = number + 1, []
            if line or lines:
                lines.append(line)
    yield _page(lines, number, code, page)


def _page(lines: list[str], number: int, code: str, page: BraillePage) -> str:
    foot = braille.translate(str(number), code).rjust(page.cells)
    whole = [*lines, *[""] * (page.lines - 1 - len(lines)), foot]
    return "".join(to_ascii(line.replace(" ", chr(braille.EMPTY))) + "\r\n" for line in whole) + "\f"
