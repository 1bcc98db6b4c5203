"""The tables a search works with, made once for each box and set of options, from the tables of the rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from moleworks.games.kernel import arrays
from moleworks.games.mole_company.rules import LAST, WAYS, Table
from moleworks.players.mole_company.weights import WEIGHTS
from moleworks.players.same import same

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
    apart: Sequence[int]
    """By `from * 64 + to`: the steps between two spaces, whoever stands between."""
    weights: Sequence[int]
    """Of the evaluation, in units."""
    curve: Sequence[int]
    """How much less the chances are, by how many units a seat is behind."""


class Layer(NamedTuple):
    """What one board gives to the ground."""

    ways: tuple[int, ...]
    between: tuple[int, ...]
    later: tuple[int, ...]
    promise: tuple[int, ...]


@same
def ground(table: Table) -> Ground:
    """The tables for interpreted kernels."""
    layers = [_layer(*_cut(table, level), table.holes[level]) for level in range(LAST + 1)]
    ways, between, later, promise = (tuple(chain.from_iterable(part)) for part in zip(*layers, strict=True))
    return Ground(ways, between, later, promise, _apart(_cut(table, 0)[0]), WEIGHTS[table.players], _curve())


@same
def native_ground(table: Table) -> Ground:
    """The same for compiled kernels."""
    found: Ground = arrays(ground(table))
    return found


@same
def native_table(table: Table) -> Table:
    """The table of the rules for compiled kernels."""
    found: Table = arrays(table)
    return found


def _cut(table: Table, level: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    size = 64 * 4 * WAYS
    part = slice(level * size, (level + 1) * size)
    return tuple(table.ends[part]), tuple(table.paths[part])


@lru_cache(maxsize=64)
def _layer(ends: tuple[int, ...], paths: tuple[int, ...], holes: int) -> Layer:
    """A board lies in one of six ways, so that few boxes bring a new one."""
    ways = [0] * 64
    between = [0] * (64 * 64)
    lands: list[list[tuple[int, int]]] = [[] for _ in range(64)]
    for index, end in enumerate(ends):
        if end:
            place, rest = divmod(index, 4 * WAYS)
            ways[place] |= end
            between[place * 64 + end.bit_length() - 1] = paths[index]
            lands[place].append((end.bit_length() - 1, COPIES[rest // WAYS + 1]))
    later = [0] * (64 * 64)
    for start in range(64):
        for middle, first in lands[start]:
            for end, second in lands[middle]:
                if holes >> end & 1 and end != start:
                    later[start * 64 + end] += first * second
    promise = tuple((way & holes).bit_count() for way in ways)
    return Layer(tuple(ways), tuple(between), tuple(later), promise)


@cache
def _curve() -> tuple[int, ...]:
    return tuple(int(ONE * math.exp(-behind / UNIT) + 0.5) for behind in range(STEEP))


@lru_cache(maxsize=8)
def _apart(ends: tuple[int, ...]) -> tuple[int, ...]:
    """Steps between spaces, from where one step ends on a board without bars."""
    found = [64] * (64 * 64)
    for start in range(64):
        here, steps, seen = 1 << start, 0, 0
        while here:
            seen |= here
            following = 0
            for place in range(64):
                if here >> place & 1:
                    found[start * 64 + place] = steps
                    for end in ends[place * 4 * WAYS : place * 4 * WAYS + WAYS]:
                        following |= end
            here, steps = following & ~seen, steps + 1
    return tuple(found)
