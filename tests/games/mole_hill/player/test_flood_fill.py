"""Flood fills agree with the rules, square by square."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.core.bits import count, members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.player.flood_fill import links, rods_between
from moleworks.games.mole_hill.rules import EAST, MoleHillPosition, MoleHillTable, one_step_away
from tests.games.mole_hill.player.positions import lawn, legal

LAWNS = [lawn(name, preset) for name in ("classic", "patch") for preset in ("blatz", "short")]


def random_lawn(table: MoleHillTable, dice: Random) -> tuple[int, int, int]:
    """Hills and rods anywhere."""
    keep = dice.choice((0.3, 0.6, 0.9))
    drawn = [sum(1 << s for s in members(bits) if dice.random() < keep) for bits in (table.east, table.north)]
    return sum(1 << s for s in members(table.squares) if dice.random() < 0.3), drawn[0], drawn[1]


def steps(table: MoleHillTable, square: int, hills: int, east: int, north: int) -> int:
    """By the rules, jump apart."""
    calm = table._replace(centre=-1, supply=64)
    return rules.reach(calm, square, hills | 1 << square, east, north)


@pytest.mark.parametrize("table", LAWNS)
def test_spread_and_links_are_the_reach_of_many_moles(table: MoleHillTable) -> None:
    dice = Random(1)
    for _ in range(100):
        hills, east, north = random_lawn(table, dice)
        here, free = random_lawn(table, dice)[0], table.squares & ~hills
        reaches = [steps(table, square, hills, east, north) for square in members(here)]
        union = 0
        for reach in reaches:
            union |= reach
        assert one_step_away(table, here, east, north) & free == union
        assert links(table, here, free, east, north) == (sum(map(count, reaches)), union)


@pytest.mark.parametrize("table", LAWNS)
def test_only_rods_between_change_a_step(table: MoleHillTable) -> None:
    dice = Random(2)
    for _ in range(40):
        hills, east, north = random_lawn(table, dice)
        square = dice.choice(list(members(table.squares)))
        before = steps(table, square, hills, east, north)
        in_the_way = rods_between(table, 1 << square, before, east, north)
        for rod in legal(MoleHillPosition(1, rules.ROD, square, hills, east, north, before, 0)):
            bit = 1 << (rod & 63)
            closed = (east & ~bit, north) if rod < rules.NORTH else (east, north & ~bit)
            matters = in_the_way[0 if rod < rules.NORTH else 1] & bit
            if not matters:
                assert steps(table, square, hills, *closed) == before, rod - EAST
