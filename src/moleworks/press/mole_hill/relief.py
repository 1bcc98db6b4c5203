"""A lawn for the fingers: raised squares, textures for flowers and centre, names in Braille."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.games.game import N_
from moleworks.press import braille, textures
from moleworks.press.checks import GAP, LINES, Misprint
from moleworks.press.mole_hill.plan import Lawn, letters
from moleworks.press.order import Order
from moleworks.press.paths import Box, line, oval, rectangle
from moleworks.press.scene import BLACK, Item, Patch, Role, Shape
from moleworks.press.setting import Style, centred, dots, dots_width

THIN, BOLD = LINES
LARGEST = 40.0
"""Squares beyond the reach of a finger are no better."""
WHITE, RED, CENTRE = textures.STRIPES, textures.DOTTED, textures.SOLID


def lawn(order: Order) -> Lawn:
    """As large as the sheet lets it be, with room for names along the rim."""
    board, code = order.board, order.words.code
    side = max(dots_width(str(row + 1), code) for row in range(board.rows))
    best = 0.0
    for lying in (False, True):
        room = order.paper.room(lying)
        across = (room.width - side - GAP - BOLD) / board.columns
        down = (room.height - braille.HEIGHT - GAP - BOLD) / board.rows
        best = max(best, min(across, down))
    cell = min(LARGEST, int(best * 2) / 2)
    least = BOLD + 2 * GAP + textures.SMALLEST
    if cell < least:
        raise Misprint(
            order.paper.name.upper(),
            order.board.name,
            N_("Squares would be {size} mm; with their gaps they need {least} mm. Take larger paper."),
            size=cell,
            least=round(least, 1),
        )
    return Lawn(board.columns, board.rows, cell)


def named(order: Order, lawn: Lawn) -> bool:
    """Whether the name of every square fits into it, above a flower."""
    wide = max(dots_width(name, order.words.code) for name in lawn.names())
    across = BOLD + 2 * GAP + wide
    down = BOLD + 3 * GAP + braille.HEIGHT + textures.SMALLEST
    return lawn.cell >= max(across, down)


def relief(order: Order, lawn: Lawn) -> Iterator[Item]:
    """The board's items, and Braille round it."""
    yield from _colours(order, lawn)
    yield from _grid(lawn)
    yield from _rim(order, lawn)
    inside = named(order, lawn)
    if inside:
        for name in lawn.names():
            square = lawn.square(name)
            y = square.y + BOLD / 2 + GAP + braille.HEIGHT / 2
            yield dots(f"name {name}", name, order.words.code, square.middle.x, y)
    for name, texture in places(order):
        box = _free(lawn.square(name), inside)
        yield Patch(f"{texture} {name}", oval(*box.middle, min(box.width, box.height) / 2), texture)


def places(order: Order) -> Iterator[tuple[str, str]]:
    """The squares that feel different."""
    board = order.board
    for name in board.red:
        yield name, RED
    for name in board.white:
        yield name, WHITE
    if board.centre:
        yield board.centre, CENTRE


def _free(square: Box, inside: bool) -> Box:
    """Where a texture has its gaps."""
    box = square.grown(-BOLD / 2 - GAP)
    if not inside:
        return box
    down = braille.HEIGHT + GAP
    return Box(box.x, box.y + down, box.width, box.height - down)


def _grid(lawn: Lawn) -> Iterator[Item]:
    box = lawn.box
    yield Shape(Role.RAISED, "border", rectangle(box), stroke=BLACK, width=BOLD)
    for n in range(1, lawn.columns):
        x = box.x + n * lawn.cell
        yield Shape(Role.RAISED, f"line {n}", line((x, box.y), (x, box.bottom)), stroke=BLACK, width=THIN)
    for n in range(1, lawn.rows):
        y = box.y + n * lawn.cell
        yield Shape(Role.RAISED, f"row {n}", line((box.x, y), (box.right, y)), stroke=BLACK, width=THIN)


def _rim(order: Order, lawn: Lawn) -> Iterator[Item]:
    code, box = order.words.code, lawn.box
    below = box.bottom + BOLD / 2 + GAP + braille.HEIGHT / 2
    for n, letter in enumerate(letters(lawn.columns)):
        yield dots(f"column {letter}", letter, code, box.x + (n + 0.5) * lawn.cell, below)
    for row in range(lawn.rows):
        name = str(row + 1)
        beside = box.x - BOLD / 2 - GAP - dots_width(name, code) / 2
        yield dots(f"row {name}", name, code, beside, box.bottom - (row + 0.5) * lawn.cell)


def _colours(order: Order, lawn: Lawn) -> Iterator[Item]:
    """What lies under the relief, for those who see a little."""
    palette, style = order.palette, Style(0.14 * lawn.cell, order.palette["ink"], bold=True)
    tints = {name: palette["poppy" if texture == RED else "rim" if texture == WHITE else "gold"]
             for name, texture in places(order)}  # fmt: skip
    for n, name in enumerate(lawn.names()):
        box = lawn.square(name)
        column, row = n % lawn.columns, n // lawn.columns
        tint = tints.get(name, palette["lawn" if (column + row) % 2 else "lawn-2"])
        yield Shape(Role.PRINT, f"square {name}", rectangle(box), fill=tint)
    for name in lawn.names():
        box = lawn.square(name)
        size = style.size
        yield centred(f"print {name}", name, style, box.x + 1.1 * size, box.bottom - 0.9 * size, 2 * size)
