"""The tables a search works with, made once for each lawn, set of options and goal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from moleworks.games.bits import count
from moleworks.games.mole_hill.board import neighbours
from moleworks.games.mole_hill.rules import EAST, NORTH, Table
from moleworks.players.mole_hill.evaluation import (
    HOMES,
    NO_VIGOUR,
    POINT,
    QUANTA,
    QUANTUM,
    VIGOURS,
    Outlook,
)
from moleworks.players.mole_hill.weights import STAGES, Rows, Weights
from moleworks.players.mole_hill.weights_edges import EDGES
from moleworks.players.mole_hill.weights_path import PATH

ACTIONS = 192
"""Actions are below this: squares, then rods east, then rods north."""
MATCH, TRIFLE = 16384, 8
"""A match won, where the match is played for; half of it is a draw. A point is a trifle beside it: so a mole
that cannot win resists, and one that will draw stays as close to winning as it can."""
SPREAD = 1.2
"""How wrong the expected points may be, in points, in the middle of a round."""
SLIPS = 1.0
"""Whoever chooses counts on slips of the other: on so much of what the points may be wrong by."""
MOLE, GARDENER, NOBODY = 0, 1, 2
CLASSIC_SUPPLY, CLASSIC_LIGHT = 22, 10
VIGOUR = 32
HOPELESS = 700.0
"""Spreads behind: no number would hold what comes of more."""


class Lawn(NamedTuple):
    """Tables of numbers for the search; tuples when interpreted, arrays when compiled."""

    mole_keys: Sequence[int]
    action_keys: Sequence[int]
    """Zobrist keys: a hill on a square, a rod on an edge."""
    near: Sequence[int]
    """By mole and action, how promising the action looks before anything was searched."""


@lru_cache(maxsize=8)
def lawn(table: Table) -> Lawn:
    dice = Random("mole hill")
    keys = [dice.getrandbits(62) for _ in range(64 + ACTIONS)]
    rows = table.squares.bit_length() // table.columns
    return Lawn(tuple(keys[:64]), tuple(keys[64:]), tuple(_near(table.columns, rows)))


def _near(columns: int, rows: int) -> list[int]:
    """Rods close to the mole first; for the mole, squares with many neighbours."""
    ranks = [0] * (64 * ACTIONS)
    for mole in range(columns * rows):
        row, column = divmod(mole, columns)
        for square in range(columns * rows):
            r, c = divmod(square, columns)
            ranks[mole * ACTIONS + square] = len(neighbours(columns, rows, square))
            ranks[mole * ACTIONS + EAST + square] = _closeness(c + 0.5 - column, r - row)
            ranks[mole * ACTIONS + NORTH + square] = _closeness(c - column, r + 0.5 - row)
    return ranks


def _closeness(across: float, along: float) -> int:
    return max(0, 64 - int(8 * (across * across + along * along)))


class Prospect(NamedTuple):
    """The part of the evaluation's tables that hangs on what is played for."""

    hope: tuple[int, ...]
    worth: tuple[int, ...]


