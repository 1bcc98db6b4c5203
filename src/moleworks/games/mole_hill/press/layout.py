"""The layout of a lawn of Mole Hill, in millimetres."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.mole_hill.board import square
from moleworks.press.paths import Box, Point


class LawnLayout(NamedTuple):
    """A grid with its upper left corner at (x, y); rows count from the bottom."""

    columns: int
    rows: int
    cell: float
    x: float = 0.0
    y: float = 0.0

    @property
    def box(self) -> Box:
        """All squares, without the hedge around them."""
        return Box(self.x, self.y, self.columns * self.cell, self.rows * self.cell)

    def names(self) -> list[str]:
        """The names of all squares, row by row from the bottom."""
        return [f"{letter}{row + 1}" for row in range(self.rows) for letter in letters(self.columns)]

    def square(self, name: str) -> Box:
        """A square by its name."""
        number = square(self.columns, self.rows, name)
        assert number is not None, f"boards are checked before they get here: {name}"
        row, column = divmod(number, self.columns)
        return Box(
            self.x + column * self.cell, self.y + (self.rows - 1 - row) * self.cell, self.cell, self.cell
        )

    def edge(self, name: str) -> tuple[Point, bool]:
        """The centre of the edge between two squares, and whether a rod on it is horizontal."""
        near, far = (self.square(part).middle for part in name.split("|"))
        return Point((near.x + far.x) / 2, (near.y + far.y) / 2), near.x == far.x


def letters(columns: int) -> str:
    """The names of the columns."""
    return "abcdefghi"[:columns]
