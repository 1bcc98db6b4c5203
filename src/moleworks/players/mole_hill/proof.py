"""Proofs near the end of a round: what the position is worth, and what an action is worth in it."""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.rules import OVER, Position, Table
from moleworks.players.mole_hill import solver
from moleworks.players.mole_hill.question import Question, question
from moleworks.players.mole_hill.tools import Tools

WON = 2


class Proof(NamedTuple):
    value: int
    """The mole's points; where the match is played for, 0 lost, 1 drawn, 2 won, for the mole."""
    action: int
    """One that keeps the value, or -1 where every action does."""


def prove(asked: Question, bench: solver.Bench, tools: Tools, guess: float, nodes: int) -> Proof | None:
    """The exact value; None if the nodes (of all proofs on this bench) did not do, or it was stopped.

    `guess` is the mole's points, or the expected result of the match for the mole.
    """
    table, position, first = asked.table, asked.position, asked.first
    low = rules.points(table, position.hills)
    high = most(table, position)
    goal = round(guess)
    if first is not None:
        # Only three ends differ: no more is asked than whether the mole wins, and else whether it draws.
        low, high, goal = end(low, first), end(high, first), 2 if guess > 0.5 else 1
    kept = -1
    while low < high:
        goal = min(max(goal, low + 1), high)
        points = goal if first is None else first - 1 + goal
        answer = tools.reaches(table, tools.tables(table), bench, position, asked.pattern, points, nodes)
        if answer == solver.UNKNOWN:
            return None
        if answer == solver.YES:
            low, goal = goal, goal + 1
        else:
            high, goal = goal - 1, goal - 1
        if asked.mole_acts == (answer == solver.YES):
            kept = int(bench.report[1])
    return Proof(low, kept)


def most(table: Table, position: Position) -> int:
    """No play from here leads to more points."""
    seen = table.squares
    if position.mole >= 0:
        seen = solver.flooded(table, position.hills, position.east, position.north, position.reach)
    return solver.most_points(table, position.hills, seen)


def prove_action(
    asked: Question, action: int, bench: solver.Bench, tools: Tools, guess: float, nodes: int
) -> int | None:
    """What the position after an action is worth, as in `Proof`."""
    after = rules.play(asked.table, asked.position, action)
    if after.phase == OVER:
        points = rules.points(asked.table, after.hills)
        return points if asked.first is None else end(points, asked.first)
    then = question(asked.table, after)._replace(first=asked.first)
    found = prove(then, bench, tools, guess, nodes)
    return found.value if found else None


def keeps(asked: Question, action: int, value: int, bench: solver.Bench, tools: Tools, nodes: int) -> bool:
    """Whether an action is proven, within so many nodes, to keep the proven value of the position."""
    table, first = asked.table, asked.first
    after = rules.play(table, asked.position, action)
    goal = value if asked.mole_acts else value + 1
    if first is not None:
        if goal > WON:
            return True
        goal = first - 1 + goal if goal else 0
    if after.phase == OVER:
        return asked.mole_acts == (rules.points(table, after.hills) >= goal)
    key = question(table, after).pattern
    answer = tools.reaches(table, tools.tables(table), bench, after, key, goal, nodes)
    return bool(answer == (solver.YES if asked.mole_acts else solver.NO))


def end(points: int, first: int) -> int:
    """How the match ends for the mole of the second round: 0 lost, 1 drawn, 2 won."""
    return (points >= first) + (points > first)
