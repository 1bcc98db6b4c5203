"""Buddel Bande, solid: a garden of pockets along a raised way, moles with a mark below, dog and dice."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from moleworks.games.buddel_bande.board import SIZES
from moleworks.games.game import N_
from moleworks.press import textures
from moleworks.press.buddel_bande import DICE, SEATS
from moleworks.press.buddel_bande.relief import SYMBOLS
from moleworks.press.paths import Box, Point, oval
from moleworks.press.scene import Piece
from moleworks.press.solid import joints
from moleworks.press.solid.board import carved, tiled
from moleworks.press.solid.feel import label, label_size, patch
from moleworks.press.solid.job import Job
from moleworks.press.solid.joints import Seam
from moleworks.press.solid.model import FIT, GAP, LINE, Hollow, Model, Raised
from moleworks.press.solid.moles import mole
from moleworks.press.solid.pieces import die, dog
from moleworks.press.solid.shapes import box, disc, slab, stroke
from moleworks.speech import things

MOLES = {"S": 6.6, "M": 8.6, "L": 10.6}
"""Half the width of a mole's foot by its size."""
DOG = 5.7
THICK, DEEP = 4.4, 1.6
POCKET = MOLES["L"] + FIT
COLUMNS, CELL, ROW = (6, 5, 4), 30.0, 52.0
SIDE = 2.5
"""Beside the outer columns."""
KENNEL = DOG + FIT
"""Half the pocket of the dog, which is square."""
PATCH = 4.0
WAY = 13.4
"""How far beside the middle of a hill the way climbs to the next row."""
EDGE = 2.0


def models(job: Job) -> Iterator[Model]:
    """The garden, haystack and dens, then the pieces."""
    yield from _garden(job)
    yield _haystack(job)
    say, tell = job.words.say, job.words.tell
    for seat in range(SEATS):
        yield _den(job, seat)
    for size in SIZES:
        for seat in range(SEATS):
            title = say(
                N_("{mole}, below: {animal}"),
                mole=tell(things.face(size)),
                animal=tell(things.animal(seat)),
            )
            body = mole(None, MOLES[size], textures.TEAMS[seat])
            yield Model(
                f"mole-{size.lower()}-{seat + 1}",
                title[0].upper() + title[1:],
                "card",
                body,
                1,
                Piece("mole", f"{size}{seat}"),
            )
    yield Model("dog", say(N_("The dog")), "wood", dog(DOG), 1, Piece("dog", ""))
    titles = {"mole die": say(N_("Mole die")), "hill die": say(N_("Hill die"))}
    for kind, letters in DICE.items():
        body = die(letters, SYMBOLS)
        yield Model(kind.replace(" ", "-"), titles[kind], "rim", body, 1, Piece(kind, ""))


def key(job: Job) -> Iterator[str]:
    say, tell = job.words.say, job.words.tell
    felt = {
        textures.SOLID: N_("smooth: {what}"),
        textures.STRIPES: N_("stripes: {what}"),
        textures.DOTTED: N_("dots: {what}"),
        textures.HATCH: N_("cross-hatch: {what}"),
    }
    for sign, texture in SYMBOLS.items():
        yield say(felt[texture], what=say(N_("on hills and dice: {sign}"), sign=tell(things.symbol(sign))))
    yield say(felt[textures.SOLID], what=say(N_("the last hill")))
    for seat, texture in enumerate(textures.TEAMS):
        animal = tell(things.animal(seat))
        yield say(felt[texture], what=say(N_("under a mole: {animal}"), animal=animal))
    yield say(N_("mole die: one pit, small, medium or large: that mole; three pits: any mole"))
    yield say(N_("mole die: a cross: dog; a cross and a pit: dog or any mole"))
    yield say(N_("square pocket on a hill: the dog's place"))


# The garden


class Beds(NamedTuple):
    """Hills in rows that run to and fro, the first row at the bottom."""

    hills: int

    @property
    def columns(self) -> int:
        """As few empty places as can be; rather long rows than short ones."""
        places = self.hills + 1
        return min(COLUMNS, key=lambda columns: (-places % columns, -columns))

    @property
    def rows(self) -> int:
        return math.ceil((self.hills + 1) / self.columns)

    @property
    def box(self) -> Box:
        return Box(-SIDE, 0, self.columns * CELL + 2 * SIDE, self.rows * ROW)

    def at(self, place: int) -> Point:
        """The middle of a hill's large pocket; the last hill is one more than there are hills."""
        row, n = divmod(place - 1, self.columns)
        column = n if row % 2 == 0 else self.columns - 1 - n
        return Point((column + 0.5) * CELL, (self.rows - 1 - row) * ROW + EDGE + POCKET)


def _garden(job: Job) -> Iterator[Model]:
    beds = Beds(len(job.board.track))
    raised = tuple(_raised(job, beds))
    hollows = tuple(_hollows(beds))
    body = carved(slab(box(beds.box, 3.0), 0, THICK), THICK, raised, hollows)
    model = Model(
        "board", job.words.say(N_("The garden")), "lawn", body, 1, Piece("board", job.board.name), raised,
        hollows, THICK,
    )  # fmt: skip
    yield from tiled(job, model, _seams(beds))


