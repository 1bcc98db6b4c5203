"""The player: a search, and near the end of a round a proof, within a budget of nodes.

The same budget and seed give the same action on every machine; seconds are only a cap.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from moleworks.games.bits import count, members
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, ROD, Position, Table
from moleworks.players.mole_hill import search, solver
from moleworks.players.mole_hill.evaluation import POINT
from moleworks.players.mole_hill.lawn import ACTIONS, MATCH, SPREAD, lawn
from moleworks.players.mole_hill.workshop import WORKSHOP, Stop, Tools

PROVABLE = 10
"""With so many molehills left, or fewer, a proof is tried."""
ONE_CHOICE = 20_000
"""Nodes enough where there is nothing to choose."""
INTERPRETED_RATE = 15_000
"""Nodes a second without Numba, more or less: budgets are cut to these, so that a proof gets its turn."""

AT_LEAST = 0.2
"""Seconds to think even when waiting for the compiler took all the time."""


class Budget(NamedTuple):
    """How much to think. Without Numba, where no cap is given, a second is one."""

    nodes: int = 2_000_000
    seconds: float | None = None
    depth: int = search.PLIES - 4


STRONG = Budget()


class Line(NamedTuple):
    """An action, what follows if both play their best, and what it is worth.

    The value is this round's points of the mole; in the second of two rounds, the expected result of the
    match for whoever acts: 1 won, 0.5 drawn.
    """

    action: int
    value: float
    line: tuple[int, ...]


class Found(NamedTuple):
    """The best lines, and how they were found."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether the value is proven."""
    compiled: bool

    @property
    def action(self) -> int:
        return self.lines[0].action

    @property
    def value(self) -> float:
        return self.lines[0].value


class Question(NamedTuple):
    """What is to be decided, in the terms of the kernels."""

    table: Table
    """Of one round: the other one is another question."""
    position: Position
    first: int | None
    """The points to beat, where the match is played for."""
    key: int
    pattern: int

    @property
    def mole_acts(self) -> bool:
        return self.position.phase != ROD


def choose(
    table: Table,
    position: Position,
    budget: Budget = STRONG,
    *,
    lines: int = 1,
    seed: int = 0,
    slip: float = 0.0,
    exact: bool = True,
    stop: Stop | None = None,
    patience: float = 0.6,
) -> Found:
    """The best action found, and further ones if more `lines` are wanted.

    `slip` is by how many points an action is misjudged, typically; `exact` allows proofs. `stop` is for this
    search alone; another thread may set it. `patience` is how many seconds to wait for the compiled kernels
    before making do with interpreted ones.
    """
    if position.phase == OVER:
        raise ValueError("the game is over: there is nothing to choose")
    began = time.perf_counter()
    tools = WORKSHOP.tools(patience)
    stop = stop or Stop()
    seconds = budget.seconds if tools.native or budget.seconds is not None else 1.0
    nodes = budget.nodes
    if not tools.native and seconds is not None:
        nodes = min(nodes, int(INTERPRETED_RATE * seconds) + 1)
    timer = None
    if seconds is not None:
        timer = threading.Timer(max(AT_LEAST, seconds - (time.perf_counter() - began)), stop.set)
        timer.daemon = True
        timer.start()
    try:
        found = _answer(
            _question(table, position), budget._replace(nodes=nodes), lines, seed, slip, exact, stop, tools
        )
    finally:
        if timer:
            timer.cancel()
        WORKSHOP.put_back(tools)
    return found._replace(seconds=time.perf_counter() - began)


def _question(table: Table, position: Position) -> Question:
    first = position.first if table.rounds == 2 and position.round == 2 else None
    tables = lawn(table._replace(rounds=1))
    pattern = tables.mole_keys[position.mole & 63]
    for square in members(position.hills):
        pattern ^= tables.action_keys[square]
    key = pattern
    for square in members(table.east & ~position.east):
        key ^= tables.action_keys[EAST + square]
    for square in members(table.north & ~position.north):
        key ^= tables.action_keys[NORTH + square]
    if position.phase == ROD:
        pattern ^= tables.mole_keys[63]
    return Question(table._replace(rounds=1), position._replace(round=1, first=0), first, key, pattern)


