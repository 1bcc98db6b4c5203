"""Mole Hill as cells of an array: which actions are legal, and what the lawn looks like from a seat.

A plane is a cell for each square, row by row. Cells are painted 64 at a time (see `bits.paint`), in order:
what a plane paints too much the next one paints over, so there must be 64 cells of room behind the last one.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.games.bits import count, paint, wash
from moleworks.games.kernel import kernel
from moleworks.games.mole_hill.board import Board
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    OVER,
    ROD,
    Position,
    Table,
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


def shape(board: Board, players: int) -> tuple[int, ...]:
    """Rows and columns."""
    del players  # always two
    return board.rows, board.columns


@kernel
def mark(table: Table, position: Position, cells: MutableSequence[int], at: int, on: int) -> None:
    """Mark the legal actions with 1 and all others with 0: so nothing need be cleared before (`on` 0)."""
    if on == 0:
        return
    rods = position.phase == ROD
    paint(0 if rods else position.reach, cells, at)
    paint(position.east if rods else 0, cells, at + EAST)
    paint(position.north if rods else 0, cells, at + NORTH)


@kernel
def observe(table: Table, position: Position, seat: int, cells: MutableSequence[int], at: int) -> None:
    """The planes as a seat sees them; a watcher (-1) is no mole."""
    size = count(table.squares)
    mole = position.mole
    paint(1 << mole if mole >= 0 else 0, cells, at)
    paint(position.hills, cells, at + size)
    paint(table.east & ~position.east, cells, at + 2 * size)
    paint(table.north & ~position.north, cells, at + 3 * size)
    paint(position.reach, cells, at + 4 * size)
    paint(table.white, cells, at + 5 * size)
    paint(table.red, cells, at + 6 * size)
    paint(1 << table.centre if table.centre >= 0 else 0, cells, at + 7 * size)
    wash(1 if position.round - 1 == seat and position.phase != OVER else 0, cells, at + 8 * size)
    wash(position.round - 1, cells, at + 9 * size)
    wash(table.supply - count(position.hills), cells, at + 10 * size)
    wash(points(table, position.hills), cells, at + 11 * size)
    wash(score(table, position, 0) if position.round == 2 else 0, cells, at + 12 * size)
