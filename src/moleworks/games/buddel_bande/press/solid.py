"""Model Buddel Bande for a 3D printer: a garden with pockets along a track, haystack, dens and pieces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from moleworks.core.messages import N_
from moleworks.games.buddel_bande import piece_names
from moleworks.games.buddel_bande.board import SIZES, board_of
from moleworks.games.buddel_bande.press import DICE, SEATS
from moleworks.games.buddel_bande.press.relief import HOME, SYMBOLS
from moleworks.games.buddel_bande.press.solid_pieces import die, dog
from moleworks.press import textures
from moleworks.press.paths import Box, Point, ellipse
from moleworks.press.sheet import GamePiece
from moleworks.press.solid import joints
from moleworks.press.solid.board import carve, split_into_tiles
from moleworks.press.solid.joints import TileSeam
from moleworks.press.solid.model import FIT, GAP, LINE, HollowFeature, RaisedFeature, SolidModel
from moleworks.press.solid.moles import mole
from moleworks.press.solid.order import SolidOrder
from moleworks.press.solid.shapes import box, disc, slab, stroke
from moleworks.press.solid.touch_marks import braille_height, label, label_size, patch, title_label

MOLES = {"S": 6.6, "M": 8.6, "L": 10.6}
"""Half the width of a mole's foot by its size."""
DOG = 5.7
THICK, DEEP = 4.4, 1.6
POCKET = MOLES["L"] + FIT
COLUMNS, CELL, ROW = (6, 5, 4), 30.0, 52.0
SIDE = 2.5
"""The margin beside the outer columns."""
DOG_POCKET = DOG + FIT
"""Half the width of the dog's pocket, which is square."""
PATCH = 4.0
PATH_OFFSET = 13.4
"""How far beside the centre of a hill the track turns to the next row."""
EDGE = 2.0
TITLE = EDGE + braille_height() + GAP
"""The strip above the first row, for the title."""
PAWN, PAWN_THICK = 16.0, 4.0
"""Width of a pawn, which is square, and its height."""


def models(order: SolidOrder) -> Iterator[SolidModel]:
    """The garden, haystack and dens, then the pieces."""
    yield from _garden(order)
    yield _haystack(order)
    say, tell = order.language.say, order.language.tell
    for seat in range(SEATS):
        yield _den(order, seat)
        yield _pawn(order, seat)
    for size in SIZES:
        for seat in range(SEATS):
            title = say(
                N_("{mole}, below: {animal}"),
                mole=tell(piece_names.face(size)),
                animal=tell(piece_names.animal(seat)),
            )
            body = mole(None, MOLES[size], textures.TEAMS[seat])
            yield SolidModel(
                f"mole-{size.lower()}-{seat + 1}",
                title[0].upper() + title[1:],
                "card",
                body,
                1,
                GamePiece("mole", f"{size}{seat}"),
            )
    yield SolidModel("dog", say(N_("The dog")), "wood", dog(DOG), 1, GamePiece("dog", ""))
    titles = {"mole die": say(N_("Mole die")), "hill die": say(N_("Hill die"))}
    for kind, letters in DICE.items():
        body = die(letters, SYMBOLS)
        yield SolidModel(kind.replace(" ", "-"), titles[kind], "rim", body, 1, GamePiece(kind, ""))


def touch_key(order: SolidOrder) -> Iterator[str]:
    """What each surface means, in sentences."""
    say, tell = order.language.say, order.language.tell
    felt = {
        textures.SOLID: N_("smooth: {what}"),
        textures.STRIPES: N_("stripes: {what}"),
        textures.DOTTED: N_("dots: {what}"),
        textures.HATCH: N_("cross-hatch: {what}"),
        textures.TRIANGLE: N_("triangle: {what}"),
        textures.BAR: N_("bar: {what}"),
        textures.CROSS: N_("cross: {what}"),
        textures.TARGET: N_("ring with a dot: {what}"),
    }
    for sign, texture in SYMBOLS.items():
        yield say(
            felt[texture], what=say(N_("on hills and dice: {sign}"), sign=tell(piece_names.symbol(sign)))
        )
    yield say(felt[HOME], what=say(N_("the last hill")))
    for seat, texture in enumerate(textures.TEAMS):
        animal = tell(piece_names.animal(seat))
        yield say(felt[texture], what=say(N_("owner: {animal}"), animal=animal))
    yield say(
        N_("mole die: a small, medium or large pit beside two rings: that mole; one pit alone: any mole")
    )
    yield say(N_("mole die: a square: dog; a square and a pit: dog or any mole"))
    yield say(N_("square pocket on a hill: the dog's place"))