def _answer(
    question: Question,
    budget: Budget,
    lines: int,
    seed: int,
    slip: float,
    exact: bool,
    stop: Stop,
    tools: Tools,
) -> Found:
    choice = _worth_trying(question, lines)
    bias = _bias(question, seed, slip)
    nodes = budget.nodes if len(choice) > 1 else min(budget.nodes, ONE_CHOICE)

    def searched(share: int, first: int | None) -> Found:
        return _searched(question, first, budget._replace(nodes=share), choice, lines, bias, stop, tools)

    if not exact or question.table.supply - count(question.position.hills) > PROVABLE:
        return searched(nodes, question.first)
    # A glance, then a proof with half of the nodes; if that fails, the rest for a better look.
    glance = searched(nodes // 8 + 1, question.first)
    proof, spent = _proven(question, glance, nodes // 2, stop, tools)
    if proof is None:
        if stop.flag[0]:
            return glance._replace(nodes=spent)
        look = searched(max(nodes - spent, 1), question.first)
        return look._replace(nodes=look.nodes + spent)
    if question.first is not None and proof.value == 0:
        # Whatever is played loses the match: resist, by playing for points.
        resisting = searched(nodes // 4 + 1, None)
        proof = proof._replace(lines=(Line(resisting.action, 0.0, resisting.lines[0].line),))
        spent += resisting.nodes
    return _merged(question, proof, glance)._replace(nodes=spent)


def _worth_trying(question: Question, lines: int) -> list[int]:
    """The actions at the root: steps, or rods that change one of the next steps."""
    position = question.position
    if question.mole_acts:
        return list(members(position.reach))
    east, north = search.candidate_rods(
        question.table,
        position.mole,
        position.hills,
        position.east,
        position.north,
        position.reach,
        search.WIDE,
    )
    if count(east) + count(north) < max(lines, 1):
        east, north = position.east, position.north
    return [*(EAST + s for s in members(east)), *(NORTH + s for s in members(north))]


def _bias(question: Question, seed: int, slip: float) -> list[int]:
    """By action, how far its value is misjudged: by a trifle even without slips, so that seeds differ."""
    dice = Random(f"{seed} {question.key}")
    unit = POINT if question.first is None else MATCH / (4 * SPREAD)
    return [int(unit * (dice.gauss(0.0, slip) + dice.random() / 32)) for _ in range(ACTIONS)]


def _searched(
    question: Question,
    first: int | None,
    budget: Budget,
    choice: Sequence[int],
    lines: int,
    bias: Sequence[int],
    stop: Stop,
    tools: Tools,
) -> Found:
    """The best lines by search, one after the other."""
    tables, views, desk = tools.tables(question.table), tools.outlook(question.table, first), tools.desk(stop)
    generation = tools.next_generation()
    left = list(choice)
    for action, shift in enumerate(bias):
        desk.bias[action] = shift
    found: list[Line] = []
    depth = spent = 0
    for n in range(min(lines, len(left))):
        share = (
            budget.nodes if lines == 1 else budget.nodes // 2 if n == 0 else budget.nodes // (2 * (lines - 1))
        )
        desk.root[0] = len(left)
        for at, action in enumerate(left):
            desk.root[at + 1] = action
        desk.report[search.R_ACTION] = -1
        spent += tools.search(
            question.table,
            tables,
            views,
            desk,
            question.position,
            question.key,
            generation,
            budget.depth,
            share,
        )
        action = int(desk.report[search.R_ACTION])
        if action < 0:  # stopped before it began
            action = left[0]
            found.append(Line(action, _value(question, first, 0), (action,)))
        else:
            length = int(desk.report[search.R_LENGTH])
            line = tuple(int(desk.report[search.R_LINE + at]) for at in range(length))
            found.append(Line(action, _value(question, first, int(desk.report[search.R_VALUE])), line))
        depth = depth or int(desk.report[search.R_DEPTH])
        left.remove(action)
    return Found(tuple(found), depth, spent, 0.0, False, tools.native)


def _value(question: Question, first: int | None, value: int) -> float:
    if first is None:
        return (value if question.mole_acts else -value) / POINT
    return value / MATCH if question.mole_acts else 1 + value / MATCH


def _proven(
    question: Question, thought: Found, nodes: int, stop: Stop, tools: Tools
) -> tuple[Found | None, int]:
    """The exact value with an action that keeps it, or None if the nodes did not do; and all nodes so far."""
    table, position, first = question.table, question.position, question.first
    bench = tools.bench(stop, table)
    low = rules.points(table, position.hills)
    seen = solver.flooded(table, position.hills, position.east, position.north, position.reach)
    high = solver.most_points(table, position.hills, seen) if position.mole >= 0 else low + table.supply
    guess = round(thought.value)
    if first is not None:
        # Only three ends differ: no more is asked than whether the mole wins, and else whether it draws.
        low, high, guess = _bucket(low, first), _bucket(high, first), 2 if thought.value > 0.5 else 1
    kept = -1
    while low < high:
        guess = min(max(guess, low + 1), high)
        goal = guess if first is None else first - 1 + guess
        answer = tools.reaches(table, tools.tables(table), bench, position, question.pattern, goal, nodes)
        if answer == solver.UNKNOWN:
            return None, thought.nodes + int(bench.report[0])
        if answer == solver.YES:
            low, guess = guess, guess + 1
        else:
            high, guess = guess - 1, guess - 1
        if question.mole_acts == (answer == solver.YES):
            kept = int(bench.report[1])
    value = float(low)
    if first is not None:
        value = low / 2 if question.mole_acts else 1 - low / 2
    # Where nothing had to be proven, every action keeps the value.
    action = kept if kept >= 0 else thought.action
    spent = thought.nodes + int(bench.report[0])
    return Found((Line(action, value, (action,)),), thought.depth, spent, 0.0, True, tools.native), spent


def _bucket(points: int, first: int) -> int:
    """0 lost, 1 drawn, 2 won, for the mole."""
    return (points >= first) + (points > first)


def _merged(question: Question, proof: Found, thought: Found) -> Found:
    """The proven line first; others, only searched, are not shown as better."""
    best = proof.lines[0]
    for line in thought.lines:
        if line.action == best.action and len(best.line) == 1:
            best = best._replace(line=line.line)
    better = max if question.first is None and not question.mole_acts else min
    others = [
        line._replace(value=better(line.value, best.value))
        for line in thought.lines
        if line.action != best.action
    ]
    return proof._replace(lines=(best, *others[: len(thought.lines) - 1]))
