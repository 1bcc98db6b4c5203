"""How an action is chosen: a search, and near the end of a round a proof, within a budget.

The same budget of nodes and the same seed give the same action on every machine; seconds are only a cap.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks.games.bits import count
from moleworks.games.mole_hill.rules import OVER, Position, Table, play, points
from moleworks.players.mole_hill import proof, search, solver
from moleworks.players.mole_hill.evaluation import POINT
from moleworks.players.mole_hill.lawn import GARDENER, MATCH, MOLE, NOBODY, TRIFLE, drift
from moleworks.players.mole_hill.question import Question, bias, question, worth_trying
from moleworks.players.mole_hill.tools import PLAIN_RATE, WORKSHOP, Tools
from moleworks.players.workshop import Stop

PROVABLE = 10
"""With so many molehills left, or fewer, a proof is tried."""
ONE_CHOICE = 20_000
"""Nodes enough where there is nothing to choose."""
GLANCE = 256
"""Nodes for a look at the very least: with fewer it would be a guess."""
MEANWHILE, WITHOUT = 0.2, 1.0
"""Seconds to think with interpreted kernels: while others are being compiled, and where none will be."""


class Budget(NamedTuple):
    """How much to think: nodes, or None for as many as the seconds allow."""

    nodes: int | None = 2_000_000
    seconds: float | None = None
    depth: int = search.PLIES - 4


STRONG = Budget()


class Way(NamedTuple):
    """An action, what follows if both play their best, and what it is worth.

    The value is this round's points of the mole; in the second of two rounds, the expected result of the
    match for whoever acts: 1 won, 0.5 drawn.
    """

    action: int
    value: float
    line: tuple[int, ...]


class Found(NamedTuple):
    """The best ways, those asked for, and how they were found."""

    ways: tuple[Way, ...]
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether the value is proven."""
    compiled: bool
    hits: int
    """How often a position was found in the table."""

    @property
    def action(self) -> int:
        return self.ways[0].action

    @property
    def value(self) -> float:
        return self.ways[0].value


class Task(NamedTuple):
    """A question, and how it is to be answered."""

    question: Question
    nodes: int
    depth: int
    lines: int
    also: tuple[int, ...]
    bias: Sequence[int]
    exact: bool
    root: int
    """Who counts on slips of the other: the mole, the gardener or nobody."""
    stop: Stop
    tools: Tools

    @property
    def provable(self) -> bool:
        asked = self.question
        return self.exact and asked.table.supply - count(asked.position.hills) <= PROVABLE


def choose(
    table: Table,
    position: Position,
    budget: Budget = STRONG,
    *,
    lines: int = 1,
    also: Sequence[int] = (),
    seed: int = 0,
    slip: float = 0.0,
    exact: bool = True,
    neutral: bool = False,
    stop: Stop | None = None,
    patience: float | None = None,
) -> Found:
    """The best action found, and further ones if more `lines` are wanted or some are asked for in `also`.

    `slip` is by how many points an action is misjudged, typically; `exact` allows proofs. Whoever acts counts
    on slips of the other, unless `neutral`. `stop` is for this search alone; another thread may set it.
    `patience` is how many seconds to wait for the compiled kernels before making do with interpreted ones.
    """
    if position.phase == OVER:
        raise ValueError("the game is over: there is nothing to choose")
    began = time.perf_counter()
    asked = question(table, position)
    root = NOBODY if neutral else MOLE if asked.mole_acts else GARDENER
    shifts = bias(asked, seed, slip)
    timed = budget.nodes is None
    always = budget.seconds is None
    with WORKSHOP.lent(patience, budget.seconds if timed else None, always=always, stop=stop) as tools:
        seconds = _seconds(budget, time.perf_counter() - began, tools)
        nodes = _nodes(budget.nodes, seconds, tools)
        with (stop or Stop()).within(seconds) as flag:
            task = Task(asked, nodes, budget.depth, lines, tuple(also), shifts, exact, root, flag, tools)
            start = time.perf_counter()
            found = answer(task)
            tools.went(found.nodes, time.perf_counter() - start)
    return found._replace(seconds=time.perf_counter() - began)


