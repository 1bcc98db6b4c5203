"""Players that never change, to measure others by: two greedy ones, and flat Monte Carlo by digging.

`near` only measures how far a hole is; `greedy` minds which discs lead into one, and is the stronger by far.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, MutableSequence
from types import MappingProxyType
from typing import Any

from moleworks.games.kernel import available, compiled, kernel
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.rules import (
    GO,
    OVER,
    Position,
    Table,
    moles,
    play,
    taken,
)
from moleworks.players.advice import Effort, Reference, Sight
from moleworks.players.listing import MOST
from moleworks.players.mole_company import sight as sights
from moleworks.players.mole_company.ground import ground, native_ground, native_table
from moleworks.players.mole_company.habits import GREEDY, NEAR, favourite
from moleworks.players.playouts import digging_action, shuffled
from moleworks.players.workshop import numbers

PLAYOUTS = 400
"""A move, unless told otherwise."""
DRAWN = 12
"""A game won, in the sums of the play-outs: it can be shared by two, three or four."""


@kernel
def played_out(
    table: Table,
    position: Position,
    actions: MutableSequence[int],
    wins: MutableSequence[int],
    seed: int,
    each: int,
) -> int:
    """Play so many games to the end after each action, and add up what they bring; the next seed."""
    for n in range(len(actions)):
        first = play(table, position, actions[n])
        for _ in range(each):
            here = first
            while here.phase != OVER:
                action, seed = digging_action(table, here, seed)
                here = play(table, here, action)
            if here.winner == position.seat:
                wins[n] += DRAWN
            elif here.winner < 0 and moles(here, position.seat) != 0:
                still = 0
                for seat in range(4):
                    still += 1 if moles(here, seat) != 0 else 0
                wins[n] += DRAWN // still
    return seed


def greedy(sight: Sight, effort: Effort, seed: int) -> str:
    """Into a hole if it can, out of one only if it must, else nearer to one; every bonus taken."""
    del effort  # it does not think
    return _favourite(sight, GREEDY, seed)


def near(sight: Sight, effort: Effort, seed: int) -> str:
    """Into a hole if it can, out of one only if it must, else with some mole as near to one as can be."""
    del effort  # it does not think
    return _favourite(sight, NEAR, seed)


def flat(sight: Sight, effort: Effort, seed: int) -> str:
    """Equal shares of digging play-outs for each action, or for each that enters a hole if one does."""
    began = time.perf_counter()
    state = sights.state(sight.view, sight.setup)
    free = state.table.holes[state.position.level] & ~taken(state.position)
    legal = MOLE_COMPANY.legal(state)
    entering = [action for action in legal if GO <= action < GO + 4096 and free >> (action & 63) & 1]
    actions = numbers(available(), len(entering or legal))
    wins = numbers(available(), len(actions))
    for n, action in enumerate(entering or legal):
        actions[n] = action
    table, run = _native(state.table, played_out)
    each = -(-(effort.nodes or PLAYOUTS) // len(actions))
    rounds, more = (each, 1) if effort.seconds is None else (1, 1 << 30)
    following = _seed(seed)
    while more:
        following = int(run(table, state.position, actions, wins, following, rounds))
        more = 0 if effort.seconds is None or time.perf_counter() - began > effort.seconds else 1
    best = max(range(len(actions)), key=lambda n: wins[n])
    return MOLE_COMPANY.name(state, int(actions[best]))


def _favourite(sight: Sight, habit: int, seed: int) -> str:
    state = sights.state(sight.view, sight.setup)
    table, choose = _native(state.table, favourite)
    tables = native_ground(state.table) if available() else ground(state.table)
    actions = numbers(available(), MOST)
    return MOLE_COMPANY.name(
        state, int(choose(table, tables, state.position, habit, _seed(seed), actions, 0))
    )


def _native(table: Table, function: Callable[..., Any]) -> tuple[Table, Callable[..., Any]]:
    return (native_table(table), compiled(function)) if available() else (table, function)


def _seed(seed: int) -> int:
    """A seed for kernels, of any whole number."""
    return shuffled(shuffled((seed * 0x9E3779B1 + 0x7F4A7C15) % (1 << 62) + 1))


REFERENCES: Mapping[str, Reference] = MappingProxyType({"greedy": greedy, "near": near, "flat": flat})
