"""Mole Hill in arrays of a batch: the mask of legal actions and the observation planes.

A plane has a cell for each square, row by row. Cells are written 64 at a time (see `bits.paint`) and in
order: the next plane overwrites the surplus, so 64 spare cells must follow the last plane.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.core.bits import count, write_bits, write_value
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.board import MoleHillBoard
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    OVER,
    ROD,
    MoleHillPosition,
    MoleHillTable,
    points,
    score,
)

ACTIONS = NORTH + 64
"""Every action is smaller: a square, EAST plus a square, or NORTH plus a square."""

PLANES = (
    "mole",
    "molehills",
    "rods to the east",
    "rods to the north",
    "where the mole may go next",
    "white flowers",
    "red flowers",
    "centre",
    "I am the mole",
    "second round",
    "molehills left",
    "points of this round",
    "points of the first round, in the second",
)
"""What each plane shows. The last five are the same on every square: 1 or 0, or a number."""


def shape(board: MoleHillBoard, players: int) -> tuple[int, ...]:
    """Rows and columns."""
    del players  # always two
    return board.rows, board.columns


@kernel
def mark(
    table: MoleHillTable, position: MoleHillPosition, cells: MutableSequence[int], at: int, on: int
) -> None:
    """Mark legal actions with 1 and all others with 0; so there is nothing to clear (`on` 0)."""
    if on == 0:
        return
    rods = position.phase == ROD
    write_bits(0 if rods else position.reach, cells, at)
    write_bits(position.east if rods else 0, cells, at + EAST)
    write_bits(position.north if rods else 0, cells, at + NORTH)


@kernel
def observe(
    table: MoleHillTable, position: MoleHillPosition, seat: int, cells: MutableSequence[int], at: int
) -> None:
    """Write the planes for a seat; a watcher (-1) is not the mole."""
    size = count(table.squares)
    mole = position.mole
    write_bits(1 << mole if mole >= 0 else 0, cells, at)
    write_bits(position.hills, cells, at + size)
    write_bits(table.east & ~position.east, cells, at + 2 * size)
    write_bits(table.north & ~position.north, cells, at + 3 * size)
    write_bits(position.reach, cells, at + 4 * size)
    write_bits(table.white, cells, at + 5 * size)
    write_bits(table.red, cells, at + 6 * size)
    write_bits(1 << table.centre if table.centre >= 0 else 0, cells, at + 7 * size)
    write_value(1 if position.round - 1 == seat and position.phase != OVER else 0, cells, at + 8 * size)
    write_value(position.round - 1, cells, at + 9 * size)
    write_value(table.supply - count(position.hills), cells, at + 10 * size)
    write_value(points(table, position.hills), cells, at + 11 * size)
    write_value(score(table, position, 0) if position.round == 2 else 0, cells, at + 12 * size)
