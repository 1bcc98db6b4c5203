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
QUANTUM, QUANTA = 4, 512
"""Expected points are looked up in steps of so many 64ths, in rows as long as the most points of the lawn;
of 32 points at least."""
VIGOURS, NO_VIGOUR = 768, 256
"""Vigour is looked up between these two, counted from the second."""
RINGS, LEAPS = 3, 4
NEAR, FAR, FARTHER = 9, 25, 32
"""There are fewer squares one step away, two steps away, and (counted) three steps away than this."""
LINKS = 65
"""There are fewer steps out of the squares one step away; those out of the next are counted by halves."""
HOMES = 64


class Outlook(NamedTuple):
    """The tables of the evaluation."""

    stage: Sequence[int]
    """By hills down: which weights count. The tables that follow begin with the stage and the side to act."""
    steps: Sequence[int]
    """By squares one step away: what they add to the mole's vigour."""
    ways: Sequence[int]
    """The same by steps out of those squares."""
    second: Sequence[int]
    """The same by squares two steps away."""
    further: Sequence[int]
    """The same by half the steps out of those."""
    third: Sequence[int]
    """The same by squares three steps away."""
    leap: Sequence[int]
    """The same by steps to the centre; 0 if it is not in sight."""
    home: Sequence[int]
    """The same by where the mole stands."""
    scent: Sequence[int]
    """By steps away: what a point of flowers there is worth."""
    jumping: Sequence[int]
    """The vigour of a mole about to jump."""
    dark: Sequence[int]
    """By side to act, hills down and vigour: what the dark hills will be worth."""
    quanta: int
    """How long a row of what follows is."""
    hope: Sequence[int]
    """By hills down and expected points: what is played for, points or the match."""
    worth: Sequence[int]
    """By points at the end of the round: the same."""


@kernel
def centre_seen(table: Table, reach: int, second: int, third: int) -> int:
    """How many steps away the centre is, 0 if it is out of sight."""
    if table.centre < 0:
        return 0
    bit = 1 << table.centre
    if not ((reach | second | third) & bit):
        return 0
    return 1 if reach & bit else 2 if second & bit else 3


@kernel
def hopes(
    table: Table, outlook: Outlook, mole: int, hills: int, east: int, north: int, reach: int, gardener: int
) -> int:
    """What the mole can hope for; `gardener` is 1 if a rod comes next, else 0."""
    free = table.squares & ~hills
    down = count(hills)
    first = count(reach)
    row = outlook.stage[down] * 2 + gardener
    flowers = table.white | table.red
    scent = POINT * (count(hills & flowers) + count(hills & table.red))
    if first >= NEAR:  # only a jump leads to so many
        vigour = outlook.jumping[row]
    else:
        ways, second = links(table, reach, free, east, north)
        second &= ~reach
        further, third = links(table, second, free, east, north)
        third &= ~(reach | second)
        vigour = (
            outlook.steps[row * NEAR + first]
            + outlook.ways[row * LINKS + ways]
            + outlook.second[row * FAR + count(second)]
            + outlook.further[row * LINKS + min(further >> 1, LINKS - 1)]
            + outlook.third[row * FARTHER + min(count(third), FARTHER - 1)]
            + outlook.leap[row * LEAPS + centre_seen(table, reach, second, third)]
            + outlook.home[row * HOMES + mole]
        )
        ring = row * RINGS
        scent += outlook.scent[ring] * (count(reach & flowers) + count(reach & table.red))
        scent += outlook.scent[ring + 1] * (count(second & flowers) + count(second & table.red))
        scent += outlook.scent[ring + 2] * (count(third & flowers) + count(third & table.red))
    vigour = min(max(vigour + NO_VIGOUR, 0), VIGOURS - 1)
    found = outlook.dark[(gardener * (table.supply + 1) + down) * VIGOURS + vigour] + scent
    return outlook.hope[down * outlook.quanta + min(max(found, 0) // QUANTUM, outlook.quanta - 1)]
