"""Chances of winning a match, from what a round is worth."""

from __future__ import annotations

import math
from collections.abc import Callable

from moleworks.games.bits import count
from moleworks.games.mole_hill.game import MOLE_HILL, State
from moleworks.games.mole_hill.rules import OVER, ROD, Table, points

CLASSIC_SUPPLY, CLASSIC_DARK = 22, 12
PAR_PATH, PAR_EDGES = 7.4, 16.7
"""What a mole's round is worth on the classic lawn, by the diagonal rule: the mean of some fifty rounds of
the player against itself, with 50,000 nodes an action."""
ROUND_SPREAD = 1.2
"""The scale of a logistic curve, in points. Those rounds lay about 1.2 points (path) and 0.8 (edges) off
their mean; so a round two points above it wins the match five times in six."""

OFF_PATH = (1.5, 1.2, 0.9, 0.6, 0.4, 0.3, 0.2, 0.1)
OFF_EDGES = (-5.3, -4.5, -4.2, -3.9, -3.6, -3.5, -3.5, -3.5, -3.4, -3.0, -2.1, -1.3, -0.9, -0.5, -0.2)
"""By hills down: how many points too many the search expects, in sixty rounds of that kind for each rule.

Who is ahead in a search does not hang on it, as it is the same for all that is compared."""


def put_right(table: Table, hills: int, expected: float) -> float:
    """The points to expect of a round, from what a search expects that has proven nothing."""
    off = OFF_EDGES if table.slip_east else OFF_PATH
    at = count(hills) * CLASSIC_SUPPLY // table.supply
    if at >= len(off):
        return expected
    return max(float(points(table, hills)), expected - off[at] * (table.supply - table.light) / CLASSIC_DARK)


def by_seat(state: State, value: Callable[[State], float]) -> tuple[float, float]:
    """Each seat's chance, a draw counting half; `value` is asked only where a seat is to act.

    In the first round, and where there is no other, the mole's points are held against what a round is
    usually worth: so with a single round, where nobody wins, it tells who did better than usual.
    """
    table, position = state.table, state.position
    if table.rounds == 2 and position.round == 2:
        return _second_round(state, value)
    over = position.phase == OVER
    worth = float(points(table, position.hills)) if over else value(state)
    mole = 1 / (1 + math.exp((par(table) - worth) / ROUND_SPREAD))
    return mole, 1 - mole


def _second_round(state: State, value: Callable[[State], float]) -> tuple[float, float]:
    if state.position.phase == OVER:
        first, second = MOLE_HILL.scores(state)
        mole = (second > first) + (second == first) / 2
    else:
        mole = value(state)
        mole = 1 - mole if state.position.phase == ROD else mole
    return 1 - mole, mole


def par(table: Table) -> float:
    """What a round is usually worth on this lawn; dark hills are fewer on a small one."""
    classic = PAR_EDGES if table.slip_east else PAR_PATH
    return classic * (table.supply - table.light) / CLASSIC_DARK
