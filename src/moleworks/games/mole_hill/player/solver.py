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
rods they need laid (`proof_table.py`). They hold for every position there that has them. A refusal that lacks
one rod is one for a gardener to act, and plans with no edge in common leave it no rod: so before it searches
further, the solver looks at the proofs of the place, and of every square that the mole can step to.

*A mole reaches no more squares than a flood fill does* in the steps that it has left, because rods are only
ever added.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.core.bits import count, lowest
from moleworks.core.kernel import kernel
from moleworks.core.packing import unpack
from moleworks.games.mole_hill.player.proof_table import (
    NO_HINT,
    PLAN,
    PLAN_BEFORE_ROD,
    REFUSAL,
    find_proof,
    hint,
    is_plan,
    known_plans,
    store_hint,
    store_proof,
)
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

NONE = NO_HINT
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
def key_after_step(tables: MoleHillSearchTables, key: int, mole: int, square: int) -> int:
    """The key of the place where a step leads."""
    return key ^ tables.action_keys[square] ^ tables.mole_keys[mole & 63] ^ tables.mole_keys[square]


@kernel
def with_step(
    table: MoleHillTable, here: MoleHillPosition, square: int, need_east: int, need_north: int
) -> tuple[int, int]:
    """The edges of a plan, and those that a step to where it begins crosses."""
    if here.mole < 0 or may_jump(table, here.mole, here.hills):  # a jump crosses no edge
        return need_east, need_north
    east, north = edges_crossed(table, here.mole, square, here.east, here.north, need_east, need_north)
    return need_east | east, need_north | north


@kernel
def look_at_steps(
    table: MoleHillTable,
    tables: MoleHillSearchTables,
    memory: MutableSequence[int],
    here: MoleHillPosition,
    key: int,
    goal: int,
) -> tuple[int, int, int, int]:
    """What is proven of the steps: one that reaches the goal, or -1; those left to try.

    Then the edges that the step needs free; or the rods that keep the mole from all other squares.
    """
    left = rest = here.reach
    rods_east = rods_north = 0
    if here.mole >= 0:
        shut = table.squares & ~(here.hills | here.reach)
        rods_east, rods_north = rods_in_the_way(table, 1 << here.mole, shut, here.east, here.north)
    while left:
        square = lowest(left)
        left &= left - 1
        hills = here.hills | (1 << square)
        slot = -1
        if points(table, hills) < goal:
            below = key_after_step(tables, key, here.mole, square)
            slot = find_proof(memory, below, hills, square, True, goal, here.east, here.north)
            if slot < 0:
                continue
        if slot < 0 or is_plan(memory, slot):
            east = memory[slot + 1] if slot >= 0 else 0
            north = memory[slot + 2] if slot >= 0 else 0
            east, north = with_step(table, here, square, east, north)
            return square, rest, east, north
        rest &= ~(1 << square)
        rods_east |= memory[slot + 1] & ~here.east
        rods_north |= memory[slot + 2] & ~here.north
    return -1, rest, rods_east, rods_north


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

    `table` has one round; `key` is that of the squares visited and the mole's place.
    """
    frames = buffers.frames
    memory = buffers.memory
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
        phase, mole, hills = here.phase, here.mole, here.hills
        lock = frames[at + KEY]
        shelf = (mole & 63) * ACTIONS
        done = False
        action = -1
        if arriving:
            nodes += 1
            if nodes >= budget or ((nodes & 255) == 0 and buffers.stop[0]):
                buffers.report[0] = nodes
                return UNKNOWN
            # At the root the action is wanted too.
            slot = (
                find_proof(memory, lock, hills, mole, phase == ROD, goal, here.east, here.north)
                if ply
                else -1
            )
            if slot >= 0:
                answer = YES if is_plan(memory, slot) else NO
                need_east = memory[slot + 1]
                need_north = memory[slot + 2]
                if answer == NO:
                    need_east &= ~here.east
                    need_north &= ~here.north
                buffers.report[2] += 1
            else:
                answer, need_east, need_north = answer_at_once(table, here, goal)
            if answer != UNKNOWN:
                arriving = False
                ply -= 1
                continue
            known = hint(memory, lock, hills, mole, phase == ROD)
            if phase == ROD:
                planned, rest, other, need_east, need_north = known_plans(
                    memory, lock, hills, mole, goal, here.east, here.north
                )
                frames[at + TRIED] = 1 if planned else 0
                frames[at + REST_EAST] = rest
                frames[at + REST_NORTH] = other
                if planned and not rest and not other:
                    answer = YES
                    done = True
                elif not planned:
                    # The first rod may be any, such as one nearby; its answer says which rods must follow.
                    rest, other = candidate_rods(table, mole, hills, here.east, here.north, here.reach, WIDE)
                    if not rest and not other:
                        rest = here.east
                        other = here.north
            else:
                action, rest, need_east, need_north = look_at_steps(table, tables, memory, here, lock, goal)
                other = -1
                frames[at + REST_EAST] = rest
                done = action >= 0 or not rest
                answer = YES if action >= 0 else NO
            frames[at + NEED_EAST] = need_east
            frames[at + NEED_NORTH] = need_north
            if not done:
                action = most_promising(buffers.history, shelf, rest, other, known)
        elif phase == ROD:
            action = frames[at + ACTION]
            if answer == YES:
                tried = frames[at + TRIED]
                frames[at + REST_EAST] = need_east & (frames[at + REST_EAST] if tried else need_east)
                frames[at + REST_NORTH] = need_north & (frames[at + REST_NORTH] if tried else need_north)
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
                need_east, need_north = with_step(table, here, action, need_east, need_north)
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
                buffers.history[shelf + action] += 1 + table.supply - count(hills)
            if phase == STEP or answer == YES:  # a rod's refusal follows from that of the mole's next action
                kind = REFUSAL if answer == NO else PLAN if phase == STEP else PLAN_BEFORE_ROD
                store_proof(memory, lock, hills, mole, 4 * goal + kind, need_east, need_north)
            store_hint(memory, lock, hills, mole, phase == ROD, action)
            frames[at + ACTION] = action
            arriving = False
            ply -= 1
            continue
        frames[at + ACTION] = action
        if phase == ROD:
            write_frame(frames, at + FRAME, lay_rod(table, here, action), STEP, lock)
        else:
            below = key_after_step(tables, lock, mole, action)
            write_frame(frames, at + FRAME, step_to(table, here, action), ROD, below)
        ply += 1
        arriving = True
    buffers.report[0] = nodes
    buffers.report[1] = frames[ACTION]
    return answer
