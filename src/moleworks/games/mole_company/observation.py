"""Encode positions of Mole Company for learning programs: planes with a cell for each space of the top board.

A plane is a square grid with a skewed board, a row for each letter and a column for each number: a step in
one direction is always the same step of cells, so convolutions see neighbours. Cells off the board are 0.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import cast

import numpy as np

from moleworks.core.bits import count
from moleworks.core.game import Setup, State
from moleworks.core.kernel import kernel
from moleworks.engine.identity_cache import cached_by_identity
from moleworks.games.mole_company.board import MoleCompanyBoard, RotatedBoard, board_of, space_names
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_company.rules import (
    HIGHEST,
    LAST,
    OVER,
    MoleCompanyPosition,
    MoleCompanyTable,
    face_down,
    moles,
)
from moleworks.research.encoded_planes import EncodedPlanes, Encoder, IntArray

VALUES = range(1, HIGHEST + 1)
"""Of discs."""
SEATS = ("mine", "of the next seat", "of the seat after it", "of the last of four seats")
LEVELS = ("level 1", "level 2", "level 3", "level 4")
PHASES = {
    "to place": "place",
    "to choose whether to flip": "choose",
    "a disc falls": "flip",
    "to move": "move",
    "to choose whether to take the bonus": "bonus",
}
PLANES = (
    *(f"moles: {whose}" for whose in SEATS),
    "spaces",
    "holes",
    "special spaces",
    "holes of the next board",
    *LEVELS,
    *PHASES,
    "the move is a bonus",
    "value of the disc",
    *(f"discs of value {value} face down: {whose}" for whose in SEATS for value in VALUES),
    "turns, of 255 as far as the turn limit",
)
"""The planes of batches. From the levels on they are the same in every cell: 1 or 0, or a number."""
SETS = 8
"""How many of them are sets of spaces."""
PRINTED = ("special", "dotted east", "dotted north-west", "dotted north-east")
"""Sets of spaces: with a special sign, even if the option is off; with a dotted line in that direction."""
REST = (
    *PRINTED,
    *(f"disc shows {value}" for value in VALUES),
    "over",
    *(f"turn: {whose}" for whose in SEATS),
    "turns",
)
"""Further numbers, in planes of adapters."""


def shape(board: MoleCompanyBoard, players: int) -> tuple[int, ...]:
    """Rows and columns; planes of missing seats are empty."""
    del players
    return 2 * board.side - 1, 2 * board.side - 1


@kernel
def seat_after(table: MoleCompanyTable, seat: int, ahead: int) -> int:
    """The seat `ahead` places after a seat (without a division, which is slower)."""
    found = seat + ahead
    return found if found < table.players else found - table.players


@kernel
def encode(
    table: MoleCompanyTable, position: MoleCompanyPosition, seat: int, numbers: MutableSequence[int]
) -> None:
    """Write the numbers of `PLANES` for a seat; a watcher (-1) sees the same as seat 0."""
    me = seat if seat >= 0 else 0
    level = position.level
    for ahead in range(4):
        other = seat_after(table, me, ahead)
        numbers[ahead] = moles(position, other) if ahead < table.players else 0
        down = face_down(position, other) if ahead < table.players else 0
        for value in range(4):
            numbers[19 + 4 * ahead + value] = count((down >> (2 * value)) & 3)
    numbers[4] = table.spaces[level]
    numbers[5] = table.holes[level]
    numbers[6] = table.specials[level]
    numbers[7] = table.holes[level + 1] if level < LAST else 0
    for number in range(4):
        numbers[8 + number] = 1 if level == number else 0
    for phase in range(5):
        numbers[12 + phase] = 1 if position.phase == phase else 0
    numbers[17] = position.bonus
    numbers[18] = position.disc
    numbers[35] = position.turns * 255 // table.turn_limit


@kernel
def encode_rest(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    seat: int,
    printed: Sequence[int],
    numbers: MutableSequence[int],
) -> None:
    """Write the numbers of `REST`; `printed` are those of `PRINTED`, by level."""
    me = seat if seat >= 0 else 0
    for n in range(4):
        numbers[36 + n] = printed[4 * position.level + n]
        numbers[40 + n] = 1 if position.disc == n + 1 else 0
    over = position.phase == OVER
    numbers[44] = 1 if over else 0
    for ahead in range(4):
        turn = ahead < table.players and position.seat == seat_after(table, me, ahead)
        numbers[45 + ahead] = 1 if turn and not over else 0
    numbers[49] = position.turns


ENCODER = Encoder(MoleCompanyTable, MoleCompanyPosition, PLANES, SETS, REST, encode, encode_rest)


class MoleCompanyObservation(EncodedPlanes):
    """The planes of Mole Company: the board on top, in oblique rows."""

    def __init__(self, setup: Setup) -> None:
        side, seats = board_of(setup).side, SEATS[: setup.players]
        width = 2 * side - 1
        self._steps = (1, width, width + 1)
        """From a cell to those that dotted lines in `PRINTED` lead to."""
        self._cells = [(ord(name[0]) - ord("a")) * width + int(name[1:]) - 1 for name in space_names(side)]
        """By space, its cell."""
        self._printed_sets = cached_by_identity(self._read_printed_sets)
        moles = {f"moles {place}": (f"moles: {whose}",) for place, whose in enumerate(seats)}
        discs = {
            f"discs of value {value} face down: {whose}": f"disc {value} of {place}"
            for place, whose in enumerate(seats)
            for value in VALUES
        }
        super().__init__(
            ENCODER,
            {**moles, "hole": ("holes",), **{name: (name,) for name in PRINTED}, "board": ("spaces",)},
            {
                **discs,
                **{f"disc shows {value}": f"disc shows {value}" for value in VALUES},
                **dict(zip(LEVELS, LEVELS, strict=True)),
                **PHASES,
                "over": "over",
                **{f"turn: {whose}": f"turn of {place}" for place, whose in enumerate(seats)},
                "the move is a bonus": "bonus",
                "turns": "turns",
            },
            width,
            width,
            places=self._cells,
            divisors={**dict.fromkeys(discs, 2), "turns": int(setup.options["turn_limit"])},
        )

    def printed(self, state: State) -> IntArray:
        """The sets that are printed on the boards as they lie in this match."""
        return self._printed_sets(cast(MoleCompanyState, state).boards)

    def _read_printed_sets(self, boards: Sequence[RotatedBoard]) -> IntArray:
        """By level, the sets of `PRINTED`. A line is marked in the space to the west or south of it."""
        sets = []
        for board in boards:
            dotted = [0, 0, 0]
            for near, far in map(sorted, board.dotted):
                dotted[self._steps.index(self._cells[far] - self._cells[near])] |= 1 << near
            sets += [board.specials, *dotted]
        return np.array(sets, np.int64)


OBSERVATION = MoleCompanyObservation
