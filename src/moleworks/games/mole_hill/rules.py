"""The rules of Mole Hill (MH1-MH10), with bit sets of squares and edges.

Square s is in column s % columns and row s // columns. Two sets contain the edges without a rod, east and
north of each square. A rod removes a bit. The border of the board is never in these sets.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.core.bits import count, nth
from moleworks.core.game import NOBODY
from moleworks.core.kernel import kernel

PLACE, STEP, ROD, OVER = 0, 1, 2, 3

# An action is a square for the mole, or one of these plus a square for the rod on that square's edge.
EAST, NORTH = 64, 128


class MoleHillTable(NamedTuple):
    """The board and the options as numbers."""

    columns: int
    squares: int
    east: int
    north: int
    slip_east: int
    """The edges beside the mole that need not be free for a diagonal step (MH5): none or all."""
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


class MoleHillPosition(NamedTuple):
    round: int
    phase: int
    mole: int
    hills: int
    """Squares visited in this round."""
    east: int
    north: int
    reach: int
    """The squares that the mole can go to next. Also decides whether the round ends (MH8)."""
    first: int
    """The points of seat 0, once the first round is over."""


@kernel
def opening(table: MoleHillTable) -> MoleHillPosition:
    """The start of the first round (MH1)."""
    return round_start(table, 1, 0)


@kernel
def round_start(table: MoleHillTable, round_: int, first: int) -> MoleHillPosition:
    """The start of a round: the mole can be placed (MH2)."""
    return MoleHillPosition(round_, PLACE, -1, 0, table.east, table.north, table.starts, first)


@kernel
def reach(table: MoleHillTable, mole: int, hills: int, east: int, north: int) -> int:
    """The squares that the mole can go to (MH3-MH5, MH7); none once all molehills are used (MH8)."""
    if count(hills) >= table.supply:
        return 0
    if mole == table.centre and count(hills) > 1:
        return table.squares & ~hills  # MH7: it moved here, so it can jump
    return one_step_away(table, 1 << mole, east, north) & ~hills


@kernel
def one_step_away(table: MoleHillTable, here: int, east: int, north: int) -> int:
    """All squares one step from any of these, visited or not (MH4, MH5)."""
    columns = table.columns
    beside = ((here & east) << 1) | ((here >> 1) & east)
    above = ((here & north) << columns) | ((here >> columns) & north)
    # MH5: a diagonal step goes by the square beside or above. With `edges` the first edge need not be free.
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
def actor(table: MoleHillTable, position: MoleHillPosition) -> int:
    """The seat to act: seat 0 is the mole of the first round, seat 1 that of the second (MH1)."""
    if position.phase == OVER:
        return NOBODY
    return 2 - position.round if position.phase == ROD else position.round - 1


@kernel
def legal_count(table: MoleHillTable, position: MoleHillPosition) -> int:
    """The number of legal actions. `table` is unused, but this function has it in all games."""
    if position.phase == ROD:
        return count(position.east) + count(position.north)
    if position.phase == OVER:
        return 0
    return count(position.reach)


@kernel
def nth_legal(table: MoleHillTable, position: MoleHillPosition, n: int) -> int:
    """The n-th legal action: squares in order, or rods, east edges first."""
    if position.phase != ROD:
        return nth(position.reach, n)
    easts = count(position.east)
    # Conditional expressions instead of branches: these compile to code without jumps.
    kind = EAST if n < easts else NORTH
    edges = position.east if n < easts else position.north
    return kind + nth(edges, n if n < easts else n - easts)


@kernel
def is_free(position: MoleHillPosition, rod: int) -> bool:
    """Whether there is no rod on this edge (MH6)."""
    edges = position.north if rod >= NORTH else position.east
    return (edges >> (rod & 63)) & 1 == 1


@kernel
def play(table: MoleHillTable, position: MoleHillPosition, action: int) -> MoleHillPosition:
    """The position after a legal action."""
    if action < EAST:
        return step_to(table, position, action)
    return lay_rod(table, position, action)


@kernel
def step_to(table: MoleHillTable, position: MoleHillPosition, square: int) -> MoleHillPosition:
    """The mole is placed, steps or jumps (MH2, MH3, MH7)."""
    hills = position.hills | (1 << square)
    ahead = reach(table, square, hills, position.east, position.north)
    after = MoleHillPosition(
        position.round, ROD, square, hills, position.east, position.north, ahead, position.first
    )
    return after if ahead else end_round(table, after)


@kernel
def lay_rod(table: MoleHillTable, position: MoleHillPosition, rod: int) -> MoleHillPosition:
    """The gardener lays a rod (MH6)."""
    bit = 1 << (rod & 63)
    east = position.east & ~(bit if rod < NORTH else 0)
    north = position.north & ~(0 if rod < NORTH else bit)
    ahead = reach(table, position.mole, position.hills, east, north)
    after = MoleHillPosition(
        position.round, STEP, position.mole, position.hills, east, north, ahead, position.first
    )
    return after if ahead else end_round(table, after)


@kernel
def end_round(table: MoleHillTable, position: MoleHillPosition) -> MoleHillPosition:
    """The mole has no move: the other round, or the end (MH1, MH8, MH10)."""
    if position.round < table.rounds:
        return round_start(table, position.round + 1, points(table, position.hills))
    return MoleHillPosition(
        position.round, OVER, position.mole, position.hills, position.east, position.north, 0, position.first
    )


@kernel
def points(table: MoleHillTable, hills: int) -> int:
    """The points for these molehills (MH9)."""
    dark = count(hills) - table.light
    return (dark if dark > 0 else 0) + count(hills & table.white) + 2 * count(hills & table.red)


@kernel
def score(table: MoleHillTable, position: MoleHillPosition, seat: int) -> int:
    """The points of a seat so far, from the round in which it is the mole (MH9)."""
    if position.round - 1 == seat:
        return points(table, position.hills)
    return position.first if position.round - 1 > seat else 0


@kernel
def winner(table: MoleHillTable, position: MoleHillPosition) -> int:
    """The seat with more points; -1 if they are equal, or if only one round is played (MH10)."""
    if position.phase != OVER or table.rounds == 1:
        return -1
    first, second = score(table, position, 0), score(table, position, 1)
    if first == second:
        return -1
    return 0 if first > second else 1
