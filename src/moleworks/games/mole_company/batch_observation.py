"""Mole Company in arrays of a batch: the mask of legal actions and the observation planes.

A plane is a square grid with a skewed board: a step in one direction is always the same step of cells, so
convolutions see neighbours. Row `a` comes first; cells off the board are 0. Cells are written 64 at a time
(see `bits.paint`) and in order: 64 spare cells must follow the last plane.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.core.bits import count, lowest, write_bits, write_value
from moleworks.core.kernel import kernel
from moleworks.games.mole_company.board import MoleCompanyBoard
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    DO_FLIP,
    DO_STOP,
    DO_WAIT,
    FLIP,
    GO,
    LAST,
    MOVE,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    disc_weight,
    face_down,
    free_spaces,
    moles,
    reach,
)

ACTIONS = DO_STOP + 1
"""Every action is smaller: a space, a move, a disc or a word."""

SEATS = ("mine", "of the next seat", "of the seat after it", "of the last of four seats")
PLANES = (
    *(f"moles: {whose}" for whose in SEATS),
    "spaces",
    "holes",
    "special spaces",
    "holes of the next board",
    "level 1",
    "level 2",
    "level 3",
    "level 4",
    "to place",
    "to choose whether to flip",
    "a disc falls",
    "to move",
    "to choose whether to take the bonus",
    "the move is a bonus",
    "value of the disc",
    *(f"discs of value {value} face down: {whose}" for whose in SEATS for value in (1, 2, 3, 4)),
    "turns, of 255 as far as the turn limit",
)
"""What each plane shows. From the levels on they are the same in every cell: 1 or 0, or a number."""


def shape(board: MoleCompanyBoard, players: int) -> tuple[int, ...]:
    """Rows and columns; planes of missing seats are empty."""
    del players
    return 2 * board.side - 1, 2 * board.side - 1


@kernel
def mark(
    table: MoleCompanyTable, position: MoleCompanyPosition, cells: MutableSequence[int], at: int, on: int
) -> None:
    """Mark legal actions with `on`. Before another position is marked, this one must be cleared (0).

    So only the cells of this position's actions are written.
    """
    phase = position.phase
    if phase == MOVE:
        rest = moles(position, position.seat)
        while rest:
            space = lowest(rest)
            write_bits(reach(table, position, space) if on == 1 else 0, cells, at + GO + 64 * space)
            rest &= rest - 1
    elif phase == FLIP:
        for disc in range(1, 5):
            cells[at + DISC + disc] = on if disc_weight(position, disc) > 0 else 0
    elif phase == PLACE:
        write_bits(free_spaces(table, position) if on == 1 else 0, cells, at)
    elif phase in (CHOOSE, BONUS):
        cells[at + DO_FLIP] = on
        cells[at + (DO_WAIT if phase == CHOOSE else DO_STOP)] = on


@kernel
def grid(bits: int, side: int, cells: MutableSequence[int], at: int) -> int:
    """Write a set of spaces, row by row; the index of the next plane."""
    rows = 2 * side - 1
    for row in range(rows):
        below = row - (side - 1)
        gap = below if below > 0 else 0
        length = rows - (below if below > 0 else -below)
        write_bits((bits & ((1 << length) - 1)) << gap, cells, at + row * rows)
        bits >>= length
    return at + rows * rows


@kernel
def flat(value: int, side: int, cells: MutableSequence[int], at: int) -> int:
    """Write one value to all cells of a plane; the index of the next plane."""
    end = at + (2 * side - 1) * (2 * side - 1)
    write_value(value, cells, at)
    if end - at > 64:
        write_value(value, cells, end - 64)
    return end


@kernel
def seated(table: MoleCompanyTable, seat: int, ahead: int) -> int:
    """The seat `ahead` places after a seat (without a division, which is slower)."""
    found = seat + ahead
    return found if found < table.players else found - table.players


@kernel
def observe(
    table: MoleCompanyTable, position: MoleCompanyPosition, seat: int, cells: MutableSequence[int], at: int
) -> None:
    """Write the planes for a seat; a watcher (-1) sees the same as seat 0."""
    room = count(table.spaces)
    side = 3 if room == 19 else (4 if room == 37 else 5)
    me = seat if seat >= 0 else 0
    level = position.level
    for ahead in range(4):
        own = moles(position, seated(table, me, ahead)) if ahead < table.players else 0
        at = grid(own, side, cells, at)
    at = grid(table.spaces, side, cells, at)
    at = grid(table.holes[level], side, cells, at)
    at = grid(table.specials[level], side, cells, at)
    at = grid(table.holes[level + 1] if level < LAST else 0, side, cells, at)
    for number in range(4):
        at = flat(1 if level == number else 0, side, cells, at)
    for phase in range(5):
        at = flat(1 if position.phase == phase else 0, side, cells, at)
    at = flat(position.bonus, side, cells, at)
    at = flat(position.disc, side, cells, at)
    for ahead in range(4):
        down = face_down(position, seated(table, me, ahead)) if ahead < table.players else 0
        for value in range(4):
            at = flat(count((down >> (2 * value)) & 3), side, cells, at)
    flat(position.turns * 255 // table.turn_limit, side, cells, at)
