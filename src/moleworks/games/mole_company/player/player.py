"""The computer player of Mole Company: expectimax over a learned evaluation, within a budget of nodes.

A node is an evaluated position. The same effort in nodes, or the same level, and the same seed give the same
action on every machine; a timer enforces seconds. Memory: see `search_kernels`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from moleworks.engine.advice import (
    LEVEL_SECONDS,
    UNLIMITED,
    Advice,
    Effort,
    Knowledge,
    Line,
    Player,
    SearchStats,
    non_increasing,
    shown_places,
)
from moleworks.engine.kernel_pool import Stop, to_list
from moleworks.engine.win_shares import win_shares
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player import search
from moleworks.games.mole_company.player.levels import LEVELS
from moleworks.games.mole_company.player.oversights import overlooked, wins
from moleworks.games.mole_company.player.reasons import reason
from moleworks.games.mole_company.player.search_kernels import KERNEL_POOL, MoleCompanyKernels
from moleworks.games.mole_company.player.tables import ONE
from moleworks.games.mole_company.rules import (
    DISC,
    FLIP,
    MOVE,
    OVER,
    MoleCompanyPosition,
    board_holes,
    disc_weight,
    moles,
    move_end,
    move_start,
)
from moleworks.games.mole_company.state_from_view import heard_actions
from moleworks.games.mole_company.state_from_view import state as state_from_view

COMPILING_SECONDS, INTERPRETED_SECONDS = 0.25, 1.0
"""Time limits of a level with interpreted kernels: while the compiler is at work, and without a compiler."""
PENALTY = 16 * ONE
"""Subtracted from the value of an action so that no other difference can outweigh it."""

SEED_FIELDS = (
    *("phase", "level", "seat", "moles0", "moles1", "moles2", "moles3"),
    *("left", "disc", "bonus", "turns", "winner"),
)
"""The names in the text that seeds the order of actions. Another text would change how levels play."""


class MoleCompanyBudget(NamedTuple):
    """How far to search, and how much to overlook."""

    nodes: int = UNLIMITED
    seconds: float | None = None
    depth: int = 20
    blind: float = 0.0
    """This and the next one: see `levels`."""
    missed: float = 0.0
    models_opponents: bool = True
    """Whether it predicts the others from what they did: see `opponent_models`."""


class MoleCompanyPlayer(Player[MoleCompanyState]):
    """See `engine.advice`. Nodes are evaluated positions."""

    def advise(
        self,
        knowledge: Knowledge,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        """Search, and say of the best actions what they are worth and why."""
        began = time.perf_counter()
        state = state_from_view(knowledge.view, knowledge.setup)
        also_actions = {MOLE_COMPANY.parse(state, name) for name in also}
        with KERNEL_POOL.borrow(
            patience, effort.seconds, reproducible=effort.reproducible, stop=stop
        ) as kernels:
            budget = _budget(effort.remaining(began), kernels.native)
            kernels.model_opponents(state, heard_actions(knowledge) if budget.models_opponents else ())
            with (stop or Stop()).within(budget.seconds) as flag:
                result = _search_result(state, budget, seed, flag, kernels, only_best=lines == 1 and not also)
        wanted = shown_places(result.actions, lines, also_actions)
        found = non_increasing(_lines(state, result, wanted))
        seconds, exact = time.perf_counter() - began, found[0].proven
        searched = SearchStats("expectimax", result.depth, result.nodes, seconds, exact, kernels.native, 0)
        return Advice(found, searched)

    def choose(self, knowledge: Knowledge, effort: Effort, *, seed: int = 0) -> str:
        """The best action, without values and reasons of the others."""
        began = time.perf_counter()
        state = state_from_view(knowledge.view, knowledge.setup)
        with KERNEL_POOL.borrow(seconds=effort.seconds, reproducible=effort.reproducible) as kernels:
            budget = _budget(effort.remaining(began), kernels.native)
            kernels.model_opponents(state, heard_actions(knowledge) if budget.models_opponents else ())
            with Stop().within(budget.seconds) as flag:
                _search(state, budget, seed, flag, kernels, only_best=True)
            return MOLE_COMPANY.name(state, int(kernels.buffers.root[0]))

    def outlook(self, state: MoleCompanyState, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """The chance of each seat to win; players still in the game share a draw."""
        position, players = state.position, state.table.players
        if position.phase == OVER:
            still_in = [seat for seat in range(players) if moles(position, seat)]
            return win_shares(MOLE_COMPANY.outcome(state), players, still_in)
        with KERNEL_POOL.borrow(reproducible=effort.reproducible) as kernels:
            budget = _budget(effort, kernels.native)._replace(blind=0.0, missed=0.0)
            kernels.model_opponents(state, ())
            with Stop().within(budget.seconds) as flag:
                result = _search_result(state, budget, seed, flag, kernels, only_best=position.phase != FLIP)
        if position.phase != FLIP:
            return result.chances[0][:players]
        weights = [disc_weight(position, action - DISC) for action in result.actions]
        return tuple(
            sum(weight * after[seat] for weight, after in zip(weights, result.chances, strict=True))
            / sum(weights)
            for seat in range(players)
        )

    def warm_up(self, wait: float = 0.0) -> bool:
        """Compile the search in the background; whether that is done after `wait` seconds."""
        return KERNEL_POOL.warm_up(wait)


class MoleCompanySearchResult(NamedTuple):
    """The actions, best first, and the chances of all seats after each."""

    actions: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    depth: int
    nodes: int


def _budget(effort: Effort, native: bool) -> MoleCompanyBudget:
    if effort.level is not None:
        nodes, depth, blind, missed = LEVELS[effort.level - 1]
        seconds = LEVEL_SECONDS[effort.level - 1]
        if not native:
            seconds = min(seconds, COMPILING_SECONDS if KERNEL_POOL.compiling else INTERPRETED_SECONDS)
        cap = seconds if effort.share is None else None
        models_opponents = native and effort.level == len(LEVELS)
        return MoleCompanyBudget(effort.nodes_of(nodes), cap, depth, blind, missed, models_opponents)
    if effort.nodes is not None:
        return MoleCompanyBudget(nodes=effort.nodes)
    return MoleCompanyBudget(seconds=effort.seconds, models_opponents=native)


def _search_result(
    state: MoleCompanyState,
    budget: MoleCompanyBudget,
    seed: int,
    stop: Stop,
    kernels: MoleCompanyKernels,
    *,
    only_best: bool,
) -> MoleCompanySearchResult:
    size = _search(state, budget, seed, stop, kernels, only_best=only_best)
    chances = [share / ONE for share in to_list(kernels.buffers.root_chances[: 4 * size])]
    return MoleCompanySearchResult(
        tuple(to_list(kernels.buffers.root[:size])),
        tuple(tuple(chances[4 * at : 4 * at + 4]) for at in range(size)),
        int(kernels.buffers.report[search.R_DEPTH]),
        int(kernels.buffers.report[search.R_NODES]),
    )


def _search(
    state: MoleCompanyState,
    budget: MoleCompanyBudget,
    seed: int,
    stop: Stop,
    kernels: MoleCompanyKernels,
    *,
    only_best: bool,
) -> int:
    """Search, and leave the actions in the buffers, best first; return their number."""
    table, position = state.table, state.position
    actions = list(kernels.legal(state))
    dice = Random(_seed_text(seed, position))
    dice.shuffle(actions)
    # Winning actions come first, so that they are found however soon the search is stopped.
    actions.sort(key=lambda action: not wins(state, action))
    buffers = kernels.buffers._replace(stop=stop.flag)
    buffers.report[search.R_COUNT] = len(actions)
    buffers.report[search.R_ONLY_BEST] = int(only_best)
    hidden, late = overlooked(state, actions, budget.blind, budget.missed, dice), _late(state, actions)
    bias = [
        (-2 * PENALTY if action in hidden else 0) - (PENALTY if action in late else 0) for action in actions
    ]
    # Slice assignments: element by element, NumPy is slow.
    size = len(actions)
    buffers.root[:size], buffers.bias[:size] = actions, bias
    buffers.root_chances[: 4 * size] = kernels.even_chances[table.players][: 4 * size]
    numbers, tables = kernels.tables(table)
    kernels.search(numbers, tables, buffers, position, budget.depth, search.WIDTH, budget.nodes)
    return size


def _seed_text(seed: int, position: MoleCompanyPosition) -> str:
    fields = ", ".join(f"{name}={value}" for name, value in zip(SEED_FIELDS, position, strict=True))
    return f"{seed} Position({fields})"


def _late(state: MoleCompanyState, actions: Sequence[int]) -> set[int]:
    """The actions that are no longer allowed late in a game: see `search.urgent_moves`."""
    table, position = state.table, state.position
    if position.phase != MOVE or not search.is_late(table, position):
        return set()
    starts, ends = search.urgent_moves(table, position, board_holes(table, position.level))
    return {
        action
        for action in actions
        if not starts >> move_start(action) & 1 or (ends and not ends >> move_end(action) & 1)
    }


def _lines(
    state: MoleCompanyState, result: MoleCompanySearchResult, wanted: Sequence[int]
) -> tuple[Line, ...]:
    """The lines of the actions at these places."""
    found: list[Line] = []
    seat = state.position.seat
    for at in wanted:
        action, value = result.actions[at], result.chances[at][seat]
        # The best action is compared with the next best, the others with the best.
        rival = at + 1 if at == 0 else 0
        other, advantage = None, 0.0
        if rival < len(result.actions):
            other, advantage = result.actions[rival], _advantage(value - result.chances[rival][seat], at == 0)
        why = reason(state.table, state.position, action, other, advantage)
        name = MOLE_COMPANY.name(state, action)
        found.append(Line(name, value, (name,), why, wins(state, action)))
    return tuple(found)


def _advantage(more: float, first: bool) -> float:
    """The displayed difference of two values: 0 if rounding hides it, or if a level misjudged the order."""
    displayed = round(more, 2)
    return max(0.0, displayed) if first else min(0.0, displayed)


PLAYER = MoleCompanyPlayer()