def _hollows(beds: Beds) -> Iterator[Hollow]:
    for place in range(1, beds.hills + 2):
        x, y = beds.at(place)
        yield Hollow(f"pocket {place}", disc(x, y, POCKET), DEEP)
        if place <= beds.hills:
            kennel = _kennel(x, y)
            area = Box(kennel.x, kennel.y, 0, 0).grown(KENNEL)
            yield Hollow(f"dog's place {place}", box(area), DEEP)


def _kennel(x: float, y: float) -> Point:
    return Point(x - 5.6, y + POCKET + 1.6 + KENNEL)


def _raised(job: Job, beds: Beds) -> Iterator[Raised]:
    code = job.words.code
    last = beds.hills + 1
    for place in range(1, last + 1):
        x, y = beds.at(place)
        spot = oval(x + 5.5, _kennel(x, y).y, PATCH)
        texture = SYMBOLS[job.board.track[place - 1]] if place < last else textures.SOLID
        yield patch(f"sign {place}", texture, spot)
        if place < last:
            _, high = label_size(str(place), code)
            below = _kennel(x, y).y + KENNEL + GAP - 1.2 + high / 2
            yield label(f"name {place}", str(place), code, x, below)
        yield _way(beds, place)


def _way(beds: Beds, place: int) -> Raised:
    """From the place before, pocket to pocket; the first part comes in from the edge of the board."""
    there = beds.at(place)
    out = POCKET + LINE / 2
    if place == 1:
        points = [(there.x - CELL / 2 + 0.6, there.y), (there.x - out, there.y)]
    else:
        here = beds.at(place - 1)
        if here.y == there.y:
            side = 1 if there.x > here.x else -1
            points = [(here.x + side * out, here.y), (there.x - side * out, there.y)]
        else:
            side = 1 if here.x > beds.columns * CELL / 2 else -1
            points = [
                (here.x + side * out, here.y),
                (here.x + side * WAY, here.y),
                (there.x + side * WAY, there.y),
                (there.x + side * out, there.y),
            ]
    return Raised(f"way to {place}", stroke(points, LINE))


def _seams(beds: Beds) -> list[Seam]:
    """Between two rows."""
    count = joints.tiles(beds.box.height)
    knobs = tuple(CELL * column for column in range(1, beds.columns))
    return [Seam(False, ROW * round(n * beds.rows / count), knobs) for n in range(1, count)]


# Haystack and dens


def _haystack(job: Job) -> Model:
    """A slot for every mole, by size and number: that is what they are called until they move."""
    code, step = job.words.code, 2 * POCKET + 2.4
    raised: list[Raised] = []
    hollows: list[Hollow] = []
    y, side = EDGE, EDGE + label_size("m", code)[0] + GAP
    for size, half in MOLES.items():
        y += half + FIT
        wide, _ = label_size(size.lower(), code)
        raised.append(label(f"row {size}", size.lower(), code, EDGE + wide / 2, y))
        hollows += [
            Hollow(f"slot {size}{slot + 1}", disc(side + (slot + 0.5) * step, y, half + FIT), DEEP)
            for slot in range(SEATS)
        ]
        y += half + FIT + 2.4
    _, high = label_size("1", code)
    for slot in range(SEATS):
        x = side + (slot + 0.5) * step
        raised.append(label(f"column {slot + 1}", str(slot + 1), code, x, y + 1.0 + high / 2))
    area = Box(0, 0, side + SEATS * step + EDGE, y + 1.0 + high + EDGE)
    body = carved(slab(box(area, 6.0), 0, THICK), THICK, raised, hollows)
    title = job.words.say(N_("The haystack"))
    return Model("haystack", title, "hay", body, raised=tuple(raised), hollows=tuple(hollows), thick=THICK)


def _den(job: Job, seat: int) -> Model:
    """Room for three moles, the owner's texture and the animal's name."""
    code, name = job.words.code, job.words.tell(things.animal(seat))
    wide, high = label_size(name, code)
    mark, step = 5.0, 2 * POCKET + 2.4
    width = max(3 * step + 2 * EDGE, 2 * EDGE + 2 * mark + GAP + 0.5 + wide)
    top = EDGE + mark
    raised = (
        patch(f"mark of {name}", textures.TEAMS[seat], oval(EDGE + mark, top, mark)),
        label(f"name of {name}", name, code, EDGE + 2 * mark + GAP + 0.4 + wide / 2, top),
    )
    y = EDGE + 2 * mark + 1.6 + POCKET
    hollows = tuple(
        Hollow(f"place {n + 1}", disc(width / 2 + (n - 1) * step, y, POCKET), DEEP) for n in range(3)
    )
    area = Box(0, 0, width, max(y + POCKET + EDGE, EDGE + high))
    body = carved(slab(box(area, 4.0), 0, THICK), THICK, raised, hollows)
    title = job.words.say(N_("Den of the {animal}"), animal=name)
    return Model(
        f"den-{seat + 1}", title, f"team-{seat}", body, 1, Piece("den", str(seat)), raised, hollows, THICK
    )
