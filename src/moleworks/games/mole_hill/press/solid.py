"""Model Mole Hill for a 3D printer: a lawn with pockets for pieces and grooves for rods, and the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from moleworks.core.messages import N_
from moleworks.games.mole_hill.board import board_of
from moleworks.games.mole_hill.press import MOLES
from moleworks.games.mole_hill.press.layout import LawnLayout, letters
from moleworks.games.mole_hill.press.relief import CENTRE, RED, WHITE
from moleworks.games.mole_hill.press.solid_pieces import hill, rod
from moleworks.press import textures
from moleworks.press.art import OUTFITS
from moleworks.press.paths import Box, ellipse
from moleworks.press.sheet import GamePiece
from moleworks.press.solid import joints
from moleworks.press.solid.board import carve, split_into_tiles
from moleworks.press.solid.joints import TileSeam
from moleworks.press.solid.model import FIT, GAP, LINE, HollowFeature, RaisedFeature, SolidModel
from moleworks.press.solid.moles import BODY, MOLE_NAMES, WIDEST, mole
from moleworks.press.solid.order import SolidOrder
from moleworks.press.solid.shapes import box, disc, slab
from moleworks.press.solid.touch_marks import braille_height, label, label_size, patch, title_label

CELL, THICK = 24.5, 5.0
POCKET, POCKET_DEEP = 8.9, 1.6
MOLE = (POCKET - FIT) * BODY / WIDEST
"""Half the width of a mole's foot: with its clothes it fits into a pocket."""
PATCH = 3.4
"""Radius of a flower's texture: a hill fits over it."""
GROOVE = Box(0, 0, 18.4, 4.3)
GROOVE_DEEP = 2.0
ROD_HIGH = 6.0
EDGE = 1.5
"""From the names or the border to the edge of the board."""
TOUCH = {RED: N_("cross: red flower, 2 points"), WHITE: N_("triangle: white flower, 1 point"),
         CENTRE: N_("ring with a dot: centre")}  # fmt: skip


def models(order: SolidOrder) -> Iterator[SolidModel]:
    """The board first, then the pieces."""
    yield from _board(order)
    say, board = order.language.say, board_of(order.setup)
    for seat in range(MOLES):
        yield SolidModel(
            f"mole-{OUTFITS[seat]}", say(MOLE_NAMES[seat]), f"team-{seat}", mole(OUTFITS[seat], MOLE),
            1, GamePiece("mole", str(seat)),
        )  # fmt: skip
    half = POCKET - FIT
    yield SolidModel(
        "hill-light",
        say(N_("Light molehill")),
        "loam",
        hill(half, False),
        board.light,
        GamePiece("hill", "light"),
    )
    yield SolidModel(
        "hill-dark",
        say(N_("Dark molehill")),
        "earth",
        hill(half, True),
        board.dark,
        GamePiece("hill", "dark"),
    )
    stick = rod(GROOVE.width - 2 * FIT, GROOVE.height - 2 * FIT, ROD_HIGH)
    yield SolidModel("rod", say(N_("Rod")), "wood", stick, board.rods, GamePiece("rod", ""))


def touch_key(order: SolidOrder) -> Iterator[str]:
    """Sentences that explain textures."""
    yield from (order.language.say(text) for text in TOUCH.values())
    yield order.language.say(N_("crater: light molehill; cross-hatch: dark molehill, 1 point"))


def _board(order: SolidOrder) -> Iterator[SolidModel]:
    layout = LawnLayout(board_of(order.setup).columns, board_of(order.setup).rows, CELL)
    raised, hollows = tuple(_raised(order, layout)), tuple(_hollows(layout))
    area = _area(order, layout)
    body = carve(slab(box(area, 3.0), 0, THICK), THICK, raised, hollows)
    model = SolidModel(
        "board",
        order.language.say(N_("The lawn")),
        "lawn",
        body,
        1,
        GamePiece("board", board_of(order.setup).name),
        raised,
        hollows,
        THICK,
    )
    yield from split_into_tiles(order, model, _seams(order, layout, area))


