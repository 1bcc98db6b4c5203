"""The board of Mole Hill: names of squares and edges, and the table for the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from moleworks.core.bits import bitset
from moleworks.core.game import Setup, Value
from moleworks.games.mole_hill.rules import EAST, NORTH, MoleHillTable, dark_hills

SQUARE = re.compile(r"([a-z])(0|[1-9][0-9]{0,8})")


class MoleHillBoard(NamedTuple):
    """A board as in its file; squares by name."""

    name: str
    title: Mapping[str, str]
    source: str
    version: int
    columns: int
    rows: int
    centre: str | None
    red: tuple[str, ...]
    white: tuple[str, ...]
    light: int
    dark: int
    rods: int

    @property
    def molehills(self) -> int:
        """The molehills of a round, light and dark (MH8, MH9)."""
        return self.light + self.dark


def board_of(setup: Setup) -> MoleHillBoard:
    """The board of a set-up of this game."""
    assert isinstance(setup.board, MoleHillBoard)
    return setup.board


def square(columns: int, rows: int, name: str) -> int | None:
    """The number of a square; None if it is not on the board.

    >>> square(9, 7, "a1"), square(9, 7, "e4"), square(9, 7, "i8")
    (0, 31, None)
    """
    return _by_name(columns, rows).get(name)


@lru_cache(maxsize=64)
def _by_name(columns: int, rows: int) -> dict[str, int]:
    return {square_name(columns, number): number for number in range(columns * rows)}


@lru_cache(4096)
def square_name(columns: int, square: int) -> str:
    """The name of a square: its column, then its row from the bottom.

    >>> square_name(9, 31)
    'e4'
    """
    row, column = divmod(square, columns)
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache(4096)
def rod_name(columns: int, rod: int) -> str:
    """The name of a rod: the two squares that it separates, the smaller one first.

    >>> rod_name(9, 64 + 20), rod_name(9, NORTH + 20)
    ('c3|d3', 'c3|c4')
    """
    near, far = rod_squares(columns, rod)
    return f"{square_name(columns, near)}|{square_name(columns, far)}"


def rod_squares(columns: int, rod: int) -> tuple[int, int]:
    """The two squares that a rod separates, the smaller one first."""
    near = rod & 63
    return near, near + (1 if rod < NORTH else columns)


def neighbours(columns: int, rows: int, square: int) -> list[int]:
    """The up to eight squares around one."""
    row, column = divmod(square, columns)
    return [
        r * columns + c
        for r in range(max(0, row - 1), min(rows, row + 2))
        for c in range(max(0, column - 1), min(columns, column + 2))
        if (r, c) != (row, column)
    ]


@lru_cache(maxsize=64)
def edges(columns: int, rows: int) -> tuple[int, int]:
    """The edges between two squares: those east and those north of each square (MH6)."""
    east = bitset([r * columns + c for r in range(rows) for c in range(columns - 1)])
    north = bitset([r * columns + c for r in range(rows - 1) for c in range(columns)])
    return east, north


def row_count(table: MoleHillTable) -> int:
    """The number of rows."""
    return table.squares.bit_length() // table.columns


def edge_between(table: MoleHillTable, low: int, high: int) -> int | None:
    """The edge between two squares, given in order; None if they have none (MH6)."""
    if high == low + 1 and table.east >> low & 1:
        return EAST + low
    return NORTH + low if high == low + table.columns else None


def is_dark(board: MoleHillBoard, number: int) -> bool:
    """Whether the molehill of this number, counted from 1 in a round, is a dark one (MH9)."""
    return dark_hills(board.light, number) > 0


def make_table(board: MoleHillBoard, options: Mapping[str, Value]) -> MoleHillTable:
    """The board and the options as numbers for the rules."""
    columns, rows = board.columns, board.rows
    east, north = edges(columns, rows)
    squares = (1 << columns * rows) - 1
    centre = -1 if board.centre is None else _known(board, board.centre)
    slips = options["diagonal"] == "edges"
    return MoleHillTable(
        columns=columns,
        squares=squares,
        east=east,
        north=north,
        slip_east=east if slips else 0,
        slip_north=north if slips else 0,
        starts=squares if options["start"] == "anywhere" else bitset(neighbours(columns, rows, centre)),
        centre=centre,
        white=bitset([_known(board, name) for name in board.white]),
        red=bitset([_known(board, name) for name in board.red]),
        light=board.light,
        supply=board.molehills,
        rounds=int(options["rounds"]),
    )


def _known(board: MoleHillBoard, name: str) -> int:
    found = square(board.columns, board.rows, name)
    if found is None:
        raise ValueError(f"{name} is not on the board {board.name}: boards are checked before they get here")
    return found
