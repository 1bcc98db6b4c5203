"""Calculate, for the checker, whether a gardener that only encloses flowers holds the mole to some points.

It is written from the rules, apart from the solver's `flower_race.py`, and asks less: not what every position
is worth, but where a mole has to stand to reach a goal. By the state of the flowers, these squares are one
bit set.

The mole may do more than the rules allow: it steps onto visited squares and past rods, but not onto an
enclosed flower. It may jump once, from the centre, also onto an enclosed flower (MH7), or stay where it is.
So what this gardener refuses, one that plays by the rules refuses too.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from moleworks.core.bits import members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.rules import MoleHillTable

if TYPE_CHECKING:
    from numpy import uint64
    from numpy.typing import NDArray

    Squares = NDArray[uint64]
    """Sets of squares, by the state of each flower.

    That is the number of rods still missing around it, or one more than all if it is taken.
    """

MOST_STATES = 4_000_000
"""Lawns with more states of their flowers are not checked in this way."""


def flowers_keep(table: MoleHillTable, at_most: int) -> bool:
    """Whether the gardener keeps the mole at these points from every first square, by enclosing flowers."""
    check = _FlowerCheck(table, at_most + 1 - rules.dark_hills(table.light, table.supply))
    return prod(check.shape) <= MOST_STATES and check.refused()


class _FlowerCheck:
    """The squares from which the mole gets a goal of flower points."""

    def __init__(self, table: MoleHillTable, goal: int) -> None:
        self._table, self._goal = table, goal
        self._flowers = list(members(table.red | table.white))
        self._rods = [_edges_around(table, flower) for flower in self._flowers]
        self.shape = tuple(rods + 2 for rods in self._rods)

    def refused(self) -> bool:
        """Whether no first square gives the mole its goal."""
        import numpy  # noqa: PLC0415 - only the solver and its checker need it

        nobody = numpy.zeros(self.shape, numpy.uint64)
        reached = numpy.where(self._points() >= self._goal, numpy.uint64(self._table.squares), nobody)
        # By whether the jump is left: the squares of a mole that has just moved, with the gardener to act.
        squares = [reached, reached]
        for _ in range(self._table.supply - 1):
            ahead = [self._landing(kind) for kind in squares]
            before = [self._stepping(kind) | reached for kind in ahead]
            if self._table.centre >= 0:
                before[1] |= numpy.where(ahead[0], numpy.uint64(1 << self._table.centre), nobody)
            squares = [self._after_any_rod(kind) for kind in before]
        return not int(self._landing(squares[1])[tuple(self._rods)]) & self._table.starts

    def _points(self) -> NDArray[Any]:
        """The flower points taken, by the state of the flowers."""
        import numpy  # noqa: PLC0415

        points = numpy.zeros(self.shape, numpy.int64)
        for n, flower in enumerate(self._flowers):
            points[self._where(n, -1)] += rules.flower_points(self._table, 1 << flower)
        return points

    def _landing(self, squares: Squares) -> Squares:
        """The squares where it is good to land: on a flower, it is taken."""
        import numpy  # noqa: PLC0415

        found = squares.copy()
        for n, flower in enumerate(self._flowers):
            bit = numpy.uint64(1 << flower)
            taken = numpy.expand_dims(squares[self._where(n, -1)] & bit, n)
            left = self._where(n, slice(0, -1))
            found[left] = (found[left] & ~bit) | taken
        return found

    def _stepping(self, ahead: Squares) -> Squares:
        """The squares one step from a good one that is no enclosed flower; no rods are in the way."""
        import numpy  # noqa: PLC0415

        open_ = ahead.copy()
        for n, flower in enumerate(self._flowers):
            open_[self._where(n, 0)] &= ~numpy.uint64(1 << flower)
        different, which = numpy.unique(open_, return_inverse=True)
        table = self._table
        near = [rules.one_step_away(table, int(here), table.east, table.north) for here in different]
        return numpy.array(near, numpy.uint64)[which.reshape(self.shape)]

    def _after_any_rod(self, squares: Squares) -> Squares:
        """The squares from which the mole gets its goal after a rod around any flower, or elsewhere."""
        found = squares.copy()
        for n in range(len(self._flowers)):
            found[self._where(n, slice(1, -1))] &= squares[self._where(n, slice(0, -2))]
        return found

    def _where(self, flower: int, state: int | slice) -> tuple[int | slice, ...]:
        """The index of all states with one flower in this state; -1 is taken, 0 is enclosed."""
        return (*(slice(None),) * flower, state)


def _edges_around(table: MoleHillTable, square: int) -> int:
    """How many rods enclose a square."""
    columns = table.columns
    sides = (
        table.east >> square,
        table.north >> square,
        table.east >> (square - 1) if square else 0,
        table.north >> (square - columns) if square >= columns else 0,
    )
    return sum(side & 1 for side in sides)
