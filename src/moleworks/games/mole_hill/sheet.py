"""Mole Hill as a sheet of numbers from 0 to 1, for those who learn: planes of the lawn, one after another.

A plane is a number for each square, row by row. A rod is marked in the square south or west of it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.games.bits import count
from moleworks.games.kernel import kernel
from moleworks.games.mole_hill.rules import OVER, PLACE, Position, Table, actor, score

PLACES = ("hill", "mole", "rod east", "rod north", "red", "white", "centre")
"""What is marked in single squares, in the order of the planes."""
EVEN = ("I am the mole", "I act", "place", "over", "round 2", "my points", "other points")
"""What is the same on every square: the planes that follow."""


@kernel
def spots(squares: int, sheet: MutableSequence[float], at: int, size: int) -> int:
    """A plane with 1 in these squares; where the next one begins."""
    for square in range(size):
        sheet[at + square] = squares >> square & 1
    return at + size


@kernel
def even(value: float, sheet: MutableSequence[float], at: int, size: int) -> int:
    """A plane with the same value everywhere; where the next one begins."""
    for square in range(size):
        sheet[at + square] = value
    return at + size


@kernel
def lay(
    lawn: Sequence[int],
    round_: int,
    phase: int,
    mole: int,
    hills: int,
    east: int,
    north: int,
    reach: int,
    first: int,
    seat: int,
    most: int,
    sheet: MutableSequence[float],
) -> None:
    """All planes as a seat sees them, points as a part of the `most` there are.

    A table and a position come field by field: named tuples take longer to hand over than all of this.
    """
    table = Table(
        lawn[0],
        lawn[1],
        lawn[2],
        lawn[3],
        lawn[4],
        lawn[5],
        lawn[6],
        lawn[7],
        lawn[8],
        lawn[9],
        lawn[10],
        lawn[11],
        lawn[12],
    )
    position = Position(round_, phase, mole, hills, east, north, reach, first)
    size = count(table.squares)
    at = spots(hills, sheet, 0, size)
    at = spots(1 << mole if mole >= 0 else 0, sheet, at, size)
    at = spots(table.east & ~east, sheet, at, size)
    at = spots(table.north & ~north, sheet, at, size)
    at = spots(table.red, sheet, at, size)
    at = spots(table.white, sheet, at, size)
    at = spots(1 << table.centre if table.centre >= 0 else 0, sheet, at, size)
    at = even(1.0 if round_ - 1 == seat else 0.0, sheet, at, size)
    at = even(1.0 if actor(table, position) == seat else 0.0, sheet, at, size)
    at = even(1.0 if phase == PLACE else 0.0, sheet, at, size)
    at = even(1.0 if phase == OVER else 0.0, sheet, at, size)
    at = even(float(round_ - 1), sheet, at, size)
    at = even(score(table, position, seat) / most, sheet, at, size)
    even(score(table, position, 1 - seat) / most, sheet, at, size)
