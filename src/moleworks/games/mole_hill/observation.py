"""Encode positions of Mole Hill for learning programs: planes with a cell for each square, row by row.

A rod is marked in the square south or west of it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import count
from moleworks.core.game import Setup
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.board import MoleHillBoard, board_of, make_table
from moleworks.games.mole_hill.rules import (
    OVER,
    PLACE,
    MoleHillPosition,
    MoleHillTable,
    actor,
    all_points,
    decides_match,
    mole_seat,
    points,
    score,
)
from moleworks.research.encoded_planes import EncodedPlanes, Encoder

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
"""The planes of batches. The last five are the same on every square: 1 or 0, or a number."""
SETS = 8
"""How many of them are sets of squares."""
REST = ("my round", "I act", "place", "over", "my points", "other points")
"""Further numbers, in planes of adapters."""

SQUARE_PLANES = {
    "hill": ("molehills",),
    "mole": ("mole",),
    "rod east": ("rods to the east",),
    "rod north": ("rods to the north",),
    "red": ("red flowers",),
    "white": ("white flowers",),
    "centre": ("centre",),
}
"""The planes of adapters, and the numbers that they show."""
UNIFORM_PLANES = {
    "my round": "I am the mole",
    "I act": "I act",
    "place": "place",
    "over": "over",
    "second round": "round 2",
    "my points": "my points",
    "other points": "other points",
}


def shape(board: MoleHillBoard, players: int) -> tuple[int, ...]:
    """Rows and columns."""
    del players  # always two
    return board.rows, board.columns


@kernel
def encode(
    table: MoleHillTable, position: MoleHillPosition, seat: int, numbers: MutableSequence[int]
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
    numbers[9] = position.round - 1
    numbers[10] = table.supply - count(position.hills)
    numbers[11] = points(table, position.hills)
    numbers[12] = score(table, position, 0) if decides_match(position.round) else 0


@kernel
def encode_rest(
    table: MoleHillTable,
    position: MoleHillPosition,
    seat: int,
    printed: Sequence[int],
    numbers: MutableSequence[int],
) -> None:
    """Write the numbers of `REST`; a watcher sees the same as seat 0."""
    me = seat if seat >= 0 else 0
    numbers[13] = 1 if mole_seat(position.round) == me else 0
    numbers[14] = 1 if actor(table, position) == me else 0
    numbers[15] = 1 if position.phase == PLACE else 0
    numbers[16] = 1 if position.phase == OVER else 0
    numbers[17] = score(table, position, me)
    numbers[18] = score(table, position, 1 - me)


ENCODER = Encoder(MoleHillTable, MoleHillPosition, PLANES, SETS, REST, encode, encode_rest)


class MoleHillObservation(EncodedPlanes):
    """The planes of Mole Hill: the squares of the board."""

    def __init__(self, setup: Setup) -> None:
        board = board_of(setup)
        self.max_points = all_points(make_table(board, setup.options))
        shares = dict.fromkeys(("my points", "other points"), self.max_points)
        super().__init__(ENCODER, SQUARE_PLANES, UNIFORM_PLANES, board.rows, board.columns, divisors=shares)


OBSERVATION = MoleHillObservation