def prospect(table: Table, first: int | None, root: int) -> Prospect:
    """For points, or for the match if the first round gave `first` points.

    `root` is who chooses and counts on slips of the other: the mole, the gardener, or nobody.
    """
    most = table.supply + 2 * table.squares.bit_length()
    hope: list[int] = []
    for down in range(table.supply + 1):
        shift, spread = drift(table, down, root)
        for quantum in range(_quanta(table)):
            points = quantum * QUANTUM / POINT + shift
            if first is None:
                hope.append(max(0, int(points * POINT)))
            else:
                hope.append(int(MATCH * _chance((points - first) / spread) + TRIFLE * max(0.0, points)))
    worth = [n * POINT for n in range(most + 1)]
    if first is not None:
        worth = [((n >= first) + (n > first)) * MATCH // 2 + TRIFLE * n for n in range(most + 1)]
    return Prospect(tuple(hope), tuple(worth))


def outlook(table: Table) -> Outlook:
    """The rest of them, which is the same whatever is played for."""
    weights = EDGES if table.slip_east else PATH
    return Outlook(
        stage=tuple(_stage(down * CLASSIC_SUPPLY / table.supply) for down in range(table.supply + 1)),
        steps=_flat(weights.steps),
        ways=_flat(weights.ways),
        second=_flat(weights.second),
        further=_flat(weights.further),
        third=_flat(weights.third),
        leap=_flat(weights.leap),
        home=_flat(_homes(table, weights)),
        scent=_flat(weights.scent),
        jumping=weights.jumping,
        dark=_dark_hills(table, weights),
        quanta=_quanta(table),
        hope=(),
        worth=(),
    )


def most_points(table: Table) -> int:
    """No round on this lawn is worth more (MH9)."""
    red = min(count(table.red), table.supply)
    white = min(count(table.white), table.supply - red)
    return table.supply - table.light + white + 2 * red


def _quanta(table: Table) -> int:
    """An open round must never look worth less than one that is over, for want of room in the table."""
    return max(QUANTA, most_points(table) * POINT // QUANTUM + 1)


def _stage(down: float) -> int:
    return sum(down >= begin for begin in STAGES)


def _homes(table: Table, weights: Weights) -> Rows:
    """The squares of this lawn, by how far they lie from the border."""
    columns, rows = table.columns, table.squares.bit_length() // table.columns
    ranks = []
    for square in range(HOMES):
        row, column = divmod(square, columns)
        ranks.append(min(row, abs(rows - 1 - row), 3) * 5 + min(column, columns - 1 - column, 4))
    return tuple(tuple(row[rank] for rank in ranks) for row in weights.home)


def _dark_hills(table: Table, weights: Weights) -> tuple[int, ...]:
    return tuple(
        _dark(table, weights, side, down, vigour - NO_VIGOUR)
        for side in range(2)
        for down in range(table.supply + 1)
        for vigour in range(VIGOURS)
    )


def _flat(rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(number for row in rows for number in row)


def _chance(ahead: float) -> float:
    """How likely a match is won with so many points more expected than needed for a draw, by the spread."""
    return 1 / (1 + math.exp(min(-ahead, HOPELESS)))


def drift(table: Table, down: int, root: int) -> tuple[float, float]:
    """How the points will differ from what is expected with so many molehills down.

    On average, for the mole, and how widely; as measured in rounds against the depth-5 reference.
    """
    ahead = (table.supply - down) * CLASSIC_SUPPLY / table.supply
    begin, grows, most = (3, 0.08, 1.1) if table.slip_east else (10, 0.13, 1.4)
    spread = min(most, 0.15 + grows * max(0.0, ahead - begin))
    return (SLIPS, -SLIPS, 0.0)[root] * spread, spread


def _dark(table: Table, weights: Weights, side: int, down: int, vigour: int) -> int:
    """What the dark hills will be worth; the weights are the classic lawn's, other lawns are scaled to it."""
    left = table.supply - max(down, table.light)
    if left <= 0:
        return POINT * max(0, down - table.light)
    like = down * CLASSIC_SUPPLY / table.supply
    classic = CLASSIC_SUPPLY - max(like, CLASSIC_LIGHT)
    z = (_between(weights.offset[side], like) + vigour) / VIGOUR
    share = (_ramp(z) - _ramp(z - classic)) / classic if classic > 0 else 0.0
    return int(POINT * (max(0, down - table.light) + left * share))


def _between(row: tuple[int, ...], at: float) -> float:
    low = min(int(at), len(row) - 2)
    return row[low] + (row[low + 1] - row[low]) * (at - low)


def _ramp(z: float) -> float:
    """Nothing, then rising by one for one, with a soft bend."""
    return max(z, 0.0) + math.log1p(math.exp(-abs(z)))
