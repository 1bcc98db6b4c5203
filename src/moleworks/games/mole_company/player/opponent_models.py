"""Opponent models of Mole Company: predict what rivals do from what they did.

Most of a game is what the others do. A rival that only brings moles near holes does not play its best action,
and a search that expects the best action plans for another game. So each rival gets the model that best
explains its actions: it searches as the player does (`THINKS`), it counts the discs that lead into a hole
(`GREEDY`), or it only measures the distance to one (`NEAR`).
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence

from moleworks.core.bits import lowest
from moleworks.core.kernel import kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.games.mole_company.player.evaluation import chances
from moleworks.games.mole_company.player.tables import ONE, MoleCompanySearchTables
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISCS,
    DO_FLIP,
    DO_WAIT,
    HIGHEST,
    MOVE,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    board_holes,
    copies,
    free_holes,
    landings,
    move_end,
    move_start,
    occupied,
    opening,
    play,
)
from moleworks.games.mole_company.rules_fast import write_legal

THINKS, GREEDY, NEAR = range(3)
MODEL_COUNT = 3
NOWHERE = 64
"""More than the distance between any two spaces."""
RANDOM_SHARE = 0.1
"""The share of random actions in every model."""
LOG_UNIT = 65536
"""Units in one nat of log-likelihood. Sums are integers, so that they are the same on every machine."""
TEMPERATURE = 0.005
"""The softmax temperature of thinkers: smaller differences in chances hardly matter to them."""


@kernel
def entering_discs(table: MoleCompanyTable, level: int, space: int, occupied: int, free: int) -> int:
    """The number of the six discs that take a mole from this space into a free hole."""
    found = 0
    for disc in range(1, HIGHEST + 1):
        if landings(table, level, space, disc, occupied) & free:
            found += copies(DISCS, disc)
    return found


@kernel
def greedy_value(table: MoleCompanyTable, position: MoleCompanyPosition, start: int, end: int) -> int:
    """The value of a move to the greedy model."""
    holes = board_holes(table, position.level)
    taken = occupied(position)
    free = free_holes(table, position)
    before = entering_discs(table, position.level, start, taken, free)
    if (free >> end) & 1:
        # Prefer the mole with the fewest other discs into a hole, and never one that is in a hole.
        return 100 - before if not (holes >> start) & 1 else -100
    if (holes >> start) & 1:
        return -100
    taken ^= (1 << start) | (1 << end)
    after = entering_discs(table, position.level, end, taken, free)
    if after > 0 or before > 0:
        return 4 * (after - before) + (2 if after > 0 else 0)
    # Two moves away is better than more.
    soon = 0
    for disc in range(1, HIGHEST + 1):
        ends = landings(table, position.level, end, disc, taken)
        while ends:
            if entering_discs(table, position.level, lowest(ends), taken, free) > 0:
                soon = 1
            ends &= ends - 1
    return soon


@kernel
def nearest_distance(apart: Sequence[int], space: int, goals: int) -> int:
    """The steps from a space to the nearest goal, ignoring moles on the way."""
    best = NOWHERE
    while goals:
        best = min(best, apart[space * 64 + lowest(goals)])
        goals &= goals - 1
    return best


@kernel
def preference(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    position: MoleCompanyPosition,
    model: int,
    action: int,
) -> int:
    """The value of a move or a placing to a model; `NEAR` places anywhere."""
    holes = board_holes(table, position.level)
    end = move_end(action)
    if position.phase == PLACE:
        return entering_discs(table, 0, end, occupied(position), holes) if model == GREEDY else 0
    start = move_start(action)
    if model == GREEDY:
        return greedy_value(table, position, start, end)
    return (
        -2 * NOWHERE
        if (holes >> start) & 1
        else -nearest_distance(tables.apart, end, free_holes(table, position))
    )


@kernel
def preferred_action(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    position: MoleCompanyPosition,
    model: int,
    seed: int,
    actions: MutableSequence[int],
    first: int,
) -> int:
    """The action of a model, ties broken at random; `actions` is overwritten from `first` on."""
    if position.phase == BONUS:
        return DO_FLIP
    if position.phase == CHOOSE:
        return DO_WAIT
    best = -1000
    chosen = -1
    ways = 0
    for n in range(first, write_legal(table, position, actions, first)):
        value = preference(table, tables, position, model, actions[n])
        if value > best:
            best = value
            ways = 0
        if value == best:
            ways += 1
            seed = next_seed(seed)
            if pick(seed, ways) == 0:
                chosen = actions[n]
    return chosen


@kernel
def position_seed(position: MoleCompanyPosition) -> int:
    """A seed for each position, so that a model always acts the same in it."""
    p = position
    mixed = p.moles0 ^ (p.moles1 >> 1) ^ (p.moles2 >> 2) ^ (p.moles3 >> 3) ^ (p.left * 8 + p.disc)
    return next_seed(next_seed((mixed ^ (mixed >> 29)) + 1))


@kernel
def model_likelihood(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    position: MoleCompanyPosition,
    model: int,
    action: int,
    actions: MutableSequence[int],
) -> float:
    """The probability that a model chooses this move or placing."""
    own = preference(table, tables, position, model, action)
    best = own
    ways = 0
    number = write_legal(table, position, actions, 0)
    for n in range(number):
        value = preference(table, tables, position, model, actions[n])
        best = max(best, value)
        ways += 1 if value == own else 0
    return RANDOM_SHARE / number + ((1.0 - RANDOM_SHARE) / ways if own == best else 0.0)


@kernel
def thinker_likelihood(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    position: MoleCompanyPosition,
    action: int,
    actions: MutableSequence[int],
    found: MutableSequence[int],
    result: MutableSequence[int],
) -> float:
    """The probability that a thinker chooses this move or placing, by the static evaluation."""
    number = write_legal(table, position, actions, 0)
    total = 0.0
    own = 0.0
    for n in range(number):
        chances(table, tables, play(table, position, actions[n]), found, result, 0)
        weight = math.exp(result[position.seat] / (ONE * TEMPERATURE))
        total += weight
        if actions[n] == action:
            own = weight
    return RANDOM_SHARE / number + (1.0 - RANDOM_SHARE) * own / total


@kernel
def score_models(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    heard: MutableSequence[int],
    number: int,
    actions: MutableSequence[int],
    found: MutableSequence[int],
    result: MutableSequence[int],
    scores: MutableSequence[int],
) -> MoleCompanyPosition:
    """Replay the actions heard and sum log-likelihoods by `seat * MODEL_COUNT + model`.

    Return the last position.
    """
    for at in range(len(scores)):
        scores[at] = 0
    position = opening(table)
    for at in range(number):
        action = heard[at]
        if position.phase in (PLACE, MOVE):
            first = position.seat * MODEL_COUNT
            seen = thinker_likelihood(table, tables, position, action, actions, found, result)
            scores[first] += int(LOG_UNIT * math.log(seen))
            for model in range(1, MODEL_COUNT):
                seen = model_likelihood(table, tables, position, model, action, actions)
                scores[first + model] += int(LOG_UNIT * math.log(seen))
        position = play(table, position, action)
    return position
