"""What rivals are like, told from what they did: so a search need not take everybody for a thinker.

Most of a game is what the others do. Somebody who only brings moles near holes does not do what is best for
the own seat, and whoever expects that plans for another game. So each rival is taken for what explains the
own actions best: someone who thinks as the player does, who minds which discs lead into a hole (greedy), or
who only minds how far it is to one (near).
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence

from moleworks.games.bits import lowest
from moleworks.games.kernel import kernel
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DO_FLIP,
    DO_WAIT,
    GO,
    MOVE,
    PLACE,
    Position,
    Table,
    landings,
    opening,
    play,
    taken,
)
from moleworks.players.mole_company.choices import choices
from moleworks.players.mole_company.evaluation import chances
from moleworks.players.mole_company.ground import ONE, Ground
from moleworks.players.playouts import share, shuffled

THINKS, GREEDY, NEAR = range(3)
HABITS = 3
NOWHERE = 64
"""Farther than any space is from another."""
WHIM = 0.1
"""How often somebody does anything at all, whatever the habit."""
NATS = 65536
"""Sums are of whole numbers: they are the same on every machine."""
FINE = 0.005
"""Thinkers tell chances apart that differ by so much, and less so the nearer they are."""


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
def gap(apart: Sequence[int], space: int, goals: int) -> int:
    """How many steps it is from a space to the nearest of some others, whoever stands between."""
    best = NOWHERE
    while goals:
        best = min(best, apart[space * 64 + lowest(goals)])
        goals &= goals - 1
    return best


@kernel
def liking(table: Table, ground: Ground, position: Position, habit: int, action: int) -> int:
    """How much somebody of that habit likes a move, or a place for a mole; who is near places anywhere."""
    holes = table.holes[position.level]
    end = action & 63
    if position.phase == PLACE:
        return openings(table, 0, end, taken(position), holes) if habit == GREEDY else 0
    start = (action - GO) >> 6
    if habit == GREEDY:
        return merit(table, position, start, end)
    return -2 * NOWHERE if (holes >> start) & 1 else -gap(ground.apart, end, holes & ~taken(position))


@kernel
def favourite(
    table: Table,
    ground: Ground,
    position: Position,
    habit: int,
    seed: int,
    actions: MutableSequence[int],
    first: int,
) -> int:
    """What somebody of that habit does; equals by lot. Written on from `first`."""
    if position.phase == BONUS:
        return DO_FLIP
    if position.phase == CHOOSE:
        return DO_WAIT
    best = -1000
    chosen = -1
    ways = 0
    for n in range(first, choices(table, position, actions, first)):
        value = liking(table, ground, position, habit, actions[n])
        if value > best:
            best = value
            ways = 0
        if value == best:
            ways += 1
            seed = shuffled(seed)
            if share(seed, ways) == 0:
                chosen = actions[n]
    return chosen


@kernel
def lot(position: Position) -> int:
    """A seed of its own for each position: so a rival does the same in the same place."""
    p = position
    mixed = p.moles0 ^ (p.moles1 >> 1) ^ (p.moles2 >> 2) ^ (p.moles3 >> 3) ^ (p.left * 8 + p.disc)
    return shuffled(shuffled((mixed ^ (mixed >> 29)) + 1))


@kernel
def likely(
    table: Table, ground: Ground, position: Position, habit: int, action: int, actions: MutableSequence[int]
) -> float:
    """How likely somebody of that habit does this, and no other move or placing."""
    own = liking(table, ground, position, habit, action)
    best = own
    ways = 0
    number = choices(table, position, actions, 0)
    for n in range(number):
        value = liking(table, ground, position, habit, actions[n])
        best = max(best, value)
        ways += 1 if value == own else 0
    return WHIM / number + ((1.0 - WHIM) / ways if own == best else 0.0)


@kernel
def thoughtful(
    table: Table,
    ground: Ground,
    position: Position,
    action: int,
    actions: MutableSequence[int],
    found: MutableSequence[int],
    result: MutableSequence[int],
) -> float:
    """How likely somebody does this who thinks as the player does, at a glance."""
    number = choices(table, position, actions, 0)
    total = 0.0
    own = 0.0
    for n in range(number):
        chances(table, ground, play(table, position, actions[n]), found, result, 0)
        weight = math.exp(result[position.seat] / (ONE * FINE))
        total += weight
        if actions[n] == action:
            own = weight
    return WHIM / number + (1.0 - WHIM) * own / total


@kernel
def watched(
    table: Table,
    ground: Ground,
    heard: MutableSequence[int],
    number: int,
    actions: MutableSequence[int],
    found: MutableSequence[int],
    result: MutableSequence[int],
    scores: MutableSequence[int],
) -> Position:
    """Go through what was heard, and add up by `seat * HABITS + habit` how well each explains it.

    Where it leads to comes back.
    """
    for at in range(len(scores)):
        scores[at] = 0
    position = opening(table)
    for at in range(number):
        action = heard[at]
        if position.phase in (PLACE, MOVE):
            first = position.seat * HABITS
            seen = thoughtful(table, ground, position, action, actions, found, result)
            scores[first] += int(NATS * math.log(seen))
            for habit in range(1, HABITS):
                seen = likely(table, ground, position, habit, action, actions)
                scores[first + habit] += int(NATS * math.log(seen))
        position = play(table, position, action)
    return position
