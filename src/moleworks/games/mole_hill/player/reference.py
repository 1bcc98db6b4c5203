"""Reference players of Mole Hill: alpha-beta to a fixed depth with a flood fill as the evaluation.

Rods are searched in the 5x5 squares around the mole. These players are frozen: the strength of the computer
player is measured against them. They play for points in both rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from moleworks.core.bits import count, lowest
from moleworks.core.kernel import arrays, available, compiled, kernel
from moleworks.core.packing import pack, unpack
from moleworks.engine.advice import Effort, Knowledge, Reference
from moleworks.engine.kernel_pool import int_array
from moleworks.games.mole_hill.board import row_count
from moleworks.games.mole_hill.game import MOLE_HILL
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    OVER,
    ROD,
    MoleHillPosition,
    MoleHillTable,
    flower_points,
    one_step_away,
    play,
    points,
)
from moleworks.games.mole_hill.state_from_view import state

MOST = 1 << 20
FIELDS = 13  # of a frame: eight of the position, then these
ALPHA, BETA, NEXT, LAST, BEST = range(8, 13)
FAN = 128


class ReferenceTables(NamedTuple):
    """The tables of the reference players."""

    window_east: Sequence[int]
    """By square of the mole: the edges inside the 5x5 squares around it."""
    window_north: Sequence[int]
    rings: Sequence[int]
    """By steps away: the value of a square, in hundredths of a point."""


def reference_tables(table: MoleHillTable) -> ReferenceTables:
    """The rods that the reference player looks at, for every square of the mole."""
    columns = table.columns
    rows = row_count(table)
    easts, norths = [], []
    for mole in range(columns * rows):
        row, column = divmod(mole, columns)
        near = [
            (r, c)
            for r in range(max(0, row - 2), min(rows, row + 3))
            for c in range(max(0, column - 2), min(columns, column + 3))
        ]
        easts.append(sum(1 << r * columns + c for r, c in near if c < min(columns - 1, column + 2)))
        norths.append(sum(1 << r * columns + c for r, c in near if r < min(rows - 1, row + 2)))
    return ReferenceTables(tuple(easts), tuple(norths), (30, 20, 12, 8, 5, 3))


@kernel
def evaluate(table: MoleHillTable, tables: ReferenceTables, position: MoleHillPosition) -> int:
    """Points so far, a point for each hill on the lawn, and squares by distance, in hundredths of a point."""
    left = table.supply - count(position.hills)
    value = 100 * (points(table, position.hills) - left)
    seen = position.hills
    ring = position.reach
    steps = 0
    while ring and steps < left and steps < len(tables.rings):
        value += tables.rings[steps] * (count(ring) + flower_points(table, ring))
        seen |= ring
        ring = one_step_away(table, ring, position.east, position.north) & ~seen
        steps += 1
    return value


@kernel
def write_actions(
    tables: ReferenceTables,
    position: MoleHillPosition,
    actions: MutableSequence[int],
    first: int,
    whole: bool,
) -> int:
    """Write the actions to try, all of them or those in the window; return the end of the list."""
    rest = position.reach
    other = 0
    kind = 0
    if position.phase == ROD:
        rest, other, kind = position.east, position.north, EAST
        if not whole:
            rest &= tables.window_east[position.mole]
            other &= tables.window_north[position.mole]
        if not rest and not other:
            rest, other = position.east, position.north
    while True:
        while rest:
            actions[first] = kind + lowest(rest)
            rest &= rest - 1
            first += 1
        if not other:
            return first
        rest, other, kind = other, 0, NORTH


@kernel
def best_action(
    table: MoleHillTable,
    tables: ReferenceTables,
    position: MoleHillPosition,
    depth: int,
    frames: MutableSequence[int],
    actions: MutableSequence[int],
) -> tuple[int, int]:
    """The best action at this depth and the number of nodes; `table` has one round."""
    ply = nodes = choice = value = 0
    here = position
    arriving = True
    frames[ALPHA] = -MOST
    frames[BETA] = MOST
    while True:
        at = ply * FIELDS
        if arriving:
            nodes += 1
            if here.phase == OVER or ply == depth:
                if here.phase == OVER:
                    value = 100 * (points(table, here.hills) - (table.supply - count(here.hills)))
                else:
                    value = evaluate(table, tables, here)
                # The value is that of the side to act at this ply.
                mole_acts = (position.phase == ROD) == ((ply & 1) == 1)
                value = value if mole_acts else -value
                ply -= 1
                arriving = False
                continue
            pack(here, frames, at)
            frames[at + NEXT] = ply * FAN
            frames[at + LAST] = write_actions(tables, here, actions, ply * FAN, ply == 0)
            frames[at + BEST] = -MOST
        else:
            value = -value
            if value > frames[at + BEST]:
                frames[at + BEST] = value
                if ply == 0:
                    choice = actions[frames[at + NEXT] - 1]
            frames[at + ALPHA] = max(frames[at + ALPHA], value)
        if frames[at + NEXT] == frames[at + LAST] or frames[at + ALPHA] >= frames[at + BETA]:
            if ply == 0:
                return choice, nodes
            value = frames[at + BEST]
            ply -= 1
            arriving = False
            continue
        here = play(table, unpack(MoleHillPosition, frames, at), actions[frames[at + NEXT]])
        frames[at + NEXT] += 1
        frames[at + FIELDS + ALPHA] = -frames[at + BETA]
        frames[at + FIELDS + BETA] = -frames[at + ALPHA]
        ply += 1
        arriving = True


@lru_cache(maxsize=16)
def _reference_tables(table: MoleHillTable, native: bool) -> Any:
    return arrays(reference_tables(table)) if native else reference_tables(table)


def _fixed_depth(depth: int) -> Reference:
    def mover(knowledge: Knowledge, effort: Effort, seed: int) -> str:
        del effort, seed  # the depth is fixed and nothing is random
        here = state(knowledge.view, knowledge.setup)
        table, native = here.table._replace(rounds=1), available()
        position = here.position._replace(round=1, first=0)
        frames, actions = int_array(native, (depth + 1) * FIELDS), int_array(native, (depth + 1) * FAN)
        tables = _reference_tables(table, native)
        action, _ = compiled(best_action)(table, tables, position, depth, frames, actions)
        return MOLE_HILL.name(here, int(action))

    return mover


REFERENCES: Mapping[str, Reference] = MappingProxyType(
    {f"depth{depth}": _fixed_depth(depth) for depth in (1, 3, 5)}
)
