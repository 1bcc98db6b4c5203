"""An upper bound of a round: how many flowers the mole can reach before the gardener has enclosed them.

The gardener lays rods only around flowers. The mole may do more than the rules allow: it steps past rods,
and onto visited squares, but not onto an enclosed flower. It may jump from the centre once (MH7), also to
an enclosed flower, and it uses all molehills. All positions of this game are evaluated, backwards from the
last molehill. A gardener that plays so in a real round holds the mole to no more points, so the value is a
bound of the real one: every step crosses an edge of the square where it ends (MH4, MH5).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from moleworks.core.bits import count, members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import neighbours, row_count
from moleworks.games.mole_hill.rules import RED_POINTS, MoleHillTable

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Values = NDArray[numpy.int8]
    """The flower points still to come, by the mole's square, the jumps left, and the state of each flower.

    That is the number of rods that still have to be laid around it, or one more than all if it is taken.
    """

MOST_POSITIONS = 120_000_000
"""With more positions (a byte each, three times over) only the plain bound is given."""
SHUT = -100
"""The value of a step onto an enclosed flower."""


class Flower(NamedTuple):
    """A flower, and how many rods enclose it."""

    square: int
    points: int
    rods: int


@lru_cache(maxsize=8)
def most_points(table: MoleHillTable) -> int:
    """An upper bound of the points of a round."""
    plain = rules.most_points(table)
    flowers = _flowers(table)
    positions = 2 * count(table.squares)
    for flower in flowers:
        positions *= flower.rods + 2
    if not flowers or positions > MOST_POSITIONS:
        return plain
    return min(plain, rules.dark_hills(table.light, table.supply) + _Race(table, flowers).most_points())


def _flowers(table: MoleHillTable) -> list[Flower]:
    found = [Flower(square, RED_POINTS, _rods(table, square)) for square in members(table.red)]
    return found + [Flower(square, 1, _rods(table, square)) for square in members(table.white)]


def _rods(table: MoleHillTable, square: int) -> int:
    east, north = 1 << square | 1 << square >> 1, 1 << square | 1 << square >> table.columns
    return count(table.east & east) + count(table.north & north)


class _Race:
    """The race for the flowers of a lawn."""

    def __init__(self, table: MoleHillTable, flowers: list[Flower]) -> None:
        self._table, self._flowers = table, flowers
        columns, rows = table.columns, row_count(table)
        self._neighbours = [neighbours(columns, rows, square) for square in range(columns * rows)]

    def most_points(self) -> int:
        """The flower points from the best first square."""
        import numpy  # noqa: PLC0415 - only the solver needs it

        shape = [flower.rods + 2 for flower in self._flowers]
        values: Values = numpy.zeros((len(self._neighbours), 2, *shape), numpy.int8)
        for _ in range(self._table.supply - 1):
            values = self._before_rod(self._before_step(values))
        free = [flower.rods for flower in self._flowers]
        best = 0
        for square in members(self._table.starts):
            state, gained = list(free), 0
            for n, flower in enumerate(self._flowers):
                if flower.square == square:
                    state[n], gained = flower.rods + 1, flower.points
            best = max(best, gained + int(values[(square, 1, *state)]))
        return best

    def _before_step(self, values: Values) -> Values:
        """The values with the mole to act, from those after its step or jump."""
        import numpy  # noqa: PLC0415

        landed = values.copy()
        for n, flower in enumerate(self._flowers):
            taken = numpy.expand_dims(values[flower.square][_state(n, flower.rods + 1)], 1 + n)
            landed[flower.square][_state(n, slice(0, flower.rods + 1))] = taken + flower.points
        # After a jump there is none left.
        jumped = landed[:, 0].max(axis=0)
        for n, flower in enumerate(self._flowers):
            landed[flower.square][_state(n, 0)] = SHUT
        found: Values = numpy.empty_like(values)
        for square, around in enumerate(self._neighbours):
            numpy.copyto(found[square], landed[around[0]])
            for other in around[1:]:
                numpy.maximum(found[square], landed[other], out=found[square])
        numpy.maximum(found, 0, out=found)
        if self._table.centre >= 0:
            centre = found[self._table.centre, 1]
            numpy.maximum(centre, jumped, out=centre)
        return found

    def _before_rod(self, values: Values) -> Values:
        """The values with the gardener to act, from those after its rod: around a flower, or elsewhere."""
        import numpy  # noqa: PLC0415

        found = values.copy()
        for n, flower in enumerate(self._flowers):
            open_ = found[:, *_state(n, slice(1, flower.rods + 1))]
            numpy.minimum(open_, values[:, *_state(n, slice(0, flower.rods))], out=open_)
        return found


def _state(flower: int, state: int | slice) -> tuple[int | slice, ...]:
    """The index of the positions with one flower in these states, for one square of the mole."""
    return (*(slice(None) for _ in range(1 + flower)), state)
