"""The tables a search works with, made once for each box and set of options, from the tables of the rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from moleworks.games.kernel import arrays
from moleworks.games.mole_company.rules import LAST, WAYS, Table
from moleworks.players.mole_company.weights import WEIGHTS

ONE = 1 << 20
"""A game won for sure; chances are shares of it."""
UNIT = 1024
"""Of the weights: a seat that is so much ahead of another has e times its chances."""
STEEP = 12 * UNIT
COPIES = (0, 1, 2, 2, 1)
"""How many discs of each value there are."""


class Ground(NamedTuple):
    """Tuples when interpreted, arrays when compiled. Indices are `(level * 64 + space) * 64 + end`."""

    ways: Sequence[int]
    """By level and space: where a mole comes from there with some disc, if nobody is in the way."""
    between: Sequence[int]
    """By level, space and end: the spaces entered on the way."""
    later: Sequence[int]
    """By level, space and hole: how many of the 36 pairs of discs lead there in two moves, moles apart."""
    promise: Sequence[int]
    """By level and space: in how many holes of that board a mole may come from there with one disc."""
    weights: Sequence[int]
    """Of the evaluation, in units."""
    curve: Sequence[int]
    """How much less the chances are, by how many units a seat is behind."""


@lru_cache(maxsize=16)
def ground(table: Table) -> Ground:
    """The tables for interpreted kernels."""
    ways = [0] * (4 * 64)
    between = [0] * (4 * 64 * 64)
    lands: list[list[tuple[int, int]]] = [[] for _ in range(4 * 64)]
    for index, end in enumerate(table.ends):
        if end:
            place, rest = divmod(index, 4 * WAYS)
            ways[place] |= end
            between[place * 64 + end.bit_length() - 1] = table.paths[index]
            lands[place].append((end.bit_length() - 1, COPIES[rest // WAYS + 1]))
    later = [0] * (4 * 64 * 64)
    promise = [0] * (4 * 64)
    for level in range(LAST + 1):
        holes = table.holes[level]
        for start in range(64):
            promise[level * 64 + start] = (ways[level * 64 + start] & holes).bit_count()
            for middle, first in lands[level * 64 + start]:
                for end, second in lands[level * 64 + middle]:
                    if holes >> end & 1 and end != start:
                        later[(level * 64 + start) * 64 + end] += first * second
    curve = tuple(int(ONE * math.exp(-behind / UNIT) + 0.5) for behind in range(STEEP))
    return Ground(tuple(ways), tuple(between), tuple(later), tuple(promise), WEIGHTS[table.players], curve)


@lru_cache(maxsize=16)
def native_ground(table: Table) -> Ground:
    """The same for compiled kernels."""
    found: Ground = arrays(ground(table))
    return found


@lru_cache(maxsize=16)
def native_table(table: Table) -> Table:
    """The table of the rules for compiled kernels."""
    found: Table = arrays(table)
    return found
