"""The lawn of Mole Hill, a place a square: the lowest row first, as the squares are named."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.games import GAMES, Game, Setup, View
from moleworks.games.kernel import available, compiled
from moleworks.games.mole_hill.sheet import EVEN, PLACES, lay
from moleworks.research.planes.plane import Planes


class Lawn(Planes):
    """A rod is marked in the square south or west of it."""

    def __init__(self, setup: Setup) -> None:
        board = setup.board
        super().__init__(PLACES, EVEN, board.rows, board.columns)
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
        self._table = GAMES[setup.game].start(setup).table
        self._cells = self._base.size
        self.most = board.dark + len(board.white) + 2 * len(board.red)

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
        hill, rod = self._hill, self._rod
        ones = [hill[name] for name in view["hills"]] + [rod[name] for name in view["rods"]]
        if view["mole"] is not None:
            ones.append(self._mole[view["mole"]])
        scores, phase, second = view["scores"], view["phase"], view["round"] - 1
        even = (
            seat == second,
            seat == view["seat"],
            phase == "place",
            phase == "over",
            second,
            scores[seat] / self.most,
            scores[1 - seat] / self.most,
        )
        return self.drawn(ones, even)

    @cached_property
    def _lay(self) -> tuple[Callable[..., None], Any]:
        """How a sheet is laid out, and the lawn as that wants it: compiled once somebody looks."""
        numbers = tuple(self._table)
        return compiled(lay), np.array(numbers, np.int64) if available() else numbers

    def observed(self, game: Game[Any], state: Any, seat: int | None) -> NDArray[np.float32]:
        """Nothing is hidden on the lawn, so a kernel lays the position out as it is."""
        laid_out, lawn = self._lay
        sheet = np.empty(self._cells, np.float32)
        laid_out(lawn, *state.position, seat or 0, self.most, sheet)
        return sheet.reshape(self.shape)


PLANES = Lawn
