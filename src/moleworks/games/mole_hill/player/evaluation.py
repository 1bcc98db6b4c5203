"""Evaluate a position of Mole Hill: the points a mole can expect, from a flood fill and tables of weights.

Values are in 64ths of a point. The tables depend on the lawn and on the goal: see the module `tables`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.core.bits import count
from moleworks.core.kernel import kernel
from moleworks.games.mole_hill.rules import MoleHillTable, flower_points
from moleworks.games.mole_hill.rules_fast import links

POINT = 64
QUANTUM, QUANTA = 4, 512
"""Expected points are looked up in steps of QUANTUM 64ths, in rows as long as the most points of the lawn,
but at least QUANTA steps."""
MOBILITIES, NO_MOBILITY = 768, 256
"""The length of a table row by mobility, and the place of mobility 0 in it."""
RINGS, CENTRE_DISTANCES = 3, 4
NEAR, FAR, FARTHER = 9, 25, 32
"""Upper bounds of the squares one step away, two steps away and, as far as they count, three steps away."""
LINKS = 65
"""Upper bound of the steps out of the squares one step away; those out of the next squares are halved."""
SQUARES = 64


class MoleHillEvaluationTables(NamedTuple):
    """The tables of the evaluation."""

    stage: Sequence[int]
    """By hills down: which weights count. The tables that follow begin with the stage and the side to act."""
    steps: Sequence[int]
    """By squares one step away: what they add to the mole's mobility."""
    ways: Sequence[int]
    """The same by steps out of those squares."""
    second: Sequence[int]
    """The same by squares two steps away."""
    further: Sequence[int]
    """The same by half the steps out of those."""
    third: Sequence[int]
    """The same by squares three steps away."""
    centre_distance: Sequence[int]
    """The same by steps to the centre; 0 if it is not in sight."""
    standing: Sequence[int]
    """The same by where the mole stands."""
    flower_value: Sequence[int]
    """By steps away: the value of a point of flowers there."""
    jumping: Sequence[int]
    """The mobility of a mole about to jump."""
    dark: Sequence[int]
    """By side to act, hills down and mobility: the expected points of the dark hills."""
    quanta: int
    """The length of a row in the next table."""
    expected_values: Sequence[int]
    """By hills down and expected points: the value, in points or as the result of the match."""
    final_values: Sequence[int]
    """By points at the end of the round: the value in the same unit."""


@kernel
def centre_seen(table: MoleHillTable, reach: int, second: int, third: int) -> int:
    """How many steps away the centre is, 0 if it is out of sight."""
    if table.centre < 0:
        return 0
    bit = 1 << table.centre
    if not ((reach | second | third) & bit):
        return 0
    return 1 if reach & bit else 2 if second & bit else 3


@kernel
def evaluate(
    table: MoleHillTable,
    evaluation: MoleHillEvaluationTables,
    mole: int,
    hills: int,
    east: int,
    north: int,
    reach: int,
    gardener: int,
) -> int:
    """What the mole can hope for; `gardener` is 1 if a rod comes next, else 0."""
    free = table.squares & ~hills
    down = count(hills)
    first = count(reach)
    row = evaluation.stage[down] * 2 + gardener
    flower_value = POINT * flower_points(table, hills)
    if first >= NEAR:  # only a jump has that many targets
        mobility = evaluation.jumping[row]
    else:
        ways, second = links(table, reach, free, east, north)
        second &= ~reach
        further, third = links(table, second, free, east, north)
        third &= ~(reach | second)
        mobility = (
            evaluation.steps[row * NEAR + first]
            + evaluation.ways[row * LINKS + ways]
            + evaluation.second[row * FAR + count(second)]
            + evaluation.further[row * LINKS + min(further >> 1, LINKS - 1)]
            + evaluation.third[row * FARTHER + min(count(third), FARTHER - 1)]
            + evaluation.centre_distance[row * CENTRE_DISTANCES + centre_seen(table, reach, second, third)]
            + evaluation.standing[row * SQUARES + mole]
        )
        ring = row * RINGS
        flower_value += evaluation.flower_value[ring] * flower_points(table, reach)
        flower_value += evaluation.flower_value[ring + 1] * flower_points(table, second)
        flower_value += evaluation.flower_value[ring + 2] * flower_points(table, third)
    mobility = min(max(mobility + NO_MOBILITY, 0), MOBILITIES - 1)
    found = evaluation.dark[(gardener * (table.supply + 1) + down) * MOBILITIES + mobility] + flower_value
    return evaluation.expected_values[
        down * evaluation.quanta + min(max(found, 0) // QUANTUM, evaluation.quanta - 1)
    ]
