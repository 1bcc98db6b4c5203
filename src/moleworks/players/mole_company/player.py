"""The computer player of Mole Company: expectimax over a learned evaluation, within a budget of nodes.

A node is a position judged. The same effort in nodes, or the same level, and the same seed give the same
action on every machine; seconds are kept by a timer. Memory: see `workshop`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from moleworks.games.mole_company.game import MOLE_COMPANY, State
from moleworks.games.mole_company.rules import DISC, FLIP, GO, MOVE, OVER, disc_weight, moles
from moleworks.players.advice import CAPS, Advice, Effort, Line, Player, Searched, Sight, falling
from moleworks.players.mole_company import search
from moleworks.players.mole_company.ground import ONE
from moleworks.players.mole_company.levels import LEVELS
from moleworks.players.mole_company.reasons import reason
from moleworks.players.mole_company.sight import heard
from moleworks.players.mole_company.sight import state as behind
from moleworks.players.mole_company.slips import overlooked, wins
from moleworks.players.mole_company.workshop import WORKSHOP, Kit
from moleworks.players.workshop import Stop, plain

MEANWHILE, WITHOUT = 0.25, 1.0
"""Seconds for a level to think, at most, while kernels are being compiled, and where they cannot be."""
ENDLESS = 1 << 60
FAR = 16 * ONE
"""Further below than any chance could make good."""


class Budget(NamedTuple):
    """How far to look, and how much to overlook."""

    nodes: int = ENDLESS
    seconds: float | None = None
    depth: int = 20
    blind: float = 0.0
    """This and what follows: see `levels`."""
    missed: float = 0.0
    watches: bool = True
    """Whether it minds what the others are like."""


class MoleCompanyPlayer(Player):
    """See `players.advice`. Nodes are positions judged."""

    def advise(
        self,
        sight: Sight,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        began = time.perf_counter()
        state = behind(sight.view, sight.setup)
        asked = {MOLE_COMPANY.parse(state, name) for name in also}
        with WORKSHOP.lent(patience, effort.seconds, always=effort.nodes is not None, stop=stop) as kit:
            budget = _budget(effort.since(began), kit.native)
            kit.watch(state, heard(sight) if budget.watches else ())
            with (stop or Stop()).within(budget.seconds) as flag:
                look = _look(state, budget, seed, flag, kit, only_best=lines == 1 and not also)
        wanted = [at for at, action in enumerate(look.actions) if at < lines or action in asked]
        seconds, exact = time.perf_counter() - began, wins(state, look.actions[0])
        searched = Searched("expectimax", look.depth, look.nodes, seconds, exact, kit.native, 0)
        return Advice(falling(_lines(state, look, wanted)), searched)

    def choose(self, sight: Sight, effort: Effort, *, seed: int = 0) -> str:
        began = time.perf_counter()
        state = behind(sight.view, sight.setup)
        with WORKSHOP.lent(seconds=effort.seconds, always=effort.nodes is not None) as kit:
            budget = _budget(effort.since(began), kit.native)
            kit.watch(state, heard(sight) if budget.watches else ())
            with Stop().within(budget.seconds) as flag:
                _search(state, budget, seed, flag, kit, only_best=True)
            return MOLE_COMPANY.name(state, int(kit.desk.root[0]))

    def outlook(self, state: State, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        position, players = state.position, state.table.players
        if position.phase == OVER:
            still = [bool(moles(position, seat)) for seat in range(players)]
            if position.winner >= 0:
                return tuple(float(seat == position.winner) for seat in range(players))
            return tuple(here / sum(still) for here in still)
        with WORKSHOP.lent(always=effort.nodes is not None) as kit:
            budget = _budget(effort, kit.native)._replace(blind=0.0, missed=0.0)
            kit.watch(state, ())
            with Stop().within(budget.seconds) as flag:
                look = _look(state, budget, seed, flag, kit, only_best=position.phase != FLIP)
        if position.phase != FLIP:
            return look.chances[0][:players]
        weights = [disc_weight(position, action - DISC) for action in look.actions]
        return tuple(
            sum(weight * after[seat] for weight, after in zip(weights, look.chances, strict=True))
            / sum(weights)
            for seat in range(players)
        )

    def warm_up(self, wait: float = 0.0) -> bool:
        return WORKSHOP.warm_up(wait)


class Look(NamedTuple):
    """What a search found: the actions, the best first, and everybody's chances after each."""

    actions: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    depth: int
    nodes: int


