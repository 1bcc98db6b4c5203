"""Choose an action in Mole Hill: by search, and near the end of a round by proof, within a budget.

The same budget in nodes and the same seed give the same action on every machine; seconds are only a cap.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks.core.bits import count
from moleworks.engine.advice import remaining_seconds
from moleworks.engine.kernel_pool import Stop
from moleworks.games.mole_hill.player import proof, search, solver
from moleworks.games.mole_hill.player.evaluation import POINT
from moleworks.games.mole_hill.player.search_kernels import INTERPRETED_RATE, KERNEL_POOL, MoleHillKernels
from moleworks.games.mole_hill.player.search_request import (
    SearchRequest,
    bias,
    candidate_actions,
    make_request,
)
from moleworks.games.mole_hill.player.tables import GARDENER, MATCH, MOLE, NOBODY, POINT_BONUS, drift
from moleworks.games.mole_hill.rules import OVER, MoleHillPosition, MoleHillTable, play, points

PROVABLE_HILLS = 10
"""A proof is tried once this many molehills or fewer are left."""
SMALL_LAWN_SQUARES, SMALL_LAWN_NODES = 20, 5_000_000
"""On lawns of so many squares or fewer a whole round of `PROVABLE_HILLS` is proven with so many nodes."""
LONG_SEARCH_NODES = 1_000_000
"""A search of so many nodes or more, as of level 7, takes them for a proof on such a lawn."""
FORCED_NODES = 20_000
"""The most nodes spent where only one action is legal."""
LEAST_NODES = 256
"""The fewest nodes of any search: fewer would give a guess."""
COMPILING_SECONDS, INTERPRETED_SECONDS = 0.2, 1.0
"""Seconds for interpreted kernels: while the compiler is at work, and where there is no compiler."""


class MoleHillBudget(NamedTuple):
    """How much to search: nodes, or None for as many as the seconds allow."""

    nodes: int | None = 2_000_000
    seconds: float | None = None
    depth: int = search.PLIES - 4


STRONG = MoleHillBudget()


class MoleHillOption(NamedTuple):
    """An action, its value, and the best play after it.

    The value is the mole's points in this round. In the second of two rounds it is the expected result of the
    match for the seat to act: 1 for a win, 0.5 for a draw.
    """

    action: int
    value: float
    line: tuple[int, ...]
    proven: bool = False
    """Whether the value is proven, not estimated."""


class MoleHillSearchResult(NamedTuple):
    """The best options, the actions that were asked about, and statistics of the search."""

    options: tuple[MoleHillOption, ...]
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether the value is proven."""
    compiled: bool
    hits: int
    """Hits in the transposition table or in the table of proofs."""
    book: bool = False
    """Whether the first lines are those of the opening book."""

    @property
    def action(self) -> int:
        """The best action."""
        return self.options[0].action

    @property
    def value(self) -> float:
        """The value of the best action."""
        return self.options[0].value


class SearchTask(NamedTuple):
    """A search request with its limits and the kernels to use."""

    request: SearchRequest
    nodes: int
    proof_nodes: int
    """The most for the proof of a position; on a small lawn it may be more than all others."""
    depth: int
    lines: int
    also: tuple[int, ...]
    bias: Sequence[int]
    exact: bool
    chooser: int
    """The side that expects errors of the other one: the mole, the gardener or nobody."""
    stop: Stop
    kernels: MoleHillKernels

    @property
    def provable(self) -> bool:
        """Whether so few molehills are to come that a proof is tried."""
        request = self.request
        return self.exact and request.table.supply - count(request.position.hills) <= PROVABLE_HILLS


def choose(
    table: MoleHillTable,
    position: MoleHillPosition,
    budget: MoleHillBudget = STRONG,
    *,
    lines: int = 1,
    also: Sequence[int] = (),
    seed: int = 0,
    noise: float = 0.0,
    exact: bool = True,
    neutral: bool = False,
    stop: Stop | None = None,
    patience: float | None = None,
) -> MoleHillSearchResult:
    """Find the best action, the next best ones up to `lines`, and the values of the actions in `also`.

    `noise` is the standard deviation, in points, of the error added to an action's value; `exact` allows
    proofs. The side to act expects errors of the other one unless `neutral`. `stop` is for this search alone;
    another thread may set it. `patience` is how many seconds to wait for compiled kernels.
    """
    if position.phase == OVER:
        raise ValueError("the game is over: there is nothing to choose")
    began = time.perf_counter()
    request = make_request(table, position)
    chooser = NOBODY if neutral else MOLE if request.mole_acts else GARDENER
    shifts = bias(request, seed, noise)
    thinking = budget.seconds if budget.nodes is None else None
    reproducible = budget.seconds is None
    with KERNEL_POOL.borrow(patience, thinking, reproducible=reproducible, stop=stop) as kernels:
        seconds = _seconds(budget, time.perf_counter() - began, kernels)
        nodes = _nodes(budget.nodes, seconds, kernels)
        with (stop or Stop()).within(seconds) as flag:
            task = SearchTask(
                request,
                nodes,
                proof_nodes(table, budget.nodes, nodes),
                budget.depth,
                lines,
                tuple(also),
                shifts,
                exact,
                chooser,
                flag,
                kernels,
            )
            start = time.perf_counter()
            found = answer(task)
            kernels.measure_rate(found.nodes, time.perf_counter() - start)
    return found._replace(seconds=time.perf_counter() - began)


