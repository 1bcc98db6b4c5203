"""Mole Company, solid: four boards with real holes that sit in each other's rims, over a plate.

A board's lower edge slants inwards and the rim of the one below slants outwards, so that boards find their
place by themselves, in any of their six turns, and can be lifted over the moles that stand in the holes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from manifold3d import CrossSection, Manifold

from moleworks.games.game import N_
from moleworks.press import textures
from moleworks.press.art import LOOKS
from moleworks.press.mole_company import DISCS, NAMES, teams
from moleworks.press.mole_company.ground import FACES
from moleworks.press.mole_company.plan import ROW, Hexes, between
from moleworks.press.mole_company.relief import SPECIAL
from moleworks.press.paths import Point, oval, polar
from moleworks.press.scene import Piece
from moleworks.press.solid import joints, names
from moleworks.press.solid.board import carved, tiled
from moleworks.press.solid.feel import label, label_size, patch
from moleworks.press.solid.job import Job
from moleworks.press.solid.joints import Seam
from moleworks.press.solid.model import FIT, GAP, LINE, LINE_HIGH, Hollow, Model, Raised
from moleworks.press.solid.moles import WIDEST, mole
from moleworks.press.solid.pieces import (
    DISC_THICK,
    SHOVEL_THICK,
    disc_body,
    disc_face,
    shovel,
    shovel_outline,
)
from moleworks.press.solid.shapes import disc, polygon, ring, slab, stroke

PITCH, THICK = 20.0, 3.2
SPACE = (PITCH - GAP) / 2
"""Half a space, its ring included."""
HOLE = SPACE - LINE
PATCH = 3.4
INSET, RIM_HIGH, RIM_TOP = 2.2, 2.0, 1.4
"""How far a board's lower edge slants in; the rim on top of a board: how high, and how wide at its top."""
RIM = RIM_HIGH + RIM_TOP
"""How far in the rim reaches at its foot."""
STEP = THICK + RIM - INSET
"""From one board to the next when they lie on each other."""
PLATE = 5.0
EDGE = 1.6


def models(job: Job) -> Iterator[Model]:
    """The plate, the boards from the top, then every team."""
    plan = Hexes(job.board.side, PITCH, SPACE + GAP + RIM + 0.02)
    yield from _plate(job, plan)
    for level, sheet in enumerate(job.board.boards, 1):
        yield _board(job, plan, level, sheet)
    yield Model("shovel", job.words.say(N_("The golden shovel")), "gold", shovel())
    for seat, count in enumerate(teams(job.board)):
        colour = f"team-{seat}"
        yield Model(
            f"mole-{LOOKS[seat]}", job.words.say(names.WEARING[seat]), colour, mole(LOOKS[seat]), count,
            Piece("mole", str(seat)),
        )  # fmt: skip
        yield from _discs(job, seat, colour)


def key(job: Job) -> Iterator[str]:
    say = job.words.say
    yield say(N_("ring: space; ring round a hole: hole"))
    if job.setup.options["specials"]:
        yield say(N_("ring with dots: special space"))
    if any(sheet.dotted for sheet in job.board.boards):
        yield say(N_("line to the last hole: solid line; no line: dotted line"))
    yield say(N_("the back of a disc feels like the moles of its team"))
    yield say(N_("Lay the shovel into its pit, then the boards on the plate, the green one on top."))


def _discs(job: Job, seat: int, colour: str) -> Iterator[Model]:
    texture = textures.TEAMS[seat]
    for value in sorted(set(DISCS)):
        name = job.words.say(names.DISCS[seat], value=value)
        face = tuple(disc_face(name, value, job.words.code))
        body = carved(disc_body(texture), DISC_THICK, face, ())
        yield Model(
            f"disc-{value}-{LOOKS[seat]}", name, colour, body,
            DISCS.count(value), Piece(f"disc {value}", str(seat)), face, (), DISC_THICK,
        )  # fmt: skip


# Boards


def hexagon(apothem: float) -> CrossSection:
    return polygon([polar(apothem / ROW, 60 * n) for n in range(6)])


def _funnel(low: float, high: float, bottom: float, top: float) -> Manifold:
    """A six-sided cone from one height to another, by its apothems."""
    thin = 0.001
    return Manifold.batch_hull(
        [slab(hexagon(bottom), low, low + thin), slab(hexagon(top), high - thin, high)]
    )


def rim(apothem: float, ground: float) -> Manifold:
    """What holds the board above."""
    outside = slab(hexagon(apothem), ground - 0.2, ground + RIM_HIGH)
    over = 0.5
    inside = _funnel(ground - 0.3, ground + RIM_HIGH + over, apothem - RIM - 0.3, apothem - RIM_TOP + over)
    return outside - inside


def ground(apothem: float) -> Manifold:
    """A board without spaces: slanting edge below, rim above."""
    lower, upper = slab(hexagon(apothem - INSET), 0, 0.001), slab(hexagon(apothem), INSET, THICK)
    return Manifold.batch_hull([lower, upper]) + rim(apothem, THICK)


