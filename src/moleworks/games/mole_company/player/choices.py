"""Write the actions that a seat can choose from into an array: moves, and places for a new mole."""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.core.bits import lowest
from moleworks.core.kernel import kernel
from moleworks.games.mole_company.rules import (
    GO,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    free_spaces,
    moles,
    reach,
)


@kernel
def write_moves(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    starts: int,
    ends: int,
    actions: MutableSequence[int],
    first: int,
) -> int:
    """Write the moves of these moles that end on these spaces; return the end of the list."""
    n = first
    while starts:
        space = lowest(starts)
        starts &= starts - 1
        found = reach(table, position, space) & ends
        while found:
            actions[n] = GO + 64 * space + lowest(found)
            found &= found - 1
            n += 1
    return n


@kernel
def write_places(
    table: MoleCompanyTable, position: MoleCompanyPosition, actions: MutableSequence[int], first: int
) -> int:
    """Write the places for the next mole; return the end of the list."""
    n = first
    found = free_spaces(table, position)
    while found:
        actions[n] = lowest(found)
        found &= found - 1
        n += 1
    return n


@kernel
def write_choices(
    table: MoleCompanyTable, position: MoleCompanyPosition, actions: MutableSequence[int], first: int
) -> int:
    """Write all places while moles are placed, else all moves; return the end of the list."""
    if position.phase == PLACE:
        return write_places(table, position, actions, first)
    return write_moves(table, position, moles(position, position.seat), table.spaces, actions, first)
