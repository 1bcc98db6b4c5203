"""The tables a search works with, made once for each lawn, set of options and goal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from moleworks.games.mole_hill.board import neighbours
from moleworks.games.mole_hill.rules import EAST, NORTH, Table
from moleworks.players.mole_hill.evaluation import POINT, VIGOURS, Outlook
from moleworks.players.mole_hill.weights import EDGES, PATH, Weights

ACTIONS = 192
"""Actions are below this: squares, then rods east, then rods north."""
MATCH = 4096
"""A match won, where the match is played for; half of it is a draw."""
QUANTUM = 4
SPREAD = 1.2
"""How wrong the expected points may be, in points."""
CLASSIC_SUPPLY, CLASSIC_LIGHT = 22, 10


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


@lru_cache(maxsize=64)
def outlook(table: Table, first: int | None) -> Outlook:
    """The evaluation's tables: for points, or for the match if the first round gave `first` points."""
    weights = EDGES if table.slip_east else PATH
    most = table.supply + 2 * table.squares.bit_length()
    quanta = range((most + 1) * POINT // QUANTUM)
    if first is None:
        hope = [n * QUANTUM for n in quanta]
        worth = [n * POINT for n in range(most + 1)]
    else:
        hope = [1 + int((MATCH - 2) * _chance(n * QUANTUM / POINT - first)) for n in quanta]
        worth = [(0, MATCH // 2, MATCH)[(n >= first) + (n > first)] for n in range(most + 1)]
    return Outlook(
        base=(POINT, POINT, POINT + weights.jumping[0], POINT + weights.jumping[1]),
        steps=_flat(weights.steps),
        steps_on=_flat(weights.steps_on),
        second=_flat(weights.second),
        second_on=_flat(weights.second_on),
        leap=_flat(weights.leap),
        scent=_flat(weights.scent),
        dark=tuple(
            _dark(table, weights, side, down, vigour)
            for side in range(2)
            for down in range(table.supply + 1)
            for vigour in range(VIGOURS)
        ),
        hope=tuple(hope),
        worth=tuple(worth),
    )


def _flat(rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(number for row in rows for number in row)


def _chance(ahead: float) -> float:
    """How likely a match is won with so many points more expected than needed for a draw."""
    return 1 / (1 + math.exp(-ahead / SPREAD))


def _dark(table: Table, weights: Weights, side: int, down: int, vigour: int) -> int:
    """What the dark hills will be worth; the weights are the classic lawn's, other lawns are scaled to it."""
    left = table.supply - max(down, table.light)
    if left <= 0:
        return POINT * max(0, down - table.light)
    like = down * CLASSIC_SUPPLY / table.supply
    offset, slope = _between(weights.offset[side], like), _between(weights.slope[side], like)
    classic = CLASSIC_SUPPLY - max(like, CLASSIC_LIGHT)
    z = (offset + slope * (vigour / POINT - 1)) / 1024
    share = (_ramp(z) - _ramp(z - classic)) / classic if classic > 0 else 0.0
    return int(POINT * (max(0, down - table.light) + left * share))


def _between(row: tuple[int, ...], at: float) -> float:
    low = min(int(at), len(row) - 2)
    return row[low] + (row[low + 1] - row[low]) * (at - low)


def _ramp(z: float) -> float:
    """Nothing, then rising by one for one, with a soft bend."""
    return max(z, 0.0) + math.log1p(math.exp(-abs(z)))
