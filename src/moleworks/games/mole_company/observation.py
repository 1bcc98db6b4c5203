"""Observation planes of Mole Company: the top board, a row for each letter, a column for each number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import Setup, View
from moleworks.games.mole_company.board import board_of
from moleworks.games.mole_company.view_types import own_view
from moleworks.research.observation import Observation, one_hot, seats_after

PHASES = ("place", "choose", "flip", "move", "bonus", "over")
LINES = {(0, 1): "dotted east", (1, 0): "dotted north-west", (1, 1): "dotted north-east"}
"""A dotted line is marked in the space it leaves to the east or north, by (rows, columns)."""
VALUES = (1, 2, 3, 4)
LEVELS = 4


class MoleCompanyObservation(Observation):
    def __init__(self, setup: Setup) -> None:
        self._players, self._side = setup.players, int(board_of(setup).side)
        self._limit = int(setup.options["turn_limit"])
        seats = range(setup.players)
        width = 2 * self._side - 1
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
            width,
            width,
        )
        for row in range(width):
            low = max(0, row - self._side + 1)
            self._base[self.names.index("board"), row, low : low + width - abs(row - self._side + 1)] = 1

    def _row_column(self, name: str) -> tuple[int, int]:
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    def _cells_of(self, plane: str, names: Sequence[str]) -> list[int]:
        start = self.plane(plane)
        width = self.shape[2]
        return [start + row * width + column for row, column in map(self._row_column, names)]

    def _dotted_cells(self, pairs: Sequence[Sequence[str]]) -> list[int]:
        marks = []
        for pair in pairs:
            near, far = sorted(map(self._row_column, pair))
            line = LINES[far[0] - near[0], far[1] - near[1]]
            marks.append(self.plane(line) + near[0] * self.shape[2] + near[1])
        return marks

    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        view = own_view(view)
        players = self._players
        seats = [(seat + place) % players for place in range(players)]
        ones = self._cells_of("hole", view["holes"]) + self._cells_of("special", view["specials"])
        ones += self._dotted_cells(view["dotted"])
        for place, other in enumerate(seats):
            ones += self._cells_of(f"moles {place}", view["moles"][other])
        uniform = [
            *(view["left"][other].count(value) / 2 for other in seats for value in VALUES),
            *one_hot(len(VALUES), (view["disc"] or 0) - 1),
            *one_hot(LEVELS, view["level"] - 1),
            *one_hot(len(PHASES), PHASES.index(view["phase"])),
            *one_hot(players, seats_after(seat, view["seat"], players)),
            view["bonus"],
            view["turn"] / self._limit,
        ]
        return self.fill(ones, uniform)


OBSERVATION = MoleCompanyObservation
