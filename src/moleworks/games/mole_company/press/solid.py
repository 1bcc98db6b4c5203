"""Model Mole Company for a 3D printer: four stacked boards with holes over a plate, moles, discs, shovel.

The lower edge of a board slants inwards and the rim of the board below slants outwards, so that boards
align in any of six rotations, and can be lifted over the moles in the holes. Each has a tab with its name in
Braille. Tabs are above the rim of the board below, so they are in nobody's way, and the names of rows and
lines on the plate are outside of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from manifold3d import CrossSection, Manifold

from moleworks.core.messages import N_
from moleworks.games.mole_company.board import StackedBoard, board_of, dotted_lines_count
from moleworks.games.mole_company.press import NAMES, TEAMS, moles_per_team
from moleworks.games.mole_company.press.board_art import FACES
from moleworks.games.mole_company.press.layout import ROW, HexLayout, between
from moleworks.games.mole_company.press.relief import SPECIAL
from moleworks.games.mole_company.press.solid_pieces import (
    DISC_THICK,
    SHOVEL_THICK,
    disc_body,
    disc_face,
    shovel,
    shovel_outline,
)
from moleworks.games.mole_company.rules import DISCS, HIGHEST, copies
from moleworks.press import textures
from moleworks.press.art import OUTFITS
from moleworks.press.paths import Box, Point, ellipse, polar
from moleworks.press.sheet import GamePiece
from moleworks.press.solid import joints
from moleworks.press.solid.board import carve, split_into_tiles
from moleworks.press.solid.joints import TileSeam
from moleworks.press.solid.model import FIT, GAP, LINE, LINE_HIGH, HollowFeature, RaisedFeature, SolidModel
from moleworks.press.solid.moles import BODY, MOLE_NAMES, WIDEST, mole
from moleworks.press.solid.order import SolidOrder
from moleworks.press.solid.shapes import box, disc, polygon, ring, slab, stroke
from moleworks.press.solid.touch_marks import braille_height, label, label_size, patch

PITCH, THICK = 20.0, 3.2
SPACE = (PITCH - GAP) / 2
"""Radius of a space at the usual pitch, its ring included."""
HOLE = SPACE - LINE
PATCH = 3.4
LEAST = 17.8
"""The least pitch: on a small bed the spaces are nearer to each other, because boards are not split."""
INSET, RIM_HIGH, RIM_TOP = 2.2, 2.0, 1.4
"""How far a board's lower edge slants in; the rim on top of a board: how high, and how wide at its top."""
RIM = RIM_HIGH + RIM_TOP
"""The width of the rim at its foot."""
STEP = THICK + RIM - INSET
"""The height from one board to the next in the stack."""
PLATE = 5.0
EDGE = 1.6
TAB_DEEP = GAP + 0.05 + braille_height() + EDGE
"""How far the tab of a board reaches out."""
TAB_LOOSE, TAB_ABOVE = 0.4, RIM_HIGH - STEP + THICK + 0.2
"""Between the tab and the rim of the board below; the height where the tab passes over that rim."""
COLOURS = (N_("green"), N_("dark red"), N_("light brown"), N_("blue"))
"""The names on the tabs of the boards, from the top."""
DISC_NAMES = (
    N_("Disc {value}, smooth back"),
    N_("Disc {value}, striped back"),
    N_("Disc {value}, dotted back"),
    N_("Disc {value}, cross-hatched back"),
)
"""By seat."""


def models(order: SolidOrder) -> Iterator[SolidModel]:
    """The plate, the boards from the top, then every team."""
    layout = _layout(order)
    yield from _plate(order, layout)
    for level, sheet in enumerate(board_of(order.setup).boards, 1):
        yield _board(order, layout, layout.sized(board_of(order.setup).sides[level - 1]), level, sheet)
    yield SolidModel("shovel", order.language.say(N_("The golden shovel")), "gold", shovel())
    for seat in range(TEAMS):
        colour = f"team-{seat}"
        body = mole(OUTFITS[seat], _mole_half(layout))
        yield SolidModel(
            f"mole-{OUTFITS[seat]}", order.language.say(MOLE_NAMES[seat]), colour, body,
            moles_per_team(board_of(order.setup)), GamePiece("mole", str(seat)),
        )  # fmt: skip
        yield from _discs(order, seat, colour)


def _layout(order: SolidOrder) -> HexLayout:
    """The largest layout, up to the usual pitch, whose boards fit on the bed."""
    side = board_of(order.setup).side
    for tenth in range(round(10 * PITCH), round(10 * LEAST) - 1, -1):
        pitch = tenth / 10
        layout = HexLayout(side, pitch, (pitch - GAP) / 2 + GAP + RIM + 0.02)
        if 2 * layout.reach <= order.bed - joints.RIM:
            break
    return layout


def _space(layout: HexLayout) -> float:
    """Radius of a space, its ring included."""
    return (layout.pitch - GAP) / 2


def _mole_half(layout: HexLayout) -> float:
    """Half the width of a mole's foot: with its clothes it fits into a hole."""
    return BODY * (_space(layout) - LINE - FIT) / WIDEST


