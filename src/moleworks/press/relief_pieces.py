"""Pieces to be felt: flat, cut from swell paper, and glued on card or on a draughtsman."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from moleworks.press import braille, nets
from moleworks.press.checks import GAP, LINES
from moleworks.press.nets import Net, Pens
from moleworks.press.order import Order
from moleworks.press.paper import MARGIN
from moleworks.press.paths import Box, Move, Path, line, oval, rectangle
from moleworks.press.scene import BLACK, Dots, Item, Patch, Piece, Role, Shape, Sheet, laid
from moleworks.press.setting import dots

EDGE = 1.2
"""From a cut to what is raised inside it; the next piece's relief still has its gap."""
BETWEEN = GAP - 2 * EDGE


def sheets(order: Order, title: str, cut: Iterable[Net], name: str = "pieces") -> Iterator[Sheet]:
    """The pieces, page by page, with the gaps that fingers need between them."""
    page = order.paper.page()
    for number, (items, drawn) in enumerate(nets.arranged(cut, page.grown(-MARGIN), BETWEEN), 1):
        yield Sheet(f"{name}-{number}", title, page, items, drawn, swell=True)


def _cut(order: Order, name: str, outline: Path, colour: str) -> Iterator[Item]:
    yield Shape(Role.PRINT, name, outline, fill=order.palette[colour])
    yield Pens(order.palette).cut(name, outline)


def disc(order: Order, name: str, piece: Piece | None, texture: str, radius: float, colour: str) -> Net:
    """A round piece of one texture."""
    items = (
        *_cut(order, name, oval(radius, radius, radius), colour),
        Patch(name, oval(radius, radius, radius - EDGE), texture),
    )
    return Net(2 * radius, 2 * radius, items, (piece,) if piece else ())


def square(order: Order, name: str, piece: Piece, texture: str, side: float, colour: str) -> Net:
    """A square piece of one texture."""
    box = Box(0, 0, side, side)
    items = (*_cut(order, name, rectangle(box), colour), Patch(name, rectangle(box.grown(-EDGE)), texture))
    return Net(side, side, items, (piece,))


def bar(order: Order, name: str, piece: Piece, length: float) -> Net:
    """A stick with a bold line along it."""
    box = Box(0, 0, length, LINES[1] + 2 * EDGE)
    reach = EDGE + LINES[1] / 2
    ridge = line((reach, box.height / 2), (length - reach, box.height / 2))
    items = (
        *_cut(order, name, rectangle(box), "wood-light"),
        Shape(Role.RAISED, name, ridge, stroke=BLACK, width=LINES[1]),
    )
    return Net(length, box.height, items, (piece,))


def lettered(order: Order, name: str, piece: Piece | None, text: str, radius: float, colour: str) -> Net:
    """A round piece with Braille on it."""
    items = (
        *_cut(order, name, oval(radius, radius, radius), colour),
        dots(name, text, order.words.code, radius, radius),
    )
    return Net(2 * radius, 2 * radius, items, (piece,) if piece else ())


def pair(top: Net, under: Net) -> Net:
    """Two sides of one piece, side by side: to be glued back to back."""
    return Net(
        top.width + BETWEEN + under.width,
        max(top.height, under.height),
        (*top.items, *laid(under.items, Move(top.width + BETWEEN))),
        (*top.pieces, *under.pieces),
    )


def face(order: Order, name: str, what: str, texture: bool, edge: float) -> tuple[Item, ...]:
    """A face of a die, from its middle: a texture or a Braille letter."""
    if texture:
        return (Patch(name, oval(0, 0, (edge - GAP - 0.2) / 2), what),)
    box = braille.extent(len(braille.translated(what, order.words.code)), 0, 0)
    return (Dots(name, -box.middle.x, -box.middle.y, what, order.words.code),)
