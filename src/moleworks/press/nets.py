"""Draw paper pieces to cut, fold and glue (figures, discs, strips, dice), and arrange them on pages.

The origin of a net is its upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from moleworks.core.messages import N_
from moleworks.press import art
from moleworks.press.paths import Box, Path, Transform, ellipse, line, rectangle
from moleworks.press.sheet import Colour, GamePiece, Item, Role, Shape, transform_items

PIECE_GAP = 2.0
CUT_LINE = 0.25
FLAP = 5.0
"""The width of a flap to glue."""
STANDING = N_(
    "A piece that stands is a strip: fold it into a tent with the pictures outside and the part below "
    "them as its foot, and glue the flap to the inside of the other side."
)
"""How the strip of a `standing_piece` is folded."""


class PieceNet(NamedTuple):
    """The flat pattern of one piece."""

    width: float
    height: float
    items: tuple[Item, ...]
    pieces: tuple[GamePiece, ...] = ()


class PrintPens(NamedTuple):
    """Draws pictures, cut lines and fold lines in the colours of a palette."""

    palette: Mapping[str, Colour]

    def cut(self, name: str, path: Path) -> Shape:
        """A line to cut along."""
        return Shape(Role.CUT, name, path, stroke=self.palette["ink"], width=CUT_LINE)

    def fold(self, name: str, path: Path) -> Shape:
        """A dashed line to fold along."""
        return Shape(
            Role.FOLD, name, path, stroke=self.palette["line"], width=CUT_LINE, dash=(1.6, 1.2), butt=True
        )

    def picture(self, name: str, drawing: art.Drawing, transform: Transform) -> tuple[Item, ...]:
        """A drawing in the colours of this print."""
        return tuple(art.draw_on_sheet(drawing, self.palette, transform, name))

    def back(self, name: str, box: Box, colour: str) -> Shape:
        """A plain area, such as the back of a piece."""
        return Shape(Role.PRINT, name, rectangle(box), fill=self.palette[colour])


def standing_piece(
    pens: PrintPens,
    name: str,
    piece: GamePiece,
    front: art.Drawing,
    size: tuple[float, float],
    under: art.Drawing = (),
) -> PieceNet:
    """A standing figure: two sides that lean on each other, a foot between them, and a flap to glue.

    `under` is printed on the foot, where it is hidden while the figure stands.
    """
    width, tall = size
    foot = 0.62 * width
    sides = Box(0, 0, width, tall)
    far = Box(0, tall, width, tall)
    below = Box(0, 2 * tall, width, foot)
    flap = Box(0, 2 * tall + foot, width, FLAP)
    area = sides.grown(-1.2)
    transform = art.fit_in_box(front, area)
    # The upper side is upside down, so that both are upright when folded.
    upside = Transform(width - transform.x, tall - transform.y, transform.scale, 180)
    upright = Transform(transform.x, transform.y + tall, transform.scale)
    outline = rectangle(Box(0, 0, width, flap.bottom))
    return PieceNet(
        width,
        flap.bottom,
        (
            pens.back(name, Box(0, 0, width, 2 * tall), "paper"),
            pens.back(name, Box(0, 2 * tall, width, foot), "sheet"),
            *pens.picture(name, front, upside),
            *pens.picture(name, front, upright),
            *(pens.picture(name, under, art.fit_in_box(under, below.grown(-1.2))) if under else ()),
            pens.back(name, flap, "fold"),
            *(pens.fold(name, line((0, y), (width, y))) for y in (far.y, below.y, flap.y)),
            pens.cut(name, outline),
        ),
        (piece,),
    )


def token(
    pens: PrintPens, name: str, piece: GamePiece, front: art.Drawing, radius: float, ground: str = "paper"
) -> PieceNet:
    """A disc with a picture on one side."""
    middle = Box(0, 0, 2 * radius, 2 * radius)
    return PieceNet(
        2 * radius,
        2 * radius,
        (
            Shape(Role.PRINT, name, ellipse(radius, radius, radius), fill=pens.palette[ground]),
            *pens.picture(name, front, art.fit_in_box(front, middle.grown(-0.32 * radius))),
            pens.cut(name, ellipse(radius, radius, radius)),
        ),
        (piece,),
    )


def coin(
    pens: PrintPens, name: str, piece: GamePiece, front: art.Drawing, back: art.Drawing, radius: float
) -> PieceNet:
    """A disc with two sides: cut the strip, fold it, glue it, then cut around the front."""
    side = 2 * radius + 2
    scale = radius / 37
    return PieceNet(
        2 * side,
        side,
        (
            *pens.picture(name, front, Transform(side / 2, side / 2, scale)),
            *pens.picture(name, back, Transform(1.5 * side, side / 2, scale)),
            pens.fold(name, line((side, 0), (side, side))),
            pens.cut(name, ellipse(side / 2, side / 2, radius)),
            pens.cut(name, rectangle(Box(0, 0, 2 * side, side))),
        ),
        (piece,),
    )


def strip(
    pens: PrintPens,
    name: str,
    piece: GamePiece,
    picture: art.Drawing,
    size: tuple[float, float],
    scale: float,
) -> PieceNet:
    """A strip folded lengthwise, with the same picture on both sides."""
    length, thick = size
    return PieceNet(
        length,
        2 * thick,
        (
            *pens.picture(name, picture, Transform(length / 2, thick / 2, scale, 180)),
            *pens.picture(name, picture, Transform(length / 2, 1.5 * thick, scale)),
            pens.fold(name, line((0, thick), (length, thick))),
            pens.cut(name, rectangle(Box(0, 0, length, 2 * thick))),
        ),
        (piece,),
    )


def die(
    pens: PrintPens, name: str, piece: GamePiece, faces: Sequence[tuple[Item, ...]], edge: float
) -> PieceNet:
    """A cube: four faces in a row, one above and one below the second, and flaps to glue.

    The origin of each face is its centre.
    """
    f, slant = FLAP, 1.5
    places = [(0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (1, 2)]
    e = edge

    def at(column: float, row: float) -> tuple[float, float]:
        return f + column * e, f + row * e

    # Clockwise around the cross from the upper left corner of the upper face, flaps included.
    (x0, y0), (x1, y1) = at(0, 0), at(4, 3)
    outline = line(
        (x0 + e, y0), (x0 + e + slant, y0 - f), (x0 + 2 * e - slant, y0 - f), (x0 + 2 * e, y0),
        (x0 + 2 * e, y0 + e),
        (x0 + 2 * e + slant, y0 + e - f), (x0 + 3 * e - slant, y0 + e - f), (x0 + 3 * e, y0 + e),
        (x0 + 3 * e + slant, y0 + e - f), (x1 - slant, y0 + e - f), (x1, y0 + e),
        (x1, y0 + 2 * e),
        (x1 - slant, y0 + 2 * e + f), (x0 + 3 * e + slant, y0 + 2 * e + f), (x0 + 3 * e, y0 + 2 * e),
        (x0 + 3 * e - slant, y0 + 2 * e + f), (x0 + 2 * e + slant, y0 + 2 * e + f), (x0 + 2 * e, y0 + 2 * e),
        (x0 + 2 * e, y1),
        (x0 + 2 * e - slant, y1 + f), (x0 + e + slant, y1 + f), (x0 + e, y1),
        (x0 + e, y0 + 2 * e),
        (x0 + e - slant, y0 + 2 * e + f), (x0 + slant, y0 + 2 * e + f), (x0, y0 + 2 * e),
        (x0 - f, y0 + 2 * e - slant), (x0 - f, y0 + e + slant), (x0, y0 + e),
        (x0 + slant, y0 + e - f), (x0 + e - slant, y0 + e - f), (x0 + e, y0 + e),
        closed=True,
    )  # fmt: skip
    folds = [
        line((x0, y0 + e), (x1, y0 + e)),
        line((x0, y0 + 2 * e), (x1, y0 + 2 * e)),
        *(line((x0 + n * e, y0 + e), (x0 + n * e, y0 + 2 * e)) for n in range(4)),
        line((x0 + e, y0), (x0 + 2 * e, y0)),
        line((x0 + e, y1), (x0 + 2 * e, y1)),
    ]
    return PieceNet(
        4 * e + f + 0.01,
        3 * e + 2 * f,
        (
            *(
                item
                for (column, row), drawn in zip(places, faces, strict=True)
                for item in transform_items(drawn, Transform(*at(column + 0.5, row + 0.5)))
            ),
            *(pens.fold(name, fold) for fold in folds),
            pens.cut(name, outline),
        ),
        (piece,),
    )


def arrange_on_pages(
    nets: Iterable[PieceNet], area: Box, between: float = PIECE_GAP
) -> Iterator[tuple[tuple[Item, ...], tuple[GamePiece, ...]]]:
    """Arrange nets in rows, sorted by height, and yield items and pieces page by page."""
    items: list[Item] = []
    pieces: list[GamePiece] = []
    x, y, row = area.x, area.y, 0.0
    for net in sorted(nets, key=lambda net: -net.height):
        if x + net.width > area.right + 1e-6:
            x, y, row = area.x, y + row + between, 0.0
        if y + net.height > area.bottom + 1e-6 and items:
            yield tuple(items), tuple(pieces)
            items, pieces = [], []
            x, y, row = area.x, area.y, 0.0
        items += transform_items(net.items, Transform(x, y))
        pieces += net.pieces
        x, row = x + net.width + between, max(row, net.height)
    if items:
        yield tuple(items), tuple(pieces)