def _budget(effort: Effort, native: bool) -> Budget:
    if effort.level is not None:
        nodes, depth, blind, missed = LEVELS[effort.level - 1]
        cap = CAPS[effort.level - 1]
        if not native:
            cap = min(cap, MEANWHILE if WORKSHOP.compiling else WITHOUT)
        return Budget(nodes, cap, depth, blind, missed, native and effort.level == len(LEVELS))
    if effort.nodes is not None:
        return Budget(nodes=effort.nodes)
    return Budget(seconds=effort.seconds, watches=native)


def _look(state: State, budget: Budget, seed: int, stop: Stop, kit: Kit, *, only_best: bool) -> Look:
    size = _search(state, budget, seed, stop, kit, only_best=only_best)
    worth = [share / ONE for share in plain(kit.desk.worth[: 4 * size])]
    return Look(
        tuple(plain(kit.desk.root[:size])),
        tuple(tuple(worth[4 * at : 4 * at + 4]) for at in range(size)),
        int(kit.desk.report[search.R_DEPTH]),
        int(kit.desk.report[search.R_NODES]),
    )


def _search(state: State, budget: Budget, seed: int, stop: Stop, kit: Kit, *, only_best: bool) -> int:
    """Put the actions on the desk in the order of their worth; how many there are."""
    table, position = state.table, state.position
    actions = list(kit.legal(state))
    dice = Random(f"{seed} {position}")
    dice.shuffle(actions)
    # What wins comes first: then it is found however soon the search is stopped.
    actions.sort(key=lambda action: not wins(state, action))
    desk = kit.desk._replace(stop=stop.flag)
    desk.report[search.R_COUNT] = len(actions)
    desk.report[search.R_ONLY_BEST] = int(only_best)
    hidden, late = overlooked(state, actions, budget.blind, budget.missed, dice), _late(state, actions)
    bias = [(-2 * FAR if action in hidden else 0) - (FAR if action in late else 0) for action in actions]
    # All at once: one by one, an array takes its time.
    size = len(actions)
    desk.root[:size], desk.bias[:size] = actions, bias
    desk.worth[: 4 * size] = kit.even[table.players][: 4 * size]
    numbers, ground = kit.tables(table)
    kit.search(numbers, ground, desk, position, budget.depth, search.WIDTH, budget.nodes)
    return size


def _late(state: State, actions: Sequence[int]) -> set[int]:
    """Those of the actions that may not be chosen any more so late in a game: see `search.pressing`."""
    table, position = state.table, state.position
    if position.phase != MOVE or not search.hasty(table, position):
        return set()
    starts, ends = search.pressing(table, position, table.holes[position.level])
    return {
        action
        for action in actions
        if not starts >> ((action - GO) >> 6) & 1 or (ends and not ends >> (action & 63) & 1)
    }


def _lines(state: State, look: Look, wanted: Sequence[int]) -> tuple[Line, ...]:
    """Lines for the actions in these places."""
    found: list[Line] = []
    seat = state.position.seat
    for at in wanted:
        action, value = look.actions[at], look.chances[at][seat]
        # Compared with the next best; all others with the best.
        rival = at + 1 if at == 0 else 0
        other, edge = None, 0.0
        if rival < len(look.actions):
            other, edge = look.actions[rival], _edge(value - look.chances[rival][seat], at == 0)
        why = reason(state.table, state.position, action, other, edge)
        name = MOLE_COMPANY.name(state, action)
        found.append(Line(name, value, (name,), why))
    return tuple(found)


def _edge(more: float, first: bool) -> float:
    """How much more an action is worth: nothing where that does not show, or a level misjudged it."""
    shown = round(more, 2)
    return max(0.0, shown) if first else min(0.0, shown)


PLAYER = MoleCompanyPlayer()
