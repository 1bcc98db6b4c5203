"""Build the tables of Mole Company's search, once for each box and its options."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from moleworks.core.kernel import arrays
from moleworks.engine.identity_cache import cached_by_identity
from moleworks.games.mole_company.player.weights import WEIGHTS
from moleworks.games.mole_company.rules import DIRECTION_COUNT, LAST, MoleCompanyTable

ONE = 1 << 20
"""A certain win; chances are shares of it."""
UNIT = 1024
"""The unit of the weights: a seat that is one unit ahead of another has e times its chances."""
STEEP = 12 * UNIT
COPIES = (0, 1, 2, 2, 1)
"""How many discs of each value there are."""


class MoleCompanySearchTables(NamedTuple):
    """Tuples when interpreted, arrays when compiled. Indices are `(level * 64 + space) * 64 + end`."""

    ways: Sequence[int]
    """By level and space: the ends of a mole's moves with any disc on an empty board."""
    between: Sequence[int]
    """By level, space and end: the spaces entered on the way."""
    later: Sequence[int]
    """By level, space and hole: how many of the 36 pairs of discs lead there, on an empty board."""
    promise: Sequence[int]
    """By level and space: the number of holes of that board that a mole can reach with one disc."""
    apart: Sequence[int]
    """By `from * 64 + to`: the steps between two spaces, ignoring moles between."""
    weights: Sequence[int]
    """The weights of the evaluation, in units."""
    curve: Sequence[int]
    """The exponential: by units behind the best seat, the relative chance."""


class BoardTables(NamedTuple):
    """The part of the tables for one board."""

    ways: tuple[int, ...]
    between: tuple[int, ...]
    later: tuple[int, ...]
    promise: tuple[int, ...]


@cached_by_identity
def search_tables(table: MoleCompanyTable) -> MoleCompanySearchTables:
    """The tables for interpreted kernels."""
    layers = [_board_tables(*_cut(table, level), table.holes[level]) for level in range(LAST + 1)]
    ways, between, later, promise = (tuple(chain.from_iterable(part)) for part in zip(*layers, strict=True))
    return MoleCompanySearchTables(
        ways, between, later, promise, _apart(_cut(table, 0)[0]), WEIGHTS[table.players], _curve()
    )


@cached_by_identity
def native_search_tables(table: MoleCompanyTable) -> MoleCompanySearchTables:
    """The tables for compiled kernels."""
    found: MoleCompanySearchTables = arrays(search_tables(table))
    return found


@cached_by_identity
def native_table(table: MoleCompanyTable) -> MoleCompanyTable:
    """The table of the rules for compiled kernels."""
    found: MoleCompanyTable = arrays(table)
    return found


def _cut(table: MoleCompanyTable, level: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    size = 64 * 4 * DIRECTION_COUNT
    part = slice(level * size, (level + 1) * size)
    return tuple(table.ends[part]), tuple(table.paths[part])


@lru_cache(maxsize=64)
def _board_tables(ends: tuple[int, ...], paths: tuple[int, ...], holes: int) -> BoardTables:
    """Cached: a board has six rotations only, so that few boxes need a new one."""
    ways = [0] * 64
    between = [0] * (64 * 64)
    lands: list[list[tuple[int, int]]] = [[] for _ in range(64)]
    for index, end in enumerate(ends):
        if end:
            place, rest = divmod(index, 4 * DIRECTION_COUNT)
            ways[place] |= end
            between[place * 64 + end.bit_length() - 1] = paths[index]
            lands[place].append((end.bit_length() - 1, COPIES[rest // DIRECTION_COUNT + 1]))
    later = [0] * (64 * 64)
    for start in range(64):
        for middle, first in lands[start]:
            for end, second in lands[middle]:
                if holes >> end & 1 and end != start:
                    later[start * 64 + end] += first * second
    promise = tuple((way & holes).bit_count() for way in ways)
    return BoardTables(tuple(ways), tuple(between), tuple(later), promise)


@cache
def _curve() -> tuple[int, ...]:
    return tuple(int(ONE * math.exp(-behind / UNIT) + 0.5) for behind in range(STEEP))


@lru_cache(maxsize=8)
def _apart(ends: tuple[int, ...]) -> tuple[int, ...]:
    """The steps between spaces, from the ends of single steps on a board without bars."""
    found = [64] * (64 * 64)
    for start in range(64):
        here, steps, seen = 1 << start, 0, 0
        while here:
            seen |= here
            following = 0
            for place in range(64):
                if here >> place & 1:
                    found[start * 64 + place] = steps
                    for end in ends[
                        place * 4 * DIRECTION_COUNT : place * 4 * DIRECTION_COUNT + DIRECTION_COUNT
                    ]:
                        following |= end
            here, steps = following & ~seen, steps + 1
    return tuple(found)
