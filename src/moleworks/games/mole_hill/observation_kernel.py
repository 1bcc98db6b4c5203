"""Kernel that writes the observation planes of Mole Hill, one after another.

A plane has a number from 0 to 1 for each square, row by row. A rod is marked in the square south or west of
it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import count
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.rules import OVER, PLACE, MoleHillPosition, MoleHillTable, actor, score

SQUARE_PLANES = ("hill", "mole", "rod east", "rod north", "red", "white", "centre")
"""The planes that differ from square to square, in their order."""
UNIFORM_PLANES = ("I am the mole", "I act", "place", "over", "round 2", "my points", "other points")
"""The planes that follow, with one value on all squares."""


@kernel
def write_squares(squares: int, planes: MutableSequence[float], at: int, size: int) -> int:
    """Write a plane with 1 in these squares; the index of the next one."""
    for square in range(size):
        planes[at + square] = squares >> square & 1
    return at + size


@kernel
def write_uniform(value: float, planes: MutableSequence[float], at: int, size: int) -> int:
    """Write a plane with one value everywhere; the index of the next one."""
    for square in range(size):
        planes[at + square] = value
    return at + size


@kernel
def write_planes(
    fields: Sequence[int],
    round_: int,
    phase: int,
    mole: int,
    hills: int,
    east: int,
    north: int,
    reach: int,
    first: int,
    seat: int,
    max_points: int,
    planes: MutableSequence[float],
) -> None:
    """Write all planes for a seat, points as a share of `max_points`.

    Table and position come field by field: passing named tuples takes longer than all of this.
    """
    table = MoleHillTable(
        fields[0],
        fields[1],
        fields[2],
        fields[3],
        fields[4],
        fields[5],
        fields[6],
        fields[7],
        fields[8],
        fields[9],
        fields[10],
        fields[11],
        fields[12],
    )
    position = MoleHillPosition(round_, phase, mole, hills, east, north, reach, first)
    size = count(table.squares)
    at = write_squares(hills, planes, 0, size)
    at = write_squares(1 << mole if mole >= 0 else 0, planes, at, size)
    at = write_squares(table.east & ~east, planes, at, size)
    at = write_squares(table.north & ~north, planes, at, size)
    at = write_squares(table.red, planes, at, size)
    at = write_squares(table.white, planes, at, size)
    at = write_squares(1 << table.centre if table.centre >= 0 else 0, planes, at, size)
    at = write_uniform(1.0 if round_ - 1 == seat else 0.0, planes, at, size)
    at = write_uniform(1.0 if actor(table, position) == seat else 0.0, planes, at, size)
    at = write_uniform(1.0 if phase == PLACE else 0.0, planes, at, size)
    at = write_uniform(1.0 if phase == OVER else 0.0, planes, at, size)
    at = write_uniform(float(round_ - 1), planes, at, size)
    at = write_uniform(score(table, position, seat) / max_points, planes, at, size)
    write_uniform(score(table, position, 1 - seat) / max_points, planes, at, size)