def touch_key(order: SolidOrder) -> Iterator[str]:
    """What each surface means, in sentences."""
    say = order.language.say
    yield say(N_("ring: space; ring round a hole: hole"))
    if order.setup.options["specials"]:
        yield say(N_("ring with a cross: special space"))
    if dotted_lines_count(order.setup.options["final_paths"]) and any(
        sheet.dotted for sheet in board_of(order.setup).boards
    ):
        yield say(N_("line to the last hole: solid line; single dot: dotted line"))
    yield say(N_("the back of a disc feels like the moles of its team"))
    yield say(N_("Each board has its name on a tab: lift it there."))
    yield say(N_("Lay the shovel into its pit, then the boards on the plate, the green one on top."))


def _discs(order: SolidOrder, seat: int, colour: str) -> Iterator[SolidModel]:
    texture = textures.TEAMS[seat]
    for value in range(1, HIGHEST + 1):
        name = order.language.say(DISC_NAMES[seat], value=value)
        face = tuple(disc_face(name, value, order.language.code))
        body = carve(disc_body(texture), DISC_THICK, face, ())
        yield SolidModel(
            f"disc-{value}-{OUTFITS[seat]}", name, colour, body,
            copies(DISCS, value), GamePiece(f"disc {value}", str(seat)), face, (), DISC_THICK,
        )  # fmt: skip


# Boards


def hexagon(apothem: float) -> CrossSection:
    """A hexagon; `apothem` is the distance from its centre to a side."""
    return polygon([polar(apothem / ROW, 60 * n) for n in range(6)])


def _funnel(low: float, high: float, bottom: float, top: float) -> Manifold:
    """A hexagonal frustum from one height to another, by its apothems."""
    thin = 0.001
    return Manifold.batch_hull(
        [slab(hexagon(bottom), low, low + thin), slab(hexagon(top), high - thin, high)]
    )


def rim(apothem: float, ground: float) -> Manifold:
    """The rim that holds the board above."""
    outside = slab(hexagon(apothem), ground - 0.2, ground + RIM_HIGH)
    over = 0.5
    inside = _funnel(ground - 0.3, ground + RIM_HIGH + over, apothem - RIM - 0.3, apothem - RIM_TOP + over)
    return outside - inside


def ground(apothem: float) -> Manifold:
    """A board without spaces: slanting edge below, rim above."""
    lower, upper = slab(hexagon(apothem - INSET), 0, 0.001), slab(hexagon(apothem), INSET, THICK)
    return Manifold.batch_hull([lower, upper]) + rim(apothem, THICK)


def _board(
    order: SolidOrder, layout: HexLayout, own: HexLayout, level: int, sheet: StackedBoard
) -> SolidModel:
    """One of the four boards; `own` is the layout of its spaces.

    A smaller one has the rim of the largest, which holds the board above; a raised edge is where it ends.
    """
    specials = bool(order.setup.options["specials"])
    dotted = sheet.dotted if dotted_lines_count(order.setup.options["final_paths"]) else ()
    name = _tab_name(order, layout, level)
    raised = (*_raised(own, sheet, dotted, specials), *_edge(layout, own), name)
    hollows = tuple(
        HollowFeature(f"hole {name}", disc(*layout.at(name), _space(layout) - LINE), THICK)
        for name in sheet.holes
    )
    body = carve(ground(layout.apothem) + _tab(layout, name), THICK, raised, hollows)
    return SolidModel(
        f"board-{level}", order.language.say(NAMES[level - 1]), FACES[level - 1], body, 1,
        GamePiece("board", str(level)), (*raised, _border(layout)), hollows, THICK,
    )  # fmt: skip


def _tab_name(order: SolidOrder, layout: HexLayout, level: int) -> RaisedFeature:
    """The name of a board in Braille, on its tab."""
    text, code = order.language.say(COLOURS[level - 1]), order.language.code
    y = layout.apothem + GAP + 0.05 + braille_height() / 2
    return label("name", text, code, 0, y)


def _tab(layout: HexLayout, name: RaisedFeature) -> Manifold:
    """A tab on the side towards the reader; below it is a notch for the rim of the board below."""
    left, _, right, _ = name.shape.bounds()
    wide = right - left + 2 * EDGE
    outside = box(Box(-wide / 2, layout.apothem + TAB_LOOSE, wide, TAB_DEEP - TAB_LOOSE), 2.0)
    # Above the rim it slants inwards at 45 degrees, until it meets the slanting edge of its own board.
    closed = (TAB_ABOVE + INSET + TAB_LOOSE) / 2
    near = layout.apothem - INSET + closed
    square = box(Box(-wide / 2, layout.apothem + TAB_LOOSE, wide, TAB_DEEP / 2))
    whole = CrossSection.batch_hull([outside, box(Box(-wide / 2, near, wide, TAB_DEEP / 2))])
    return Manifold.batch_hull(
        [slab(CrossSection.batch_hull([outside, square]), 0, TAB_ABOVE), slab(whole, closed, THICK)]
    )


