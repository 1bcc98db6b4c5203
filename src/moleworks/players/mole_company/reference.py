"""Players that never change, to measure others by: two greedy ones, and flat Monte Carlo by digging.

`near` only measures how far a hole is; `greedy` minds which discs lead into one, and is the stronger by far.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from moleworks.games.bits import lowest
from moleworks.games.kernel import available, compiled, kernel
from moleworks.games.mole_company.board import spaces
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DO_FLIP,
    DO_WAIT,
    GO,
    OVER,
    PLACE,
    Position,
    Table,
    free_spaces,
    landings,
    moles,
    play,
    reach,
    taken,
)
from moleworks.players.advice import Effort, Reference, Sight
from moleworks.players.mole_company import sight as sights
from moleworks.players.mole_company.ground import native_table
from moleworks.players.playouts import digging_action, share, shuffled
from moleworks.players.workshop import Numbers, numbers

PLAYOUTS = 400
"""A move, unless told otherwise."""
DRAWN = 12
"""A game won, in the sums of the play-outs: it can be shared by two, three or four."""
NOWHERE = 64
"""Farther than any space is from another."""


@kernel
def openings(table: Table, level: int, space: int, occupied: int, free: int) -> int:
    """How many of the six discs take a mole from this space into a free hole."""
    found = 0
    for disc in range(1, 5):
        if landings(table, level, space, disc, occupied) & free:
            found += 1 if disc in (1, 4) else 2
    return found


@kernel
def merit(table: Table, position: Position, start: int, end: int) -> int:
    """How much the greedy player likes a move."""
    holes = table.holes[position.level]
    occupied = taken(position)
    free = holes & ~occupied
    before = openings(table, position.level, start, occupied, free)
    if (free >> end) & 1:
        # The mole with the fewest other discs that would do, and never one that is at home.
        return 100 - before if not (holes >> start) & 1 else -100
    if (holes >> start) & 1:
        return -100
    occupied ^= (1 << start) | (1 << end)
    after = openings(table, position.level, end, occupied, free)
    if after > 0 or before > 0:
        return 4 * (after - before) + (2 if after > 0 else 0)
    # Two moves away is better than more.
    soon = 0
    for disc in range(1, 5):
        ends = landings(table, position.level, end, disc, occupied)
        while ends:
            if openings(table, position.level, lowest(ends), occupied, free) > 0:
                soon = 1
            ends &= ends - 1
    return soon


@kernel
def greedy_action(table: Table, position: Position, seed: int) -> int:
    """What the greedy player does; equals by lot."""
    if position.phase == BONUS:
        return DO_FLIP
    if position.phase == CHOOSE:
        return DO_WAIT
    best = -1000
    chosen = -1
    ways = 0
    placing = position.phase == PLACE
    rest = 1 if placing else moles(position, position.seat)
    while rest:
        start = lowest(rest)
        rest &= rest - 1
        ends = free_spaces(table, position) if placing else reach(table, position, start)
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            if placing:
                value = openings(table, 0, end, taken(position), table.holes[0])
            else:
                value = merit(table, position, start, end)
            if value > best:
                best = value
                ways = 0
            if value == best:
                ways += 1
                seed = shuffled(seed)
                if share(seed, ways) == 0:
                    chosen = end if placing else GO + 64 * start + end
    return chosen


@kernel
def gap(apart: Sequence[int], space: int, goals: int) -> int:
    """How many steps it is from a space to the nearest of some others, whoever stands between."""
    best = NOWHERE
    while goals:
        best = min(best, apart[space * 64 + lowest(goals)])
        goals &= goals - 1
    return best


@kernel
def near_action(table: Table, apart: Sequence[int], position: Position, seed: int) -> int:
    """What the player does that only measures how far a hole is; equals by lot, also when placing."""
    if position.phase == BONUS:
        return DO_FLIP
    if position.phase == CHOOSE:
        return DO_WAIT
    holes = table.holes[position.level]
    free = holes & ~taken(position)
    placing = position.phase == PLACE
    best = -1000
    chosen = -1
    ways = 0
    rest = 1 if placing else moles(position, position.seat)
    while rest:
        start = lowest(rest)
        rest &= rest - 1
        ends = free_spaces(table, position) if placing else reach(table, position, start)
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            if placing:
                value = 0
            elif (holes >> start) & 1:
                value = -2 * NOWHERE
            else:
                value = -gap(apart, end, free)
            if value > best:
                best = value
                ways = 0
            if value == best:
                ways += 1
                seed = shuffled(seed)
                if share(seed, ways) == 0:
                    chosen = end if placing else GO + 64 * start + end
    return chosen


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
    state = sights.state(sight.view, sight.setup)
    table, choose = _native(state.table, greedy_action)
    return MOLE_COMPANY.name(state, int(choose(table, state.position, _seed(seed))))


def near(sight: Sight, effort: Effort, seed: int) -> str:
    """Into a hole if it can, out of one only if it must, else with some mole as near to one as can be."""
    del effort  # it does not think
    state = sights.state(sight.view, sight.setup)
    table, choose = _native(state.table, near_action)
    apart = _native_apart(state.side) if available() else _apart(state.side)
    return MOLE_COMPANY.name(state, int(choose(table, apart, state.position, _seed(seed))))


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


def _native(table: Table, function: Callable[..., Any]) -> tuple[Table, Callable[..., Any]]:
    return (native_table(table), compiled(function)) if available() else (table, function)


@cache
def _apart(side: int) -> tuple[int, ...]:
    """Steps between two spaces, by `from * 64 + to`."""
    found = [0] * (64 * 64)
    for start, (q, r) in enumerate(spaces(side)):
        for end, (to_q, to_r) in enumerate(spaces(side)):
            east, south = to_q - q, to_r - r
            found[start * 64 + end] = max(abs(east), abs(south), abs(east + south))
    return tuple(found)


@cache
def _native_apart(side: int) -> Numbers:
    found = numbers(True, 64 * 64)
    for at, steps in enumerate(_apart(side)):
        found[at] = steps
    return found


def _seed(seed: int) -> int:
    """A seed for kernels, of any whole number."""
    return shuffled(shuffled((seed * 0x9E3779B1 + 0x7F4A7C15) % (1 << 62) + 1))


REFERENCES: Mapping[str, Reference] = MappingProxyType({"greedy": greedy, "near": near, "flat": flat})
