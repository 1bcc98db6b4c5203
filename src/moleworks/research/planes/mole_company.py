"""The uppermost board of Mole Company: a row a letter, a column a number, so straight lines stay straight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Setup, View
from moleworks.research.planes.plane import Planes, after, one_hot

PHASES = ("place", "choose", "flip", "move", "bonus", "over")
LINES = {(0, 1): "dotted east", (1, 0): "dotted north-west", (1, 1): "dotted north-east"}
"""A dotted line is marked in the space it leaves to the east or north, by (rows, columns)."""
VALUES = (1, 2, 3, 4)
LEVELS = 4


class Hexagon(Planes):
    def __init__(self, setup: Setup) -> None:
        self._players, self._side = setup.players, int(setup.board.side)
        self._limit = setup.options["turn_limit"]
        seats = range(setup.players)
        wide = 2 * self._side - 1
        super().__init__(
            (*(f"moles {seat}" for seat in seats), "hole", "special", *LINES.values(), "board"),
            (
                *(f"disc {value} of {seat}" for seat in seats for value in VALUES),
                *(f"disc shows {value}" for value in VALUES),
                *(f"level {level + 1}" for level in range(LEVELS)),
                *PHASES,
                *(f"turn of {seat}" for seat in seats),
                "bonus",
                "turns",
            ),
            wide,
            wide,
        )
        for row in range(wide):
            low = max(0, row - self._side + 1)
            self._base[self.names.index("board"), row, low : low + wide - abs(row - self._side + 1)] = 1

    def _place(self, name: str) -> tuple[int, int]:
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    def _marks(self, plane: str, names: list[str]) -> list[int]:
        start = self.plane(plane)
        wide = self.shape[2]
        return [start + row * wide + column for row, column in map(self._place, names)]

    def _dotted(self, pairs: list[list[str]]) -> list[int]:
        marks = []
        for pair in pairs:
            near, far = sorted(map(self._place, pair))
            line = LINES[far[0] - near[0], far[1] - near[1]]
            marks.append(self.plane(line) + near[0] * self.shape[2] + near[1])
        return marks

    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        players = self._players
        order = [(seat + place) % players for place in range(players)]
        ones = self._marks("hole", view["holes"]) + self._marks("special", view["specials"])
        ones += self._dotted(view["dotted"])
        for place, other in enumerate(order):
            ones += self._marks(f"moles {place}", view["moles"][other])
        even = [
            *(view["left"][other].count(value) / 2 for other in order for value in VALUES),
            *one_hot(len(VALUES), (view["disc"] or 0) - 1),
            *one_hot(LEVELS, view["level"] - 1),
            *one_hot(len(PHASES), PHASES.index(view["phase"])),
            *one_hot(players, after(seat, view["seat"], players)),
            view["bonus"],
            view["turn"] / self._limit,
        ]
        return self.drawn(ones, even)


PLANES = Hexagon
