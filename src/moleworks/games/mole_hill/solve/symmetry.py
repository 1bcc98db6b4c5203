"""Mirror and turn a lawn: the symmetries that keep its flowers, its centre and its starting squares."""

from __future__ import annotations

from moleworks.core.bits import bitset, members
from moleworks.core.messages import N_, Complaint
from moleworks.games.mole_hill.board import row_count, square
from moleworks.games.mole_hill.rules import MoleHillTable

SquareMap = tuple[int, ...]
"""By square, where it goes."""


def symmetries(table: MoleHillTable) -> tuple[SquareMap, ...]:
    """All mirrors and turns of the rectangle under which the lawn stays the same; the first moves nothing."""
    columns, rows = table.columns, row_count(table)
    every = [
        _square_map(columns, rows, across, along, swap)
        for swap in ((False, True) if columns == rows else (False,))
        for across in (False, True)
        for along in (False, True)
    ]
    return tuple(moved for moved in every if _keeps(table, moved))


def _square_map(columns: int, rows: int, across: bool, along: bool, swap: bool) -> SquareMap:
    found = []
    for place in range(columns * rows):
        row, column = divmod(place, columns)
        row, column = (rows - 1 - row if along else row), (columns - 1 - column if across else column)
        found.append(column * columns + row if swap else row * columns + column)
    return tuple(found)


def _keeps(table: MoleHillTable, moved: SquareMap) -> bool:
    centre = -1 if table.centre < 0 else moved[table.centre]
    sets = (table.squares, table.starts, table.white, table.red)
    return centre == table.centre and all(move(squares, moved) == squares for squares in sets)


def part_of(table: MoleHillTable, rectangle: str) -> MoleHillTable:
    """The lawn of a mole that stays within a rectangle, such as a1-e5; it can do no better on the whole lawn.

    A rod outside is no more to the gardener than a pass, and a rod inside is never worse than a pass.
    """
    columns, rows = table.columns, row_count(table)
    corners = [square(columns, rows, name) for name in rectangle.split("-")]
    if len(corners) != 2 or corners[0] is None or corners[1] is None:
        text = N_(
            "A part of a lawn is written with its first and its last square, such as a1-e5, not {given}."
        )
        raise Complaint(text, given=rectangle[:40])
    (low, left), (high, right) = divmod(corners[0], columns), divmod(corners[1], columns)
    inside = bitset(
        [row * columns + column for row in range(low, high + 1) for column in range(left, right + 1)]
    )
    if not inside & table.starts:
        raise Complaint(N_("The mole cannot begin in {given}."), given=rectangle[:40])
    return table._replace(
        squares=inside,
        east=table.east & inside & inside >> 1,
        north=table.north & inside & inside >> columns,
        starts=table.starts & inside,
        white=table.white & inside,
        red=table.red & inside,
        slip_east=table.slip_east & inside & inside >> 1,
        slip_north=table.slip_north & inside & inside >> columns,
    )


def move(squares: int, moved: SquareMap) -> int:
    """A set of squares after a mirror or turn."""
    return bitset([moved[square] for square in members(squares)])


def different_starts(table: MoleHillTable) -> list[int]:
    """One of each set of starting squares that symmetries make the same, in the order of squares."""
    maps = symmetries(table)
    return [square for square in members(table.starts) if square == min(moved[square] for moved in maps)]
