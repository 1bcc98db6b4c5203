"""Mole Company's boards for the fingers: rings for spaces, bold rings for holes, textures for specials.

Boards may lie turned in the box, so the names of spaces stand on the frame below them, never on a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moleworks.games.game import N_
from moleworks.press import art, braille, relief_pieces, textures
from moleworks.press.checks import GAP, LINES, Misprint
from moleworks.press.mole_company import ground
from moleworks.press.mole_company.plan import ROW, Hexes, between
from moleworks.press.nets import Pens
from moleworks.press.order import Order
from moleworks.press.paths import Move, line, moved, oval, read
from moleworks.press.scene import BLACK, Dots, Item, Patch, Role, Shape
from moleworks.press.setting import dots, dots_width

THIN, BOLD = LINES
SLACK = 0.3
"""Between a mole and the hole that lets it through."""
LEAST = 2 * (BOLD + SLACK + relief_pieces.EDGE) + textures.SMALLEST + 0.04
"""A hole has to let a mole through that has room for its texture."""
LARGEST = 32.0
SPECIAL = textures.DOTTED
EDGE = 0.6
"""From the border to where a board is cut."""


def plan(order: Order) -> Hexes:
    """As large as the frame fits on the sheet."""
    for tenth in range(int(LARGEST * 10), int((LEAST + GAP) * 10) - 1, -1):
        found = hexes(order.board.side, tenth / 10)
        width, height = frame_size(order, found)
        if any(
            width <= room.width and height <= room.height
            for room in (order.paper.room(), order.paper.room(lying=True))
        ):
            return found
    raise Misprint(
        order.paper.name.upper(),
        order.board.name,
        N_("Spaces would be less than {least} mm wide, too small for a mole. Take larger paper."),
        least=round(LEAST, 1),
    )


def hexes(side: int, pitch: float) -> Hexes:
    """The spaces with their gap between them, the border and its gap round them."""
    return Hexes(side, pitch, radius(pitch) + GAP + BOLD + EDGE + 0.05)


def radius(pitch: float) -> float:
    """A space, its ring included."""
    return (pitch - GAP) / 2 - 0.02


def token(pitch: float) -> float:
    """Half the width of a mole: it passes through a hole."""
    return radius(pitch) - BOLD - SLACK


def names(order: Order, plan: Hexes) -> Iterator[Dots]:
    """Braille outside the frame's border: rows on the left, lines at the lower end."""
    code = order.words.code
    border = plan.apothem + BOLD
    for letter, start in plan.rows():
        wide = dots_width(letter, code)
        # Along the row to the border (it slants at 60 degrees), then the gap to the nearest dot.
        away = (border - abs(start.y) * 0.5) / ROW if start.y else border / ROW
        slope = braille.HEIGHT / 2 * 0.5774
        out = away + BOLD / 2 + (GAP + 0.4) / ROW + slope + wide / 2
        yield dots(f"row {letter}", letter, code, -out, start.y)
    for number, end in plan.lines():
        wide = dots_width(number, code)
        if end.y > 0 and end.y >= (plan.side - 1) * plan.pitch * 0.866 - 0.01:
            shift = plan.rim + 1.5 * BOLD + GAP + 0.05 + braille.HEIGHT / 2
            yield dots(f"line {number}", number, code, end.x + shift * 0.5774, end.y + shift)
        else:
            out = plan.rim + 1.5 * BOLD + GAP + 0.05
            # The corner of the label that is nearest to the slanting side keeps the gap.
            corner = wide / 2 * ROW + braille.HEIGHT / 2 * 0.5
            yield dots(
                f"line {number}", number, code,
                end.x + (out + corner) * ROW, end.y + (out + corner) * 0.5,
            )  # fmt: skip


def frame_size(order: Order, plan: Hexes) -> tuple[float, float]:
    """How large the frame is with its names."""
    boxes = [item.bounds for item in names(order, plan)]
    reach, apothem = (plan.apothem + BOLD) / ROW + BOLD, plan.apothem + 2 * BOLD
    left, right = min(-reach, *(b.x for b in boxes)), max(reach, *(b.right for b in boxes))
    top, bottom = min(-apothem, *(b.y for b in boxes)), max(apothem, *(b.bottom for b in boxes))
    return right - left, bottom - top


def frame(order: Order, plan: Hexes) -> Iterator[Item]:
    """What lies below the boards."""
    palette = order.palette
    yield Shape(Role.PRINT, "plate", plan.outline(BOLD), fill=palette["gold"])
    yield Shape(Role.RAISED, "border", plan.outline(BOLD), stroke=BLACK, width=BOLD)
    blade = moved(read(art.BLADE), Move(0, 0.5 * plan.pitch, 1.6 * plan.pitch / 100))
    yield Patch("shovel", blade, textures.SOLID)
    yield from names(order, plan)


def board(order: Order, plan: Hexes, level: int, sheet: Any) -> Iterator[Item]:
    """One of the four boards."""
    palette, pens = order.palette, Pens(order.palette)
    size = radius(plan.pitch)
    yield Shape(Role.PRINT, f"board {level}", plan.outline(), fill=palette[ground.FACES[level - 1]])
    yield pens.cut(f"board {level}", plan.outline())
    yield Shape(Role.RAISED, "border", plan.outline(-EDGE - BOLD / 2), stroke=BLACK, width=BOLD)
    for name in plan.names:
        at = plan.at(name)
        if name in sheet.holes:
            inner = size - BOLD
            yield Shape(Role.PRINT, f"hole {name}", oval(*at, inner), fill=palette["sheet"])
            yield pens.cut(f"hole {name}", oval(*at, inner))
            yield _ring(f"hole {name}", *at, size, BOLD)
        elif name in sheet.specials and order.setup.options["specials"]:
            yield Shape(Role.PRINT, f"special {name}", oval(*at, size), fill=palette["sheet"])
            yield Patch(f"special {name}", oval(*at, size), SPECIAL)
        else:
            yield _ring(f"space {name}", *at, size, THIN)
    yield from _open_lines(plan, sheet, size)


def _open_lines(plan: Hexes, sheet: Any, size: float) -> Iterator[Item]:
    """Where some lines to a hole are dotted, the others are raised: what is joined is open."""
    dotted = {frozenset(pair) for pair in sheet.dotted}
    homes = {name for pair in dotted for name in pair if name in sheet.holes}
    for pair in plan.joined():
        if homes.intersection(pair) and frozenset(pair) not in dotted:
            ends = between(plan.at(pair[0]), plan.at(pair[1]), size - THIN / 2, size - THIN / 2)
            yield Shape(Role.RAISED, f"line {'-'.join(pair)}", line(*ends), stroke=BLACK, width=THIN)


def _ring(name: str, x: float, y: float, size: float, width: float) -> Shape:
    return Shape(Role.RAISED, name, oval(x, y, size - width / 2), stroke=BLACK, width=width)
