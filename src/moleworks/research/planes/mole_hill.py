"""The lawn of Mole Hill, a place a square: the lowest row first, as the squares are named."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Game, Setup, View
from moleworks.research.planes.plane import Planes

PLACES = ("hill", "mole", "rod east", "rod north", "red", "white", "centre")
EVEN = ("I am the mole", "I act", "place", "over", "round 2", "my points", "other points")


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
        self._quick = _Quick(self, board)
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

    def observed(self, game: Game[Any], state: Any, seat: int | None) -> NDArray[np.float32]:
        """Nothing is hidden on the lawn, so its sets of squares can be laid out as they are."""
        return self._quick.laid_out(game, state, seat or 0)


class _Quick:
    """Planes put together from ready-made stretches of numbers: eight squares, or a whole plane."""

    def __init__(self, planes: Lawn, board: Any) -> None:
        self._shape, (_, rows, columns) = planes.shape, planes.shape
        size = rows * columns
        # A set of squares takes 64 bits, whatever the size of the lawn.
        self._stretches = 4 * [
            [_floats([byte >> bit & 1 for bit in range(min(8, size - place))]) for byte in range(256)]
            for place in range(0, 64, 8)
        ]
        self._fixed = planes._base[PLACES.index("red") : len(PLACES)].tobytes()
        self._plain = _floats([0] * size), _floats([1] * size)
        most = board.dark + len(board.white) + 2 * len(board.red)
        self._points = [_floats([points / most] * size) for points in range(most + 1)]

    def laid_out(self, game: Game[Any], state: Any, seat: int) -> NDArray[np.float32]:
        lawn, position, trail, _ = state
        phase, second = game.phase(state), position.round - 1
        plain = self._plain
        points = game.scores(state) or (0, 0)
        squares = (
            position.hills
            | (1 << 64 + position.mole if trail else 0)
            | (lawn.east ^ position.east) << 128
            | (lawn.north ^ position.north) << 192
        ).to_bytes(32, "little")
        parts = [row[byte] for row, byte in zip(self._stretches, squares, strict=True)]
        parts += (
            self._fixed,
            plain[seat == second],
            plain[seat == game.actor(state)],
            plain[phase == "place"],
            plain[phase == "over"],
            plain[second],
            self._points[points[seat]],
            self._points[points[1 - seat]],
        )
        return np.frombuffer(bytearray().join(parts), np.float32).reshape(self._shape)


def _floats(values: list[float]) -> bytes:
    return np.array(values, np.float32).tobytes()


PLANES = Lawn
