"""Build the tables of Mole Company's search, once for each box and its options."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from moleworks.core.bits import count, members
from moleworks.core.kernel import arrays
from moleworks.engine.identity_cache import cached_by_identity
from moleworks.engine.weights import read_weights
from moleworks.games.mole_company.rules import (
    DIRECTION_COUNT,
    DISCS,
    LEVEL_COUNT,
    PATHS_PER_SPACE,
    MoleCompanyTable,
    board_holes,
    copies,
)
from moleworks.games.mole_company.rules_fast import BoardPaths, board_lines, board_paths

ONE = 1 << 20
"""A certain win; chances are shares of it."""
UNIT = 1024
"""The unit of the weights: a seat that is one unit ahead of another has e times its chances."""
STEEP = 12 * UNIT


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
    layers = [
        _board_tables(board_paths(table, level), board_holes(table, level)) for level in range(LEVEL_COUNT)
    ]
    ways, between, later, promise = (tuple(chain.from_iterable(part)) for part in zip(*layers, strict=True))
    weights = read_weights(Path(__file__).with_name(f"weights_{table.players}.json"))
    return MoleCompanySearchTables(
        ways, between, later, promise, _apart(board_paths(table, 0).ends), weights, _curve()
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


@lru_cache(maxsize=64)
def _board_tables(board: BoardPaths, holes: int) -> BoardTables:
    """Cached: a board has six rotations only, so that few boxes need a new one."""
    ways, between = board_lines(board)
    lands = [
        [(end, copies(DISCS, count(between[start * 64 + end]))) for end in members(ways[start])]
        for start in range(64)
    ]
    later = [0] * (64 * 64)
    for start in range(64):
        for middle, first in lands[start]:
            for end, second in lands[middle]:
                if holes >> end & 1 and end != start:
                    later[start * 64 + end] += first * second
    promise = tuple((way & holes).bit_count() for way in ways)
    return BoardTables(ways, between, tuple(later), promise)


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
                    first = place * PATHS_PER_SPACE
                    for end in ends[first : first + DIRECTION_COUNT]:
                        following |= end
            here, steps = following & ~seen, steps + 1
    return tuple(found)
