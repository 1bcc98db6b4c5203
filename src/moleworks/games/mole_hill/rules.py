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
LOST, DRAWN, WON = 0, 1, 2

RED_POINTS = 2
"""The points of a red flower; a white one gives 1 (MH9)."""

# An action is a square for the mole, or one of these plus a square for the rod on that square's edge.
EAST, NORTH = 64, 128
ACTIONS = NORTH + 64
"""Every action is smaller."""


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
    """What changes during a game, as numbers and bit sets."""

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
    if may_jump(table, mole, hills):
        return table.squares & ~hills
    return one_step_away(table, 1 << mole, east, north) & ~hills


@kernel
def may_jump(table: MoleHillTable, mole: int, hills: int) -> bool:
    """Whether the mole's next move can lead to any free square: it has moved onto the centre (MH7)."""
    return mole == table.centre and count(hills) > 1


@kernel
def one_move_away(table: MoleHillTable, here: int, east: int, north: int) -> int:
    """All squares one step or jump from any of these, for a mole that has moved there (MH4, MH5, MH7)."""
    if table.centre >= 0 and (here >> table.centre) & 1:
        return table.squares
    return one_step_away(table, here, east, north)


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


def seat_acts(phase: int) -> bool:
    """Whether a seat acts in a phase."""
    return actor(MoleHillTable(*(0,) * 13), MoleHillPosition(1, phase, *(0,) * 6)) >= 0


@kernel
def legal_count(table: MoleHillTable, position: MoleHillPosition) -> int:
    """The number of legal actions. `table` is unused, but this function has it in all games."""
    if position.phase == ROD:
        return count(position.east) + count(position.north)
    if position.phase == OVER:
        return 0
    return count(position.reach)


@kernel
def legal_sets(position: MoleHillPosition) -> tuple[int, int, int]:
    """The legal actions as sets: squares for the mole, and edges east and north of squares for a rod."""
    if position.phase == ROD:
        return 0, position.east, position.north
    return position.reach, 0, 0  # nothing, once the game is over


@kernel
def nth_legal(table: MoleHillTable, position: MoleHillPosition, n: int) -> int:
    """The n-th legal action: squares in order, or rods, east edges first."""
    rods = position.phase == ROD
    easts = count(position.east)
    # Conditional expressions instead of branches: these compile to code without jumps, and the threads of a
    # GPU stay together.
    first = not rods or n < easts
    kind = (EAST if first else NORTH) if rods else 0
    members = (position.east if first else position.north) if rods else position.reach
    return kind + nth(members, n if first else n - easts)


@kernel
def is_free(position: MoleHillPosition, rod: int) -> bool:
    """Whether there is no rod on this edge (MH6)."""
    edges = position.north if rod >= NORTH else position.east
    return (edges >> (rod & 63)) & 1 == 1


@kernel
def play(table: MoleHillTable, position: MoleHillPosition, action: int) -> MoleHillPosition:
    """The position after a legal action."""
    # Both kinds alternate, so a processor foresees this branch; `rules_fast.play_without_branch` is for GPUs.
    if action < EAST:
        return step_to(table, position, action)
    return lay_rod(table, position, action)


@kernel
def step_to(table: MoleHillTable, position: MoleHillPosition, square: int) -> MoleHillPosition:
    """The mole is placed, steps or jumps (MH2, MH3, MH7)."""
    hills = position.hills | (1 << square)
    return after_action(table, position, ROD, square, hills, position.east, position.north)


@kernel
def lay_rod(table: MoleHillTable, position: MoleHillPosition, rod: int) -> MoleHillPosition:
    """The gardener lays a rod (MH6)."""
    bit = 1 << (rod & 63)
    east = position.east & ~(bit if rod < NORTH else 0)
    north = position.north & ~(0 if rod < NORTH else bit)
    return after_action(table, position, STEP, position.mole, position.hills, east, north)


@kernel
def after_action(
    table: MoleHillTable, position: MoleHillPosition, phase: int, mole: int, hills: int, east: int, north: int
) -> MoleHillPosition:
    """The position with what an action has changed, if the round goes on (MH8)."""
    ahead = reach(table, mole, hills, east, north)
    after = MoleHillPosition(position.round, phase, mole, hills, east, north, ahead, position.first)
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
    return dark_hills(table.light, count(hills)) + flower_points(table, hills)


@kernel
def dark_hills(light: int, number: int) -> int:
    """How many of so many molehills are dark; the light ones are used first (MH9)."""
    return number - light if number > light else 0


@kernel
def flower_points(table: MoleHillTable, squares: int) -> int:
    """The points of the flowers on these squares (MH9)."""
    return count(squares & table.white) + RED_POINTS * count(squares & table.red)


def most_points(table: MoleHillTable) -> int:
    """The most points that a round can give: every molehill, red flowers first (MH9)."""
    red = min(count(table.red), table.supply)
    white = min(count(table.white), table.supply - red)
    return dark_hills(table.light, table.supply) + white + RED_POINTS * red


@kernel
def all_points(table: MoleHillTable) -> int:
    """The points of all molehills and all flowers.

    This is more than a round can give if there are more flowers than molehills.
    """
    return dark_hills(table.light, table.supply) + flower_points(table, table.squares)


@kernel
def score(table: MoleHillTable, position: MoleHillPosition, seat: int) -> int:
    """The points of a seat so far, from the round in which it is the mole (MH9)."""
    if position.round - 1 == seat:
        return points(table, position.hills)
    return position.first if position.round - 1 > seat else 0


@kernel
def winner(table: MoleHillTable, position: MoleHillPosition) -> int:
    """The seat with more points; -1 if they are equal, or if only one round is played (MH10)."""
    if position.phase != OVER or not has_winner(table.rounds):
        return -1
    result = second_round_result(score(table, position, 0), score(table, position, 1))
    if result == DRAWN:
        return -1
    return 1 if result == WON else 0


@kernel
def has_winner(rounds: int) -> bool:
    """Whether a match of so many rounds is won; a single round is played for its points."""
    return rounds == 2


@kernel
def second_round_result(first: int, second: int) -> int:
    """The result of a match for the mole of the second round, by the points of both rounds (MH10)."""
    if second == first:
        return DRAWN
    return WON if second > first else LOST


@kernel
def decides_match(round_: int) -> bool:
    """Whether the match is decided in this round: the second one (MH10)."""
    return round_ == 2


@kernel
def mole_seat(round_: int) -> int:
    """The seat that is the mole in a round (MH1)."""
    return round_ - 1


def gardener_seat(round_: int) -> int:
    """The seat that is the gardener in a round: the other one (MH1)."""
    return 1 - mole_seat(round_)
