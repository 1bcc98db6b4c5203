"""The search of Mole Hill: iterative deepening, principal variation search with a transposition table.

It is one kernel with its own stack in an array. Compiled it holds no Python object and no lock; interpreted
the same source runs on lists. All values inside are those of the side to act.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.core.bits import count, lowest
from moleworks.core.kernel import kernel
from moleworks.core.packing import pack, unpack
from moleworks.games.mole_hill.player.evaluation import NEAR, MoleHillEvaluationTables, evaluate
from moleworks.games.mole_hill.player.tables import MoleHillSearchTables
from moleworks.games.mole_hill.rules import (
    ACTIONS,
    EAST,
    NORTH,
    ROD,
    STEP,
    MoleHillPosition,
    MoleHillTable,
    lay_rod,
    one_step_away,
    points,
    step_to,
)
from moleworks.games.mole_hill.rules_fast import rods_between

# The fields of a frame: the position, its window, and how many of its actions were searched.
PHASE = MoleHillPosition._fields.index("phase")
KEY, DEPTH, ALPHA, BETA, BEST, CHOICE, NEXT, LAST, TOTAL, HOW, ACTION, FLOOR = range(8, 20)
FRAME = 20
PLIES = 132
"""63 squares and a rod after each, with a margin."""
FAN = 128
"""Upper bound of the actions of a position: there are at most 126 edges."""

WIDE, NARROW = 3, 2
"""Rods are searched if they change one of the mole's next 3 steps; next to the leaves, one of the next 2."""
RODS_BEFORE_JUMP = 6
"""The number of rods searched against a mole about to jump: none of them can stop it."""
LATE, VERY_LATE = 3, 8
"""From these places in the order on, actions are first searched with reduced depth."""

# How a child is searched: with the full window, with a null window, or with a null window and reduced depth.
FULL, SCOUT, REDUCED = 0, 1, 2

INFINITE = 1 << 15
# A table entry: value + INFINITE, 17 bits; depth, 8; bound, 2; action, 8; generation, 20.
DEPTH_AT, BOUND_AT, ACTION_AT, GENERATION_AT = 17, 25, 27, 35
UPPER, LOWER = 1, 2  # both: exact
GENERATIONS = 1 << 20

TOP = 1 << 40
KILLER, KILLER_BEFORE = 1 << 20, 1 << 19
USED_UP = 1 << 18
"""The upper limit of history scores, below the killers."""

# The fields of the report before the principal variation.
R_ACTION, R_VALUE, R_DEPTH, R_NODES, R_HITS, R_LENGTH, R_LINE = range(7)


class MoleHillBuffers(NamedTuple):
    """The arrays that a search writes to."""

    frames: MutableSequence[int]
    actions: MutableSequence[int]
    ranks: MutableSequence[int]
    lines: MutableSequence[int]
    lengths: MutableSequence[int]
    killers: MutableSequence[int]
    history: MutableSequence[int]
    memory: MutableSequence[int]
    """The transposition table: buckets of two pairs of key and entry."""
    root: MutableSequence[int]
    """The number of actions at the root, then these actions."""
    bias: MutableSequence[int]
    """By action, what is added to its value at the root: noise, or a tie break."""
    report: MutableSequence[int]
    stop: MutableSequence[int]
    """Another thread sets the first number to end the search."""


@kernel
def probe(memory: MutableSequence[int], key: int, generation: int) -> int:
    """The entry stored for a position, or 0."""
    at = (key & ((len(memory) >> 2) - 1)) << 2
    word = 0
    if memory[at] == key:
        word = memory[at + 1]
    elif memory[at + 2] == key:
        word = memory[at + 3]
    return word if (word >> GENERATION_AT) == generation else 0


@kernel
def store(memory: MutableSequence[int], key: int, word: int) -> None:
    """Store an entry: the first place of a bucket is for the deeper search, the second for the latest.

    Entries of earlier searches count as empty, so that no result depends on the searches before it.
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
def pack_entry(value: int, depth: int, bound: int, action: int, generation: int) -> int:
    """An entry for the transposition table."""
    return (
        (value + INFINITE)
        | (depth << DEPTH_AT)
        | (bound << BOUND_AT)
        | (action << ACTION_AT)
        | (generation << GENERATION_AT)
    )


@kernel
def settles(word: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry gives the answer for a window at this depth."""
    if ((word >> DEPTH_AT) & 255) < depth:
        return False
    bound = (word >> BOUND_AT) & 3
    value = (word & 0x1FFFF) - INFINITE
    return bound == 3 or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


