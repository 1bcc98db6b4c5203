"""Solve the end of a round exactly: can the mole reach a number of points against every defence?

This is a depth-first search for yes or no, to the end of the round, over every rod that can matter. All its
pruning is proven correct.

*A rod never helps the mole.* If the gardener can hold the mole below some points, it can do so with one more
rod on the lawn: it plays as if that rod were not there, and where its plan lays that very rod, it lays any
other. (There always is one: lawns have at least as many edges as squares.)

*A plan of the mole* is a step for every reply of the gardener. It needs the edges free that its steps cross
in all its branches, and no others: it works whatever other rods lie. So once the mole has a plan against one
rod, any rod that misses the edges of this plan fails too. The gardener's next try must be one of these
edges, and in the end an edge of every plan found. When none is left, the mole succeeds and needs only the
edges of all these plans together.

*A refusal of the gardener* needs rods laid: those in the way of steps that the mole would otherwise have, in
all its branches, less those that it lays itself. It works whatever other rods lie.

So both are stored by the visited squares and the mole's place alone, with the edges they need free or the
rods they need laid. They hold for every position there that has them.

*A mole reaches no more squares than a flood fill does* in the steps that it has left, because rods are only
ever added.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.core.bits import count, lowest
from moleworks.core.kernel import kernel
from moleworks.core.packing import unpack
from moleworks.games.mole_hill.player.search import KEY, WIDE, candidate_rods, write_frame
from moleworks.games.mole_hill.player.tables import MoleHillSearchTables
from moleworks.games.mole_hill.rules import (
    ACTIONS,
    EAST,
    NORTH,
    ROD,
    STEP,
    MoleHillPosition,
    MoleHillTable,
    dark_hills,
    flower_points,
    lay_rod,
    may_jump,
    one_move_away,
    points,
    step_to,
)
from moleworks.games.mole_hill.rules_fast import edges_crossed, rods_in_the_way

NO, YES, UNKNOWN = 0, 1, 2

# The fields of a frame after the position: the action being tried, what is left to try, and what the answers
# to the actions tried so far depend on. Edges come in pairs, east and north.
ACTION, REST_EAST, REST_NORTH, NEED_EAST, NEED_NORTH, TRIED = range(9, 15)
FRAME = 15

PROOFS = 9
BUCKET = 32
"""Numbers in a bucket: a key, a word, and PROOFS proofs of three words (points and answer, then edges)."""
NONE = 255
ENOUGH = 1 << 28


class SolverBuffers(NamedTuple):
    """The arrays that the solver writes to."""

    frames: MutableSequence[int]
    history: MutableSequence[int]
    memory: MutableSequence[int]
    report: MutableSequence[int]
    """Nodes so far; then the action that decided, or -1; then the hits in the table of proofs."""
    stop: MutableSequence[int]


@kernel
def flood(table: MoleHillTable, hills: int, east: int, north: int, reach: int) -> int:
    """Every square that the mole could still reach if no further rod were laid."""
    left = table.supply - count(hills)
    free = table.squares & ~hills
    seen = 0
    ring = reach
    steps = 0
    while ring and steps < left:
        seen |= ring
        steps += 1
        ring = one_move_away(table, ring, east, north) & free & ~seen
    return seen


@kernel
def most_points_with(table: MoleHillTable, hills: int, seen: int) -> int:
    """An upper bound of the points from visiting these squares too."""
    down = count(hills)
    left = table.supply - down
    if left <= 0:
        return points(table, hills)
    dark = dark_hills(table.light, down + min(count(seen), left))
    return dark + flower_points(table, hills | seen)


@kernel
def most_promising(history: MutableSequence[int], shelf: int, rest: int, other: int, known: int) -> int:
    """The most promising action: of the squares in `rest` (`other` is -1 then), or of rods east and north."""
    best = -1
    rank = -1
    kind = 0 if other < 0 else EAST
    while True:
        while rest:
            action = kind + lowest(rest)
            rest &= rest - 1
            if action == known:
                return action
            found = history[shelf + action]
            if found > rank:
                rank = found
                best = action
        if other <= 0:
            return best
        rest = other
        other = 0
        kind = NORTH


@kernel
def find_proof(memory: MutableSequence[int], at: int, key: int, goal: int, east: int, north: int) -> int:
    """The place of a stored proof that holds here, or -1."""
    if memory[at] != key:
        return -1
    for slot in range(at + 2, at + 2 + PROOFS * 3, 3):
        word = memory[slot]
        if word & 1:
            # A plan for as many points or more, all of whose edges are free.
            if (word >> 1) >= goal and not (memory[slot + 1] & ~east) and not (memory[slot + 2] & ~north):
                return slot
        # A refusal of as many points or fewer, all of whose rods lie.
        elif (
            word and (word >> 1) <= goal and not (memory[slot + 1] & east) and not (memory[slot + 2] & north)
        ):
            return slot
    return -1


@kernel
def store_proof(
    memory: MutableSequence[int], at: int, key: int, word: int, action: int, need_east: int, need_north: int
) -> None:
    """Store a proof in place of the oldest one in its bucket."""
    turn = 0
    if memory[at] == key:
        turn = memory[at + 1] >> 8
    else:
        memory[at] = key
        for slot in range(at + 2, at + 2 + PROOFS * 3, 3):
            memory[slot] = 0
    slot = at + 2 + 3 * turn
    memory[slot] = word
    memory[slot + 1] = need_east
    memory[slot + 2] = need_north
    turn = turn + 1 if turn + 1 < PROOFS else 0
    memory[at + 1] = action | (turn << 8)


@kernel
def answer_at_once(table: MoleHillTable, here: MoleHillPosition, goal: int) -> tuple[int, int, int]:
    """The answer if it needs no search, else UNKNOWN; and the rods that a NO depends on."""
    free = table.squares & ~here.hills
    if points(table, here.hills) >= goal:
        return YES, 0, 0
    if most_points_with(table, here.hills, free) < goal:
        return NO, 0, 0
    if here.mole < 0:
        return UNKNOWN, 0, 0
    stand = 1 << here.mole
    if here.reach:
        seen = flood(table, here.hills, here.east, here.north, here.reach)
        if most_points_with(table, here.hills, seen) >= goal:
            return UNKNOWN, 0, 0
        stand |= seen
    need_east, need_north = rods_in_the_way(table, stand, free, here.east, here.north)
    return NO, need_east, need_north


@kernel
def reaches(
    table: MoleHillTable,
    tables: MoleHillSearchTables,
    buffers: SolverBuffers,
    position: MoleHillPosition,
    key: int,
    goal: int,
    budget: int,
) -> int:
    """Whether the mole can reach `goal` points: YES, NO, or UNKNOWN once the nodes are spent.

    `table` has one round; `key` is that of the squares visited, the mole's place and the side to act.
    """
    frames = buffers.frames
    memory = buffers.memory
    mask = len(memory) // BUCKET - 1
    nodes = buffers.report[0]
    write_frame(frames, 0, position, position.phase, key)
    ply = 0
    arriving = True
    answer = NO
    need_east = 0  # what the answer depends on: free edges if YES, rods laid if NO
    need_north = 0
    while ply >= 0:
        at = ply * FRAME
        here = unpack(MoleHillPosition, frames, at)
        phase, mole = here.phase, here.mole
        shelf = (mole & 63) * ACTIONS
        slot = (frames[at + KEY] & mask) * BUCKET
        done = False
        action = -1
        if arriving:
            nodes += 1
            if nodes >= budget or ((nodes & 255) == 0 and buffers.stop[0]):
                buffers.report[0] = nodes
                return UNKNOWN
            slot_found = (
                find_proof(memory, slot, frames[at + KEY], goal, here.east, here.north) if ply else -1
            )
            if slot_found >= 0:
                answer = memory[slot_found] & 1
                need_east = memory[slot_found + 1]
                need_north = memory[slot_found + 2]
                buffers.report[2] += 1
            else:
                answer, need_east, need_north = answer_at_once(table, here, goal)
            if answer != UNKNOWN:
                arriving = False
                ply -= 1
                continue
            known = memory[slot + 1] & 255 if memory[slot] == frames[at + KEY] else -1
            frames[at + TRIED] = 0
            frames[at + NEED_EAST] = 0
            frames[at + NEED_NORTH] = 0
            if phase == ROD:
                # The first rod may be any, such as one nearby; its answer says which rods must follow.
                rest, other = candidate_rods(table, mole, here.hills, here.east, here.north, here.reach, WIDE)
                if not rest and not other:
                    rest = here.east
                    other = here.north
                action = most_promising(buffers.history, shelf, rest, other, known)
            else:
                frames[at + REST_EAST] = here.reach
                if mole >= 0:
                    # A refusal also depends on the rods in the way of other steps.
                    shut = table.squares & ~(here.hills | here.reach)
                    rest, other = rods_in_the_way(table, 1 << mole, shut, here.east, here.north)
                    frames[at + NEED_EAST] = rest
                    frames[at + NEED_NORTH] = other
                action = most_promising(buffers.history, shelf, here.reach, -1, known)
        elif phase == ROD:
            action = frames[at + ACTION]
            if answer == YES:
                frames[at + REST_EAST] = need_east & (
                    frames[at + REST_EAST] if frames[at + TRIED] else need_east
                )
                frames[at + REST_NORTH] = need_north & (
                    frames[at + REST_NORTH] if frames[at + TRIED] else need_north
                )
                frames[at + TRIED] = 1
                need_east |= frames[at + NEED_EAST]
                need_north |= frames[at + NEED_NORTH]
                frames[at + NEED_EAST] = need_east
                frames[at + NEED_NORTH] = need_north
                done = not frames[at + REST_EAST] and not frames[at + REST_NORTH]
                if not done:
                    action = most_promising(
                        buffers.history, shelf, frames[at + REST_EAST], frames[at + REST_NORTH], -1
                    )
            else:
                bit = 1 << (action & 63)
                need_east &= ~(bit if action < NORTH else 0)
                need_north &= ~(0 if action < NORTH else bit)
                done = True
        else:
            action = frames[at + ACTION]
            if answer == YES:
                if mole >= 0 and not may_jump(table, mole, here.hills):  # a jump crosses no edge
                    more, more_north = edges_crossed(
                        table, mole, action, here.east, here.north, need_east, need_north
                    )
                    need_east |= more
                    need_north |= more_north
                done = True
            else:
                need_east |= frames[at + NEED_EAST]
                need_north |= frames[at + NEED_NORTH]
                frames[at + NEED_EAST] = need_east
                frames[at + NEED_NORTH] = need_north
                frames[at + REST_EAST] &= ~(1 << action)
                done = not frames[at + REST_EAST]
                if not done:
                    action = most_promising(buffers.history, shelf, frames[at + REST_EAST], -1, -1)
        if done:
            if (answer == NO) != (phase == ROD):
                action = NONE  # no action of this side would have changed the answer
            elif buffers.history[shelf + action] < ENOUGH:
                buffers.history[shelf + action] += 1 + table.supply - count(here.hills)
            store_proof(memory, slot, frames[at + KEY], 2 * goal + answer, action, need_east, need_north)
            frames[at + ACTION] = action
            ply -= 1
            continue
        frames[at + ACTION] = action
        # The key leaves out the rods and includes the side to act.
        lock = frames[at + KEY] ^ tables.mole_keys[63]
        if phase == ROD:
            write_frame(frames, at + FRAME, lay_rod(table, here, action), STEP, lock)
        else:
            lock ^= tables.action_keys[action] ^ tables.mole_keys[mole & 63] ^ tables.mole_keys[action]
            write_frame(frames, at + FRAME, step_to(table, here, action), ROD, lock)
        ply += 1
        arriving = True
    buffers.report[0] = nodes
    buffers.report[1] = frames[ACTION]
    return answer
