"""Paper sizes, kinds of print and margins, in millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from moleworks.press.paths import Box

MARGIN = 10.0
"""The margin that home printers need."""
OVERLAP = 8.0
"""The overlap of two tiles, to be glued."""


class PrintKind(StrEnum):
    """In colour, with little ink, in large print of 18 or 24 points, or as relief on swell paper."""

    COLOR = "color"
    INK_SAVER = "ink-saver"
    LARGE_18 = "large-18"
    LARGE_24 = "large-24"
    SWELL = "swell"


LARGE_PRINT: Mapping[PrintKind, float] = {
    PrintKind.LARGE_18: 18 * 25.4 / 72,
    PrintKind.LARGE_24: 24 * 25.4 / 72,
}
"""The size of the smallest text in large print."""


class PaperSize(NamedTuple):
    """A paper size in portrait orientation."""

    name: str
    width: float
    height: float
    margin: float = MARGIN

    def page(self, landscape: bool = False) -> Box:
        """The whole page."""
        return Box(0, 0, self.height, self.width) if landscape else Box(0, 0, self.width, self.height)

    def room(self, landscape: bool = False) -> Box:
        """The page without its margins."""
        return self.page(landscape).grown(-self.margin)


A4 = PaperSize("a4", 210.0, 297.0)
A3 = PaperSize("a3", 297.0, 420.0)
LETTER = PaperSize("letter", 215.9, 279.4)
PAPERS: Mapping[str, PaperSize] = {paper.name: paper for paper in (A4, A3, LETTER)}


def booklet_paper(paper: PaperSize) -> PaperSize:
    """The paper of the booklet: A4 instead of A3."""
    return A4._replace(margin=paper.margin) if paper.name == A3.name else paper
