"""The layout of a hexagonal board of Mole Company, in millimetres from its centre."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from moleworks.games.mole_company.board import neighbours_by_direction, space, space_name, space_names, spaces
from moleworks.press.paths import Path, Point, parse_path, polar

ROW = math.sqrt(0.75)
"""The distance of two rows by the pitch; also the apothem of a hexagon by its circumradius."""


class HexLayout(NamedTuple):
    """Spaces in rows, `a` at the bottom."""

    side: int
    pitch: float
    """From one space to the next."""
    rim: float
    """From the outer spaces to the edge."""

    def at(self, name: str) -> Point:
        """The centre of a space by its name."""
        number = space(self.side, name)
        assert number is not None, f"boards are checked before they get here: {name}"
        q, r = spaces(self.side)[number]
        return self.point(q, r)

    def point(self, q: float, r: float) -> Point:
        """Where the space with these axial coordinates is."""
        return Point(self.pitch * (q + r / 2), self.pitch * ROW * r)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all spaces."""
        return space_names(self.side)

    @property
    def apothem(self) -> float:
        """From the centre to a side."""
        return (self.side - 1) * ROW * self.pitch + self.rim

    @property
    def reach(self) -> float:
        """From the centre to a corner."""
        return self.apothem / ROW

    def outline(self, grown: float = 0.0, soft: float = 0.0) -> Path:
        """The edge of a board, with rounded corners if `soft` is given."""
        reach = (self.apothem + grown) / ROW
        corners = [polar(reach, 60 * n) for n in range(6)]
        neighbours_by_direction = []
        for n, tip in enumerate(corners):
            before = _towards(tip, corners[n - 1], soft)
            after = _towards(tip, corners[(n + 1) % 6], soft)
            neighbours_by_direction.append(
                f"{'L' if n else 'M'}{before.x} {before.y}Q{tip.x} {tip.y} {after.x} {after.y}"
            )
        return parse_path("".join(neighbours_by_direction) + "Z")

    def joined(self) -> Iterator[tuple[str, str]]:
        """All pairs of neighbours, each once."""
        for number, near in enumerate(neighbours_by_direction(self.side)):
            for other in near[:3]:
                if other >= 0:
                    yield space_name(self.side, number), space_name(self.side, other)

    def rows(self) -> Iterator[tuple[str, Point]]:
        """The letter of every row, with its first space."""
        far = self.side - 1
        for r in range(-far, far + 1):
            yield chr(ord("a") + far - r), self.point(max(-far, -far - r), r)

    def lines(self) -> Iterator[tuple[str, Point]]:
        """The number of every slanting line, with its lowest space."""
        far = self.side - 1
        for q in range(-far, far + 1):
            yield str(q + self.side), self.point(q, min(far, far - q))


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / math.hypot(end.x - start.x, end.y - start.y)
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def between(start: Point, end: Point, near: float, far: float) -> tuple[Point, Point]:
    """The line between two points, shortened at both ends."""
    return _towards(start, end, near), _towards(end, start, far)
