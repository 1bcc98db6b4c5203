"""Sheets and their items (shapes, textures, Braille, text), in millimetres.

Games draw sheets, the checks measure them, and the writers turn them into files. Errors of checks mention the
name of an item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from moleworks.press import braille, textures
from moleworks.press.paths import Box, Path, Point, Transform, bounding_box, bounds, ellipse, transform_path

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)


class Role(StrEnum):
    """The purpose of a shape."""

    PRINT = "print"
    """Part of a picture."""
    CUT = "cut"
    FOLD = "fold"
    MARK = "mark"
    """Cut marks, rulers and the like."""
    RAISED = "raised"
    """Raised on swell paper."""


class TagKind(StrEnum):
    """What an element of a PDF is to people who listen to it; the names are those of PDF."""

    H1 = "H1"
    H2 = "H2"
    H3 = "H3"
    PARAGRAPH = "P"
    LIST_ITEM = "LI"
    FIGURE = "Figure"
    ARTIFACT = "Artifact"
    """Decoration, page numbers and the like: never read out."""


@dataclass(frozen=True, eq=False)
class Tag:
    """An element of the PDF's structure. Items that share a tag are one element, even on two pages.

    Two tags are never equal, so that two paragraphs with the same words stay two.
    """

    kind: TagKind
    text: str = ""
    """The alternative text of a figure, or the words of a heading."""
    spoken: str = ""
    """What is read out instead of the printed words, where there is more to say than to print."""


ARTIFACT = Tag(TagKind.ARTIFACT)
HEADINGS = (TagKind.H1, TagKind.H2, TagKind.H3)


class Shape(NamedTuple):
    """An outline with fill, line or both."""

    role: Role
    name: str
    path: Path
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    butt: bool = False
    """Whether lines have butt ends instead of round ones."""
    tag: Tag | None = None

    @property
    def bounds(self) -> Box:
        """The box around the shape, half of its line included."""
        return bounds(self.path, self.width if self.stroke else 0.0)


class TexturePatch(NamedTuple):
    """An area with one of the `textures`."""

    name: str
    path: Path
    texture: str
    joins: str = ""
    """The name of the raised line that it may touch."""

    @property
    def bounds(self) -> Box:
        """The box around the area."""
        return bounds(self.path)

    def shapes(self) -> Iterator[Shape]:
        """The raised shapes of the texture."""
        for mark in textures.marks(self.texture, self.path):
            if mark.width:
                yield Shape(Role.RAISED, self.name, mark.path, stroke=BLACK, width=mark.width)
            else:
                yield Shape(Role.RAISED, self.name, mark.path, fill=BLACK)


class BrailleLine(NamedTuple):
    """A line of Braille; (x, y) is the centre of the first cell's upper left dot."""

    name: str
    x: float
    y: float
    text: str
    """The text before translation."""
    code: str
    """The language code."""

    @property
    def cells(self) -> str:
        """The text in Braille, a letter of Unicode for each cell."""
        return braille.translate(self.text, self.code)

    @property
    def bounds(self) -> Box:
        """The box around the dots."""
        return braille.extent(len(self.cells), self.x, self.y)

    def shapes(self) -> Iterator[Shape]:
        """The raised dots."""
        for x, y in braille.dots(self.cells, self.x, self.y):
            yield Shape(Role.RAISED, self.name, ellipse(x, y, braille.DOT / 2), fill=BLACK)


class TextLine(NamedTuple):
    """A line of text that has to stay inside its box."""

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
    """Which part of the line is at `x`: start, middle or end."""
    turn: float = 0.0
    """Degrees, clockwise, around (x, y)."""
    tag: Tag | None = None


class ClippedDrawing(NamedTuple):
    """A part of a larger drawing, clipped to a box."""

    name: str
    box: Box
    items: tuple[Shape | TextLine, ...]


Item = Shape | TexturePatch | BrailleLine | TextLine
Drawn = Shape | TextLine | ClippedDrawing


class GamePiece(NamedTuple):
    """A piece of the game on a sheet. Pieces are counted and compared with the rules."""

    kind: str
    """rod, light hill, mole, disc, ..."""
    variant: str
    """A team, a number or a size."""


class PrintSheet(NamedTuple):
    """One drawing; it is split into tiles if it is larger than a page."""

    name: str
    """Part of the file name, ASCII."""
    title: str
    """In the reader's language."""
    page: Box
    items: tuple[Item | ClippedDrawing, ...]
    pieces: tuple[GamePiece, ...] = ()
    swell: bool = False
    """Whether it is for swell paper, where everything black rises."""
    seams: tuple[float, float] = (0.0, 0.0)
    """Preferred seams between tiles: every `seams[0]` millimetres, one of them at `seams[1]`."""
    alt: str = ""
    """What items without a tag show, in the reader's language; without it they are decoration."""

    def headings(self) -> tuple[Tag, ...]:
        """The headings on this sheet, from the top."""
        tags = (item.tag for item in self.items if isinstance(item, TextLine) and item.tag)
        return tuple(dict.fromkeys(tag for tag in tags if tag.kind in HEADINGS))

    def drawn(self) -> Iterator[Drawn]:
        """All items, with textures and Braille as single shapes."""
        for item in self.items:
            if isinstance(item, TexturePatch | BrailleLine):
                yield from item.shapes()
            else:
                yield item


@lru_cache(maxsize=8192)
def _transform_item(item: Item, transform: Transform) -> Item:
    if isinstance(item, Shape):
        return item._replace(
            path=transform_path(item.path, transform),
            width=item.width * transform.scale,
            dash=tuple(length * transform.scale for length in item.dash),
        )
    if isinstance(item, TexturePatch):
        return item._replace(path=transform_path(item.path, transform))
    x, y = transform(Point(item.x, item.y))
    if isinstance(item, BrailleLine):
        return item._replace(x=x, y=y)
    corner = transform(Point(item.box.x, item.box.y))
    box = Box(*corner, item.box.width * transform.scale, item.box.height * transform.scale)
    return item._replace(x=x, y=y, box=box, size=item.size * transform.scale, turn=item.turn + transform.turn)


def transform_items(items: tuple[Item, ...], transform: Transform) -> tuple[Item, ...]:
    """Transform a drawing; Braille and text boxes cannot be rotated."""
    return tuple(_transform_item(item, transform) for item in items)


def tag_items(items: Iterable[Item], tag: Tag) -> tuple[Item, ...]:
    """Make a drawing one element of the PDF; textures and Braille stay part of the sheet's picture."""
    return tuple(item._replace(tag=tag) if isinstance(item, Shape | TextLine) else item for item in items)


def extent(items: tuple[Item, ...]) -> Box:
    """The bounding box of a drawing."""
    boxes = [item.box if isinstance(item, TextLine) else item.bounds for item in items]
    return bounding_box(
        corner for box in boxes for corner in (Point(box.x, box.y), Point(box.right, box.bottom))
    )
