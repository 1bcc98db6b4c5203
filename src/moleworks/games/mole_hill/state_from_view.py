"""Rebuild a state of Mole Hill from a view: nothing is hidden in this game."""

from __future__ import annotations

from functools import lru_cache

from moleworks.core.bits import bitset
from moleworks.core.game import Setup, View
from moleworks.games.mole_hill.board import MoleHillBoard, board_of, edge_between, square
from moleworks.games.mole_hill.game import MOLE_HILL, PHASES, MoleHillState
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    PLACE,
    MoleHillPosition,
    MoleHillTable,
    decides_match,
    reach,
)
from moleworks.games.mole_hill.view_types import own_view

NUMBERS = {name: phase for phase, name in PHASES.items()}


@lru_cache(maxsize=16)
def opening(setup: Setup) -> MoleHillState:
    """The state before the first action."""
    return MOLE_HILL.start(setup)


def state(view: View, setup: Setup) -> MoleHillState:
    """The state of which this is the view."""
    view = own_view(view)
    start = opening(setup)
    board, table = board_of(setup), start.table
    trail = tuple(_square(board, name) for name in view["hills"])
    rods = [_rod(board, table, *name.split("|")) for name in view["rods"]]
    east = table.east & ~bitset([edge - EAST for edge in rods if edge < NORTH])
    north = table.north & ~bitset([edge - NORTH for edge in rods if edge >= NORTH])
    phase, hills = NUMBERS[view["phase"]], bitset(trail)
    mole = trail[-1] if trail else -1
    ahead = table.starts if phase == PLACE else reach(table, mole, hills, east, north)
    first = view["scores"][0] if decides_match(view["round"]) else 0
    return MoleHillState(
        table, MoleHillPosition(view["round"], phase, mole, hills, east, north, ahead, first), trail, setup
    )


def _rod(board: MoleHillBoard, table: MoleHillTable, near: str, far: str) -> int:
    found = edge_between(table, _square(board, near), _square(board, far))
    assert found is not None, "a view names only edges of its board"
    return found


def _square(board: MoleHillBoard, name: str) -> int:
    found = square(board.columns, board.rows, name)
    assert found is not None, "a view names only what is on its board"
    return found
