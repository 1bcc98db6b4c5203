"""Encode positions of Mole Hill for learning programs: planes with a cell for each square, row by row.

A rod is marked in the square south or west of it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import count
from moleworks.core.game import Setup
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.board import board_of, make_table
from moleworks.games.mole_hill.rules import (
    OVER,
    MoleHillPosition,
    MoleHillTable,
    all_points,
    decides_match,
    mole_seat,
    points,
    score,
)
from moleworks.research.encoded_planes import EncodedPlanes, Encoder

HILLS_LEFT, THIS_ROUND = "molehills left", "points of this round"
FIRST_ROUND = "points of the first round, in the second"
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
    HILLS_LEFT,
    THIS_ROUND,
    FIRST_ROUND,
)
"""The last five are the same on every square: 1 or 0, or a number."""
SETS = 8
"""How many of them are sets of squares."""


@kernel
def encode(
    table: MoleHillTable,
    position: MoleHillPosition,
    seat: int,
    printed: Sequence[int],
    numbers: MutableSequence[int],
) -> None:
    """Write the numbers of `PLANES` for a seat; a watcher (-1) is not the mole."""
    numbers[0] = 1 << position.mole if position.mole >= 0 else 0
    numbers[1] = position.hills
    numbers[2] = table.east & ~position.east
    numbers[3] = table.north & ~position.north
    numbers[4] = position.reach
    numbers[5] = table.white
    numbers[6] = table.red
    numbers[7] = 1 << table.centre if table.centre >= 0 else 0
    numbers[8] = 1 if mole_seat(position.round) == seat and position.phase != OVER else 0
    numbers[9] = 1 if decides_match(position.round) else 0
    numbers[10] = table.supply - count(position.hills)
    numbers[11] = points(table, position.hills)
    numbers[12] = score(table, position, 0) if decides_match(position.round) else 0


ENCODER = Encoder(MoleHillTable, MoleHillPosition, PLANES, SETS, encode)


class MoleHillObservation(EncodedPlanes):
    """The planes of Mole Hill: the squares of the board."""

    def __init__(self, setup: Setup) -> None:
        board = board_of(setup)
        table = make_table(board, setup.options)
        self.max_points = all_points(table)
        points = dict.fromkeys((THIS_ROUND, FIRST_ROUND), self.max_points)
        super().__init__(ENCODER, (board.rows, board.columns), {HILLS_LEFT: table.supply, **points})


OBSERVATION = MoleHillObservation