def _edge(layout: HexLayout, own: HexLayout) -> Iterator[RaisedFeature]:
    """The line around the spaces of a board that is smaller than its rim."""
    if own.side < layout.side:
        inside = own.apothem - RIM
        yield RaisedFeature("edge", hexagon(inside + LINE) - hexagon(inside))


def _border(layout: HexLayout) -> RaisedFeature:
    """The rim for the checks; `rim` builds its body."""
    return RaisedFeature("rim", hexagon(layout.apothem) - hexagon(layout.apothem - RIM))


def _raised(
    layout: HexLayout, sheet: StackedBoard, dotted: Sequence[Sequence[str]], specials: bool
) -> Iterator[RaisedFeature]:
    differing = {frozenset(pair) for pair in dotted}
    homes = {name for pair in sheet.dotted for name in pair if name in sheet.holes}
    lines = [pair for pair in layout.joined() if homes.intersection(pair)]
    size = _space(layout)
    # The lines of a hole touch its ring and the next one's, and come close to each other there.
    beside = {f"line {one}-{other}" for one, other in lines}
    for name in layout.names:
        yield RaisedFeature(f"space {name}", ring(*layout.at(name), size, LINE))
        if specials and name in sheet.specials:
            yield patch(f"special {name}", SPECIAL, ellipse(*layout.at(name), min(PATCH, size - LINE - GAP)))
    for near, far in lines:
        ends = between(layout.at(near), layout.at(far), size - LINE / 2, size - LINE / 2)
        middle = Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2)
        # A dotted line is a single dot: there is room for no more between two rings.
        shape = disc(*middle, LINE / 2 + 0.15) if frozenset((near, far)) in differing else stroke(ends, LINE)
        met = {f"space {near}", f"space {far}"}
        yield RaisedFeature(f"line {near}-{far}", shape, frozenset(met | beside))


# The plate


def _plate(order: SolidOrder, layout: HexLayout) -> Iterator[SolidModel]:
    labels = tuple(_names(order, layout))
    flat = [hexagon(layout.apothem + EDGE)]
    flat += [item.shape.offset(EDGE) for item in labels]
    outline = CrossSection.batch_hull(flat)
    pit = shovel_outline(FIT)
    finger = disc(0, -2, 6.5)
    hollows = (HollowFeature("pit", pit + finger, SHOVEL_THICK),)
    base = slab(outline, 0, PLATE) + rim(layout.apothem, PLATE)
    body = carve(base, PLATE, labels, hollows)
    left, low, right, high = outline.bounds()
    obstacles = (*labels, RaisedFeature("pit", hollows[0].shape))
    seams = []
    for upright, start, length in ((True, left, right - left), (False, -high, high - low)):
        count = joints.tile_count(length, order.bed)
        for n in range(1, count):
            at = start + n * length / count
            slack = min(20.0, (order.bed - joints.RIM - length / count) / 2)
            at = joints.clearest_place(obstacles, upright, at - slack, at + slack)
            seams.append(TileSeam(upright, at, _knobs(layout)))
    model = SolidModel(
        "plate", order.language.say(N_("The plate with the shovel")), "fold", body, 1, GamePiece("plate", ""),
        (*labels, _border(layout)), hollows, PLATE,
    )  # fmt: skip
    yield from split_into_tiles(order, model, seams)


def _knobs(layout: HexLayout) -> tuple[float, ...]:
    """Places of knobs, away from the pit in the centre and from the rim, which they would cut to slivers."""
    return tuple(share * layout.apothem for share in (-0.75, -0.45, 0.45, 0.75))


def _names(order: SolidOrder, layout: HexLayout) -> Iterator[RaisedFeature]:
    """Braille outside the rim: rows on the left, slanting lines at their lower end."""
    code, clear = order.language.code, TAB_DEEP + 1.0
    for letter, start in layout.rows():
        towards = (-ROW, 0.5 if start.y > 0 else -0.5)
        yield _outside(f"row {letter}", letter, code, layout, start, towards, clear)
    for number, end in layout.lines():
        below = end.y >= (layout.side - 1) * layout.pitch * ROW - 0.01
        towards = (0.0, 1.0) if below else (ROW, 0.5)
        yield _outside(f"line {number}", number, code, layout, end, towards, clear)


def _outside(
    name: str,
    text: str,
    code: str,
    layout: HexLayout,
    start: Point,
    towards: tuple[float, float],
    clear: float,
) -> RaisedFeature:
    """A label outside the rim, in line with a row (horizontal) or a line (slanting)."""
    wide, high = label_size(text, code)
    x, y = towards
    # From the centre of the label to its corner that is nearest to the rim.
    corner = abs(x) * wide / 2 + abs(y) * high / 2
    way = (-1.0, 0.0) if name.startswith("row") else (0.5, ROW)
    inside = start.x * x + start.y * y
    along = (layout.apothem + clear + corner - inside) / (way[0] * x + way[1] * y)
    return label(name, text, code, start.x + along * way[0], start.y + along * way[1])


assert WIDEST + FIT <= HOLE + 1e-9
assert RIM - INSET >= LINE_HIGH + 0.1, "a board must not lie on what is raised below it"
assert math.isclose(STEP, THICK + 1.2)
