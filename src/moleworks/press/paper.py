"""What is printed on and how: sheets, kinds of print, and the lengths that all of them keep to.

Every length is in millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from moleworks.press.paths import Box

MARGIN = 10.0
"""What home printers leave white."""
OVERLAP = 8.0
"""How far the parts of a tiled board lap over each other, to be glued."""


class Kind(StrEnum):
    """How it is printed."""

    COLOR = "color"
    INK_SAVER = "ink-saver"
    SWELL = "swell"


class Paper(NamedTuple):
    """A sheet, upright."""

    name: str
    width: float
    height: float

    def page(self, lying: bool = False) -> Box:
        """The whole sheet."""
        return Box(0, 0, self.height, self.width) if lying else Box(0, 0, self.width, self.height)

    def room(self, lying: bool = False) -> Box:
        """What can be printed on."""
        return self.page(lying).grown(-MARGIN)


A4 = Paper("a4", 210.0, 297.0)
A3 = Paper("a3", 297.0, 420.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS: Mapping[str, Paper] = {paper.name: paper for paper in (A4, A3, LETTER)}


def reading(paper: Paper) -> Paper:
    """What a booklet is printed on: nobody reads on A3."""
    return A4 if paper == A3 else paper
