"""Moves of Mole Company in forms that a search needs often: lists of actions, and lines between two spaces.

They are written for speed. `tests/games/mole_company/test_rules_fast.py` holds them equal to `rules`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from moleworks.core.bits import lowest
from moleworks.core.kernel import kernel
from moleworks.games.mole_company.rules import (
    DISC,
    FLIP,
    HIGHEST,
    MOVE,
    PATHS_PER_LEVEL,
    PATHS_PER_SPACE,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    board_spaces,
    disc_weight,
    free_spaces,
    legal_count,
    moles,
    move_action,
    nth_legal,
    reach,
)


class Lines(NamedTuple):
    """All moves on an empty board."""

    ways: tuple[int, ...]
    """By space: the ends of a mole's moves with any disc."""
    between: tuple[int, ...]
    """By `space * 64 + end`: the spaces entered on the way, as many as the disc says."""


class BoardPaths(NamedTuple):
    """The part of a `MoleCompanyTable` for one board."""

    ends: tuple[int, ...]
    paths: tuple[int, ...]


def board_paths(table: MoleCompanyTable, level: int) -> BoardPaths:
    """The paths of one of the boards."""
    part = slice(level * PATHS_PER_LEVEL, (level + 1) * PATHS_PER_LEVEL)
    return BoardPaths(tuple(table.ends[part]), tuple(table.paths[part]))


def board_lines(board: BoardPaths) -> Lines:
    """The lines of one of the boards."""
    ways, between = [0] * 64, [0] * (64 * 64)
    for index, (end, path) in enumerate(zip(board.ends, board.paths, strict=True)):
        if end:
            space = index // PATHS_PER_SPACE
            ways[space] |= end
            between[space * 64 + lowest(end)] = path
    return Lines(tuple(ways), tuple(between))


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
            actions[n] = move_action(space, lowest(found))
            found &= found - 1
            n += 1
    return n


@kernel
def write_legal(
    table: MoleCompanyTable, position: MoleCompanyPosition, actions: MutableSequence[int], first: int
) -> int:
    """Write all legal actions in the order of `rules.nth_legal`; return the end of the list."""
    if position.phase == MOVE:
        return write_moves(
            table, position, moles(position, position.seat), board_spaces(table, 0), actions, first
        )
    n = first
    if position.phase == PLACE:
        found = free_spaces(table, position)
        while found:
            actions[n] = lowest(found)
            found &= found - 1
            n += 1
        return n
    if position.phase == FLIP:
        for disc in range(1, HIGHEST + 1):
            if disc_weight(position, disc):
                actions[n] = DISC + disc
                n += 1
        return n
    for at in range(legal_count(table, position)):
        actions[n] = nth_legal(table, position, at)
        n += 1
    return n


@kernel
def open_line(between: Sequence[int], start: int, end: int, occupied: int) -> int:
    """The spaces entered on the way to a space in line, as many as the disc says; none if a mole is there.

    `between` is that of `Lines`, of all boards; `start` is a level times 64 plus a space; `end` is a space.
    """
    way = between[start * 64 + end]
    return way if way & occupied == 0 else 0
