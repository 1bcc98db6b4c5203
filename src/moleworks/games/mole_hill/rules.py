"""Mole Hill, rule by rule (MH1-MH10), over sets of squares and edges.

Square s lies in column s % columns and row s // columns. Two sets of edges hold the places where no rod lies:
the edge east of square s and the edge north of it. So a rod is one bit fewer, and the border never was a bit.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.bits import count, nth
from moleworks.games.game import NOBODY
from moleworks.games.kernel import kernel

PLACE, STEP, ROD, OVER = 0, 1, 2, 3

# An action is a square for the mole, or one of these plus a square for the rod on that square's edge.
EAST, NORTH = 64, 128


class Table(NamedTuple):
    """A lawn and the options played, as numbers."""

    columns: int
    squares: int
    east: int
    north: int
    slip_east: int
    """Edges beside the mole that a diagonal need not find free (MH5): none for `path`, all for `edges`."""
    slip_north: int
    starts: int
    centre: int
    """The square, or -1."""
    white: int
    red: int
    light: int
    supply: int
    """Molehills of both kinds."""
    rounds: int


class Position(NamedTuple):
    round: int
    phase: int
    mole: int
    hills: int
    """Squares visited in this round."""
    east: int
    north: int
    reach: int
    """Squares the mole may go to next; kept because the end of the round hangs on it too (MH8)."""
    first: int
    """Points of the first round's mole, once that round is over."""


@kernel
def opening(table: Table) -> Position:
    """The first round before its first action (MH1)."""
    return round_opening(table, 1, 0)


@kernel
def round_opening(table: Table, round_: int, first: int) -> Position:
    """A round before its first action: the mole may be placed (MH2)."""
    return Position(round_, PLACE, -1, 0, table.east, table.north, table.starts, first)


@kernel
def reach(table: Table, mole: int, hills: int, east: int, north: int) -> int:
    """Where the mole may go next (MH3-MH5, MH7), nowhere once its molehills are used up (MH8)."""
    if count(hills) >= table.supply:
        return 0
    if mole == table.centre and count(hills) > 1:
        return table.squares & ~hills  # MH7: it moved here, so it may jump
    return spread(table, 1 << mole, east, north) & ~hills


@kernel
def spread(table: Table, here: int, east: int, north: int) -> int:
    """All squares one step from any of these, visited or not (MH4, MH5)."""
    columns = table.columns
    beside = ((here & east) << 1) | ((here >> 1) & east)
    above = ((here & north) << columns) | ((here >> columns) & north)
    # MH5: round the corner by the square beside or above; `edges` forgives the first of the two edges.
    by_side, by_above = beside, above
    if table.slip_east:
        by_side = ((here & table.slip_east) << 1) | ((here >> 1) & table.slip_east)
        by_above = ((here & table.slip_north) << columns) | ((here >> columns) & table.slip_north)
    return (
        beside
        | above
        | ((by_side & north) << columns)
        | ((by_side >> columns) & north)
        | ((by_above & east) << 1)
        | ((by_above >> 1) & east)
    )


@kernel
def actor(table: Table, position: Position) -> int:
    """The seat to act: seat 0 is the mole of the first round, seat 1 that of the second (MH1)."""
    if position.phase == OVER:
        return NOBODY
    return 2 - position.round if position.phase == ROD else position.round - 1


@kernel
def legal_count(table: Table, position: Position) -> int:
    """How many actions are legal (`table` is not needed here: all games are asked alike)."""
    if position.phase == ROD:
        return count(position.east) + count(position.north)
    if position.phase == OVER:
        return 0
    return count(position.reach)


@kernel
def nth_legal(table: Table, position: Position, n: int) -> int:
    """The n-th legal action: squares in order, or rods, east edges first."""
    if position.phase != ROD:
        return nth(position.reach, n)
    easts = count(position.east)
    # Written as choices between values, not as two ways to go: no branch to mispredict when compiled.
    kind = EAST if n < easts else NORTH
    edges = position.east if n < easts else position.north
    return kind + nth(edges, n if n < easts else n - easts)


@kernel
def is_free(position: Position, rod: int) -> bool:
    """Whether no rod lies on this edge yet (MH6)."""
    edges = position.north if rod >= NORTH else position.east
    return (edges >> (rod & 63)) & 1 == 1


@kernel
def play(table: Table, position: Position, action: int) -> Position:
    """The position after a legal action."""
    if action < EAST:
        return stepped(table, position, action)
    return fenced(table, position, action)


@kernel
def stepped(table: Table, position: Position, square: int) -> Position:
    """The mole is placed, steps or jumps (MH2, MH3, MH7)."""
    hills = position.hills | (1 << square)
    ahead = reach(table, square, hills, position.east, position.north)
    after = Position(position.round, ROD, square, hills, position.east, position.north, ahead, position.first)
    return after if ahead else round_over(table, after)


@kernel
def fenced(table: Table, position: Position, rod: int) -> Position:
    """The gardener lays a rod (MH6)."""
    bit = 1 << (rod & 63)
    east = position.east & ~(bit if rod < NORTH else 0)
    north = position.north & ~(0 if rod < NORTH else bit)
    ahead = reach(table, position.mole, position.hills, east, north)
    after = Position(position.round, STEP, position.mole, position.hills, east, north, ahead, position.first)
    return after if ahead else round_over(table, after)


@kernel
def round_over(table: Table, position: Position) -> Position:
    """The mole has no move: the other round, or the end (MH1, MH8, MH10)."""
    if position.round < table.rounds:
        return round_opening(table, position.round + 1, points(table, position.hills))
    return Position(
        position.round, OVER, position.mole, position.hills, position.east, position.north, 0, position.first
    )


@kernel
def points(table: Table, hills: int) -> int:
    """What these molehills score (MH9)."""
    dark = count(hills) - table.light
    return (dark if dark > 0 else 0) + count(hills & table.white) + 2 * count(hills & table.red)


@kernel
def score(table: Table, position: Position, seat: int) -> int:
    """The points of a seat so far: of the round in which it is the mole (MH9)."""
    if position.round - 1 == seat:
        return points(table, position.hills)
    return position.first if position.round - 1 > seat else 0


@kernel
def winner(table: Table, position: Position) -> int:
    """The seat with more points, or -1: they have as many, or a single round was played for study (MH10)."""
    if position.phase != OVER or table.rounds == 1:
        return -1
    first, second = score(table, position, 0), score(table, position, 1)
    if first == second:
        return -1
    return 0 if first > second else 1
