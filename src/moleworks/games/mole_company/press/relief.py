"""Draw the tactile boards of Mole Company: rings for spaces, bold rings for holes, textures for specials.

Boards can be rotated, so the names of rows and lines are on the plate below them, not on a board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moleworks.core.messages import N_
from moleworks.games.mole_company.board import board_of
from moleworks.games.mole_company.press import board_art
from moleworks.games.mole_company.press.layout import ROW, HexLayout, between
from moleworks.press import braille, relief_pieces, textures
from moleworks.press.art import OUTLINES
from moleworks.press.checks import GAP, LINES, PrintError
from moleworks.press.nets import PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Transform, ellipse, line, transform_path
from moleworks.press.sheet import BLACK, BrailleLine, Item, Role, Shape, TexturePatch
from moleworks.press.typesetting import braille_line, braille_width

THIN, BOLD = LINES
SLACK = 0.3
"""Between a mole and the hole it passes through."""
LEAST = 2 * (BOLD + SLACK + relief_pieces.EDGE) + textures.SMALLEST + 0.04
"""The least size of a space: a mole with its texture must pass through the hole."""
LARGEST = 32.0
SPECIAL = textures.DOTTED
EDGE = 0.6
"""From the border to the cut line of a board."""


def relief_layout(order: PrintOrder) -> HexLayout:
    """The largest layout whose plate fits on the sheet."""
    for tenth in range(int(LARGEST * 10), int((LEAST + GAP) * 10) - 1, -1):
        found = layout_for_pitch(board_of(order.setup).side, tenth / 10)
        width, height = plate_size(order, found)
        if any(
            width <= room.width and height <= room.height
            for room in (order.paper.room(), order.paper.room(landscape=True))
        ):
            return found
    raise PrintError(
        order.paper.name.upper(),
        board_of(order.setup).name,
        N_("Spaces would be less than {least} mm wide, too small for a mole. Take larger paper."),
        least=round(LEAST, 1),
    )


def layout_for_pitch(side: int, pitch: float) -> HexLayout:
    """The layout for a pitch, with the gaps between spaces and border."""
    return HexLayout(side, pitch, space_radius(pitch) + GAP + BOLD + EDGE + 0.05)


def space_radius(pitch: float) -> float:
    """Radius of a space, its ring included."""
    return (pitch - GAP) / 2 - 0.02


def mole_radius(pitch: float) -> float:
    """Radius of a mole, which passes through a hole."""
    return space_radius(pitch) - BOLD - SLACK


def braille_names(order: PrintOrder, layout: HexLayout) -> Iterator[BrailleLine]:
    """Braille outside the frame's border: rows on the left, lines at the lower end."""
    code = order.language.code
    border = layout.apothem + BOLD
    for letter, start in layout.rows():
        wide = braille_width(letter, code)
        # Along the row to the border (it slants at 60 degrees), then the gap to the nearest dot.
        away = (border - abs(start.y) * 0.5) / ROW if start.y else border / ROW
        slope = braille.HEIGHT / 2 * 0.5774
        out = away + BOLD / 2 + (GAP + 0.4) / ROW + slope + wide / 2
        yield braille_line(f"row {letter}", letter, code, -out, start.y)
    for number, end in layout.lines():
        wide = braille_width(number, code)
        if end.y > 0 and end.y >= (layout.side - 1) * layout.pitch * 0.866 - 0.01:
            shift = layout.rim + 1.5 * BOLD + GAP + 0.05 + braille.HEIGHT / 2
            yield braille_line(f"line {number}", number, code, end.x + shift * 0.5774, end.y + shift)
        else:
            out = layout.rim + 1.5 * BOLD + GAP + 0.05
            # The corner of the label that is nearest to the slanting side keeps the gap.
            corner = wide / 2 * ROW + braille.HEIGHT / 2 * 0.5
            yield braille_line(
                f"line {number}", number, code,
                end.x + (out + corner) * ROW, end.y + (out + corner) * 0.5,
            )  # fmt: skip


def plate_size(order: PrintOrder, layout: HexLayout) -> tuple[float, float]:
    """Width and height of the plate with its names."""
    boxes = [item.bounds for item in braille_names(order, layout)]
    reach, apothem = (layout.apothem + BOLD) / ROW + BOLD, layout.apothem + 2 * BOLD
    left, right = min(-reach, *(b.x for b in boxes)), max(reach, *(b.right for b in boxes))
    top, bottom = min(-apothem, *(b.y for b in boxes)), max(apothem, *(b.bottom for b in boxes))
    return right - left, bottom - top


def draw_plate(order: PrintOrder, layout: HexLayout) -> Iterator[Item]:
    """The plate below the boards."""
    palette = order.palette
    yield Shape(Role.PRINT, "plate", layout.outline(BOLD), fill=palette["gold"])
    yield Shape(Role.RAISED, "border", layout.outline(BOLD), stroke=BLACK, width=BOLD)
    blade = transform_path(OUTLINES["blade"], Transform(0, 0.5 * layout.pitch, 1.6 * layout.pitch / 100))
    yield TexturePatch("shovel", blade, textures.SOLID)
    yield from braille_names(order, layout)


def draw_board(
    order: PrintOrder,
    layout: HexLayout,
    own: HexLayout,
    level: int,
    sheet: Any,
    dotted: Sequence[Sequence[str]],
) -> Iterator[Item]:
    """One of the four boards.

    `own` is the layout of its spaces, and `dotted` are those of its dotted lines that differ from others. All
    boards are cut as large as the first, so that they lie firmly on each other; its border is where it ends.
    """
    palette, pens = order.palette, PrintPens(order.palette)
    size = space_radius(layout.pitch)
    yield Shape(Role.PRINT, f"board {level}", layout.outline(), fill=palette[board_art.FACES[level - 1]])
    yield pens.cut(f"board {level}", layout.outline())
    yield Shape(Role.RAISED, "border", own.outline(-EDGE - BOLD / 2), stroke=BLACK, width=BOLD)
    for name in own.names:
        at = layout.at(name)
        if name in sheet.holes:
            inner = size - BOLD
            yield Shape(Role.PRINT, f"hole {name}", ellipse(*at, inner), fill=palette["sheet"])
            yield pens.cut(f"hole {name}", ellipse(*at, inner))
            yield _ring(f"hole {name}", *at, size, BOLD)
        elif name in sheet.specials and order.setup.options["specials"]:
            yield Shape(Role.PRINT, f"special {name}", ellipse(*at, size), fill=palette["sheet"])
            yield TexturePatch(f"special {name}", ellipse(*at, size), SPECIAL)
        else:
            yield _ring(f"space {name}", *at, size, THIN)
    yield from _open_lines(own, sheet, dotted, size)


def _open_lines(
    layout: HexLayout, sheet: Any, dotted: Sequence[Sequence[str]], size: float
) -> Iterator[Item]:
    """The lines to a hole that has dotted ones on the printed board; a raised line is open."""
    closed = {frozenset(pair) for pair in dotted}
    homes = {name for pair in sheet.dotted for name in pair if name in sheet.holes}
    for pair in layout.joined():
        if homes.intersection(pair) and frozenset(pair) not in closed:
            ends = between(layout.at(pair[0]), layout.at(pair[1]), size - THIN / 2, size - THIN / 2)
            yield Shape(Role.RAISED, f"line {'-'.join(pair)}", line(*ends), stroke=BLACK, width=THIN)


def _ring(name: str, x: float, y: float, size: float, width: float) -> Shape:
    return Shape(Role.RAISED, name, ellipse(x, y, size - width / 2), stroke=BLACK, width=width)
