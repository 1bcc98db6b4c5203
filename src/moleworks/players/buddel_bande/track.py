"""The tables that judging a position reads, made once for each track and number of players."""

from __future__ import annotations

import math
from functools import lru_cache

from moleworks.games.bits import lowest
from moleworks.games.buddel_bande.rules import Table
from moleworks.games.kernel import arrays
from moleworks.players.buddel_bande.strength import FAR, REACH, STEEP, Net
from moleworks.players.buddel_bande.weights import NETS

QUARTERS = 4
"""Buckets to a move."""


def moves_home(table: Table) -> tuple[float, ...]:
    """By hill: how many moves a mole needs from there, on average, if no other mole is in its way."""
    moves = [0.0] * (table.last + 1)
    for hill in reversed(range(table.last)):
        goals = [hill + 1 + lowest(hills >> (hill + 1)) for hills in (table.clover, table.leaf, table.flower)]
        moves[hill] = 1 + sum(moves[goal] for goal in goals) / len(goals)
    return tuple(moves)


@lru_cache(maxsize=16)
def way(table: Table) -> tuple[int, ...]:
    """By hill: its bucket; long tracks are shrunk to what the weights know."""
    moves = moves_home(table)
    scale = min(QUARTERS, (FAR - 1) / moves[0])
    return tuple(max(1, round(scale * far)) if far else 0 for far in moves)


@lru_cache(maxsize=1)
def powers() -> tuple[int, ...]:
    """The exponential, times 2**20 at its middle; never less than one."""
    return tuple(max(1, round(math.exp(n / STEEP) * (1 << 20))) for n in range(-REACH, REACH + 1))


@lru_cache(maxsize=16)
def net(table: Table, native: bool) -> Net:
    """All of them, for compiled kernels or for plain ones."""
    learned = 2 * (table.players - 2) + (1 - table.know_own)
    found = Net(way(table), NETS[learned], powers())
    tables: Net = arrays(found) if native else found
    return tables
