"""Estimate the chances of winning a match from the expected points of a round."""

from __future__ import annotations

import math
from collections.abc import Callable

from moleworks.core.bits import count
from moleworks.engine.win_shares import win_shares
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.rules import OVER, ROD, MoleHillTable, decides_match, points

CLASSIC_SUPPLY, CLASSIC_DARK = 22, 12
PAR_PATH, PAR_EDGES = 7.4, 16.7
"""The mean points of a round on the classic lawn, by the diagonal rule: from some fifty rounds of self-play
with 50,000 nodes for each action."""
ROUND_SPREAD = 1.2
"""The scale of a logistic curve, in points. Those rounds differed from their mean by about 1.2 points (path)
and 0.8 (edges); so a round two points above it wins the match five times in six."""

BIAS_PATH = (1.5, 1.2, 0.9, 0.6, 0.4, 0.3, 0.2, 0.1)
BIAS_EDGES = (-5.3, -4.5, -4.2, -3.9, -3.6, -3.5, -3.5, -3.5, -3.4, -3.0, -2.1, -1.3, -0.9, -0.5, -0.2)
"""By hills on the lawn: how many points too many the search expects, from sixty such rounds for each rule.

The order of actions does not depend on it, as it is the same for all actions compared."""


def correct_points(table: MoleHillTable, hills: int, expected: float) -> float:
    """The expected points of a round, from the estimate of a search without a proof."""
    bias = BIAS_EDGES if table.slip_east else BIAS_PATH
    at = count(hills) * CLASSIC_SUPPLY // table.supply
    if at >= len(bias):
        return expected
    return max(float(points(table, hills)), expected - bias[at] * (table.supply - table.light) / CLASSIC_DARK)


def chances_by_seat(state: MoleHillState, value: Callable[[MoleHillState], float]) -> tuple[float, float]:
    """Each seat's chance, a draw counting half; `value` is called only where a seat is to act.

    In the first round, and where there is no other, the mole's points are compared with the mean of a round.
    So with a single round, where nobody wins, the result says who did better than usual.
    """
    table, position = state.table, state.position
    if decides_match(position.round):
        return _second_round(state, value)
    over = position.phase == OVER
    expected = float(points(table, position.hills)) if over else value(state)
    mole = 1 / (1 + math.exp((par(table) - expected) / ROUND_SPREAD))
    return mole, 1 - mole


def _second_round(state: MoleHillState, value: Callable[[MoleHillState], float]) -> tuple[float, float]:
    if state.position.phase == OVER:
        gardener, mole = win_shares(MOLE_HILL.outcome(state), state.setup.players)
        return gardener, mole
    mole = value(state)
    mole = 1 - mole if state.position.phase == ROD else mole
    return 1 - mole, mole


def par(table: MoleHillTable) -> float:
    """The mean points of a round on this lawn; a small one has fewer dark hills."""
    classic = PAR_EDGES if table.slip_east else PAR_PATH
    return classic * (table.supply - table.light) / CLASSIC_DARK