# The garden


class SolidTrackLayout(NamedTuple):
    """Rows of hills that run to and fro, the first row at the top, from the left.

    If the board's haystack lies in another corner, the first row begins there.
    """

    hills: int
    bed: float
    from_right: bool = False
    from_bottom: bool = False

    @property
    def columns(self) -> int:
        """The number of columns with the fewest empty places that fits on the bed; of equals, the largest."""
        places = self.hills + 1
        fitting = [count for count in COLUMNS if count * CELL + 2 * SIDE <= self.bed - joints.RIM]
        return min(fitting, key=lambda columns: (-places % columns, -columns))

    @property
    def rows(self) -> int:
        """How many rows the track takes, home included."""
        return math.ceil((self.hills + 1) / self.columns)

    @property
    def box(self) -> Box:
        """The outline of the board."""
        return Box(-SIDE, -TITLE, self.columns * CELL + 2 * SIDE, self.rows * ROW + TITLE)

    def at(self, place: int) -> Point:
        """The centre of a hill's large pocket; the last hill has the number after all others."""
        row, n = divmod(place - 1, self.columns)
        column = n if (row % 2 == 0) != self.from_right else self.columns - 1 - n
        if self.from_bottom:
            row = self.rows - 1 - row
        return Point((column + 0.5) * CELL, row * ROW + EDGE + POCKET)


def _garden(order: SolidOrder) -> Iterator[SolidModel]:
    board = board_of(order.setup)
    layout = SolidTrackLayout(len(board.track), order.bed, board.from_right, board.from_bottom)
    raised = tuple(_raised(order, layout))
    hollows = tuple(_hollows(layout))
    body = carve(slab(box(layout.box, 3.0), 0, THICK), THICK, raised, hollows)
    model = SolidModel(
        "board",
        order.language.say(N_("The garden")),
        "lawn",
        body,
        1,
        GamePiece("board", board_of(order.setup).name),
        raised,
        hollows,
        THICK,
    )
    yield from split_into_tiles(order, model, _seams(layout))


def _hollows(layout: SolidTrackLayout) -> Iterator[HollowFeature]:
    for place in range(1, layout.hills + 2):
        x, y = layout.at(place)
        yield HollowFeature(f"pocket {place}", disc(x, y, POCKET), DEEP)
        if place <= layout.hills:
            kennel = _dog_place(x, y)
            area = Box(kennel.x, kennel.y, 0, 0).grown(DOG_POCKET)
            yield HollowFeature(f"dog's place {place}", box(area), DEEP)


def _dog_place(x: float, y: float) -> Point:
    return Point(x - 5.6, y + POCKET + 1.6 + DOG_POCKET)


def _raised(order: SolidOrder, layout: SolidTrackLayout) -> Iterator[RaisedFeature]:
    code = order.language.code
    middle = -TITLE + EDGE + braille_height() / 2
    yield from title_label(order.title, code, layout.box.width - 2 * EDGE, layout.box.middle.x, middle)
    last = layout.hills + 1
    for place in range(1, last + 1):
        x, y = layout.at(place)
        spot = ellipse(x + 5.5, _dog_place(x, y).y, PATCH)
        texture = SYMBOLS[board_of(order.setup).track[place - 1]] if place < last else HOME
        yield patch(f"sign {place}", texture, spot)
        if place < last:
            _, high = label_size(str(place), code)
            below = _dog_place(x, y).y + DOG_POCKET + GAP - 1.2 + high / 2
            yield label(f"name {place}", str(place), code, x, below)
        yield _path_to(layout, place)


def _path_to(layout: SolidTrackLayout, place: int) -> RaisedFeature:
    """The track from the previous pocket; the first part starts at the edge of the board."""
    there = layout.at(place)
    out = POCKET + LINE / 2
    if place == 1:
        edge = 1 if layout.from_right else -1
        points = [(there.x + edge * (CELL / 2 - 0.6), there.y), (there.x + edge * out, there.y)]
    else:
        here = layout.at(place - 1)
        if here.y == there.y:
            side = 1 if there.x > here.x else -1
            points = [(here.x + side * out, here.y), (there.x - side * out, there.y)]
        else:
            side = 1 if here.x > layout.columns * CELL / 2 else -1
            points = [
                (here.x + side * out, here.y),
                (here.x + side * PATH_OFFSET, here.y),
                (there.x + side * PATH_OFFSET, there.y),
                (there.x + side * out, there.y),
            ]
    return RaisedFeature(f"way to {place}", stroke(points, LINE))


