"""The layout of a hexagonal board of Mole Company, in millimetres from its centre."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from moleworks.games.mole_company.board import (
    names_within,
    neighbours_by_direction,
    space,
    space_name,
    spaces,
    spaces_within,
)
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
    largest: int = 0
    """The side of the largest board of the stack, which names all spaces; 0 if that is this one."""

    @property
    def naming(self) -> int:
        """The side by which spaces are named."""
        return self.largest or self.side

    def sized(self, side: int) -> HexLayout:
        """The layout of a smaller board of the same stack."""
        return self._replace(side=side, largest=self.naming)

    def at(self, name: str) -> Point:
        """The centre of a space by its name."""
        number = space(self.naming, name)
        assert number is not None, f"boards are checked before they get here: {name}"
        q, r = spaces(self.naming)[number]
        return self.point(q, r)

    def point(self, q: float, r: float) -> Point:
        """Where the space with these axial coordinates is."""
        return Point(self.pitch * (q + r / 2), self.pitch * ROW * r)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all spaces."""
        return names_within(self.naming, self.side)

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
        here = set(spaces_within(self.naming, self.side))
        for number in sorted(here):
            for other in neighbours_by_direction(self.naming)[number][:3]:
                if other in here:
                    yield space_name(self.naming, number), space_name(self.naming, other)

    def rows(self) -> Iterator[tuple[str, Point]]:
        """The letter of every row, with its first space."""
        far = self.side - 1
        for r in range(-far, far + 1):
            yield chr(ord("a") + self.naming - 1 - r), self.point(max(-far, -far - r), r)

    def lines(self) -> Iterator[tuple[str, Point]]:
        """The number of every slanting line, with its lowest space."""
        far = self.side - 1
        for q in range(-far, far + 1):
            yield str(q + self.naming), self.point(q, min(far, far - q))


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / math.hypot(end.x - start.x, end.y - start.y)
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def between(start: Point, end: Point, near: float, far: float) -> tuple[Point, Point]:
    """The line between two points, shortened at both ends."""
    return _towards(start, end, near), _towards(end, start, far)
