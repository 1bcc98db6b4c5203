"""What the planes of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Game, View


class Planes(ABC):
    """Planes of one size with names: first those with something in single places, then even ones."""

    most = 1
    """The points that can be made, in games that count points."""

    def __init__(self, places: Sequence[str], even: Sequence[str], rows: int, columns: int) -> None:
        self.names = (*places, *even)
        self.shape = (len(self.names), rows, columns)
        self._size = rows * columns
        self._even = len(places)
        self._base = np.zeros(self.shape, np.float32)
        """What never changes is drawn here once."""

    def plane(self, name: str) -> int:
        """Where a plane begins, counting single places."""
        return self.names.index(name) * self._size

    def drawn(
        self,
        ones: list[int],
        even: Sequence[float],
        some: Sequence[tuple[list[int], NDArray[np.float32]]] = (),
    ) -> NDArray[np.float32]:
        """A fresh sheet: 1 in these places, these values on the even planes, and `some` values in places."""
        sheet = self._base.copy()
        sheet.reshape(-1)[ones] = 1
        sheet[self._even :] = np.array(even, np.float32).reshape(-1, 1, 1)
        return sheet

    def observed(self, game: Game[Any], state: Any, seat: int | None) -> NDArray[np.float32]:
        """What a seat sees, or everybody (None).

        A game in which nothing is hidden may have a quicker way here, as long as it comes to the same.
        """
        return self.paint(game.view(state, seat), seat or 0)

    @abstractmethod
    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        """The planes of a view, for the seat whose view it is (0 for a watcher)."""


def one_hot(size: int, which: int | None) -> list[float]:
    """
    >>> one_hot(3, 1), one_hot(2, None)
    ([0, 1, 0], [0, 0])
    """
    return [int(place == which) for place in range(size)]


def after(seat: int, other: int | None, players: int) -> int | None:
    """How many places after a seat another one sits; None stays None."""
    return None if other is None else (other - seat) % players
