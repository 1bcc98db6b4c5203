"""The computer player of Buddel Bande: expectimax over worlds that agree with what the seat knows."""

from __future__ import annotations

import time
from collections.abc import Sequence

from moleworks.core.bits import bitset, members
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
from moleworks.engine.kernel_pool import Stop
from moleworks.engine.win_shares import win_shares
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.heard import action_numbers
from moleworks.games.buddel_bande.player.evaluation import ONE
from moleworks.games.buddel_bande.player.levels import (
    LEVELS,
    BuddelBandeLevel,
    forget_owners,
    reorder_by_errors,
)
from moleworks.games.buddel_bande.player.reasons import reason
from moleworks.games.buddel_bande.player.search import FEW, BuddelBandeBudget, BuddelBandeSearchResult, search
from moleworks.games.buddel_bande.player.search_kernels import KERNEL_POOL, BuddelBandeKernels
from moleworks.games.buddel_bande.rules import ACT, DEAL, OVER, play, public_choices
from moleworks.games.buddel_bande.state_from_view import state

INTERPRETED_SECONDS = 0.8
"""The time limit of a level with interpreted kernels."""
LEAST_SECONDS = 0.1
"""The least time to search, even if the wait for the compiler took all the time."""
OUTLOOK_NODES = 5_000
REASON_WORLDS = 64
"""The number of worlds for reasons, where the search used worlds with forgotten owners."""


class BuddelBandePlayer(Player[BuddelBandeState]):
    """Searches all rolls in samples of who may own what (see `docs/players.md`)."""

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
        here = state(knowledge.view, knowledge.setup)
        required = bitset([BUDDEL_BANDE.parse(here, name) & 63 for name in also])
        with KERNEL_POOL.borrow(
            patience, effort.seconds, reproducible=effort.reproducible, stop=stop
        ) as kernels:
            effort = effort.remaining(began)
            result = _search(kernels, here, knowledge, effort, lines, required, seed, stop)
            owner_shares = _owner_shares(kernels, here, knowledge, result, effort, seed)
        return _advice(here, result, owner_shares, lines, required, time.perf_counter() - began, kernels)

    def choose(self, knowledge: Knowledge, effort: Effort, *, seed: int = 0) -> str:
        """The best action, without values and reasons of the others."""
        began = time.perf_counter()
        here = state(knowledge.view, knowledge.setup)
        with KERNEL_POOL.borrow(seconds=effort.seconds, reproducible=effort.reproducible) as kernels:
            result = _search(kernels, here, knowledge, effort.remaining(began), 1, 0, seed, None)
        return BUDDEL_BANDE.name(here, (ACT << 6) + result.options[0].choice)

    def outlook(self, state: BuddelBandeState, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """With all secrets open there is one world; a depth of two turns is enough for an analysis."""
        with KERNEL_POOL.borrow(reproducible=effort.reproducible) as kernels:
            return _open_chances(kernels, state, effort)

    def warm_up(self, wait: float = 0.0) -> bool:
        """Compile the search in the background; whether that is done after `wait` seconds."""
        return KERNEL_POOL.warm_up(wait)


def _search(
    kernels: BuddelBandeKernels,
    here: BuddelBandeState,
    knowledge: Knowledge,
    effort: Effort,
    lines: int,
    required: int,
    seed: int,
    stop: Stop | None,
) -> BuddelBandeSearchResult:
    began = time.perf_counter()
    table, position, _ = here
    level, seconds = _level(effort), effort.seconds
    heard = action_numbers(knowledge.heard)
    if effort.level is not None:
        if effort.share is None:
            seconds = LEVEL_SECONDS[effort.level - 1]
            if not kernels.native:
                seconds = min(seconds, INTERPRETED_SECONDS)
        position = forget_owners(level, table, position, seed)
        heard = [] if level.forgets else heard  # a forgetful level draws no conclusions from actions
    count = kernels.enumerate_worlds(table, position, knowledge.seat, heard)
    # A pass is searched also where the seat must not pass, so that its time to think does not tell (BB10).
    public = public_choices(table, position, position.face, position.symbol)
    with (stop or Stop()).within(_left(seconds, began)) as flag:
        result = search(
            kernels,
            table,
            position._replace(choices=public),
            count,
            level.budget,
            required=required,
            lines=lines,
            seed=seed,
            stop=flag,
        )
    legal = tuple(option for option in result.options if position.choices >> option.choice & 1)
    return result._replace(options=reorder_by_errors(level, table, position, legal, seed))


def _owner_shares(
    kernels: BuddelBandeKernels,
    here: BuddelBandeState,
    knowledge: Knowledge,
    result: BuddelBandeSearchResult,
    effort: Effort,
    seed: int,
) -> list[list[float]]:
    """The probable owners of each mole, for the reasons: from full knowledge, so that they are true."""
    worlds = result.worlds
    if effort.level is not None and LEVELS[effort.level - 1].forgets:
        count = kernels.enumerate_worlds(
            here.table, here.position, knowledge.seat, action_numbers(knowledge.heard)
        )
        worlds = kernels.sample(count, FEW, seed, REASON_WORLDS)
    return kernels.owner_shares(here.table, worlds)


def _level(effort: Effort) -> BuddelBandeLevel:
    if effort.level is not None:
        level = LEVELS[effort.level - 1]
        return level._replace(budget=level.budget._replace(nodes=effort.nodes_of(level.budget.nodes)))
    return BuddelBandeLevel(BuddelBandeBudget(UNLIMITED if effort.nodes is None else effort.nodes))


def _open_chances(kernels: BuddelBandeKernels, state: BuddelBandeState, effort: Effort) -> tuple[float, ...]:
    table, position, _ = state
    if position.phase == OVER:
        return win_shares(BUDDEL_BANDE.outcome(state), table.players)
    while position.phase == DEAL:
        # All deals are equally good for each seat: all moles start from the same hill.
        position = play(table, position, DEAL << 6)
    with Stop().within(effort.seconds) as stop:
        kernels.world_sample[0], kernels.world_sample[1] = position.owners, ONE
        if position.phase == ACT:
            budget = BuddelBandeBudget(effort.nodes or OUTLOOK_NODES)
            return search(kernels, table, position, 1, budget, stop=stop, open_world=True).options[0].chances
        best: tuple[float, ...] = ()
        for depth in range(3):
            done, totals = kernels.evaluate_choices(
                table, position, 0, 0, 1, depth, stop if depth else Stop()
            )
            if done:
                whole = sum(totals[0])
                best = tuple(total / whole for total in totals[0][: table.players])
        return best


def _left(seconds: float | None, began: float) -> float | None:
    """The seconds left, but at least a few."""
    if seconds is None:
        return None
    return max(min(seconds / 4, LEAST_SECONDS), began + seconds - time.perf_counter())


def _advice(
    here: BuddelBandeState,
    result: BuddelBandeSearchResult,
    owner_shares: list[list[float]],
    lines: int,
    required: int,
    seconds: float,
    kernels: BuddelBandeKernels,
) -> Advice:
    seat = here.position.seat
    choices = [option.choice for option in result.options]
    found = []
    for place in shown_places(choices, lines, set(members(required))):
        option = result.options[place]
        name = BUDDEL_BANDE.name(here, (ACT << 6) + option.choice)
        found.append(Line(name, option.chances[seat], (name,), reason(here, owner_shares, option.choice)))
    searched = SearchStats(
        "expectimax over worlds", result.depth + 1, result.nodes, seconds, False, kernels.native, 0
    )
    return Advice(non_increasing(found), searched)


PLAYER = BuddelBandePlayer()
