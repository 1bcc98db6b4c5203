"""Build the tables of Mole Hill's search and evaluation, for a lawn, its options and a goal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from moleworks.games.mole_hill.board import neighbours, row_count
from moleworks.games.mole_hill.player.evaluation import (
    MOBILITIES,
    NO_MOBILITY,
    POINT,
    QUANTA,
    QUANTUM,
    SQUARES,
    MoleHillEvaluationTables,
)
from moleworks.games.mole_hill.player.weights import STAGES, MoleHillWeights, Rows, read_weights
from moleworks.games.mole_hill.rules import (
    ACTIONS,
    EAST,
    NORTH,
    MoleHillTable,
    dark_hills,
    most_points,
    second_round_result,
)

MATCH, POINT_BONUS = 16384, 8
"""The values of a won match (a draw is half of it) and of a point beside it. Points count a little, so that a
mole that cannot win still resists, and one that will draw stays close to winning."""
SPREAD = 1.2
"""The typical error of the expected points in the middle of a round, in points."""
OPPONENT_ERRORS = 1.0
"""The share of that error which the choosing side expects in its favour, as the other side errs too."""
MOLE, GARDENER, NOBODY = 0, 1, 2
CLASSIC_SUPPLY, CLASSIC_LIGHT = 22, 10
MOBILITY_UNIT = 32
MOST_SPREADS = 700.0
"""A cap on the exponent of the logistic function, against overflow."""


class MoleHillSearchTables(NamedTuple):
    """The tables of the search: tuples when interpreted, arrays when compiled."""

    mole_keys: Sequence[int]
    action_keys: Sequence[int]
    """Zobrist keys: a hill on a square, a rod on an edge."""
    near: Sequence[int]
    """By mole and action: the initial history score of the action."""


@lru_cache(maxsize=8)
def search_tables(table: MoleHillTable) -> MoleHillSearchTables:
    """Hash keys and the edges near each square, for one lawn; the keys are always the same."""
    dice = Random("mole hill")
    keys = [dice.getrandbits(62) for _ in range(64 + ACTIONS)]
    near = tuple(_near(table.columns, row_count(table)))
    return MoleHillSearchTables(tuple(keys[:64]), tuple(keys[64:]), near)


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


class GoalTables(NamedTuple):
    """The part of the evaluation's tables that depends on the goal: points, or the match."""

    expected_values: tuple[int, ...]
    final_values: tuple[int, ...]


def goal_tables(table: MoleHillTable, first: int | None, chooser: int) -> GoalTables:
    """For points, or for the match if the first round gave `first` points.

    `chooser` is the side that expects errors of the other one: the mole, the gardener, or nobody.
    """
    expected_values: list[int] = []
    for down in range(table.supply + 1):
        shift, spread = drift(table, down, chooser)
        for quantum in range(_quanta(table)):
            points = quantum * QUANTUM / POINT + shift
            if first is None:
                expected_values.append(max(0, int(points * POINT)))
            else:
                expected_values.append(
                    int(MATCH * _chance((points - first) / spread) + POINT_BONUS * max(0.0, points))
                )
    points_at_end = range(most_points(table) + 1)
    final_values = [points * POINT for points in points_at_end]
    if first is not None:
        final_values = [
            second_round_result(first, points) * MATCH // 2 + POINT_BONUS * points for points in points_at_end
        ]
    return GoalTables(tuple(expected_values), tuple(final_values))


def evaluation_tables(table: MoleHillTable) -> MoleHillEvaluationTables:
    """The evaluation's tables without those that depend on the goal."""
    weights = read_weights("edges" if table.slip_east else "path")
    return MoleHillEvaluationTables(
        stage=tuple(_stage(down * CLASSIC_SUPPLY / table.supply) for down in range(table.supply + 1)),
        steps=_flat(weights.steps),
        ways=_flat(weights.ways),
        second=_flat(weights.second),
        further=_flat(weights.further),
        third=_flat(weights.third),
        centre_distance=_flat(weights.centre_distance),
        standing=_flat(_standing(table, weights)),
        flower_value=_flat(weights.flower_value),
        jumping=_flat(weights.jumping),
        dark=_dark_hills(table, weights),
        quanta=_quanta(table),
        expected_values=(),
        final_values=(),
    )


def _quanta(table: MoleHillTable) -> int:
    """The row length: long enough that an open round never looks worse than a finished one."""
    return max(QUANTA, most_points(table) * POINT // QUANTUM + 1)


def _stage(down: float) -> int:
    return sum(down >= begin for begin in STAGES)


def _standing(table: MoleHillTable, weights: MoleHillWeights) -> Rows:
    """By square of this lawn: the weights of its distance from the border."""
    columns, rows = table.columns, row_count(table)
    ranks = []
    for square in range(SQUARES):
        row, column = divmod(square, columns)
        ranks.append(min(row, abs(rows - 1 - row), 3) * 5 + min(column, columns - 1 - column, 4))
    return tuple(tuple(row[rank] for rank in ranks) for row in weights.standing)


def _dark_hills(table: MoleHillTable, weights: MoleHillWeights) -> tuple[int, ...]:
    return tuple(
        _dark(table, weights, side, down, mobility - NO_MOBILITY)
        for side in range(2)
        for down in range(table.supply + 1)
        for mobility in range(MOBILITIES)
    )


def _flat(rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(number for row in rows for number in row)


def _chance(ahead: float) -> float:
    """The chance to win a match, by the expected points above those of a draw, divided by the spread."""
    return 1 / (1 + math.exp(min(-ahead, MOST_SPREADS)))


def drift(table: MoleHillTable, down: int, chooser: int) -> tuple[float, float]:
    """How the final points differ from those expected with `down` molehills on the lawn: mean and spread.

    The mean is seen from the mole. Both were measured in rounds against the depth-5 reference.
    """
    ahead = (table.supply - down) * CLASSIC_SUPPLY / table.supply
    begin, grows, most = (3, 0.08, 1.1) if table.slip_east else (10, 0.13, 1.4)
    spread = min(most, 0.15 + grows * max(0.0, ahead - begin))
    return (OPPONENT_ERRORS, -OPPONENT_ERRORS, 0.0)[chooser] * spread, spread


def _dark(table: MoleHillTable, weights: MoleHillWeights, side: int, down: int, mobility: int) -> int:
    """The expected points of the dark hills; the classic lawn's weights are scaled to other lawns."""
    left = table.supply - max(down, table.light)
    if left <= 0:
        return POINT * dark_hills(table.light, down)
    like = down * CLASSIC_SUPPLY / table.supply
    classic = CLASSIC_SUPPLY - max(like, CLASSIC_LIGHT)
    z = (_between(weights.offset[side], like) + mobility) / MOBILITY_UNIT
    share = (_ramp(z) - _ramp(z - classic)) / classic if classic > 0 else 0.0
    return int(POINT * (dark_hills(table.light, down) + left * share))


def _between(row: tuple[int, ...], at: float) -> float:
    low = min(int(at), len(row) - 2)
    return row[low] + (row[low + 1] - row[low]) * (at - low)


def _ramp(z: float) -> float:
    """The softplus function: about 0 below 0, about z above."""
    return max(z, 0.0) + math.log1p(math.exp(-abs(z)))
