"""Reference players of Mole Company: two greedy ones, and flat Monte Carlo with digging play-outs.

They never change, so that others can be measured by them. `near` only measures the distance to a hole;
`greedy` counts the discs that lead into one, and is much stronger.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, MutableSequence
from types import MappingProxyType
from typing import Any

from moleworks.core.kernel import available, compiled, kernel
from moleworks.core.random_kernels import next_seed
from moleworks.engine.advice import Effort, Knowledge, Reference
from moleworks.engine.kernel_pool import int_array
from moleworks.games.mole_company import state_from_view as sights
from moleworks.games.mole_company.compiled_legal import MOST
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.player.opponent_models import GREEDY, NEAR, preferred_action
from moleworks.games.mole_company.player.tables import native_search_tables, native_table, search_tables
from moleworks.games.mole_company.playouts import digging_action
from moleworks.games.mole_company.rules import (
    MOVE,
    OVER,
    MoleCompanyPosition,
    MoleCompanyTable,
    free_holes,
    moles,
    move_end,
    play,
    seats_left,
)

PLAYOUTS = 400
"""The default number for a move."""
WIN_SHARE = 12
"""The value of a win in the sums of the play-outs: it can be shared by two, three or four seats."""


@kernel
def play_out(
    table: MoleCompanyTable,
    position: MoleCompanyPosition,
    actions: MutableSequence[int],
    wins: MutableSequence[int],
    seed: int,
    each: int,
) -> int:
    """Play `each` games to the end after each action and sum their values; return the next seed."""
    for n in range(len(actions)):
        first = play(table, position, actions[n])
        for _ in range(each):
            here = first
            while here.phase != OVER:
                action, seed = digging_action(table, here, seed)
                here = play(table, here, action)
            if here.winner == position.seat:
                wins[n] += WIN_SHARE
            elif here.winner < 0 and moles(here, position.seat) != 0:
                wins[n] += WIN_SHARE // seats_left(here)
    return seed


def greedy(knowledge: Knowledge, effort: Effort, seed: int) -> str:
    """Enter a hole if possible, leave one only if forced, else come nearer to one; take every bonus."""
    del effort  # it does not search
    return _preferred_action(knowledge, GREEDY, seed)


def near(knowledge: Knowledge, effort: Effort, seed: int) -> str:
    """Enter a hole if possible, leave one only if forced, else bring a mole as near to one as possible."""
    del effort  # it does not search
    return _preferred_action(knowledge, NEAR, seed)


def flat(knowledge: Knowledge, effort: Effort, seed: int) -> str:
    """Equal numbers of digging play-outs for each action; only for those that enter a hole if one does."""
    began = time.perf_counter()
    state = sights.state(knowledge.view, knowledge.setup)
    free = free_holes(state.table, state.position)
    legal = MOLE_COMPANY.legal(state)
    entering = [action for action in legal if state.position.phase == MOVE and free >> move_end(action) & 1]
    actions = int_array(available(), len(entering or legal))
    wins = int_array(available(), len(actions))
    for n, action in enumerate(entering or legal):
        actions[n] = action
    table, run = _native(state.table, play_out)
    each = -(-(effort.nodes or PLAYOUTS) // len(actions))
    rounds, more = (each, 1) if effort.seconds is None else (1, 1 << 30)
    following = _seed(seed)
    while more:
        following = int(run(table, state.position, actions, wins, following, rounds))
        more = 0 if effort.seconds is None or time.perf_counter() - began > effort.seconds else 1
    best = max(range(len(actions)), key=lambda n: wins[n])
    return MOLE_COMPANY.name(state, int(actions[best]))


def _preferred_action(knowledge: Knowledge, model: int, seed: int) -> str:
    state = sights.state(knowledge.view, knowledge.setup)
    table, choose = _native(state.table, preferred_action)
    tables = native_search_tables(state.table) if available() else search_tables(state.table)
    actions = int_array(available(), MOST)
    return MOLE_COMPANY.name(
        state, int(choose(table, tables, state.position, model, _seed(seed), actions, 0))
    )


def _native(
    table: MoleCompanyTable, function: Callable[..., Any]
) -> tuple[MoleCompanyTable, Callable[..., Any]]:
    return (native_table(table), compiled(function)) if available() else (table, function)


def _seed(seed: int) -> int:
    """A seed for kernels from any integer."""
    return next_seed(next_seed((seed * 0x9E3779B1 + 0x7F4A7C15) % (1 << 62) + 1))


REFERENCES: Mapping[str, Reference] = MappingProxyType({"greedy": greedy, "near": near, "flat": flat})