def _area(order: SolidOrder, layout: LawnLayout) -> Box:
    """The lawn, its border, room for the title above and for names on the left and below."""
    wide = max(label_size(str(row + 1), order.language.code)[0] for row in range(layout.rows))
    high = braille_height()
    near, far = LINE + EDGE, LINE + GAP + EDGE
    return Box(
        -far - wide,
        -far - high,
        layout.box.width + far + wide + near,
        layout.box.height + 2 * (far + high),
    )


def _raised(order: SolidOrder, layout: LawnLayout) -> Iterator[RaisedFeature]:
    code, board = order.language.code, board_of(order.setup)
    border = box(layout.box.grown(LINE), 1.0) - box(layout.box)
    yield RaisedFeature("border", border)
    above = layout.box.y - LINE - GAP - braille_height() / 2 - 0.05
    left, right = _widest_tile(order, layout)
    yield from title_label(order.title, code, right - left - GAP, (left + right) / 2, above)
    for n, letter in enumerate(letters(layout.columns)):
        _, high = label_size(letter, code)
        yield label(
            f"column {letter}",
            letter,
            code,
            (n + 0.5) * CELL,
            layout.box.bottom + LINE + GAP + high / 2 + 0.05,
        )
    for row in range(layout.rows):
        wide, _ = label_size(str(row + 1), code)
        y = layout.box.bottom - (row + 0.5) * CELL
        yield label(f"row {row + 1}", str(row + 1), code, -LINE - GAP - wide / 2 - 0.05, y)
    for texture, names in (
        (RED, board.red),
        (WHITE, board.white),
        (CENTRE, (board.centre,) if board.centre else ()),
    ):
        for name in names:
            outline = ellipse(*layout.square(name).middle, PATCH)
            yield patch(f"{texture} {name}", texture, outline, THICK - POCKET_DEEP)


def _widest_tile(order: SolidOrder, layout: LawnLayout) -> tuple[float, float]:
    """From where to where the widest tile of the lawn goes: no seam may cut the title."""
    seams = [seam.at for seam in _seams(order, layout, _area(order, layout)) if seam.upright]
    return max(pairwise((0.0, *seams, layout.box.width)), key=lambda tile: tile[1] - tile[0])


def _hollows(layout: LawnLayout) -> Iterator[HollowFeature]:
    names = layout.names()
    for name in names:
        yield HollowFeature(f"pocket {name}", disc(*layout.square(name).middle, POCKET), POCKET_DEEP)
    for column in range(layout.columns):
        for row in range(layout.rows):
            here = f"{letters(layout.columns)[column]}{row + 1}"
            x, y = layout.square(here).middle
            if column + 1 < layout.columns:
                area = Box(
                    x + CELL / 2 - GROOVE.height / 2, y - GROOVE.width / 2, GROOVE.height, GROOVE.width
                )
                yield HollowFeature(f"groove east of {here}", box(area), GROOVE_DEEP)
            if row + 1 < layout.rows:
                area = Box(
                    x - GROOVE.width / 2, y - CELL / 2 - GROOVE.height / 2, GROOVE.width, GROOVE.height
                )
                yield HollowFeature(f"groove north of {here}", box(area), GROOVE_DEEP)


def _seams(order: SolidOrder, layout: LawnLayout, area: Box) -> list[TileSeam]:
    """Seams along grooves, with knobs where four squares meet."""
    found = []
    for upright, cells, others, start, length in (
        (True, layout.columns, layout.rows, -area.x, area.width),
        (False, layout.rows, layout.columns, -area.y, area.height),
    ):
        count = joints.tile_count(length, order.bed)
        knobs = tuple(CELL * n for n in range(1, others))
        for n in range(1, count):
            at = round((n * length / count - start) / CELL)
            found.append(TileSeam(upright, CELL * min(max(at, 1), cells - 1), knobs))
    return found


assert 2 * PATCH >= textures.SMALLEST
