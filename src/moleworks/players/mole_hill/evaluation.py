"""How many points a mole can expect: a flood fill from where it stands, read through tables.

Values are in 64ths of a point. The tables belong to a lawn and to what is played for (see `lawn`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moleworks.games.bits import count
from moleworks.games.kernel import kernel
from moleworks.games.mole_hill.rules import Table
from moleworks.players.mole_hill.flood import links

POINT = 64
VIGOURS = 512
RINGS = 3
NEAR, FAR = 9, 25
"""There are fewer squares one step away, and two steps away, than this."""
LINKS = 65
"""There are fewer steps out of the squares one step away; those out of the next are counted by halves."""


class Outlook(NamedTuple):
    """The tables of the evaluation."""

    base: Sequence[int]
    """By side to act: the mole's vigour before any square is counted; then the same before a jump."""
    steps: Sequence[int]
    """By side to act and squares one step away: what they add to the mole's vigour."""
    steps_on: Sequence[int]
    """The same by steps out of those squares."""
    second: Sequence[int]
    """The same by squares two steps away."""
    second_on: Sequence[int]
    """The same by half the steps out of those."""
    leap: Sequence[int]
    """By side to act and steps to the centre: what the jump adds to the mole's vigour."""
    scent: Sequence[int]
    """By side to act and steps away: what a point of flowers there is worth."""
    dark: Sequence[int]
    """By side to act, hills down and vigour: what the dark hills will be worth."""
    hope: Sequence[int]
    """By expected points: what is played for, points or the match."""
    worth: Sequence[int]
    """By points at the end of the round: the same."""


@kernel
def expected(
    table: Table, outlook: Outlook, hills: int, east: int, north: int, reach: int, gardener: int
) -> int:
    """The points this mole will end with, more or less; `gardener` is 1 if a rod comes next, else 0."""
    free = table.squares & ~hills
    down = count(hills)
    first = count(reach)
    side = gardener * RINGS
    flowers = table.white | table.red
    scent = POINT * (count(hills & flowers) + count(hills & table.red))
    if first >= NEAR:  # only a jump leads to so many
        vigour = outlook.base[2 + gardener]
    else:
        ways, second = links(table, reach, free, east, north)
        second &= ~reach
        further, third = links(table, second, free, east, north)
        third &= ~(reach | second)
        further = further >> 1 if further < 2 * LINKS else LINKS - 1
        vigour = outlook.base[gardener]
        vigour += outlook.steps[gardener * NEAR + first] + outlook.steps_on[gardener * LINKS + ways]
        vigour += (
            outlook.second[gardener * FAR + count(second)] + outlook.second_on[gardener * LINKS + further]
        )
        scent += outlook.scent[side] * (count(reach & flowers) + count(reach & table.red))
        scent += outlook.scent[side + 1] * (count(second & flowers) + count(second & table.red))
        scent += outlook.scent[side + 2] * (count(third & flowers) + count(third & table.red))
        if table.centre >= 0:
            if (reach >> table.centre) & 1:
                vigour += outlook.leap[side]
            elif (second >> table.centre) & 1:
                vigour += outlook.leap[side + 1]
            elif (third >> table.centre) & 1:
                vigour += outlook.leap[side + 2]
    vigour = min(max(vigour, 0), VIGOURS - 1)
    return outlook.dark[(gardener * (table.supply + 1) + down) * VIGOURS + vigour] + scent
