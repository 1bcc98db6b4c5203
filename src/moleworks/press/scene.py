"""What is on a sheet of paper, in millimetres: shapes and texts, each with what it is there for.

A drawing builds sheets of these, the checks measure them, and the writers put them into files. The name of
an item is what a failed check calls it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from moleworks.press import braille, textures
from moleworks.press.paths import Box, Move, Path, Point, around, bounds, moved, oval

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)


class Role(StrEnum):
    """What a shape is for."""

    PRINT = "print"
    """A picture to be looked at."""
    CUT = "cut"
    FOLD = "fold"
    MARK = "mark"
    """Cut marks, rulers and other help around the pictures."""
    RAISED = "raised"
    """A line that swells."""


class Shape(NamedTuple):
    """An outline, filled or drawn with a pen or both."""

    role: Role
    name: str
    path: Path
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    butt: bool = False
    """Whether lines end bluntly; else they are round."""

    @property
    def bounds(self) -> Box:
        return bounds(self.path, self.width if self.stroke else 0.0)


class Patch(NamedTuple):
    """A place that feels in its own way: one of the `textures`."""

    name: str
    path: Path
    texture: str
    joins: str = ""
    """The raised line that it is a part of and may touch, by name."""

    @property
    def bounds(self) -> Box:
        return bounds(self.path)

    def shapes(self) -> Iterator[Shape]:
        """What swells."""
        for mark in textures.marks(self.texture, self.path):
            if mark.width:
                yield Shape(Role.RAISED, self.name, mark.path, stroke=BLACK, width=mark.width)
            else:
                yield Shape(Role.RAISED, self.name, mark.path, fill=BLACK)


class Dots(NamedTuple):
    """A line of Braille; `x` and `y` are the middle of the first cell's upper left dot."""

    name: str
    x: float
    y: float
    text: str
    """What it says, in print."""
    code: str
    """In which language."""

    @property
    def cells(self) -> str:
        return braille.translated(self.text, self.code)

    @property
    def bounds(self) -> Box:
        return braille.extent(len(self.cells), self.x, self.y)

    def shapes(self) -> Iterator[Shape]:
        """The raised dots."""
        for x, y in braille.dots(self.cells, self.x, self.y):
            yield Shape(Role.RAISED, self.name, oval(x, y, braille.DOT / 2), fill=BLACK)


class Text(NamedTuple):
    """A line of print that has to stay inside its box."""

    name: str
    text: str
    x: float
    y: float
    """The base line."""
    size: float
    colour: Colour
    box: Box
    bold: bool = False
    anchor: str = "middle"
    """start, middle or end of the line is at `x`."""
    turn: float = 0.0
    """Degrees, clockwise, round (x, y)."""


class Window(NamedTuple):
    """A part of a larger drawing: what lies in the box shows."""

    name: str
    box: Box
    items: tuple[Shape | Text, ...]


Item = Shape | Patch | Dots | Text
Drawn = Shape | Text | Window


class Piece(NamedTuple):
    """One thing of the game that a sheet brings: counted against the rules."""

    kind: str
    """rod, light hill, mole, disc, ..."""
    variant: str
    """Whose, or which: a team, a number, a size."""


class Sheet(NamedTuple):
    """One drawing: a page, or more than a page (then it is tiled)."""

    name: str
    """Part of the file's name, ASCII."""
    title: str
    """In the reader's language."""
    page: Box
    items: tuple[Item | Window, ...]
    pieces: tuple[Piece, ...] = ()
    swell: bool = False
    """Whether it goes on swell paper, where everything black rises."""
    seams: tuple[float, float] = (0.0, 0.0)
    """Where it is tiled, seams had better lie so far apart, one of them at the second number."""

    def drawn(self) -> Iterator[Drawn]:
        """All there is, down to single shapes and lines of text."""
        for item in self.items:
            if isinstance(item, Patch | Dots):
                yield from item.shapes()
            else:
                yield item


@lru_cache(maxsize=8192)
def _moved(item: Item, move: Move) -> Item:
    if isinstance(item, Shape):
        return item._replace(
            path=moved(item.path, move),
            width=item.width * move.scale,
            dash=tuple(length * move.scale for length in item.dash),
        )
    if isinstance(item, Patch):
        return item._replace(path=moved(item.path, move))
    x, y = move(Point(item.x, item.y))
    if isinstance(item, Dots):
        return item._replace(x=x, y=y)
    corner = move(Point(item.box.x, item.box.y))
    box = Box(*corner, item.box.width * move.scale, item.box.height * move.scale)
    return item._replace(x=x, y=y, box=box, size=item.size * move.scale, turn=item.turn + move.turn)


def laid(items: tuple[Item, ...], move: Move) -> tuple[Item, ...]:
    """A drawing somewhere else; Braille and boxes of text are not to be turned."""
    return tuple(_moved(item, move) for item in items)


def extent(items: tuple[Item, ...]) -> Box:
    """What a drawing takes up."""
    boxes = [item.box if isinstance(item, Text) else item.bounds for item in items]
    return around(corner for box in boxes for corner in (Point(box.x, box.y), Point(box.right, box.bottom)))
