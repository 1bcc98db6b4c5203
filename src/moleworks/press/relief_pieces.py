"""Draw flat tactile pieces for swell paper, to cut out and glue on card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from moleworks.press import braille, nets
from moleworks.press.checks import GAP, LINES
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paper import MARGIN
from moleworks.press.paths import Box, Path, Transform, ellipse, line, rectangle
from moleworks.press.sheet import (
    BLACK,
    BrailleLine,
    GamePiece,
    Item,
    PrintSheet,
    Role,
    Shape,
    TexturePatch,
    transform_items,
)
from moleworks.press.typesetting import braille_line, braille_width

EDGE = 1.2
"""From the cut line of a piece to its relief; two neighbours still keep the gap."""
BETWEEN = GAP - 2 * EDGE
ROD = 8.0
"""The width of a rod: it can be gripped, and lies flat."""
FINGER = 12.0
"""The least width of a piece that fingers can grip and set down."""


def relief_sheets(
    order: PrintOrder, title: str, cut: Iterable[PieceNet], name: str = "pieces"
) -> Iterator[PrintSheet]:
    """Arrange the pieces on pages, with the gaps that fingers need."""
    page = order.paper.page()
    for number, (items, drawn) in enumerate(nets.arrange_on_pages(cut, page.grown(-MARGIN), BETWEEN), 1):
        yield PrintSheet(f"{name}-{number}", title, page, items, drawn, swell=True)


def _cut(order: PrintOrder, name: str, outline: Path, colour: str) -> Iterator[Item]:
    yield Shape(Role.PRINT, name, outline, fill=order.palette[colour])
    yield PrintPens(order.palette).cut(name, outline)


def relief_disc(
    order: PrintOrder, name: str, piece: GamePiece | None, texture: str, radius: float, colour: str
) -> PieceNet:
    """A round piece with one texture."""
    items = (
        *_cut(order, name, ellipse(radius, radius, radius), colour),
        TexturePatch(name, ellipse(radius, radius, radius - EDGE), texture),
    )
    return PieceNet(2 * radius, 2 * radius, items, (piece,) if piece else ())


def relief_square(
    order: PrintOrder, name: str, piece: GamePiece, texture: str, side: float, colour: str
) -> PieceNet:
    """A square piece with one texture."""
    box = Box(0, 0, side, side)
    items = (
        *_cut(order, name, rectangle(box), colour),
        TexturePatch(name, rectangle(box.grown(-EDGE)), texture),
    )
    return PieceNet(side, side, items, (piece,))


def relief_rod(order: PrintOrder, name: str, piece: GamePiece, length: float) -> PieceNet:
    """A flat rod with a bold raised line along it."""
    box = Box(0, 0, length, ROD)
    reach = EDGE + LINES[1] / 2
    ridge = line((reach, box.height / 2), (length - reach, box.height / 2))
    items = (
        *_cut(order, name, rectangle(box), "wood-light"),
        Shape(Role.RAISED, name, ridge, stroke=BLACK, width=LINES[1]),
    )
    return PieceNet(length, box.height, items, (piece,))


def braille_disc(
    order: PrintOrder, name: str, piece: GamePiece | None, text: str, radius: float, colour: str
) -> PieceNet:
    """A round piece with Braille on it."""
    items = (
        *_cut(order, name, ellipse(radius, radius, radius), colour),
        braille_line(name, text, order.language.code, radius, radius),
    )
    return PieceNet(2 * radius, 2 * radius, items, (piece,) if piece else ())


def braille_square(
    order: PrintOrder, name: str, piece: GamePiece, text: str, side: float, colour: str
) -> PieceNet:
    """A square piece with Braille on it."""
    items = (
        *_cut(order, name, rectangle(Box(0, 0, side, side)), colour),
        braille_line(name, text, order.language.code, side / 2, side / 2),
    )
    return PieceNet(side, side, items, (piece,))


def name_strip(order: PrintOrder, name: str, text: str) -> PieceNet:
    """A strip with a name in Braille, to be glued on."""
    code = order.language.code
    width, height = braille_width(text, code) + 2 * EDGE + 2, braille.HEIGHT + 2 * EDGE + 2
    outline = rectangle(Box(0, 0, width, height))
    return PieceNet(
        width,
        height,
        (*_cut(order, name, outline, "sheet"), braille_line(name, text, code, width / 2, height / 2)),
    )


def two_sided(top: PieceNet, under: PieceNet) -> PieceNet:
    """The two sides of one piece, to be glued back to back."""
    return PieceNet(
        top.width + BETWEEN + under.width,
        max(top.height, under.height),
        (*top.items, *transform_items(under.items, Transform(top.width + BETWEEN))),
        (*top.pieces, *under.pieces),
    )


def relief_die_face(order: PrintOrder, name: str, what: str, texture: bool, edge: float) -> tuple[Item, ...]:
    """A face of a die, its centre at the origin: a texture or a Braille letter."""
    if texture:
        return (TexturePatch(name, ellipse(0, 0, (edge - GAP - 0.2) / 2), what),)
    box = braille.extent(len(braille.translate(what, order.language.code)), 0, 0)
    return (BrailleLine(name, -box.middle.x, -box.middle.y, what, order.language.code),)
