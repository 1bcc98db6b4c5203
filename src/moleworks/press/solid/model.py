"""A part to print in 3D, with the outlines that the checks measure, and the sizes all parts keep to."""

from __future__ import annotations

from typing import NamedTuple

from manifold3d import CrossSection, Manifold

from moleworks.press import braille
from moleworks.press.sheet import GamePiece

LINE, LINE_HIGH = 1.1, 1.0
"""A raised line: width and height."""
LARGER = 1.25
"""Printed dots are a quarter larger than embossed ones."""
DOT = LARGER * braille.DOT
DOT_HIGH = LARGER * 0.5
GAP = 3.2
"""Between raised features."""
WALL = 1.2
"""Between two hollows, and around them."""
FLOOR = 1.5
"""Under a pocket."""
FIT = 0.3
"""Between a piece and its pocket, on every side."""


class RaisedFeature(NamedTuple):
    """A raised shape on a board: its outline from above."""

    name: str
    shape: CrossSection
    joins: frozenset[str] = frozenset()
    """Names of features that it may touch."""
    height: float = LINE_HIGH
    base: float | None = None
    """The height that it stands on, if not the surface."""
    domes: tuple[tuple[float, float], ...] = ()
    """For Braille: the centres of its dots, which are domes."""


class HollowFeature(NamedTuple):
    """A pocket, a groove or a hole."""

    name: str
    shape: CrossSection
    depth: float
    """As deep as the board for a hole."""


class SolidModel(NamedTuple):
    """A part in printing orientation."""

    name: str
    """For file names, ASCII."""
    title: str
    """In the reader's language."""
    colour: str
    body: Manifold
    copies: int = 1
    piece: GamePiece | None = None
    """The piece of the rules; of a split board only the first tile has it."""
    raised: tuple[RaisedFeature, ...] = ()
    hollows: tuple[HollowFeature, ...] = ()
    thick: float = 0.0
    """The thickness of a board without its relief."""
    tiles: int = 1
    """The number of tiles of its board."""