def _board(job: Job, plan: Hexes, level: int, sheet: Any) -> Model:
    specials = bool(job.setup.options["specials"])
    raised = tuple(_raised(plan, sheet, specials))
    hollows = tuple(Hollow(f"hole {name}", disc(*plan.at(name), HOLE), THICK) for name in sheet.holes)
    body = carved(ground(plan.apothem), THICK, raised, hollows)
    return Model(
        f"board-{level}", job.words.say(NAMES[level - 1]), FACES[level - 1], body, 1,
        Piece("board", str(level)), (*raised, _border(plan)), hollows, THICK,
    )  # fmt: skip


def _border(plan: Hexes) -> Raised:
    """The rim as the checks see it; it is a body of its own."""
    return Raised("rim", hexagon(plan.apothem) - hexagon(plan.apothem - RIM))


def _raised(plan: Hexes, sheet: Any, specials: bool) -> Iterator[Raised]:
    dotted = {frozenset(pair) for pair in sheet.dotted}
    homes = {name for pair in dotted for name in pair if name in sheet.holes}
    open_lines = [
        pair for pair in plan.joined() if homes.intersection(pair) and frozenset(pair) not in dotted
    ]
    for name in plan.names:
        yield Raised(f"space {name}", ring(*plan.at(name), SPACE, LINE))
        if specials and name in sheet.specials:
            yield patch(f"special {name}", SPECIAL, oval(*plan.at(name), PATCH))
    for near, far in open_lines:
        inside = SPACE - LINE / 2
        ends = between(plan.at(near), plan.at(far), inside, inside)
        # The lines of a hole meet its ring and the next one's, and are nearer to each other there.
        met = {f"space {near}", f"space {far}"}
        beside = {f"line {one}-{other}" for one, other in open_lines}
        yield Raised(f"line {near}-{far}", stroke(ends, LINE), frozenset(met | beside))


# The plate


def _plate(job: Job, plan: Hexes) -> Iterator[Model]:
    labels = tuple(_names(job, plan))
    flat = [hexagon(plan.apothem + EDGE)]
    flat += [item.shape.offset(EDGE) for item in labels]
    outline = CrossSection.batch_hull(flat)
    pit = shovel_outline(FIT)
    finger = disc(0, -2, 6.5)
    hollows = (Hollow("pit", pit + finger, SHOVEL_THICK),)
    base = slab(outline, 0, PLATE) + rim(plan.apothem, PLATE)
    body = carved(base, PLATE, labels, hollows)
    left, low, right, high = outline.bounds()
    seams = []
    for upright, start, length, across in (
        (True, left, right - left, (-high, -low)),
        (False, -high, high - low, (left, right)),
    ):
        count = joints.tiles(length)
        for n in range(1, count):
            at = start + n * length / count
            slack = min(20.0, (joints.ROOM - length / count) / 2)
            at = joints.calm(labels, upright, at - slack, at + slack)
            seams.append(Seam(upright, at, _knobs(*across)))
    model = Model(
        "plate", job.words.say(N_("The plate with the shovel")), "fold", body, 1, Piece("plate", ""),
        (*labels, _border(plan)), hollows, PLATE,
    )  # fmt: skip
    yield from tiled(job, model, seams)


def _knobs(low: float, high: float) -> tuple[float, ...]:
    """Off the middle, where the pit is."""
    middle, reach = (low + high) / 2, (high - low) / 2
    return tuple(middle + share * reach for share in (-0.72, -0.45, 0.45, 0.72))


def _names(job: Job, plan: Hexes) -> Iterator[Raised]:
    """Braille outside the rim: rows on the left, slanting lines at their lower end."""
    code, clear = job.words.code, GAP + 0.1
    for letter, start in plan.rows():
        towards = (-ROW, 0.5 if start.y > 0 else -0.5)
        yield _outside(f"row {letter}", letter, code, plan, start, towards, clear)
    for number, end in plan.lines():
        below = end.y >= (plan.side - 1) * PITCH * ROW - 0.01
        towards = (0.0, 1.0) if below else (ROW, 0.5)
        yield _outside(f"line {number}", number, code, plan, end, towards, clear)


def _outside(
    name: str, text: str, code: str, plan: Hexes, start: Point, towards: tuple[float, float], clear: float
) -> Raised:
    """A label on the way out of the board from a space: its row goes level, its line goes slanting."""
    wide, high = label_size(text, code)
    x, y = towards
    # From the middle of a label to its corner that is nearest to the rim.
    corner = abs(x) * wide / 2 + abs(y) * high / 2
    way = (-1.0, 0.0) if name.startswith("row") else (0.5, ROW)
    inside = start.x * x + start.y * y
    along = (plan.apothem + clear + corner - inside) / (way[0] * x + way[1] * y)
    return label(name, text, code, start.x + along * way[0], start.y + along * way[1])


assert WIDEST + FIT <= HOLE + 1e-9
assert RIM - INSET >= LINE_HIGH + 0.1, "a board must not lie on what is raised below it"
assert math.isclose(STEP, THICK + 1.2)
