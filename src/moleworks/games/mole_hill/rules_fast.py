"""Rules in faster forms: counts of steps and the edges they cross (MH4, MH5), and actions for GPUs.

They are written for speed. `tests/games/mole_hill/test_rules_fast.py` holds them equal to `rules`.
"""

from __future__ import annotations

from moleworks.core.bits import count
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    ROD,
    STEP,
    MoleHillPosition,
    MoleHillTable,
    after_action,
)


@kernel
def links(table: MoleHillTable, here: int, free: int, east: int, north: int) -> tuple[int, int]:
    """How many steps lead from these squares to free ones, and all the squares they lead to.

    `rules.one_step_away`, one direction at a time: a square with four ways in counts four times.
    """
    columns = table.columns
    slip_east = east | table.slip_east
    slip_north = north | table.slip_north
    to_east = ((here & east) << 1) & free
    to_west = ((here >> 1) & east) & free
    to_north = ((here & north) << columns) & free
    to_south = ((here >> columns) & north) & free
    by_east = (here & slip_east) << 1
    by_west = (here >> 1) & slip_east
    by_north = (here & slip_north) << columns
    by_south = (here >> columns) & slip_north
    north_east = (((by_east & north) << columns) | ((by_north & east) << 1)) & free
    north_west = (((by_west & north) << columns) | ((by_north >> 1) & east)) & free
    south_east = (((by_east >> columns) & north) | ((by_south & east) << 1)) & free
    south_west = (((by_west >> columns) & north) | ((by_south >> 1) & east)) & free
    number = count(to_east) + count(to_west) + count(to_north) + count(to_south)
    number += count(north_east) + count(north_west) + count(south_east) + count(south_west)
    straight = to_east | to_west | to_north | to_south
    return number, straight | north_east | north_west | south_east | south_west


@kernel
def rods_between(table: MoleHillTable, stand: int, goals: int, east: int, north: int) -> tuple[int, int]:
    """The free edges that some step from a square of `stand` to one of `goals` crosses, east and north.

    A straight step crosses one edge; a diagonal one two, by the square beside or by the one above. A rod on
    any other edge changes no such step.
    """
    columns = table.columns
    east_of = goals >> 1
    north_of = goals >> columns
    # Squares a diagonal may pass on its way: next to the stand, and next to a goal round the corner.
    slip_east = east | table.slip_east
    slip_north = north | table.slip_north
    by_side = ((stand & slip_east) << 1) | ((stand >> 1) & slip_east)
    by_above = ((stand & slip_north) << columns) | ((stand >> columns) & slip_north)
    to_above = (north & north_of) | ((north & goals) << columns)
    to_side = (east & east_of) | ((east & goals) << 1)
    # `edges` forgives the first of the two (MH5): a rod there changes no diagonal.
    first_east = ((stand & (to_above >> 1)) | ((stand >> 1) & to_above)) & ~table.slip_east
    first_north = ((stand & (to_side >> columns)) | ((stand >> columns) & to_side)) & ~table.slip_north
    near_east = stand | by_above
    near_north = stand | by_side
    return (
        east & ((near_east & east_of) | ((near_east >> 1) & goals) | first_east),
        north & ((near_north & north_of) | ((near_north >> columns) & goals) | first_north),
    )


@kernel
def rods_in_the_way(table: MoleHillTable, stand: int, goals: int, east: int, north: int) -> tuple[int, int]:
    """The rods that lie in the way of steps from `stand` to `goals`."""
    all_east, all_north = rods_between(table, stand, goals, table.east, table.north)
    return all_east & ~east, all_north & ~north


@kernel
def edges_crossed(
    table: MoleHillTable, mole: int, square: int, east: int, north: int, plan_east: int, plan_north: int
) -> tuple[int, int]:
    """The edges that a legal step crosses; round a corner, by the side that adds less to the plan."""
    columns = table.columns
    low = min(mole, square)
    high = max(mole, square)
    across = high - low
    if across == 1:
        return 1 << low, 0
    if across == columns:
        return 0, 1 << low
    # By the lower row: its edge, then the edge up to the upper square. By the upper row: the other way round.
    leans_east = across == columns + 1
    lower_east = 1 << (low if leans_east else low - 1)
    upper_east = 1 << (high - 1 if leans_east else high)
    lower_north = 1 << (high - columns)
    upper_north = 1 << low
    if table.slip_east:  # MH5: the edge beside the mole need not be free
        if mole == low:
            lower_east = 0
            upper_north = 0
        else:
            lower_north = 0
            upper_east = 0
    lower_open = not (lower_east & ~east) and not (lower_north & ~north)
    upper_open = not (upper_east & ~east) and not (upper_north & ~north)
    lower_new = count(lower_east & ~plan_east) + count(lower_north & ~plan_north)
    upper_new = count(upper_east & ~plan_east) + count(upper_north & ~plan_north)
    if lower_open and (not upper_open or lower_new <= upper_new):
        return lower_east, lower_north
    return upper_east, upper_north


@kernel
def play_without_branch(table: MoleHillTable, position: MoleHillPosition, action: int) -> MoleHillPosition:
    """`rules.play` with one way for both kinds of actions, so that the threads of a GPU stay together."""
    goes = action < EAST
    bit = 1 << (action & 63)
    return after_action(
        table,
        position,
        ROD if goes else STEP,
        action if goes else position.mole,
        position.hills | (bit if goes else 0),
        position.east & ~(0 if goes or action >= NORTH else bit),
        position.north & ~(bit if action >= NORTH else 0),
    )