def _seams(layout: SolidTrackLayout) -> list[TileSeam]:
    """Seams between rows."""
    count = joints.tile_count(layout.box.height, layout.bed)
    knobs = tuple(CELL * column for column in range(1, layout.columns))
    return [TileSeam(False, ROW * round(n * layout.rows / count), knobs) for n in range(1, count)]


# Haystack and dens


def _haystack(order: SolidOrder) -> SolidModel:
    """A slot for every mole, by size and number: their names until they move."""
    code, step = order.language.code, 2 * POCKET + 2.4
    raised: list[RaisedFeature] = []
    hollows: list[HollowFeature] = []
    y, side = EDGE, EDGE + label_size("m", code)[0] + GAP
    for size, half in MOLES.items():
        y += half + FIT
        wide, _ = label_size(size.lower(), code)
        raised.append(label(f"row {size}", size.lower(), code, EDGE + wide / 2, y))
        hollows += [
            HollowFeature(f"slot {size}{slot + 1}", disc(side + (slot + 0.5) * step, y, half + FIT), DEEP)
            for slot in range(SEATS)
        ]
        y += half + FIT + 2.4
    _, high = label_size("1", code)
    for slot in range(SEATS):
        x = side + (slot + 0.5) * step
        raised.append(label(f"column {slot + 1}", str(slot + 1), code, x, y + 1.0 + high / 2))
    area = Box(0, 0, side + SEATS * step + EDGE, y + 1.0 + high + EDGE)
    body = carve(slab(box(area, 6.0), 0, THICK), THICK, raised, hollows)
    title = order.language.say(N_("The haystack"))
    return SolidModel(
        "haystack", title, "hay", body, raised=tuple(raised), hollows=tuple(hollows), thick=THICK
    )


def _pawn(order: SolidOrder, seat: int) -> SolidModel:
    """A square with the owner's texture: it lies before its player, and is never taken for a mole."""
    name = order.language.tell(piece_names.animal(seat))
    raised = (patch(f"mark of {name}", textures.TEAMS[seat], ellipse(0, 0, PAWN / 2 - EDGE)),)
    body = carve(slab(box(Box(0, 0, 0, 0).grown(PAWN / 2), 2.0), 0, PAWN_THICK), PAWN_THICK, raised, ())
    return SolidModel(
        f"pawn-{seat + 1}",
        order.language.say(N_("Pawn: {animal}"), animal=name),
        f"team-{seat}",
        body,
        1,
        GamePiece("pawn", str(seat)),
        raised,
        (),
        PAWN_THICK,
    )


def _den(order: SolidOrder, seat: int) -> SolidModel:
    """Room for three moles, the owner's texture and the animal's name."""
    code, name = order.language.code, order.language.tell(piece_names.animal(seat))
    wide, high = label_size(name, code)
    mark, step = 5.0, 2 * POCKET + 2.4
    width = max(3 * step + 2 * EDGE, 2 * EDGE + 2 * mark + GAP + 0.5 + wide)
    top = EDGE + mark
    raised = (
        patch(f"mark of {name}", textures.TEAMS[seat], ellipse(EDGE + mark, top, mark)),
        label(f"name of {name}", name, code, EDGE + 2 * mark + GAP + 0.4 + wide / 2, top),
    )
    y = EDGE + 2 * mark + 1.6 + POCKET
    hollows = tuple(
        HollowFeature(f"place {n + 1}", disc(width / 2 + (n - 1) * step, y, POCKET), DEEP) for n in range(3)
    )
    area = Box(0, 0, width, max(y + POCKET + EDGE, EDGE + high))
    body = carve(slab(box(area, 4.0), 0, THICK), THICK, raised, hollows)
    title = order.language.say(N_("Den of the {animal}"), animal=name)
    return SolidModel(
        f"den-{seat + 1}", title, f"team-{seat}", body, 1, GamePiece("den", str(seat)), raised, hollows, THICK
    )
