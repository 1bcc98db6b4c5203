"""What a seat may choose from, written into a row of actions: moves, and places for a new mole."""

from __future__ import annotations

from collections.abc import MutableSequence

from moleworks.games.bits import lowest
from moleworks.games.kernel import kernel
from moleworks.games.mole_company.rules import GO, PLACE, Position, Table, free_spaces, moles, reach


@kernel
def moves(
    table: Table, position: Position, starts: int, ends: int, actions: MutableSequence[int], first: int
) -> int:
    """The moves of these moles that end on these spaces; behind the last of them."""
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
def places(table: Table, position: Position, actions: MutableSequence[int], first: int) -> int:
    """Where the next mole may be placed; behind the last of them."""
    n = first
    found = free_spaces(table, position)
    while found:
        actions[n] = lowest(found)
        found &= found - 1
        n += 1
    return n


@kernel
def choices(table: Table, position: Position, actions: MutableSequence[int], first: int) -> int:
    """All places if moles are placed, else all moves; behind the last of them."""
    if position.phase == PLACE:
        return places(table, position, actions, first)
    return moves(table, position, moles(position, position.seat), table.spaces, actions, first)
