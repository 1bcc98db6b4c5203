"""The search: iterative deepening, principal variation alpha-beta with a transposition table.

One kernel with its own stack in an array: compiled it holds no Python object and no lock, interpreted the
same text runs on lists. All values inside are those of the side to act.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.games.bits import count, lowest
from moleworks.games.kernel import kernel
from moleworks.games.mole_hill.rules import (
    EAST,
    NORTH,
    ROD,
    STEP,
    Position,
    Table,
    fenced,
    points,
    spread,
    stepped,
)
from moleworks.players.mole_hill.evaluation import NEAR, Outlook, hopes
from moleworks.players.mole_hill.flood import rods_between
from moleworks.players.mole_hill.lawn import ACTIONS, Lawn

# The fields of a frame: the position, its window, and how far its actions have been looked at.
MOLE, HILLS, EASTS, NORTHS, REACH, PHASE, KEY, DEPTH, ALPHA, BETA = range(10)
BEST, CHOICE, NEXT, LAST, TOTAL, HOW, ACTION, FLOOR = range(10, 18)
FRAME = 18
PLIES = 132
"""63 squares and a rod after each, and some to spare."""
FAN = 128
"""No position has more actions: 126 edges at most."""

WIDE, NARROW = 3, 2
"""Rods are tried that change one of the mole's next so many steps; fewer just before the leaves."""
RODS_BEFORE_JUMP = 6
"""So many rods are tried against a mole about to jump: none of them can stop it."""
LATE, VERY_LATE = 3, 8
"""Actions that come this late in their order are first searched less deep."""

# How a child is being searched: with the whole window, with none, or with none and less deep.
WHOLE, SCOUT, GLANCE = 0, 1, 2

INFINITE = 1 << 15
# A word of the memory: value + INFINITE, 17 bits; depth, 8; bound, 2; action, 8; generation, 20.
DEPTH_AT, BOUND_AT, ACTION_AT, GENERATION_AT = 17, 25, 27, 35
UPPER, LOWER = 1, 2  # both: exact
GENERATIONS = 1 << 20

TOP = 1 << 40
KILLER, KILLER_BEFORE = 1 << 20, 1 << 19
USED_UP = 1 << 18
"""No history counts for more: the latest killers come first."""

# What the report holds, before the principal line.
R_ACTION, R_VALUE, R_DEPTH, R_NODES, R_HITS, R_LENGTH, R_LINE = range(7)


class Desk(NamedTuple):
    """Everything a search writes on."""

    frames: MutableSequence[int]
    actions: MutableSequence[int]
    ranks: MutableSequence[int]
    lines: MutableSequence[int]
    lengths: MutableSequence[int]
    killers: MutableSequence[int]
    history: MutableSequence[int]
    memory: MutableSequence[int]
    """The transposition table: pairs of a key and a word, two by two."""
    root: MutableSequence[int]
    """The actions to choose from at the root, after their number."""
    bias: MutableSequence[int]
    """By action, what is added to its value at the root: slips, or a way to choose between equals."""
    report: MutableSequence[int]
    stop: MutableSequence[int]
    """Another thread sets the first number to make the search end soon."""


@kernel
def recall(memory: MutableSequence[int], key: int, generation: int) -> int:
    """The word kept for a position, or 0."""
    at = (key & ((len(memory) >> 2) - 1)) << 2
    word = 0
    if memory[at] == key:
        word = memory[at + 1]
    elif memory[at + 2] == key:
        word = memory[at + 3]
    return word if (word >> GENERATION_AT) == generation else 0


@kernel
def remember(memory: MutableSequence[int], key: int, word: int) -> None:
    """Keeps a word: the first of two places is for the deeper one, the second for the latest.

    Words of earlier searches give way as if they were not there: no search hangs on what was before it.
    """
    at = (key & ((len(memory) >> 2) - 1)) << 2
    old = memory[at + 1]
    if memory[at] != key and (old >> GENERATION_AT) == (word >> GENERATION_AT):
        if ((old >> DEPTH_AT) & 255) > ((word >> DEPTH_AT) & 255):
            at += 2
        else:
            memory[at + 2] = memory[at]
            memory[at + 3] = old
    memory[at] = key
    memory[at + 1] = word


@kernel
def packed(value: int, depth: int, bound: int, action: int, generation: int) -> int:
    """A word for the memory."""
    return (
        (value + INFINITE)
        | (depth << DEPTH_AT)
        | (bound << BOUND_AT)
        | (action << ACTION_AT)
        | (generation << GENERATION_AT)
    )


