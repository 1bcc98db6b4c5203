"""Mole Company as cells of an array: which actions are legal, and what the board looks like from a seat.

A plane is a square grid of cells in which the board leans: a step in one direction is always the same step
of cells, so a convolution sees neighbours. Row `a` comes first; cells off the board are 0. Cells are painted
64 at a time (see `bits.paint`), in order: there must be 64 cells of room behind the last plane.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.games.bits import count, lowest, paint, wash
from moleworks.games.kernel import kernel
from moleworks.games.mole_company.board import Board
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
    Position,
    Table,
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


def shape(board: Board, players: int) -> tuple[int, ...]:
    """Rows and columns; seats that nobody has are empty planes."""
    del players
    return 2 * board.side - 1, 2 * board.side - 1


@kernel
def mark(table: Table, position: Position, cells: MutableSequence[int], at: int, on: int) -> None:
    """Mark the legal actions with `on`; whoever marks another position later clears this one first (0).

    So only the few cells are written in which an action of this position can lie.
    """
    phase = position.phase
    if phase == MOVE:
        rest = moles(position, position.seat)
        while rest:
            space = lowest(rest)
            paint(reach(table, position, space) if on == 1 else 0, cells, at + GO + 64 * space)
            rest &= rest - 1
    elif phase == FLIP:
        for disc in range(1, 5):
            cells[at + DISC + disc] = on if disc_weight(position, disc) > 0 else 0
    elif phase == PLACE:
        paint(free_spaces(table, position) if on == 1 else 0, cells, at)
    elif phase in (CHOOSE, BONUS):
        cells[at + DO_FLIP] = on
        cells[at + (DO_WAIT if phase == CHOOSE else DO_STOP)] = on


@kernel
def grid(bits: int, side: int, cells: MutableSequence[int], at: int) -> int:
    """Paint a set of spaces, row by row; where the next plane begins."""
    rows = 2 * side - 1
    for row in range(rows):
        below = row - (side - 1)
        gap = below if below > 0 else 0
        length = rows - (below if below > 0 else -below)
        paint((bits & ((1 << length) - 1)) << gap, cells, at + row * rows)
        bits >>= length
    return at + rows * rows


@kernel
def flat(value: int, side: int, cells: MutableSequence[int], at: int) -> int:
    """The same value in every cell of a plane; where the next plane begins."""
    end = at + (2 * side - 1) * (2 * side - 1)
    wash(value, cells, at)
    if end - at > 64:
        wash(value, cells, end - 64)
    return end


@kernel
def seated(table: Table, seat: int, ahead: int) -> int:
    """The seat so many places further round the table (a division takes longer)."""
    found = seat + ahead
    return found if found < table.players else found - table.players


@kernel
def observe(table: Table, position: Position, seat: int, cells: MutableSequence[int], at: int) -> None:
    """The planes as a seat sees them; a watcher (-1) sees them as seat 0 does."""
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
