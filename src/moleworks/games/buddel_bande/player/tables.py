"""Build the tables of Buddel Bande's evaluation, once for each track and number of players."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

from moleworks.core.kernel import arrays
from moleworks.engine.weights import read_weights
from moleworks.games.buddel_bande.player.evaluation import FAR, REACH, STEEP, NetworkTables
from moleworks.games.buddel_bande.rules import CLOVER, FLOWER, LEAF, BuddelBandeTable, landing, opening

QUARTERS = 4
"""Buckets in a move."""


def moves_home(table: BuddelBandeTable) -> tuple[float, ...]:
    """By hill: the mean number of moves to home for a mole that is alone on the track."""
    empty = opening(table)
    moves = [0.0] * (table.last + 1)
    for hill in reversed(range(table.last)):
        goals = [landing(table, empty, hill, symbol) for symbol in (CLOVER, LEAF, FLOWER)]
        moves[hill] = 1 + sum(moves[goal] for goal in goals) / len(goals)
    return tuple(moves)


@lru_cache(maxsize=16)
def home_distance(table: BuddelBandeTable) -> tuple[int, ...]:
    """By hill: the bucket of its distance from home; long tracks are scaled to the buckets there are."""
    moves = moves_home(table)
    scale = min(QUARTERS, (FAR - 1) / moves[0])
    return tuple(max(1, round(scale * far)) if far else 0 for far in moves)


@lru_cache(maxsize=1)
def powers() -> tuple[int, ...]:
    """The table of the exponential, times 2**20; at least 1."""
    return tuple(max(1, round(math.exp(n / STEEP) * (1 << 20))) for n in range(-REACH, REACH + 1))


@lru_cache(maxsize=16)
def network_tables(table: BuddelBandeTable, native: bool) -> NetworkTables:
    """All tables, for compiled or interpreted kernels."""
    weights = read_weights(Path(__file__).with_name(f"weights_{table.players}.json"))
    found = NetworkTables(home_distance(table), weights, powers())
    tables: NetworkTables = arrays(found) if native else found
    return tables
