"""One thing to be printed, with what the checks have to know of it."""

from __future__ import annotations

from typing import NamedTuple

from manifold3d import CrossSection, Manifold

from moleworks.press import braille
from moleworks.press.scene import Piece

LINE, LINE_HIGH = 1.1, 1.0
"""A raised line: width and height."""
LARGER = 1.25
"""Printed dots are a quarter larger than embossed ones."""
DOT = LARGER * braille.DOT
DOT_HIGH = LARGER * 0.5
GAP = 3.2
"""Between raised things."""
WALL = 1.2
"""Between two hollows, and round them."""
FLOOR = 1.5
"""Under a pocket."""
FIT = 0.3
"""Between a piece and the place it goes into, on every side."""


class Raised(NamedTuple):
    """Something that is felt on a board: its outline as seen from above."""

    name: str
    shape: CrossSection
    joins: frozenset[str] = frozenset()
    """What it may touch, by name."""
    height: float = LINE_HIGH
    base: float | None = None
    """What it stands on, if not on the surface."""
    domes: tuple[tuple[float, float], ...] = ()
    """Of Braille: the middles of its dots, which are round on top."""


class Hollow(NamedTuple):
    """A pocket, a groove or a hole."""

    name: str
    shape: CrossSection
    depth: float
    """As deep as the board is thick: it goes through."""


class Model(NamedTuple):
    """A part, oriented as it is printed."""

    name: str
    """For files, ASCII."""
    title: str
    """In the reader's language."""
    colour: str
    body: Manifold
    copies: int = 1
    piece: Piece | None = None
    """What the rules call it; parts of a split board carry it once."""
    raised: tuple[Raised, ...] = ()
    hollows: tuple[Hollow, ...] = ()
    thick: float = 0.0
    """Of a board without what is raised on it."""
    tiles: int = 1
    """How many parts its board is in."""