@kernel
def answers(word: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether what is remembered settles a window at this depth."""
    if ((word >> DEPTH_AT) & 255) < depth:
        return False
    bound = (word >> BOUND_AT) & 3
    value = (word & 0x1FFFF) - INFINITE
    return bound == 3 or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


@kernel
def candidate_rods(
    table: Table, mole: int, hills: int, east: int, north: int, reach: int, steps: int
) -> tuple[int, int]:
    """Rods that change one of the mole's next few steps."""
    free = table.squares & ~hills
    stand = (1 << mole) | reach
    ring = reach
    while steps > 2 and ring:
        ring = spread(table, ring, east, north) & free & ~stand
        stand |= ring
        steps -= 1
    return rods_between(table, stand, free, east, north)


@kernel
def gather(table: Table, desk: Desk, here: Position, ply: int, known: int, steps: int) -> int:
    """Lays out the actions worth trying with their ranks; how many there are."""
    first = ply * FAN
    number = 0
    shelf = (here.mole & 63) * ACTIONS
    kind = 0
    rest = here.reach
    other = 0
    if here.phase == ROD:
        kind = EAST
        rest, other = candidate_rods(table, here.mole, here.hills, here.east, here.north, here.reach, steps)
        if not rest and not other:
            # Nothing to spoil within reach: one rod is as good as another, but one must be laid.
            rest = here.east & -here.east
            other = 0 if rest else here.north & -here.north
    while True:
        while rest:
            action = kind + lowest(rest)
            rest &= rest - 1
            rank = desk.history[shelf + action]
            if action == known:
                rank = TOP
            elif action == desk.killers[2 * ply]:
                rank += KILLER
            elif action == desk.killers[2 * ply + 1]:
                rank += KILLER_BEFORE
            desk.actions[first + number] = action
            desk.ranks[first + number] = rank
            number += 1
        if not other:
            return number
        rest = other
        other = 0
        kind = NORTH


@kernel
def lay_out_root(desk: Desk, mole: int, known: int) -> int:
    """The actions the caller wants looked at, the best so far first."""
    for n in range(desk.root[0]):
        action = desk.root[n + 1]
        desk.actions[n] = action
        desk.ranks[n] = TOP if action == known else desk.history[(mole & 63) * ACTIONS + action]
    return desk.root[0]


@kernel
def pick(desk: Desk, first: int, last: int) -> int:
    """The most promising of the actions left, put in front of them."""
    best = first
    for at in range(first + 1, last):
        if desk.ranks[at] > desk.ranks[best]:
            best = at
    action = desk.actions[best]
    desk.actions[best] = desk.actions[first]
    desk.ranks[best] = desk.ranks[first]
    desk.actions[first] = action
    return action


@kernel
def credit(desk: Desk, ply: int, mole: int, action: int, depth: int) -> None:
    """An action that refuted what led here is tried early elsewhere."""
    if desk.killers[2 * ply] != action:
        desk.killers[2 * ply + 1] = desk.killers[2 * ply]
        desk.killers[2 * ply] = action
    at = (mole & 63) * ACTIONS + action
    if desk.history[at] < USED_UP:
        desk.history[at] += depth * depth


@kernel
def draw_line(desk: Desk, ply: int, action: int) -> None:
    """The best line from here: this action, then the best line from there."""
    length = desk.lengths[ply + 1]
    line = ply * PLIES
    desk.lines[line] = action
    for n in range(length):
        desk.lines[line + 1 + n] = desk.lines[line + PLIES + n]
    desk.lengths[ply] = length + 1


@kernel
def tell(desk: Desk, value: int, depth: int) -> None:
    """Writes the best line so far into the report."""
    desk.report[R_ACTION] = desk.lines[0]
    desk.report[R_VALUE] = value
    desk.report[R_DEPTH] = depth
    desk.report[R_LENGTH] = desk.lengths[0]
    for n in range(desk.lengths[0]):
        desk.report[R_LINE + n] = desk.lines[n]


@kernel
def put(frames: MutableSequence[int], at: int, position: Position, phase: int, key: int) -> None:
    """Begins a frame. The phase says who would act, even in a round that is over."""
    frames[at + MOLE] = position.mole
    frames[at + HILLS] = position.hills
    frames[at + EASTS] = position.east
    frames[at + NORTHS] = position.north
    frames[at + REACH] = position.reach
    frames[at + PHASE] = phase
    frames[at + KEY] = key


@kernel
def leaf(table: Table, outlook: Outlook, here: Position) -> int:
    """What a position is worth to the side to act, without looking further."""
    if here.reach == 0:
        value = outlook.worth[points(table, here.hills)]
    else:
        gardener = 1 if here.phase == ROD else 0
        value = hopes(table, outlook, here.mole, here.hills, here.east, here.north, here.reach, gardener)
    return -value if here.phase == ROD else value


@kernel
def lay_out(table: Table, desk: Desk, here: Position, ply: int, depth: int, word: int) -> None:
    """The actions of a position and how many of them will be tried; `word` is what is remembered of it."""
    if ply == 0:
        number = lay_out_root(desk, here.mole, desk.report[R_ACTION])
    else:
        known = (word >> ACTION_AT) & 255 if word else -1
        number = gather(table, desk, here, ply, known, WIDE if depth > 1 else NARROW)
    at = ply * FRAME
    desk.frames[at + TOTAL] = number
    if ply and here.phase == ROD and number > RODS_BEFORE_JUMP and count(here.reach) >= NEAR:
        number = RODS_BEFORE_JUMP
    desk.frames[at + LAST] = number


@kernel
def first_look(phase: int, depth: int, tried: int) -> tuple[int, int]:
    """How an action is searched at first, after so many others, and how much less deep than its parent."""
    if tried == 0:
        return WHOLE, 1
    if depth < 3 or tried < LATE:
        return SCOUT, 1
    return GLANCE, 3 if phase == ROD and tried >= VERY_LATE else 2


@kernel
def search(
    table: Table,
    lawn: Lawn,
    outlook: Outlook,
    desk: Desk,
    position: Position,
    key: int,
    generation: int,
    deepest: int,
    budget: int,
) -> int:
    """Deepens until the budget of nodes is spent, the depth reached or `stop` set; the nodes it took.

    `table` is of one round.
    """
    frames = desk.frames
    nodes = hits = 0
    for at in range(len(desk.history)):
        desk.history[at] = lawn.near[at]
    for at in range(len(desk.killers)):
        desk.killers[at] = -1
    for goal in range(1, deepest + 1):
        put(frames, 0, position, position.phase, key)
        frames[DEPTH] = goal
        frames[ALPHA] = 1 - INFINITE
        frames[BETA] = INFINITE - 1
        ply = 0
        value = 0
        arriving = True
        halted = False
        while True:
            at = ply * FRAME
            below = at + FRAME
            phase = frames[at + PHASE]
            depth = frames[at + DEPTH]
            alpha = frames[at + ALPHA]
            beta = frames[at + BETA]
            here = Position(
                1,
                phase,
                frames[at + MOLE],
                frames[at + HILLS],
                frames[at + EASTS],
                frames[at + NORTHS],
                frames[at + REACH],
                0,
            )
            if arriving:
                nodes += 1
                if nodes >= budget or ((nodes & 255) == 0 and desk.stop[0]):
                    halted = True
                    break
                desk.lengths[ply] = 0
                settled = False
                word = 0
                if here.reach == 0 or depth <= 0:
                    value = leaf(table, outlook, here)
                    settled = True
                elif ply and depth > 1:
                    word = recall(desk.memory, frames[at + KEY], generation)
                    if word and answers(word, depth, alpha, beta):
                        value = (word & 0x1FFFF) - INFINITE
                        hits += 1
                        settled = True
                if settled:
                    ply -= 1
                    arriving = False
                    continue
                lay_out(table, desk, here, ply, depth, word)
                frames[at + NEXT] = 0
                frames[at + BEST] = -INFINITE
                frames[at + CHOICE] = 0
                frames[at + FLOOR] = alpha
            else:
                action = frames[at + ACTION]
                how = frames[at + HOW]
                shift = desk.bias[action] if ply == 0 else 0
                value = shift - value
                if how != WHOLE and value > alpha and (how == GLANCE or value < beta):
                    # Better than thought: look again, as deep as the others, then with the whole window.
                    frames[at + HOW] = how - 1
                    frames[below + DEPTH] = depth - 1
                    frames[below + ALPHA] = shift - (alpha + 1 if how == GLANCE else beta)
                    frames[below + BETA] = shift - alpha
                    ply += 1
                    arriving = True
                    continue
                if value > frames[at + BEST]:
                    frames[at + BEST] = value
                    frames[at + CHOICE] = action
                if value > alpha:
                    alpha = value
                    frames[at + ALPHA] = alpha
                    draw_line(desk, ply, action)
                    if ply == 0:
                        tell(desk, value - shift, goal)
                    if alpha >= beta:
                        frames[at + NEXT] = frames[at + LAST]
                        credit(desk, ply, here.mole, action, depth)
            tried = frames[at + NEXT]
            if tried >= frames[at + LAST]:
                if ply == 0:
                    break
                value = frames[at + BEST]
                if depth > 1:
                    bound = (LOWER if value > frames[at + FLOOR] else 0) | (UPPER if value < beta else 0)
                    word = packed(value, depth, bound, frames[at + CHOICE], generation)
                    remember(desk.memory, frames[at + KEY], word)
                ply -= 1
                arriving = False
                continue
            action = pick(desk, ply * FAN + tried, ply * FAN + frames[at + TOTAL])
            frames[at + NEXT] = tried + 1
            frames[at + ACTION] = action
            lock = frames[at + KEY] ^ lawn.action_keys[action]
            if phase == ROD:
                put(frames, below, fenced(table, here, action), STEP, lock)
            else:
                lock ^= lawn.mole_keys[here.mole & 63] ^ lawn.mole_keys[action]
                put(frames, below, stepped(table, here, action), ROD, lock)
            how, less = first_look(phase, depth, tried)
            shift = desk.bias[action] if ply == 0 else 0
            frames[at + HOW] = how
            frames[below + DEPTH] = depth - less
            frames[below + ALPHA] = shift - (beta if how == WHOLE else alpha + 1)
            frames[below + BETA] = shift - alpha
            ply += 1
            arriving = True
        if halted:
            break
    desk.report[R_NODES] = nodes
    desk.report[R_HITS] = hits
    return nodes
