"""Mole Hill, solid: a lawn with a pocket for every square and a groove for every rod."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.games.game import N_
from moleworks.press import textures
from moleworks.press.art import LOOKS
from moleworks.press.mole_hill import MOLES
from moleworks.press.mole_hill.plan import Lawn, letters
from moleworks.press.mole_hill.relief import CENTRE, RED, WHITE
from moleworks.press.paths import Box, oval
from moleworks.press.scene import Piece
from moleworks.press.solid import joints
from moleworks.press.solid.board import carved, tiled
from moleworks.press.solid.feel import label, label_size, patch
from moleworks.press.solid.job import Job
from moleworks.press.solid.joints import Seam
from moleworks.press.solid.model import FIT, GAP, LINE, Hollow, Model, Raised
from moleworks.press.solid.moles import BODY, WIDEST, mole
from moleworks.press.solid.names import WEARING
from moleworks.press.solid.pieces import hill, rod
from moleworks.press.solid.shapes import box, disc, slab

CELL, THICK = 25.0, 5.0
POCKET, POCKET_DEEP = 8.9, 1.6
MOLE = (POCKET - FIT) * BODY / WIDEST
"""Half the width of a mole's foot: with all it wears it stands in a pocket."""
PATCH = 3.4
"""Half the width of a flower's texture: a hill stands over it."""
GROOVE = Box(0, 0, 18.4, 4.3)
GROOVE_DEEP = 2.0
ROD_HIGH = 6.0
EDGE = 1.6
"""From the names, or from the border, to the edge of the board."""
TOUCH = {RED: N_("dots: red flower, 2 points"), WHITE: N_("stripes: white flower, 1 point"),
         CENTRE: N_("smooth spot: centre")}  # fmt: skip


def models(job: Job) -> Iterator[Model]:
    """The board first, then the pieces."""
    yield from _board(job)
    say, board = job.words.say, job.board
    for seat in range(MOLES):
        yield Model(
            f"mole-{LOOKS[seat]}", say(WEARING[seat]), f"team-{seat}", mole(LOOKS[seat], MOLE),
            1, Piece("mole", str(seat)),
        )  # fmt: skip
    half = POCKET - FIT
    yield Model(
        "hill-light",
        say(N_("Light molehill")),
        "loam",
        hill(half, False),
        board.light,
        Piece("hill", "light"),
    )
    yield Model(
        "hill-dark", say(N_("Dark molehill")), "earth", hill(half, True), board.dark, Piece("hill", "dark")
    )
    stick = rod(GROOVE.width - 2 * FIT, GROOVE.height - 2 * FIT, ROD_HIGH)
    yield Model("rod", say(N_("Rod")), "wood", stick, board.rods, Piece("rod", ""))


def key(job: Job) -> Iterator[str]:
    """What is felt, in words."""
    yield from (job.words.say(text) for text in TOUCH.values())
    yield job.words.say(N_("crater: light molehill; cross-hatch: dark molehill, 1 point"))


def _board(job: Job) -> Iterator[Model]:
    lawn = Lawn(job.board.columns, job.board.rows, CELL)
    raised, hollows = tuple(_raised(job, lawn)), tuple(_hollows(lawn))
    area = _area(job, lawn)
    body = carved(slab(box(area, 3.0), 0, THICK), THICK, raised, hollows)
    model = Model(
        "board", job.words.say(N_("The lawn")), "lawn", body, 1, Piece("board", job.board.name), raised,
        hollows, THICK,
    )  # fmt: skip
    yield from tiled(job, model, _seams(lawn, area))


def _area(job: Job, lawn: Lawn) -> Box:
    """The lawn, its border, and room for names on the left and below."""
    wide = max(label_size(str(row + 1), job.words.code)[0] for row in range(lawn.rows))
    high = label_size("a", job.words.code)[1]
    near, far = LINE + EDGE, LINE + GAP + EDGE
    return Box(-far - wide, -near, lawn.box.width + far + wide + near, lawn.box.height + near + far + high)


def _raised(job: Job, lawn: Lawn) -> Iterator[Raised]:
    code, board = job.words.code, job.board
    border = box(lawn.box.grown(LINE), 1.0) - box(lawn.box)
    yield Raised("border", border)
    for n, letter in enumerate(letters(lawn.columns)):
        _, high = label_size(letter, code)
        yield label(
            f"column {letter}", letter, code, (n + 0.5) * CELL, lawn.box.bottom + LINE + GAP + high / 2 + 0.05
        )
    for row in range(lawn.rows):
        wide, _ = label_size(str(row + 1), code)
        y = lawn.box.bottom - (row + 0.5) * CELL
        yield label(f"row {row + 1}", str(row + 1), code, -LINE - GAP - wide / 2 - 0.05, y)
    for texture, names in (
        (RED, board.red),
        (WHITE, board.white),
        (CENTRE, (board.centre,) if board.centre else ()),
    ):
        for name in names:
            outline = oval(*lawn.square(name).middle, PATCH)
            yield patch(f"{texture} {name}", texture, outline, THICK - POCKET_DEEP)


def _hollows(lawn: Lawn) -> Iterator[Hollow]:
    names = lawn.names()
    for name in names:
        yield Hollow(f"pocket {name}", disc(*lawn.square(name).middle, POCKET), POCKET_DEEP)
    for column in range(lawn.columns):
        for row in range(lawn.rows):
            here = f"{letters(lawn.columns)[column]}{row + 1}"
            x, y = lawn.square(here).middle
            if column + 1 < lawn.columns:
                area = Box(
                    x + CELL / 2 - GROOVE.height / 2, y - GROOVE.width / 2, GROOVE.height, GROOVE.width
                )
                yield Hollow(f"groove east of {here}", box(area), GROOVE_DEEP)
            if row + 1 < lawn.rows:
                area = Box(
                    x - GROOVE.width / 2, y - CELL / 2 - GROOVE.height / 2, GROOVE.width, GROOVE.height
                )
                yield Hollow(f"groove north of {here}", box(area), GROOVE_DEEP)


def _seams(lawn: Lawn, area: Box) -> list[Seam]:
    """Along grooves, with knobs where four squares meet."""
    found = []
    for upright, cells, others, start, length in (
        (True, lawn.columns, lawn.rows, -area.x, area.width),
        (False, lawn.rows, lawn.columns, -area.y, area.height),
    ):
        count = joints.tiles(length)
        knobs = tuple(CELL * n for n in range(1, others))
        for n in range(1, count):
            at = round((n * length / count - start) / CELL)
            found.append(Seam(upright, CELL * min(max(at, 1), cells - 1), knobs))
    return found


assert 2 * PATCH >= textures.SMALLEST
