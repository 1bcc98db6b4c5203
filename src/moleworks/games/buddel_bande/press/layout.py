"""The layout of the printed board of Buddel Bande, in millimetres."""

from __future__ import annotations

import math
from typing import NamedTuple

from moleworks.games.buddel_bande.board import BuddelBandeBoard
from moleworks.press.paths import Box, Path, Point, parse_path

UPRIGHT = 0.72
"""The preferred ratio of width to height."""
COLUMNS = range(3, 11)
"""How many hills a row may have."""
PITCH, ROW, SIDE, DENS, HAY = 26.5, 36.5, 19.5, 40.0, 56.0
"""The measures of the printed board, as `TrackLayout` names them."""


class TrackLayout(NamedTuple):
    """Rows of hills that run to and fro between the haystack (top left) and the dens (bottom).

    A board may have its haystack in another corner: then all places are mirrored. Place 0 is the exit of the
    haystack; after the hills comes the last hill.
    """

    hills: int
    columns: int
    pitch: float
    row: float
    side: float
    dens: float
    hay: float
    from_right: bool = False
    from_bottom: bool = False

    @property
    def rows(self) -> int:
        """How many rows the track takes."""
        return math.ceil(self.hills / self.columns)

    @property
    def width(self) -> float:
        """From the left rim to the right one."""
        return (self.columns - 1) * self.pitch + 2 * self.side

    @property
    def height(self) -> float:
        """The rows of hills between the strips with the haystack and the dens."""
        return self.hay + self.rows * self.row + self.dens

    @property
    def rows_top(self) -> float:
        """Where the uppermost row of hills begins."""
        return self.dens if self.from_bottom else self.hay

    @property
    def haystack(self) -> Box:
        """Where the haystack is drawn."""
        width = self.width - 1.2 * self.side
        left = self.width - width if self.from_right else 0
        return Box(left, self.height - self.hay if self.from_bottom else 0, width, self.hay)

    def at(self, place: int) -> Point:
        """The centre of a place."""
        x, y = self._from_top_left(place)
        return Point(self.width - x if self.from_right else x, self.height - y if self.from_bottom else y)

    def _from_top_left(self, place: int) -> Point:
        """The centre of a place, if the haystack lies top left."""
        if place == 0:
            return Point(self.haystack.width, self.hay / 2)
        if place > self.hills:
            return Point(
                self.side if self._ends_left else self.width - self.side, self.height - 0.48 * self.dens
            )
        row, n = self._row(place)
        count = self._count(row)
        share = n / (count - 1) if count > 1 else 0.0
        # The first row runs to the left, because the road leaves the haystack on the right.
        along = share if row % 2 else 1 - share
        x = self.side + along * (self.width - 2 * self.side)
        return Point(x, self.hay + (row + 0.5) * self.row)

    @property
    def _ends_left(self) -> bool:
        return self.rows % 2 == 1

    def _starts(self) -> list[int]:
        return [self.hills * row // self.rows for row in range(self.rows + 1)]

    def _count(self, row: int) -> int:
        starts = self._starts()
        return starts[row + 1] - starts[row]

    def _row(self, place: int) -> tuple[int, int]:
        starts = self._starts()
        row = next(row for row in range(self.rows) if starts[row + 1] >= place)
        return row, place - 1 - starts[row]

    def den(self, seat: int) -> Box:
        """A player's den in the strip with the last hill, beside it."""
        taken = 2 * self.side
        room = (self.width - taken) / 4
        left = taken if self._ends_left != self.from_right else 0.0
        top = 0.0 if self.from_bottom else self.height - self.dens
        return Box(left + seat * room, top, room, self.dens)

    def road(self, foot: float, bulge: float) -> Path:
        """The road from the haystack past all hills, at distance `foot` below their centres."""
        points = [Point(x, y + foot) for x, y in map(self.at, range(self.hills + 2))]
        data = f"M{points[0].x} {points[0].y}"
        for n in range(1, len(points)):
            here, there = points[n - 1], points[n]
            if abs(here.y - there.y) < 1e-6:
                data += f"L{there.x} {there.y}"
                continue
            out = bulge if here.x > self.width / 2 else -bulge
            edge = max(here.x, there.x) if out > 0 else min(here.x, there.x)
            data += f"C{edge + out * 1.33} {here.y} {edge + out * 1.33} {there.y} {there.x} {there.y}"
        return parse_path(data)


def choose_layout(
    board: BuddelBandeBoard, pitch: float, row: float, side: float, dens: float, hay: float
) -> TrackLayout:
    """The layout whose shape suits the paper best."""

    def layout(columns: int) -> TrackLayout:
        return TrackLayout(
            len(board.track), columns, pitch, row, side, dens, hay, board.from_right, board.from_bottom
        )

    def off(columns: int) -> float:
        found = layout(columns)
        return abs(math.log(found.width / found.height / UPRIGHT))

    return layout(min(COLUMNS, key=off))


def printed_layout(board: BuddelBandeBoard) -> TrackLayout:
    """The layout of the board on paper, in its true size."""
    return choose_layout(board, PITCH, ROW, SIDE, DENS, HAY)
