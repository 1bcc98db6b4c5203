"""Pieces to cut, fold and glue: standing moles, discs, sticks, dice; and how they are laid out on pages.

A net is drawn from its own upper left corner; its front side is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from moleworks.press import art
from moleworks.press.paths import Box, Move, Path, line, oval, rectangle
from moleworks.press.scene import Colour, Item, Piece, Role, Shape, laid

BETWEEN = 2.0
CUT_LINE = 0.25
FLAP = 5.0
"""What is glued."""


class Net(NamedTuple):
    """Something to cut out; a page can hold several."""

    width: float
    height: float
    items: tuple[Item, ...]
    pieces: tuple[Piece, ...] = ()


class Pens(NamedTuple):
    """The colours of pictures, and of the lines that scissors follow."""

    palette: Mapping[str, Colour]

    def cut(self, name: str, path: Path) -> Shape:
        return Shape(Role.CUT, name, path, stroke=self.palette["ink"], width=CUT_LINE)

    def fold(self, name: str, path: Path) -> Shape:
        return Shape(
            Role.FOLD, name, path, stroke=self.palette["line"], width=CUT_LINE, dash=(1.6, 1.2), butt=True
        )

    def picture(self, name: str, drawing: art.Art, move: Move) -> tuple[Item, ...]:
        return tuple(art.printed(drawing, self.palette, move, name))

    def back(self, name: str, box: Box, colour: str) -> Shape:
        return Shape(Role.PRINT, name, rectangle(box), fill=self.palette[colour])


def standing(
    pens: Pens, name: str, piece: Piece, front: art.Art, size: tuple[float, float], under: art.Art = ()
) -> Net:
    """A picture that stands: two sides leaning on each other, a foot between them, a flap to glue.

    What is `under` it is printed on the foot, and hidden while it stands.
    """
    width, tall = size
    foot = 0.62 * width
    sides = Box(0, 0, width, tall)
    far = Box(0, tall, width, tall)
    below = Box(0, 2 * tall, width, foot)
    flap = Box(0, 2 * tall + foot, width, FLAP)
    room = sides.grown(-1.2)
    move = art.fitted(front, room)
    # The upper side stands on its head, so that both are upright once it is folded.
    upside = Move(width - move.x, tall - move.y, move.scale, 180)
    upright = Move(move.x, move.y + tall, move.scale)
    outline = rectangle(Box(0, 0, width, flap.bottom))
    return Net(
        width,
        flap.bottom,
        (
            pens.back(name, Box(0, 0, width, 2 * tall), "paper"),
            pens.back(name, Box(0, 2 * tall, width, foot), "sheet"),
            *pens.picture(name, front, upside),
            *pens.picture(name, front, upright),
            *(pens.picture(name, under, art.fitted(under, below.grown(-1.2))) if under else ()),
            pens.back(name, flap, "fold"),
            *(pens.fold(name, line((0, y), (width, y))) for y in (far.y, below.y, flap.y)),
            pens.cut(name, outline),
        ),
        (piece,),
    )


def token(pens: Pens, name: str, piece: Piece, front: art.Art, radius: float, ground: str = "paper") -> Net:
    """A flat disc with a picture on one side."""
    middle = Box(0, 0, 2 * radius, 2 * radius)
    return Net(
        2 * radius,
        2 * radius,
        (
            Shape(Role.PRINT, name, oval(radius, radius, radius), fill=pens.palette[ground]),
            *pens.picture(name, front, art.fitted(front, middle.grown(-0.32 * radius))),
            pens.cut(name, oval(radius, radius, radius)),
        ),
        (piece,),
    )


def coin(pens: Pens, name: str, piece: Piece, front: art.Art, back: art.Art, radius: float) -> Net:
    """A disc with two sides: cut the strip, fold it, glue it, then cut round the front."""
    side = 2 * radius + 2
    scale = radius / 37
    return Net(
        2 * side,
        side,
        (
            *pens.picture(name, front, Move(side / 2, side / 2, scale)),
            *pens.picture(name, back, Move(1.5 * side, side / 2, scale)),
            pens.fold(name, line((side, 0), (side, side))),
            pens.cut(name, oval(side / 2, side / 2, radius)),
            pens.cut(name, rectangle(Box(0, 0, 2 * side, side))),
        ),
        (piece,),
    )


def stick(pens: Pens, name: str, piece: Piece, length: float, thick: float) -> Net:
    """A rod: a strip folded lengthwise, with the picture on both sides."""
    picture = art.rod(length=92 * length / 28)
    scale = length / (92 * length / 28 + 6)
    return Net(
        length,
        2 * thick,
        (
            *pens.picture(name, picture, Move(length / 2, thick / 2, scale, 180)),
            *pens.picture(name, picture, Move(length / 2, 1.5 * thick, scale)),
            pens.fold(name, line((0, thick), (length, thick))),
            pens.cut(name, rectangle(Box(0, 0, length, 2 * thick))),
        ),
        (piece,),
    )


def die(pens: Pens, name: str, piece: Piece, faces: Sequence[tuple[Item, ...]], edge: float) -> Net:
    """A cube: four faces in a row, one above and one below the second, flaps where it is glued.

    The faces are items drawn from the middle of a face.
    """
    f, slant = FLAP, 1.5
    places = [(0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (1, 2)]
    e = edge

    def at(column: float, row: float) -> tuple[float, float]:
        return f + column * e, f + row * e

    # Round the cross, clockwise from the upper left corner of the upper face, flaps included.
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
    return Net(
        4 * e + f + 0.01,
        3 * e + 2 * f,
        (
            *(
                item
                for (column, row), drawn in zip(places, faces, strict=True)
                for item in laid(drawn, Move(*at(column + 0.5, row + 0.5)))
            ),
            *(pens.fold(name, fold) for fold in folds),
            pens.cut(name, outline),
        ),
        (piece,),
    )


def arranged(
    nets: Iterable[Net], room: Box, between: float = BETWEEN
) -> Iterator[tuple[tuple[Item, ...], tuple[Piece, ...]]]:
    """The nets in rows, page by page; all of one height stand together."""
    items: list[Item] = []
    pieces: list[Piece] = []
    x, y, row = room.x, room.y, 0.0
    for net in sorted(nets, key=lambda net: -net.height):
        if x + net.width > room.right + 1e-6:
            x, y, row = room.x, y + row + between, 0.0
        if y + net.height > room.bottom + 1e-6 and items:
            yield tuple(items), tuple(pieces)
            items, pieces = [], []
            x, y, row = room.x, room.y, 0.0
        items += laid(net.items, Move(x, y))
        pieces += net.pieces
        x, row = x + net.width + between, max(row, net.height)
    if items:
        yield tuple(items), tuple(pieces)
