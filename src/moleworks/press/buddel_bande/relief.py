"""Buddel Bande's track for the fingers: a raised way from hill to hill, a texture for every symbol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks.games.game import N_
from moleworks.press import braille, textures
from moleworks.press.checks import GAP, LINES, Misprint
from moleworks.press.nets import Net, Pens
from moleworks.press.order import Order
from moleworks.press.paths import Box, Path, Point, line, oval, rectangle
from moleworks.press.scene import BLACK, Item, Patch, Piece, Role, Shape
from moleworks.press.setting import Style, centred, dots, dots_width
from moleworks.speech import things

THIN, BOLD = LINES
SYMBOLS: Mapping[str, str] = {"c": textures.DOTTED, "l": textures.STRIPES, "f": textures.HATCH}
COLOURS = {"c": "clover", "l": "leaf", "f": "blossom"}
HILL, LAST = 7.0, 10.0
"""Half the width of a hill, and of the last one."""
WAY = "way"


class Way(NamedTuple):
    """The hills in rows that run to and fro; the way swings out beside them to turn."""

    hills: int
    columns: int
    pitch: float
    row: float
    side: float

    @property
    def rows(self) -> int:
        return -(-(self.hills + 2) // self.columns)

    def at(self, place: int) -> Point:
        """0 is the haystack; the last hill comes after all others."""
        row, n = divmod(place, self.columns)
        column = n if row % 2 == 0 else self.columns - 1 - n
        return Point(self.side + column * self.pitch, (self.rows - 1 - row) * self.row + LAST + 4)

    @property
    def box(self) -> Box:
        return Box(0, 0, 2 * self.side + (self.columns - 1) * self.pitch, self.rows * self.row)

    def part(self, place: int) -> Path:
        """The way from a place to the next one, middle to middle."""
        here, there = self.at(place), self.at(place + 1)
        if here.y == there.y:
            return line(here, there)
        out = self.side - BOLD if here.x > self.box.width / 2 else BOLD - self.side
        return line(here, (here.x + out, here.y), (there.x + out, there.y), there)


def way(order: Order) -> Way:
    """As few rows as fit on the sheet."""
    code, hills = order.words.code, len(order.board.track)
    wide = max(dots_width(str(place), code) for place in range(1, hills + 1))
    pitch = max(wide, 2 * LAST) + GAP + 0.2
    side = max(wide / 2 + GAP + THIN, LAST + GAP) + BOLD
    row = 2 * LAST + braille.HEIGHT + 2 * GAP + 0.4
    for lying in (False, True):
        room = order.paper.room(lying)
        columns = int((room.width - 2 * side) // pitch) + 1
        found = Way(hills, min(columns, hills + 2), pitch, row, side)
        if columns > 1 and found.box.height <= room.height:
            return found
    raise Misprint(
        order.paper.name.upper(),
        order.board.name,
        N_("{hills} hills with their names and gaps do not fit on this paper. Take larger paper."),
        hills=hills,
    )


def relief(order: Order, way: Way) -> Iterator[Item]:
    """The whole track."""
    palette, code = order.palette, order.words.code
    symbols = order.board.track
    yield Shape(Role.PRINT, "garden", rectangle(way.box), fill=palette["lawn-2"])
    for place, sign in enumerate(symbols, 1):
        yield Shape(
            Role.PRINT, f"hill {place}", oval(*way.at(place), HILL + 2.5), fill=palette[COLOURS[sign]]
        )
    for place in range(len(symbols) + 1):
        path = _between(way, place, len(symbols))
        yield Shape(Role.RAISED, WAY, path, stroke=BLACK, width=THIN)
    hay = way.at(0)
    yield Shape(Role.RAISED, WAY, oval(*hay, LAST - BOLD / 2), stroke=BLACK, width=BOLD)
    for place, sign in enumerate(symbols, 1):
        at = way.at(place)
        yield Patch(f"hill {place}", oval(*at, HILL), SYMBOLS[sign], WAY)
        yield dots(f"name {place}", str(place), code, at.x, _below(at))
    end = way.at(len(symbols) + 1)
    yield Patch("last hill", oval(*end, LAST), textures.SOLID, WAY)
    style = Style(3.2, palette["ink"], bold=True)
    for place in range(1, len(symbols) + 1):
        at = way.at(place)
        yield centred(f"print {place}", str(place), style, at.x, at.y - LAST - 0.5, 10)


def _below(at: Point) -> float:
    return at.y + LAST + GAP + braille.HEIGHT / 2


def _between(way: Way, place: int, hills: int) -> Path:
    """From edge to edge, so that the way joins the hills and does not cross them."""
    first = LAST if place == 0 else HILL
    last = LAST if place == hills else HILL
    points = [segment.points[0] for segment in way.part(place).segments]
    points[0] = _shortened(points[0], points[1], first - 0.2)
    points[-1] = _shortened(points[-1], points[-2], last - 0.2)
    return line(*points)


def _shortened(start: Point, towards: Point, by: float) -> Point:
    return Point(start.x + (by if towards.x > start.x else -by), start.y)


def den(order: Order, seat: int) -> Net:
    """A card where a player's moles come home: name, texture, and a box for three."""
    palette, code = order.palette, order.words.code
    name = order.words.tell(things.animal(seat))
    width, height = max(86.0, dots_width(name, code) + 32), 52.0
    card = rectangle(Box(0, 0, width, height), 2)
    pens = Pens(palette)
    mark = 6.0
    return Net(
        width,
        height,
        (
            Shape(Role.PRINT, f"den {seat + 1}", card, fill=palette[f"team-{seat}"]),
            pens.cut(f"den {seat + 1}", card),
            Patch(f"den {seat + 1}", oval(3.4 + mark, 3.4 + mark, mark), textures.TEAMS[seat]),
            dots(
                f"den {name}", name, code, 3.4 + 2 * mark + GAP + dots_width(name, code) / 2 + 0.1, 3.4 + mark
            ),
            centred("den", name, Style(4, palette["ink"], bold=True), width - 16, height - 4.6, 30),
            Shape(
                Role.RAISED,
                f"den {seat + 1}",
                rectangle(
                    Box(3.4, 3.4 + 2 * mark + GAP + 0.5, width - 6.8, height - 3.4 - 2 * mark - GAP - 10.5)
                ),
                stroke=BLACK,
                width=THIN,
            ),
        ),
        (Piece("den", str(seat)),),
    )