def _seconds(budget: Budget, waited: float, tools: Tools) -> float | None:
    """To think: what is left of those asked for; else, while kernels are being compiled, only a moment."""
    if budget.nodes is None and budget.seconds is not None:
        return max(budget.seconds / 2, budget.seconds - waited)
    if tools.native or not WORKSHOP.compiling:
        return budget.seconds
    return MEANWHILE if budget.seconds is None else min(budget.seconds, MEANWHILE)


def _nodes(nodes: int | None, seconds: float | None, tools: Tools) -> int:
    """As many as are wanted, or as the time is good for: a proof after a search must get its turn.

    Without compiled kernels there is a limit to what is wanted, the same on every machine.
    """
    if tools.native:
        assert nodes is not None or seconds is not None, "a budget has nodes, or seconds, or both"
        wanted = int(tools.rate * (seconds or 0)) if nodes is None else nodes
    else:
        possible = int(PLAIN_RATE * (WITHOUT if seconds is None else seconds))
        wanted = possible if nodes is None else min(nodes, possible)
    return max(wanted, GLANCE)


def answer(task: Task) -> Found:
    """The best ways by search, and proven ones instead if that can be done."""
    choice = worth_trying(task.question, task.lines)
    if len(choice) == 1 and not task.also:
        task = task._replace(nodes=min(task.nodes, ONE_CHOICE))
    if not task.provable:
        return _searched(task, task.question.first, choice)
    glance = _searched(task._replace(nodes=task.nodes // 8 + 1), task.question.first, choice)
    return _proven(task, glance, choice)


def _searched(task: Task, first: int | None, choice: Sequence[int]) -> Found:
    """The best ways by search, one after the other; then those asked for."""
    desk = task.tools.desk(task.stop)
    generation = task.tools.next_generation()
    desk.bias[:] = task.bias
    left = list(choice)
    ways: list[Way] = []
    depth = nodes = hits = 0
    roots = [left] * min(task.lines, len(left)) + [[action] for action in task.also]
    for n, root in enumerate(roots):
        if root is not left and any(way.action == root[0] for way in ways):
            continue
        share = max(GLANCE, _share(task.nodes, n, len(roots)))
        way = _way(task, first, desk, generation, root, share)
        depth = depth or int(desk.report[search.R_DEPTH])
        nodes += int(desk.report[search.R_NODES])
        hits += int(desk.report[search.R_HITS])
        ways.append(way)
        if root is left:
            left.remove(way.action)
    return Found(_in_order(task, ways), depth, nodes, 0.0, False, task.tools.native, hits)


def _share(nodes: int, n: int, parts: int) -> int:
    """Half of the nodes are for the best way, if there are others."""
    if parts == 1:
        return nodes
    return nodes // 2 + 1 if n == 0 else nodes // (2 * (parts - 1)) + 1


def _way(
    task: Task, first: int | None, desk: search.Desk, generation: int, root: Sequence[int], nodes: int
) -> Way:
    asked, tools = task.question, task.tools
    desk.root[0] = len(root)
    for at, action in enumerate(root):
        desk.root[at + 1] = action
    desk.report[search.R_ACTION] = -1
    tools.search(
        asked.table,
        tools.tables(asked.table),
        tools.outlook(asked.table, first, task.root),
        desk,
        asked.position,
        asked.key,
        generation,
        min(task.depth, 2 * (asked.table.supply - count(asked.position.hills)) + 1),
        nodes,
    )
    action = int(desk.report[search.R_ACTION])
    if action < 0:  # stopped before it began: nothing is known
        unknown = float(points(asked.table, asked.position.hills)) if first is None else 0.5
        return Way(root[0], unknown, (root[0],))
    length = int(desk.report[search.R_LENGTH])
    line = tuple(int(desk.report[search.R_LINE + at]) for at in range(length))
    value = _value(asked, first, int(desk.report[search.R_VALUE]))
    if first is None:
        value -= _counted_on(task, line, int(desk.report[search.R_DEPTH]))
    return Way(action, value, line)


def _counted_on(task: Task, line: Sequence[int], depth: int) -> float:
    """The slips that the value of a line counts on, in points: none if the round ends with it."""
    table, position = task.question.table, task.question.position
    for action in line:
        position = play(table, position, action)
    down = count(task.question.position.hills) + (depth + (1 if task.question.mole_acts else 0)) // 2
    return 0.0 if position.phase == OVER else drift(table, min(down, table.supply), task.root)[0]


def _value(asked: Question, first: int | None, value: int) -> float:
    if first is None:
        return (value if asked.mole_acts else -value) / POINT
    chance = ((value if asked.mole_acts else -value) - TRIFLE * first) / MATCH
    return _for_mole(asked, min(max(chance, 0.0), 1.0))


def _in_order(task: Task, ways: Sequence[Way]) -> tuple[Way, ...]:
    """The best first, the others after it by their value.

    No way is shown as better than the one that is played: the others got fewer nodes.
    """
    asked, best = task.question, ways[0]
    least = asked.first is None and not asked.mole_acts
    worse = max if least else min
    others = [way._replace(value=worse(way.value, best.value)) for way in ways[1:]]
    return (best, *sorted(others, key=lambda way: way.value if least else -way.value))


def _proven(task: Task, glance: Found, choice: Sequence[int]) -> Found:
    """A proof with half of the nodes; if that fails, the rest for a better look."""
    asked, tools = task.question, task.tools
    bench = tools.bench(task.stop, asked.table)
    proven = proof.prove(asked, bench, tools, _for_mole(asked, glance.value), task.nodes // 2)
    if proven is None:
        spent = glance.nodes + int(bench.report[0])
        if task.stop.is_set:
            return glance._replace(nodes=spent)
        look = _searched(task._replace(nodes=max(task.nodes - spent, 1)), asked.first, choice)
        return look._replace(nodes=look.nodes + spent, hits=look.hits + glance.hits)
    # The search knows what is hard for the other: its choice, if that keeps the value too.
    limit = int(bench.report[0]) + task.nodes // 8
    kept = proven.action < 0 or proof.keeps(asked, glance.action, proven.value, bench, tools, limit)
    action = glance.action if kept else proven.action
    best = Way(action, _from_mole(asked, proven.value), (action,))
    for way in glance.ways:
        if way.action == best.action:
            best = best._replace(line=way.line)
    ways = _in_order(task, (best, *_others(task, best, glance, bench)))
    hits = glance.hits + int(bench.report[2])
    return glance._replace(ways=ways, nodes=glance.nodes + int(bench.report[0]), exact=True, hits=hits)


def _others(task: Task, best: Way, glance: Found, bench: solver.Bench) -> Iterator[Way]:
    """What the other ways are worth, proven too where the nodes allow it."""
    asked = task.question
    wanted = [way for way in glance.ways if way.action != best.action]
    lines = [way for way in wanted if way.action not in task.also][: task.lines - 1]
    for way in wanted:
        if way not in lines and way.action not in task.also:
            continue
        limit = int(bench.report[0]) + task.nodes // (2 * len(wanted))
        guess = _for_mole(asked, way.value)
        value = proof.prove_action(asked, way.action, bench, task.tools, guess, limit)
        yield way if value is None else way._replace(value=_from_mole(asked, value))


def _for_mole(asked: Question, value: float) -> float:
    return value if asked.first is None or asked.mole_acts else 1 - value


def _from_mole(asked: Question, value: int) -> float:
    """A proven value as ways have it."""
    return float(value) if asked.first is None else _for_mole(asked, value / 2)