@kernel
def candidate_rods(
    table: MoleHillTable, mole: int, hills: int, east: int, north: int, reach: int, steps: int
) -> tuple[int, int]:
    """Rods that change one of the mole's next few steps."""
    free = table.squares & ~hills
    stand = (1 << mole) | reach
    ring = reach
    while steps > 2 and ring:
        ring = one_step_away(table, ring, east, north) & free & ~stand
        stand |= ring
        steps -= 1
    return rods_between(table, stand, free, east, north)


@kernel
def write_actions(
    table: MoleHillTable, buffers: MoleHillBuffers, here: MoleHillPosition, ply: int, known: int, steps: int
) -> int:
    """Write the candidate actions and their ranks; return their number."""
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
            # No rod near the mole changes anything, but one must be laid: any will do.
            rest = here.east & -here.east
            other = 0 if rest else here.north & -here.north
    while True:
        while rest:
            action = kind + lowest(rest)
            rest &= rest - 1
            rank = buffers.history[shelf + action]
            if action == known:
                rank = TOP
            elif action == buffers.killers[2 * ply]:
                rank += KILLER
            elif action == buffers.killers[2 * ply + 1]:
                rank += KILLER_BEFORE
            buffers.actions[first + number] = action
            buffers.ranks[first + number] = rank
            number += 1
        if not other:
            return number
        rest = other
        other = 0
        kind = NORTH


@kernel
def write_root_actions(buffers: MoleHillBuffers, mole: int, known: int) -> int:
    """Write the root actions that the caller chose, the best so far with the top rank."""
    for n in range(buffers.root[0]):
        action = buffers.root[n + 1]
        buffers.actions[n] = action
        buffers.ranks[n] = TOP if action == known else buffers.history[(mole & 63) * ACTIONS + action]
    return buffers.root[0]


@kernel
def next_best(buffers: MoleHillBuffers, first: int, last: int) -> int:
    """Move the action with the highest rank to the front of those left, and return it."""
    best = first
    for at in range(first + 1, last):
        if buffers.ranks[at] > buffers.ranks[best]:
            best = at
    action = buffers.actions[best]
    buffers.actions[best] = buffers.actions[first]
    buffers.ranks[best] = buffers.ranks[first]
    buffers.actions[first] = action
    return action


@kernel
def update_history(buffers: MoleHillBuffers, ply: int, mole: int, action: int, depth: int) -> None:
    """Credit an action that caused a cutoff: it becomes a killer and gains history score."""
    if buffers.killers[2 * ply] != action:
        buffers.killers[2 * ply + 1] = buffers.killers[2 * ply]
        buffers.killers[2 * ply] = action
    at = (mole & 63) * ACTIONS + action
    if buffers.history[at] < USED_UP:
        buffers.history[at] += depth * depth


@kernel
def update_line(buffers: MoleHillBuffers, ply: int, action: int) -> None:
    """Set the principal variation of a ply: this action, then that of the next ply."""
    length = buffers.lengths[ply + 1]
    line = ply * PLIES
    buffers.lines[line] = action
    for n in range(length):
        buffers.lines[line + 1 + n] = buffers.lines[line + PLIES + n]
    buffers.lengths[ply] = length + 1


@kernel
def report_line(buffers: MoleHillBuffers, value: int, depth: int) -> None:
    """Write the principal variation into the report."""
    buffers.report[R_ACTION] = buffers.lines[0]
    buffers.report[R_VALUE] = value
    buffers.report[R_DEPTH] = depth
    buffers.report[R_LENGTH] = buffers.lengths[0]
    for n in range(buffers.lengths[0]):
        buffers.report[R_LINE + n] = buffers.lines[n]


@kernel
def write_frame(
    frames: MutableSequence[int], at: int, position: MoleHillPosition, phase: int, key: int
) -> None:
    """Begin a frame. The phase is that of the side to act, even in a round that is over."""
    pack(position, frames, at)
    frames[at + PHASE] = phase
    frames[at + KEY] = key


@kernel
def evaluate_leaf(table: MoleHillTable, evaluation: MoleHillEvaluationTables, here: MoleHillPosition) -> int:
    """The static value of a position for the side to act."""
    if here.reach == 0:
        value = evaluation.final_values[points(table, here.hills)]
    else:
        gardener = 1 if here.phase == ROD else 0
        value = evaluate(
            table, evaluation, here.mole, here.hills, here.east, here.north, here.reach, gardener
        )
    return -value if here.phase == ROD else value


@kernel
def write_candidates(
    table: MoleHillTable, buffers: MoleHillBuffers, here: MoleHillPosition, ply: int, depth: int, word: int
) -> None:
    """Write the actions of a position and how many to search; `word` is its entry, or 0."""
    if ply == 0:
        number = write_root_actions(buffers, here.mole, buffers.report[R_ACTION])
    else:
        known = (word >> ACTION_AT) & 255 if word else -1
        number = write_actions(table, buffers, here, ply, known, WIDE if depth > 1 else NARROW)
    at = ply * FRAME
    buffers.frames[at + TOTAL] = number
    if ply and here.phase == ROD and number > RODS_BEFORE_JUMP and count(here.reach) >= NEAR:
        number = RODS_BEFORE_JUMP
    buffers.frames[at + LAST] = number


