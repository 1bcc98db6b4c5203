"""The fast forms of the rules agree with the rules, square by square."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from moleworks.core.bits import count, members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import neighbours, row_count
from moleworks.games.mole_hill.rules import EAST, NORTH, MoleHillTable, one_move_away, one_step_away
from moleworks.games.mole_hill.rules_fast import (
    edges_crossed,
    links,
    play_without_branch,
    rods_between,
    rods_in_the_way,
)
from tests.games.mole_hill.player.positions import lawn

LAWNS = [lawn(name, diagonal=diagonal) for name in ("classic", "patch") for diagonal in ("path", "edges")]
EdgeSets = tuple[int, int]
"""Edges east and north of squares."""


def random_squares(table: MoleHillTable, dice: Random) -> int:
    return sum(1 << s for s in members(table.squares) if dice.random() < 0.3)


def random_edges(table: MoleHillTable, dice: Random) -> EdgeSets:
    """The edges without a rod."""
    keep = dice.choice((0.3, 0.6, 0.9))
    east, north = (
        sum(1 << s for s in members(edges) if dice.random() < keep) for edges in (table.east, table.north)
    )
    return east, north


def steps(table: MoleHillTable, square: int, hills: int, free: EdgeSets) -> int:
    """By the rules, jump apart."""
    calm = table._replace(centre=-1, supply=64)
    return rules.reach(calm, square, hills | 1 << square, *free)


def can_step(table: MoleHillTable, square: int, goal: int, free: EdgeSets) -> bool:
    return bool(steps(table, square, 0, free) >> goal & 1)


def edge_sets(edges: tuple[int, ...]) -> EdgeSets:
    east = sum(1 << edge - EAST for edge in edges if edge < NORTH)
    return east, sum(1 << edge - NORTH for edge in edges if edge >= NORTH)


def ways(table: MoleHillTable, square: int, goal: int, free: EdgeSets) -> Iterator[EdgeSets]:
    """By the rules: the smallest sets of free edges that suffice for a step."""
    near = {square, goal, *neighbours(table.columns, row_count(table), square)}
    edges = [
        edge
        for edge in members(free[0] << EAST | free[1] << NORTH)
        if {edge & 63, (edge & 63) + (1 if edge < NORTH else table.columns)} <= near
    ]
    found: list[set[int]] = []
    for size in (0, 1, 2):
        for some in combinations(edges, size):
            smaller = any(known <= set(some) for known in found)
            if not smaller and can_step(table, square, goal, edge_sets(some)):
                found.append(set(some))
                yield edge_sets(some)


@pytest.mark.parametrize("table", LAWNS)
def test_steps_and_links_are_the_reach_of_many_moles(table: MoleHillTable) -> None:
    dice = Random(1)
    for _ in range(100):
        hills, (east, north) = random_squares(table, dice), random_edges(table, dice)
        here, free = random_squares(table, dice), table.squares & ~hills
        reaches = [steps(table, square, hills, (east, north)) for square in members(here)]
        union = 0
        for reach in reaches:
            union |= reach
        assert one_step_away(table, here, east, north) & free == union
        assert links(table, here, free, east, north) == (sum(map(count, reaches)), union)


@pytest.mark.parametrize("table", [*LAWNS, lawn(centre=False)])
def test_moves_are_the_reach_of_many_moles_that_have_moved(table: MoleHillTable) -> None:
    dice, endless = Random(2), table._replace(supply=64)
    for _ in range(40):
        hills, (east, north) = random_squares(table, dice), random_edges(table, dice)
        if count(hills) < 2:
            continue  # a mole on its first square has not moved there
        here = random_squares(table, dice)
        union = 0
        for square in members(here):
            union |= rules.reach(endless, square, hills | 1 << square, east, north)
        away = table.squares & ~(hills | here)
        assert one_move_away(table, here, east, north) & away == union & away


@pytest.mark.parametrize("table", LAWNS)
def test_rods_matter_on_the_edges_of_every_way(table: MoleHillTable) -> None:
    """Rods between squares are the free edges on any way; rods in the way are the others there."""
    dice = Random(3)
    for _ in range(12):
        free = random_edges(table, dice)
        stand, goals = random_squares(table, dice), random_squares(table, dice)
        between = [0, 0]
        closed = [0, 0]
        for square in members(stand):
            for goal in neighbours(table.columns, row_count(table), square):
                if goals >> goal & 1:
                    for east, north in ways(table, square, goal, free):
                        between = [between[0] | east, between[1] | north]
                    for east, north in ways(table, square, goal, (table.east, table.north)):
                        closed = [closed[0] | east & ~free[0], closed[1] | north & ~free[1]]
        assert rods_between(table, stand, goals, *free) == tuple(between)
        assert rods_in_the_way(table, stand, goals, *free) == tuple(closed)


@pytest.mark.parametrize("table", LAWNS)
def test_a_step_crosses_the_edges_of_the_way_that_adds_least_to_a_plan(table: MoleHillTable) -> None:
    dice = Random(4)
    for _ in range(10):
        free, plan = random_edges(table, dice), random_edges(table, dice)

        def added(way: EdgeSets, plan: EdgeSets = plan) -> int:
            return count(way[0] & ~plan[0]) + count(way[1] & ~plan[1])

        for square in members(table.squares):
            for goal in members(steps(table, square, 0, free)):
                crossed = edges_crossed(table, square, goal, *free, *plan)
                possible = list(ways(table, square, goal, free))
                assert crossed in possible
                assert added(crossed) == min(map(added, possible))


@pytest.mark.parametrize("table", LAWNS)
@pytest.mark.parametrize("seed", range(5))
def test_actions_without_a_branch_lead_to_the_same_positions(table: MoleHillTable, seed: int) -> None:
    dice = Random(seed)
    position = rules.opening(table)
    while position.phase != rules.OVER:
        actions = [rules.nth_legal(table, position, n) for n in range(rules.legal_count(table, position))]
        for action in actions:
            assert play_without_branch(table, position, action) == rules.play(table, position, action)
        position = rules.play(table, position, dice.choice(actions))
