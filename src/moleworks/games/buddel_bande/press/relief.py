"""Draw the tactile board of Buddel Bande: a raised track, a texture for every symbol, and the den cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moleworks.core.messages import N_
from moleworks.games.buddel_bande import piece_names
from moleworks.games.buddel_bande.board import board_of
from moleworks.games.buddel_bande.press.layout import COLUMNS, TrackLayout, printed_layout
from moleworks.press import braille, textures
from moleworks.press.checks import GAP, LINES, PrintError
from moleworks.press.nets import PieceNet, PrintPens
from moleworks.press.order import PrintOrder
from moleworks.press.paths import Box, Path, Point, ellipse, line, rectangle
from moleworks.press.sheet import BLACK, GamePiece, Item, Role, Shape, TexturePatch
from moleworks.press.typesetting import TextStyle, braille_line, braille_width, centred_text

THIN, BOLD = LINES
SYMBOLS: Mapping[str, str] = {"c": textures.TRIANGLE, "l": textures.BAR, "f": textures.CROSS}
HOME = textures.TARGET
"""The sign of the last hill."""
COLOURS = {"c": "clover", "l": "leaf", "f": "blossom"}
HILL, LAST = 7.0, 10.0
"""Radius of a hill, and of the last one."""
TRACK = "way"


class ReliefTrackLayout(NamedTuple):
    """The rows of the printed garden, in the measures of swell paper; the haystack is a ring in its corner.

    So a hill lies in the same direction for those who feel this board and for those who see the printed one.
    The track bends beside the rows.
    """

    garden: TrackLayout

    def at(self, place: int) -> Point:
        """0 is the haystack; the last hill comes after all others."""
        found = self.garden.at(place)
        if place:
            return found
        side = self.garden.side
        return Point(self.garden.width - side if self.garden.from_right else side, found.y)

    @property
    def box(self) -> Box:
        """The whole relief."""
        return Box(0, 0, self.garden.width, self.garden.height)

    def part(self, place: int) -> Path:
        """The track from a place to the next one, from centre to centre."""
        here, there = self.at(place), self.at(place + 1)
        if here.y == there.y:
            return line(here, there)
        side = self.garden.side
        out = side - BOLD if there.x > self.box.width / 2 else BOLD - side
        return line(here, (there.x + out, here.y), (there.x + out, there.y), there)


def relief_layout(order: PrintOrder) -> ReliefTrackLayout:
    """The layout that fits on the sheet, with as many hills in a row as in print, if there is room."""
    board = board_of(order.setup)
    code, hills = order.language.code, len(board.track)
    wide = max(braille_width(str(place), code) for place in range(1, hills + 1))
    pitch = max(wide, 2 * LAST) + GAP + 0.2
    side = max(wide / 2 + GAP + THIN, LAST + GAP) + BOLD
    row = 2 * LAST + braille.HEIGHT + 2 * GAP + 0.4
    # The lower strip has room for the names of the row above it.
    upper, lower = 2 * LAST + 1.0, row
    hay, dens = (lower, upper) if board.from_bottom else (upper, lower)
    for landscape in (False, True):
        room = order.paper.room(landscape)
        for columns in sorted(COLUMNS, key=lambda columns: abs(columns - printed_layout(board).columns)):
            found = ReliefTrackLayout(
                TrackLayout(hills, columns, pitch, row, side, dens, hay, board.from_right, board.from_bottom)
            )
            if found.box.width <= room.width and found.box.height <= room.height:
                return found
    raise PrintError(
        order.paper.name.upper(),
        board.name,
        N_("{hills} hills with their names and gaps do not fit on this paper. Take larger paper."),
        hills=hills,
    )


def draw_track(order: PrintOrder, layout: ReliefTrackLayout) -> Iterator[Item]:
    """The whole track."""
    palette, code = order.palette, order.language.code
    symbols = board_of(order.setup).track
    yield Shape(Role.PRINT, "garden", rectangle(layout.box), fill=palette["lawn-2"])
    for place, sign in enumerate(symbols, 1):
        yield Shape(
            Role.PRINT,
            f"hill {place}",
            ellipse(*layout.at(place), HILL + 2.5),
            fill=palette[COLOURS[sign]],
        )
    for place in range(len(symbols) + 1):
        path = _line_between(layout, place, len(symbols))
        yield Shape(Role.RAISED, TRACK, path, stroke=BLACK, width=THIN)
    hay = layout.at(0)
    yield Shape(Role.RAISED, TRACK, ellipse(*hay, LAST - BOLD / 2), stroke=BLACK, width=BOLD)
    for place, sign in enumerate(symbols, 1):
        at = layout.at(place)
        yield TexturePatch(f"hill {place}", ellipse(*at, HILL), SYMBOLS[sign], TRACK)
        yield braille_line(f"name {place}", str(place), code, at.x, _name_y(at))
    end = layout.at(len(symbols) + 1)
    yield TexturePatch("last hill", ellipse(*end, LAST), HOME, TRACK)
    yield from _title(order, layout)
    style = TextStyle(3.2, palette["ink"], bold=True)
    for place in range(1, len(symbols) + 1):
        at = layout.at(place)
        yield centred_text(f"print {place}", str(place), style, at.x, at.y - LAST - 0.5, 10)


def _title(order: PrintOrder, layout: ReliefTrackLayout) -> Iterator[Item]:
    """The name of the board above it, where there is room."""
    code = order.language.code
    title = braille.printable(order.title, code)
    more = braille.HEIGHT + GAP
    rooms = [order.paper.room(landscape) for landscape in (False, True)]
    fits = any(layout.box.height + more <= room.height and layout.box.width <= room.width for room in rooms)
    if title and fits and braille_width(title, code) <= layout.box.width:
        yield braille_line("title", title, code, layout.box.middle.x, -GAP + 4 - braille.HEIGHT / 2)


def _name_y(at: Point) -> float:
    return at.y + LAST + GAP + braille.HEIGHT / 2


def _line_between(layout: ReliefTrackLayout, place: int, hills: int) -> Path:
    """From edge to edge, so that the track touches the hills but does not cross them."""
    first = LAST if place == 0 else HILL
    last = LAST if place == hills else HILL
    points = [segment.points[0] for segment in layout.part(place).segments]
    points[0] = _shortened(points[0], points[1], first - 0.2)
    points[-1] = _shortened(points[-1], points[-2], last - 0.2)
    return line(*points)


def _shortened(start: Point, towards: Point, by: float) -> Point:
    return Point(start.x + (by if towards.x > start.x else -by), start.y)


def den_card(order: PrintOrder, seat: int) -> PieceNet:
    """The card of a den: name, texture, and a box for three moles."""
    palette, code = order.palette, order.language.code
    name = order.language.tell(piece_names.animal(seat))
    width, height = max(86.0, braille_width(name, code) + 32), 52.0
    card = rectangle(Box(0, 0, width, height), 2)
    pens = PrintPens(palette)
    mark = 6.0
    return PieceNet(
        width,
        height,
        (
            Shape(Role.PRINT, f"den {seat + 1}", card, fill=palette[f"team-{seat}"]),
            pens.cut(f"den {seat + 1}", card),
            TexturePatch(f"den {seat + 1}", ellipse(3.4 + mark, 3.4 + mark, mark), textures.TEAMS[seat]),
            braille_line(
                f"den {name}",
                name,
                code,
                3.4 + 2 * mark + GAP + braille_width(name, code) / 2 + 0.1,
                3.4 + mark,
            ),
            centred_text("den", name, TextStyle(4, palette["ink"], bold=True), width - 16, height - 4.6, 30),
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
        (GamePiece("den", str(seat)),),
    )