@kernel
def child_search(phase: int, depth: int, tried: int) -> tuple[int, int]:
    """How a child is searched first, after `tried` others, and how much shallower than its parent."""
    if tried == 0:
        return FULL, 1
    if depth < 3 or tried < LATE:
        return SCOUT, 1
    return REDUCED, 3 if phase == ROD and tried >= VERY_LATE else 2


@kernel
def search(
    table: MoleHillTable,
    tables: MoleHillSearchTables,
    evaluation: MoleHillEvaluationTables,
    buffers: MoleHillBuffers,
    position: MoleHillPosition,
    key: int,
    generation: int,
    deepest: int,
    budget: int,
) -> int:
    """Deepen until the nodes are spent, the depth is reached or `stop` is set; return the number of nodes.

    `table` has one round.
    """
    frames = buffers.frames
    nodes = hits = 0
    for at in range(len(buffers.history)):
        buffers.history[at] = tables.near[at]
    for at in range(len(buffers.killers)):
        buffers.killers[at] = -1
    for goal in range(1, deepest + 1):
        write_frame(frames, 0, position, position.phase, key)
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
            depth = frames[at + DEPTH]
            alpha = frames[at + ALPHA]
            beta = frames[at + BETA]
            here = unpack(MoleHillPosition, frames, at)
            phase = here.phase
            if arriving:
                nodes += 1
                if nodes >= budget or ((nodes & 255) == 0 and buffers.stop[0]):
                    halted = True
                    break
                buffers.lengths[ply] = 0
                settled = False
                word = 0
                if here.reach == 0 or depth <= 0:
                    value = evaluate_leaf(table, evaluation, here)
                    settled = True
                elif ply and depth > 1:
                    word = probe(buffers.memory, frames[at + KEY], generation)
                    if word and settles(word, depth, alpha, beta):
                        value = (word & 0x1FFFF) - INFINITE
                        hits += 1
                        settled = True
                if settled:
                    ply -= 1
                    arriving = False
                    continue
                write_candidates(table, buffers, here, ply, depth, word)
                frames[at + NEXT] = 0
                frames[at + BEST] = -INFINITE
                frames[at + CHOICE] = 0
                frames[at + FLOOR] = alpha
            else:
                action = frames[at + ACTION]
                how = frames[at + HOW]
                shift = buffers.bias[action] if ply == 0 else 0
                value = shift - value
                if how != FULL and value > alpha and (how == REDUCED or value < beta):
                    # Better than expected: search again with full depth, then with the full window.
                    frames[at + HOW] = how - 1
                    frames[below + DEPTH] = depth - 1
                    frames[below + ALPHA] = shift - (alpha + 1 if how == REDUCED else beta)
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
                    update_line(buffers, ply, action)
                    if ply == 0:
                        report_line(buffers, value - shift, goal)
                    if alpha >= beta:
                        frames[at + NEXT] = frames[at + LAST]
                        update_history(buffers, ply, here.mole, action, depth)
            tried = frames[at + NEXT]
            if tried >= frames[at + LAST]:
                if ply == 0:
                    break
                value = frames[at + BEST]
                if depth > 1:
                    bound = (LOWER if value > frames[at + FLOOR] else 0) | (UPPER if value < beta else 0)
                    word = pack_entry(value, depth, bound, frames[at + CHOICE], generation)
                    store(buffers.memory, frames[at + KEY], word)
                ply -= 1
                arriving = False
                continue
            action = next_best(buffers, ply * FAN + tried, ply * FAN + frames[at + TOTAL])
            frames[at + NEXT] = tried + 1
            frames[at + ACTION] = action
            lock = frames[at + KEY] ^ tables.action_keys[action]
            if phase == ROD:
                write_frame(frames, below, lay_rod(table, here, action), STEP, lock)
            else:
                lock ^= tables.mole_keys[here.mole & 63] ^ tables.mole_keys[action]
                write_frame(frames, below, step_to(table, here, action), ROD, lock)
            how, less = child_search(phase, depth, tried)
            shift = buffers.bias[action] if ply == 0 else 0
            frames[at + HOW] = how
            frames[below + DEPTH] = depth - less
            frames[below + ALPHA] = shift - (beta if how == FULL else alpha + 1)
            frames[below + BETA] = shift - alpha
            ply += 1
            arriving = True
        if halted:
            break
    buffers.report[R_NODES] = nodes
    buffers.report[R_HITS] = hits
    return nodes