def _seconds(budget: MoleHillBudget, waited: float, kernels: MoleHillKernels) -> float | None:
    """The time limit: what is left of the seconds requested; less while kernels are being compiled."""
    if budget.nodes is None and budget.seconds is not None:
        return remaining_seconds(budget.seconds, waited)
    if kernels.native or not KERNEL_POOL.compiling:
        return budget.seconds
    return COMPILING_SECONDS if budget.seconds is None else min(budget.seconds, COMPILING_SECONDS)


def _nodes(nodes: int | None, seconds: float | None, kernels: MoleHillKernels) -> int:
    """The node limit: as requested, or as many as fit into the time, so that a proof gets its turn too.

    Interpreted kernels have a lower limit, the same on every machine.
    """
    if kernels.native:
        assert nodes is not None or seconds is not None, "a budget has nodes, or seconds, or both"
        limit = int(kernels.rate * (seconds or 0)) if nodes is None else nodes
    else:
        possible = int(INTERPRETED_RATE * (INTERPRETED_SECONDS if seconds is None else seconds))
        limit = possible if nodes is None else min(nodes, possible)
    return max(limit, LEAST_NODES)


def proof_nodes(table: MoleHillTable, wanted: int | None, nodes: int) -> int:
    """How many of its nodes a search may spend on a proof: half, or more where a whole round can be proven.

    Where only the time counts (`wanted` is None) it is half: the rest is for a search if the proof fails.
    """
    small = table.supply <= PROVABLE_HILLS and count(table.squares) <= SMALL_LAWN_SQUARES
    if small and wanted is not None and nodes >= LONG_SEARCH_NODES:
        return max(SMALL_LAWN_NODES, nodes // 2)
    return nodes // 2


def answer(task: SearchTask) -> MoleHillSearchResult:
    """Search, and replace the result by a proven one where a proof succeeds."""
    choice = candidate_actions(task.request, task.lines)
    if len(choice) == 1 and not task.also:
        few = min(task.nodes, FORCED_NODES)
        task = task._replace(nodes=few, proof_nodes=few // 2)
    if not task.provable:
        return _search(task, task.request.first, choice)
    quick = _search(task._replace(nodes=task.nodes // 8 + 1), task.request.first, choice)
    return _prove(task, quick, choice)


def _search(task: SearchTask, first: int | None, choice: Sequence[int]) -> MoleHillSearchResult:
    """Find the best options one after the other by search; then search the actions in `also`."""
    buffers = task.kernels.buffers(task.stop)
    generation = task.kernels.next_generation()
    buffers.bias[:] = task.bias
    left = list(choice)
    options: list[MoleHillOption] = []
    depth = nodes = hits = 0
    roots = [left] * min(task.lines, len(left)) + [[action] for action in task.also]
    for n, root in enumerate(roots):
        if root is not left and any(option.action == root[0] for option in options):
            continue
        share = max(LEAST_NODES, _share(task.nodes, n, len(roots)))
        option = _search_root(task, first, buffers, generation, root, share)
        depth = depth or int(buffers.report[search.R_DEPTH])
        nodes += int(buffers.report[search.R_NODES])
        hits += int(buffers.report[search.R_HITS])
        options.append(option)
        if root is left:
            left.remove(option.action)
    return MoleHillSearchResult(_in_order(task, options), depth, nodes, 0.0, False, task.kernels.native, hits)


def _share(nodes: int, n: int, parts: int) -> int:
    """The best option gets half of the nodes, the others share the rest."""
    if parts == 1:
        return nodes
    return nodes // 2 + 1 if n == 0 else nodes // (2 * (parts - 1)) + 1


def _search_root(
    task: SearchTask,
    first: int | None,
    buffers: search.MoleHillBuffers,
    generation: int,
    root: Sequence[int],
    nodes: int,
) -> MoleHillOption:
    request, kernels = task.request, task.kernels
    buffers.root[0] = len(root)
    for at, action in enumerate(root):
        buffers.root[at + 1] = action
    buffers.report[search.R_ACTION] = -1
    kernels.search(
        request.table,
        kernels.tables(request.table),
        kernels.evaluation(request.table, first, task.chooser),
        buffers,
        request.position,
        request.key,
        generation,
        min(task.depth, 2 * (request.table.supply - count(request.position.hills)) + 1),
        nodes,
    )
    action = int(buffers.report[search.R_ACTION])
    if action < 0:  # stopped before the first action was searched
        unknown = float(points(request.table, request.position.hills)) if first is None else 0.5
        return MoleHillOption(root[0], unknown, (root[0],))
    length = int(buffers.report[search.R_LENGTH])
    line = tuple(int(buffers.report[search.R_LINE + at]) for at in range(length))
    value = _value(request, first, int(buffers.report[search.R_VALUE]))
    if first is None:
        value -= _expected_errors(task, line, int(buffers.report[search.R_DEPTH]))
    return MoleHillOption(action, value, line)


def _expected_errors(task: SearchTask, line: Sequence[int], depth: int) -> float:
    """The part of a line's value that comes from expected errors, in points: 0 if the round ends with it."""
    table, position = task.request.table, task.request.position
    for action in line:
        position = play(table, position, action)
    down = count(task.request.position.hills) + (depth + (1 if task.request.mole_acts else 0)) // 2
    return 0.0 if position.phase == OVER else drift(table, min(down, table.supply), task.chooser)[0]


def _value(request: SearchRequest, first: int | None, value: int) -> float:
    if first is None:
        return (value if request.mole_acts else -value) / POINT
    chance = ((value if request.mole_acts else -value) - POINT_BONUS * first) / MATCH
    return _for_mole(request, min(max(chance, 0.0), 1.0))


def _in_order(task: SearchTask, options: Sequence[MoleHillOption]) -> tuple[MoleHillOption, ...]:
    """The best first, the others by their value, capped by that of the best: they were searched less."""
    request, best = task.request, options[0]
    least = request.first is None and not request.mole_acts
    worse = max if least else min
    others = [option._replace(value=worse(option.value, best.value)) for option in options[1:]]
    return (best, *sorted(others, key=lambda option: option.value if least else -option.value))


def _prove(task: SearchTask, quick: MoleHillSearchResult, choice: Sequence[int]) -> MoleHillSearchResult:
    """Try a proof; if it fails, search deeper with the nodes that are left, at least three eighths of all."""
    request, kernels = task.request, task.kernels
    solver_buffers = kernels.solver_buffers(task.stop, request.table)
    guess = _for_mole(request, quick.value)
    proven = proof.prove(request, solver_buffers, kernels, guess, task.proof_nodes)
    if proven is None:
        proving = int(solver_buffers.report[0])
        spent = quick.nodes + proving
        if task.stop.is_set:
            return quick._replace(nodes=spent)
        left = task.nodes - quick.nodes - min(proving, task.nodes // 2)
        deeper = _search(task._replace(nodes=max(left, 1)), request.first, choice)
        return deeper._replace(nodes=deeper.nodes + spent, hits=deeper.hits + quick.hits)
    # The search prefers what is hard for the opponent, so its action is played if it keeps the proven value.
    limit = int(solver_buffers.report[0]) + task.nodes // 8
    keeps = proven.action < 0 or proof.keeps_value(
        request, quick.action, proven.value, solver_buffers, kernels, limit
    )
    action = quick.action if keeps else proven.action
    best = MoleHillOption(action, _from_mole(request, proven.value), (action,), proven=True)
    for option in quick.options:
        if option.action == best.action:
            best = best._replace(line=option.line)
    options = _in_order(task, (best, *_others(task, best, quick, solver_buffers)))
    hits = quick.hits + int(solver_buffers.report[2])
    return quick._replace(
        options=options, nodes=quick.nodes + int(solver_buffers.report[0]), exact=True, hits=hits
    )


def _others(
    task: SearchTask, best: MoleHillOption, quick: MoleHillSearchResult, solver_buffers: solver.SolverBuffers
) -> Iterator[MoleHillOption]:
    """What the other ways are worth, proven too where the nodes allow it."""
    request = task.request
    wanted = [option for option in quick.options if option.action != best.action]
    lines = [option for option in wanted if option.action not in task.also][: task.lines - 1]
    for option in wanted:
        if option not in lines and option.action not in task.also:
            continue
        limit = int(solver_buffers.report[0]) + task.nodes // (2 * len(wanted))
        guess = _for_mole(request, option.value)
        value = proof.prove_action(request, option.action, solver_buffers, task.kernels, guess, limit)
        if value is None:
            yield option
        else:
            yield option._replace(value=_from_mole(request, value), proven=True)


def _for_mole(request: SearchRequest, value: float) -> float:
    """The value from the mole's side, or back: the same calculation."""
    return value if request.first is None or request.mole_acts else 1 - value


def _from_mole(request: SearchRequest, value: int) -> float:
    """A proven value in the unit of options."""
    return float(value) if request.first is None else _for_mole(request, value / 2)
