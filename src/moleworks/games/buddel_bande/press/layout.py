"""The layout of the printed board of Buddel Bande, in millimetres."""

from __future__ import annotations

import math
from typing import NamedTuple

from moleworks.press.paths import Box, Path, Point, parse_path

UPRIGHT = 0.72
"""The preferred ratio of width to height."""


class TrackLayout(NamedTuple):
    """Rows of hills that run to and fro between the haystack (top left) and the dens (bottom).

    Place 0 is the exit of the haystack; after the hills comes the last hill.
    """

    hills: int
    columns: int
    pitch: float
    row: float
    side: float
    dens: float
    hay: float

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
        """From the haystack at the top to the dens at the bottom."""
        return self.hay + self.rows * self.row + self.dens

    @property
    def haystack(self) -> Box:
        """Where the haystack is drawn."""
        return Box(0, 0, self.width - 1.2 * self.side, self.hay)

    def at(self, place: int) -> Point:
        """The centre of a place."""
        if place == 0:
            return Point(self.haystack.right, self.haystack.middle.y)
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
        """A player's den in the strip at the bottom, beside the last hill."""
        taken = 2 * self.side
        room = (self.width - taken) / 4
        left = taken if self._ends_left else 0.0
        return Box(left + seat * room, self.height - self.dens, room, self.dens)

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


def choose_layout(hills: int, pitch: float, row: float, side: float, dens: float, hay: float) -> TrackLayout:
    """The layout whose shape suits the paper best."""

    def off(columns: int) -> float:
        found = TrackLayout(hills, columns, pitch, row, side, dens, hay)
        return abs(math.log(found.width / found.height / UPRIGHT))

    return TrackLayout(hills, min(range(3, 11), key=off), pitch, row, side, dens, hay)
