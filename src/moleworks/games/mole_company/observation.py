"""Encode positions of Mole Company for learning programs: planes with a cell for each space of the top board.

A plane is a square grid with a skewed board, a row for each letter and a column for each number: a step in
one direction is always the same step of cells, so convolutions see neighbours. Cells off the board are 0.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import cast

import numpy as np

from moleworks.core.bits import count, write_bits
from moleworks.core.game import Setup, State
from moleworks.core.kernel import kernel
from moleworks.engine.identity_cache import cached_by_identity
from moleworks.games.mole_company.board import RotatedBoard, board_of, space_names
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_company.rules import (
    HIGHEST,
    LAST,
    LEVEL_COUNT,
    OVER,
    MoleCompanyPosition,
    MoleCompanyTable,
    board_holes,
    board_spaces,
    board_specials,
    copies,
    face_down,
    moles,
)
from moleworks.research.encoded_planes import EncodedPlanes, Encoder, IntArray

VALUES = range(1, HIGHEST + 1)
"""Of discs."""
SEATS = ("mine", "of the next seat", "of the seat after it", "of the last of four seats")
LEVELS = ("level 1", "level 2", "level 3", "level 4")
PHASES = (
    "to place",
    "to choose whether to flip",
    "a disc falls",
    "to move",
    "to choose whether to take the bonus",
)
DOTTED = ("dotted line to the east", "dotted line to the north-west", "dotted line to the north-east")
DISC, TURNS = "value of the disc", "turns, of 255 as far as the turn limit"
DISCS = tuple(f"discs of value {value} face down: {whose}" for whose in SEATS for value in VALUES)
PLANES = (
    *(f"moles: {whose}" for whose in SEATS),
    "spaces",
    "holes",
    "special spaces",
    "holes of the next board",
    *DOTTED,
    *LEVELS,
    *PHASES,
    "the move is a bonus",
    DISC,
    *DISCS,
    *(f"turn: {whose}" for whose in SEATS),
    TURNS,
)
"""From the levels on they are the same in every cell: 1 or 0, or a number. Missing seats have empty ones."""
SETS = 11
"""How many of them are sets of spaces. A dotted line is marked in the space to the west or south of it."""


LARGEST_SET = 63
"""Members of a set are below this."""


@kernel
def seat_after(table: MoleCompanyTable, seat: int, ahead: int) -> int:
    """The seat `ahead` places after a seat (without a division, which is slower)."""
    found = seat + ahead
    return found if found < table.players else found - table.players


@kernel
def encode(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    seat: int,
    printed: Sequence[int],
    numbers: MutableSequence[int],
) -> None:
    """Write the numbers of `PLANES` for a seat; a watcher (-1) sees the same as seat 0.

    `printed` are the sets of `DOTTED`, by level.
    """
    me = seat if seat >= 0 else 0
    level = position.level
    over = position.phase == OVER
    for ahead in range(4):
        other = seat_after(table, me, ahead)
        numbers[ahead] = moles(position, other) if ahead < table.players else 0
        down = face_down(position, other) if ahead < table.players else 0
        for value in range(HIGHEST):
            numbers[22 + HIGHEST * ahead + value] = copies(down, value + 1)
        turn = ahead < table.players and position.seat == other
        numbers[38 + ahead] = 1 if turn and not over else 0
    numbers[4] = board_spaces(table, level)
    numbers[5] = board_holes(table, level)
    numbers[6] = board_specials(table, level)
    numbers[7] = board_holes(table, level + 1) if level < LAST else 0
    for direction in range(3):
        numbers[8 + direction] = printed[3 * level + direction]
    for number in range(LEVEL_COUNT):
        numbers[11 + number] = 1 if level == number else 0
    for phase in range(5):
        numbers[15 + phase] = 1 if position.phase == phase else 0
    numbers[20] = position.bonus
    numbers[21] = position.disc
    numbers[42] = position.turns * 255 // table.turn_limit


@kernel
def write_sets(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    seat: int,
    numbers: Sequence[int],
    sets: int,
    cells: MutableSequence[int],
    at: int,
    plane: int,
) -> None:
    """Write sets of spaces: as many rows at once as are a set of small numbers together."""
    room = count(board_spaces(table, 0))
    side = 3 if room == 19 else (4 if room == 37 else 5)
    rows = 2 * side - 1
    for n in range(sets):
        bits = int(numbers[n])
        joined, first, place = 0, at, 0
        for row in range(rows):
            below = row - (side - 1)
            gap = below if below > 0 else 0
            length = rows - (below if below > 0 else -below)
            if place + rows > LARGEST_SET:
                write_bits(joined, cells, first)
                joined, first, place = 0, first + place, 0
            joined |= (bits & ((1 << length) - 1)) << gap + place
            place += rows
            bits >>= length
        write_bits(joined, cells, first)
        at += plane


ENCODER = Encoder(MoleCompanyTable, MoleCompanyPosition, PLANES, SETS, encode, write_sets)


class MoleCompanyObservation(EncodedPlanes):
    """The planes of Mole Company: the board on top, in oblique rows."""

    def __init__(self, setup: Setup) -> None:
        side = board_of(setup).side
        width = 2 * side - 1
        self._steps = (1, width, width + 1)
        """From a cell to those that the lines of `DOTTED` lead to."""
        self._cells = [(ord(name[0]) - ord("a")) * width + int(name[1:]) - 1 for name in space_names(side)]
        """By space, its cell."""
        self._dotted = cached_by_identity(self._read_dotted)
        discs = dict.fromkeys(DISCS, 2)
        super().__init__(ENCODER, (width, width), {DISC: HIGHEST, **discs, TURNS: 255})

    def printed(self, state: State) -> IntArray:
        """The dotted lines on the boards as they lie in this match."""
        return self._dotted(cast(MoleCompanyState, state).boards)

    def _read_dotted(self, boards: Sequence[RotatedBoard]) -> IntArray:
        """By level, the sets of `DOTTED`."""
        sets = []
        for board in boards:
            dotted = [0, 0, 0]
            for near, far in map(sorted, board.dotted):
                dotted[self._steps.index(self._cells[far] - self._cells[near])] |= 1 << near
            sets += dotted
        return np.array(sets, np.int64)


OBSERVATION = MoleCompanyObservation
