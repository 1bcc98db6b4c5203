"""Draw the tactile board of Mole Hill: raised squares, textures for flowers and centre, Braille names."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.games.mole_hill.board import board_of
from moleworks.games.mole_hill.press.layout import LawnLayout, letters
from moleworks.press import braille, textures
from moleworks.press.checks import GAP, LINES, PrintError
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, ellipse, line, rectangle
from moleworks.press.sheet import BLACK, Item, Role, Shape, TexturePatch
from moleworks.press.typesetting import TextStyle, braille_line, braille_width, centred_text

THIN, BOLD = LINES
LARGEST = 40.0
"""The largest square: larger ones are no easier to feel."""
WHITE, RED, CENTRE = textures.TRIANGLE, textures.CROSS, textures.TARGET


def relief_layout(order: PrintOrder) -> LawnLayout:
    """The largest layout that fits on the sheet, with room for names along the rim."""
    board, code = board_of(order.setup), order.language.code
    side = max(braille_width(str(row + 1), code) for row in range(board.rows))
    least = BOLD + 2 * GAP + textures.SMALLEST
    cell = 0.0
    # The board's name is above it, unless squares would be too small.
    for lines in (2, 1):
        best = 0.0
        for landscape in (False, True):
            room = order.paper.room(landscape)
            across = (room.width - side - GAP - BOLD) / board.columns
            down = (room.height - lines * (braille.HEIGHT + GAP) - BOLD) / board.rows
            best = max(best, min(across, down))
        cell = min(LARGEST, int(best * 2) / 2)
        if cell >= least:
            break
    if cell < least:
        raise PrintError(
            order.paper.name.upper(),
            board_of(order.setup).name,
            N_("Squares would be {size} mm; with their gaps they need {least} mm. Take larger paper."),
            size=cell,
            least=round(least, 1),
        )
    return LawnLayout(board.columns, board.rows, cell)


def names_fit(order: PrintOrder, layout: LawnLayout) -> bool:
    """Whether each square has room for its name above a flower."""
    wide = max(braille_width(name, order.language.code) for name in layout.names())
    across = BOLD + 2 * GAP + wide
    down = BOLD + 3 * GAP + braille.HEIGHT + textures.SMALLEST
    return layout.cell >= max(across, down)


def draw_lawn(order: PrintOrder, layout: LawnLayout) -> Iterator[Item]:
    """The board, with Braille around it."""
    yield from _coloured_squares(order, layout)
    yield from _grid(layout)
    yield from _rim(order, layout)
    inside = names_fit(order, layout)
    if inside:
        for name in layout.names():
            square = layout.square(name)
            y = square.y + BOLD / 2 + GAP + braille.HEIGHT / 2
            yield braille_line(f"name {name}", name, order.language.code, square.middle.x, y)
    yield from _title(order, layout)
    for name, texture in textured_squares(order):
        box = _texture_box(layout.square(name), inside)
        yield TexturePatch(f"{texture} {name}", ellipse(*box.middle, min(box.width, box.height) / 2), texture)


def _title(order: PrintOrder, layout: LawnLayout) -> Iterator[Item]:
    """The name of the board above it, where there is room."""
    lines = 2 * (braille.HEIGHT + GAP) + BOLD
    rooms = [order.paper.room(landscape) for landscape in (False, True)]
    title = braille.printable(order.title, order.language.code)
    fits = any(layout.box.height + lines <= room.height and layout.box.width <= room.width for room in rooms)
    if title and fits and braille_width(title, order.language.code) <= layout.box.width:
        y = layout.box.y - BOLD / 2 - GAP - braille.HEIGHT / 2
        yield braille_line("title", title, order.language.code, layout.box.middle.x, y)


def textured_squares(order: PrintOrder) -> Iterator[tuple[str, str]]:
    """The squares with a texture."""
    board = board_of(order.setup)
    for name in board.red:
        yield name, RED
    for name in board.white:
        yield name, WHITE
    if board.centre:
        yield board.centre, CENTRE


def _texture_box(square: Box, inside: bool) -> Box:
    """The part of a square where a texture keeps its gaps."""
    box = square.grown(-BOLD / 2 - GAP)
    if not inside:
        return box
    down = braille.HEIGHT + GAP
    return Box(box.x, box.y + down, box.width, box.height - down)


def _grid(layout: LawnLayout) -> Iterator[Item]:
    box = layout.box
    yield Shape(Role.RAISED, "border", rectangle(box), stroke=BLACK, width=BOLD)
    for n in range(1, layout.columns):
        x = box.x + n * layout.cell
        yield Shape(Role.RAISED, f"line {n}", line((x, box.y), (x, box.bottom)), stroke=BLACK, width=THIN)
    for n in range(1, layout.rows):
        y = box.y + n * layout.cell
        yield Shape(Role.RAISED, f"row {n}", line((box.x, y), (box.right, y)), stroke=BLACK, width=THIN)


def _rim(order: PrintOrder, layout: LawnLayout) -> Iterator[Item]:
    code, box = order.language.code, layout.box
    below = box.bottom + BOLD / 2 + GAP + braille.HEIGHT / 2
    for n, letter in enumerate(letters(layout.columns)):
        yield braille_line(f"column {letter}", letter, code, box.x + (n + 0.5) * layout.cell, below)
    for row in range(layout.rows):
        name = str(row + 1)
        beside = box.x - BOLD / 2 - GAP - braille_width(name, code) / 2
        yield braille_line(f"row {name}", name, code, beside, box.bottom - (row + 0.5) * layout.cell)


def _coloured_squares(order: PrintOrder, layout: LawnLayout) -> Iterator[Item]:
    """Colours and print under the relief, for low vision."""
    palette, style = order.palette, TextStyle(0.14 * layout.cell, order.palette["ink"], bold=True)
    tints = {name: palette["poppy" if texture == RED else "rim" if texture == WHITE else "gold"]
             for name, texture in textured_squares(order)}  # fmt: skip
    for n, name in enumerate(layout.names()):
        box = layout.square(name)
        column, row = n % layout.columns, n // layout.columns
        tint = tints.get(name, palette["lawn" if (column + row) % 2 else "lawn-2"])
        yield Shape(Role.PRINT, f"square {name}", rectangle(box), fill=tint)
    for name in layout.names():
        box = layout.square(name)
        size = style.size
        yield centred_text(
            f"print {name}", name, style, box.x + 1.1 * size, box.bottom - 0.9 * size, 2 * size
        )
