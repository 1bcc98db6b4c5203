"""Turn what a seat knows into planes of numbers between 0 and 1, for learning programs.

The observing seat always comes first; the others follow in the order of play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from moleworks.core import registry
from moleworks.core.game import AnyGame, Setup, State, View


class Planes(ABC):
    """The named planes of a set-up: first those that differ from cell to cell, then uniform ones."""

    names: tuple[str, ...]
    shape: tuple[int, ...]
    """The number of planes, then the shape of each."""
    max_points = 1
    """The maximum of points, in games that count points."""

    @abstractmethod
    def observe(self, game: AnyGame, state: State, seat: int | None) -> NDArray[np.float32]:
        """The observation of a seat, or of a watcher (None)."""


class Observation(Planes):
    """Planes that are painted from views, and from nothing else."""

    def __init__(self, cells: Sequence[str], uniform: Sequence[str], rows: int, columns: int) -> None:
        self.names = (*cells, *uniform)
        self.shape = len(self.names), rows, columns
        self._size = rows * columns
        self._first_uniform = len(cells)

    def plane(self, name: str) -> int:
        """The index of the first cell of a plane."""
        return self.names.index(name) * self._size

    def fill(self, ones: list[int], uniform: Sequence[float]) -> NDArray[np.float32]:
        """New planes: 1 in the cells `ones`, and a value for each uniform plane."""
        planes = np.zeros(self.shape, np.float32)
        planes.reshape(-1)[ones] = 1
        planes[self._first_uniform :] = np.array(uniform, np.float32).reshape(-1, 1, 1)
        return planes

    def observe(self, game: AnyGame, state: State, seat: int | None) -> NDArray[np.float32]:
        """The planes of the view of a seat, or of a watcher (None)."""
        return self.paint(game.view(state, seat), seat or 0)

    @abstractmethod
    def paint(self, view: View, seat: int) -> NDArray[np.float32]:
        """The planes of a view, for the seat that it belongs to (0 for a watcher)."""


def one_hot(size: int, which: int | None) -> list[float]:
    """A list of zeros, with a one at an index if one is given.

    >>> one_hot(3, 1), one_hot(2, None)
    ([0, 1, 0], [0, 0])
    """
    return [int(place == which) for place in range(size)]


def seats_after(seat: int, other: int | None, players: int) -> int | None:
    """How many places another seat comes after a seat; None stays None."""
    return None if other is None else (other - seat) % players


@runtime_checkable
class ObservationFactory(Protocol):
    """The observation part of a plug-in: makes the planes of a set-up."""

    def __call__(self, setup: Setup) -> Planes:
        """The planes of this set-up."""


def observation(setup: Setup) -> Planes:
    """The planes of a set-up."""
    return registry.required_part(setup.game, "observation", ObservationFactory)(setup)
