"""Prove the exact value of a position or of an action near the end of a round."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.player import solver
from moleworks.games.mole_hill.player.search_kernels import MoleHillKernels
from moleworks.games.mole_hill.player.search_request import SearchRequest, make_request
from moleworks.games.mole_hill.rules import (
    DRAWN,
    LOST,
    OVER,
    WON,
    MoleHillPosition,
    MoleHillTable,
    second_round_result,
)


class Proof(NamedTuple):
    """The exact value of a position, and an action that keeps it."""

    value: int
    """The mole's points; where the match is played for, LOST, DRAWN or WON, for the mole."""
    action: int
    """An action that keeps the value, or -1 where every action does."""


def prove(
    request: SearchRequest, buffers: solver.SolverBuffers, kernels: MoleHillKernels, guess: float, nodes: int
) -> Proof | None:
    """The exact value; None if it was stopped or ran out of nodes (counted since the buffers were new).

    `guess` is the mole's points, or the expected result of the match for the mole.
    """
    table, position, first = request.table, request.position, request.first
    low = rules.points(table, position.hills)
    high = most_reachable_points(table, position)
    goal = round(guess)
    if first is not None:
        # Only win, draw and loss differ: ask whether the mole wins, and if not, whether it draws.
        low, high = second_round_result(first, low), second_round_result(first, high)
        goal = WON if guess > 0.5 else DRAWN
    best = -1
    while low < high:
        goal = min(max(goal, low + 1), high)
        points = goal if first is None else points_for_result(goal, first)
        answer = kernels.reaches(
            table, kernels.tables(table), buffers, position, request.pattern, points, nodes
        )
        if answer == solver.UNKNOWN:
            return None
        if answer == solver.YES:
            low, goal = goal, goal + 1
        else:
            high, goal = goal - 1, goal - 1
        if request.mole_acts == (answer == solver.YES):
            best = int(buffers.report[1])
    return Proof(low, best)


def most_reachable_points(table: MoleHillTable, position: MoleHillPosition) -> int:
    """An upper bound of the points that the mole can still end with."""
    seen = table.squares
    if position.mole >= 0:
        seen = solver.flood(table, position.hills, position.east, position.north, position.reach)
    return solver.most_points_with(table, position.hills, seen)


def prove_action(
    request: SearchRequest,
    action: int,
    buffers: solver.SolverBuffers,
    kernels: MoleHillKernels,
    guess: float,
    nodes: int,
) -> int | None:
    """The value of the position after an action, as in `Proof`."""
    after = rules.play(request.table, request.position, action)
    if after.phase == OVER:
        points = rules.points(request.table, after.hills)
        return points if request.first is None else second_round_result(request.first, points)
    then = make_request(request.table, after)._replace(first=request.first)
    found = prove(then, buffers, kernels, guess, nodes)
    return found.value if found else None


def keeps_value(
    request: SearchRequest,
    action: int,
    value: int,
    buffers: solver.SolverBuffers,
    kernels: MoleHillKernels,
    nodes: int,
) -> bool:
    """Whether an action is proven to keep the proven value of the position; False if nodes run out."""
    table, first = request.table, request.first
    after = rules.play(table, request.position, action)
    goal = value if request.mole_acts else value + 1
    if first is not None:
        if goal > WON:
            return True
        goal = points_for_result(goal, first)
    if after.phase == OVER:
        return request.mole_acts == (rules.points(table, after.hills) >= goal)
    key = make_request(table, after).pattern
    answer = kernels.reaches(table, kernels.tables(table), buffers, after, key, goal, nodes)
    return bool(answer == (solver.YES if request.mole_acts else solver.NO))


def points_for_result(result: int, first: int) -> int:
    """The fewest points of the second round that give its mole this result or a better one."""
    return 0 if result == LOST else first if result == DRAWN else first + 1
