"""Observation planes of Mole Hill: a cell for each square, the lowest row first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import AnyGame, Setup, State, View
from moleworks.core.kernel import available, compiled
from moleworks.games.mole_hill.board import board_of
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.observation_kernel import SQUARE_PLANES, UNIFORM_PLANES, write_planes
from moleworks.games.mole_hill.view_types import own_view
from moleworks.research.observation import Observation


class MoleHillObservation(Observation):
    """The planes of Mole Hill. A rod is marked in the square south or west of it."""

    def __init__(self, setup: Setup) -> None:
        board = board_of(setup)
        super().__init__(SQUARE_PLANES, UNIFORM_PLANES, board.rows, board.columns)
        squares = {
            f"{chr(ord('a') + column)}{row + 1}": row * board.columns + column
            for row in range(board.rows)
            for column in range(board.columns)
        }
        flat = self._base.reshape(-1)
        for name, where in (("red", board.red), ("white", board.white), ("centre", (board.centre,))):
            flat[[self.plane(name) + squares[square] for square in where if square]] = 1
        self._hill = {name: self.plane("hill") + place for name, place in squares.items()}
        self._mole = {name: self.plane("mole") + place for name, place in squares.items()}
        self._rod = self._rods(squares, board.columns)
        self._table = MOLE_HILL.start(setup).table
        self._cells = self._base.size
        self.max_points = board.dark + len(board.white) + 2 * len(board.red)

    def _rods(self, squares: dict[str, int], columns: int) -> dict[str, int]:
        names = {place: name for name, place in squares.items()}
        rods = {}
        for name, place in squares.items():
            if (place + 1) % columns:
                rods[f"{name}|{names[place + 1]}"] = self.plane("rod east") + place
            if place + columns in names:
                rods[f"{name}|{names[place + columns]}"] = self.plane("rod north") + place
        return rods

    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        view = own_view(view)
        hill, rod = self._hill, self._rod
        ones = [hill[name] for name in view["hills"]] + [rod[name] for name in view["rods"]]
        if view["mole"] is not None:
            ones.append(self._mole[view["mole"]])
        scores, phase, second = view["scores"], view["phase"], view["round"] - 1
        uniform = (
            seat == second,
            seat == view["seat"],
            phase == "place",
            phase == "over",
            second,
            scores[seat] / self.max_points,
            scores[1 - seat] / self.max_points,
        )
        return self.fill(ones, uniform)

    @cached_property
    def _kernel(self) -> tuple[Callable[..., None], Any]:
        """The kernel that writes the planes, and its table: compiled on first use."""
        numbers = tuple(self._table)
        return compiled(write_planes), np.array(numbers, np.int64) if available() else numbers

    def observe(self, game: AnyGame, state: State, seat: int | None) -> NDArray[np.float32]:
        """There are no secrets, so a kernel writes the planes from the position."""
        assert isinstance(state, MoleHillState)
        write, table = self._kernel
        planes = np.empty(self._cells, np.float32)
        write(table, *state.position, seat or 0, self.max_points, planes)
        return planes.reshape(self.shape)


OBSERVATION = MoleHillObservation
