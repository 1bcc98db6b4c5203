"""Draw the tactile boards of Mole Company: rings for spaces, holes to cut out, crosses for special spaces.

Boards can be rotated, so the names of rows and lines are on the plate below them, not on a board. A hole has
no ring, so that it is as wide as a space and holds a mole that fingers can grip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moleworks.core.messages import N_
from moleworks.games.mole_company.board import StackedBoard, board_of
from moleworks.games.mole_company.press import board_art
from moleworks.games.mole_company.press.layout import ROW, HexLayout, between
from moleworks.press import braille, relief_pieces, textures, touch_key
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
LEAST = relief_pieces.FINGER + 2 * SLACK + 0.04
"""The least size of a space: a mole must pass through the hole."""
LARGEST = 32.0
SPECIAL = textures.CROSS
NEAREST = 8.5
"""How near the lines come to the centre of a hole, where six of them meet and still keep their gaps."""
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
    return space_radius(pitch) - SLACK


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
    yield Shape(Role.PRINT, "shovel", blade, fill=palette["sheet"])
    yield Shape(Role.RAISED, "shovel", blade, stroke=BLACK, width=BOLD)
    title = braille.printable(order.title, order.language.code)
    if title and braille_width(title, order.language.code) < 1.5 * layout.apothem:
        yield braille_line("title", title, order.language.code, 0, -2 * layout.pitch)
    yield from braille_names(order, layout)


def draw_board(
    order: PrintOrder,
    layout: HexLayout,
    own: HexLayout,
    level: int,
    sheet: StackedBoard,
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
            yield Shape(Role.PRINT, f"hole {name}", ellipse(*at, size), fill=palette["sheet"])
            yield pens.cut(f"hole {name}", ellipse(*at, size))
        elif name in sheet.specials and order.setup.options["specials"]:
            yield Shape(Role.PRINT, f"special {name}", ellipse(*at, size), fill=palette["sheet"])
            yield TexturePatch(f"special {name}", ellipse(*at, size), SPECIAL)
        else:
            yield _ring(f"space {name}", *at, size, THIN)
    yield from _lines_to_hole(own, sheet, dotted, size)


def _lines_to_hole(
    layout: HexLayout, sheet: StackedBoard, dotted: Sequence[Sequence[str]], size: float
) -> Iterator[Item]:
    """The lines that meet in the last hole: solid ones, and dotted ones where they differ from others."""
    differing = {frozenset(pair) for pair in dotted}
    homes = {name for pair in sheet.dotted for name in pair if name in sheet.holes}
    for pair in layout.joined():
        if not homes.intersection(pair):
            continue
        hole, space = sorted(pair, key=lambda name: name not in homes)
        ends = between(layout.at(hole), layout.at(space), NEAREST, size - BOLD / 2)
        dash = touch_key.dotted(*ends) if frozenset(pair) in differing else ()
        name = f"line {'-'.join(pair)}"
        yield Shape(Role.RAISED, name, line(*ends), stroke=BLACK, width=BOLD, dash=dash)


def _ring(name: str, x: float, y: float, size: float, width: float) -> Shape:
    return Shape(Role.RAISED, name, ellipse(x, y, size - width / 2), stroke=BLACK, width=width)
