"""Exact play: can this mole still come to so many points, whatever the gardener does?

A depth-first search for a yes or a no, to the end of the round, over every rod that could matter. What
keeps it small is proven, not guessed.

*A rod never helps the mole.* Where the gardener holds the mole below some points, it still does with one
rod more on the lawn: it plays on as if that rod were not there, and where its plan lays that very rod, it
lays any other. (There is always one: lawns have at least as many edges as squares.)

*A plan of the mole* is a step for every way the gardener may play. It needs the edges free that its steps
cross, in all its branches, and no others: whatever other rods lie, it works as well. So once the mole has a
plan against one rod, any rod that misses the edges of this plan fails too. The gardener's next try must be
one of these edges, and in the end one of the edges of every plan found. When none is left, the mole
succeeds, and needs no edges but those of all these plans together.

*A refusal of the gardener* needs rods laid: those in the way of steps the mole would otherwise have, in all
its branches, less those it lays itself. Whatever other rods lie, it works as well.

So both are kept for the squares visited and the mole's place alone, with the edges they need free or the
rods they need laid, and hold for every position there that has them.

*A mole comes to no more squares than a flood fill does* in the steps it has left, rods being only ever
added.
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
from moleworks.players.mole_hill.flood import rods_between
from moleworks.players.mole_hill.lawn import ACTIONS, Lawn
from moleworks.players.mole_hill.search import (
    EASTS,
    HILLS,
    KEY,
    MOLE,
    NORTHS,
    PHASE,
    REACH,
    WIDE,
    candidate_rods,
    put,
)

NO, YES, UNKNOWN = 0, 1, 2

# The fields of a frame after the position: the action being tried, what is left to try, and what the answers
# to the actions tried so far hang on. Edges come in twos, east and north.
ACTION, REST_EAST, REST_NORTH, NEED_EAST, NEED_NORTH, TRIED = range(7, 13)
FRAME = 13

PROOFS = 9
BUCKET = 32
"""Of the memory: a key, a word, and so many proofs of three words (points and answer, then edges)."""
NONE = 255
ENOUGH = 1 << 28


class Bench(NamedTuple):
    """Everything the solver writes on."""

    frames: MutableSequence[int]
    history: MutableSequence[int]
    memory: MutableSequence[int]
    report: MutableSequence[int]
    """Nodes so far; then the action that decided, or -1; then how often a proof was found in the memory."""
    stop: MutableSequence[int]


@kernel
def flooded(table: Table, hills: int, east: int, north: int, reach: int) -> int:
    """Every square the mole could still come to, were no further rod laid."""
    left = table.supply - count(hills)
    free = table.squares & ~hills
    seen = 0
    ring = reach
    steps = 0
    while ring and steps < left:
        seen |= ring
        steps += 1
        if table.centre >= 0 and (ring >> table.centre) & 1:
            ring = free & ~seen  # MH7: the next step may lead anywhere
        else:
            ring = spread(table, ring, east, north) & free & ~seen
    return seen


@kernel
def most_points(table: Table, hills: int, seen: int) -> int:
    """No way over these squares leads to more points (MH9)."""
    down = count(hills)
    left = table.supply - down
    if left <= 0:
        return points(table, hills)
    dark = down + min(count(seen), left) - table.light
    grown = hills | seen
    return max(dark, 0) + count(grown & table.white) + 2 * count(grown & table.red)


@kernel
def laid_between(table: Table, stand: int, goals: int, east: int, north: int) -> tuple[int, int]:
    """The rods that lie in the way of steps from `stand` to `goals`."""
    all_east, all_north = rods_between(table, stand, goals, table.east, table.north)
    return all_east & ~east, all_north & ~north


@kernel
def crossed(
    table: Table, mole: int, square: int, east: int, north: int, plan_east: int, plan_north: int
) -> tuple[int, int]:
    """The edges that a legal step crosses; round a corner, by the side that adds less to the plan."""
    columns = table.columns
    low = min(mole, square)
    high = max(mole, square)
    across = high - low
    if across == 1:
        return 1 << low, 0
    if across == columns:
        return 0, 1 << low
    # By the lower row: its edge, then the edge up to the upper square. By the upper row: the other way round.
    leans_east = across == columns + 1
    lower_east = 1 << (low if leans_east else low - 1)
    upper_east = 1 << (high - 1 if leans_east else high)
    lower_north = 1 << (high - columns)
    upper_north = 1 << low
    if table.slip_east:  # MH5: the edge beside the mole need not be free
        if mole == low:
            lower_east = 0
            upper_north = 0
        else:
            lower_north = 0
            upper_east = 0
    lower_open = not (lower_east & ~east) and not (lower_north & ~north)
    upper_open = not (upper_east & ~east) and not (upper_north & ~north)
    lower_new = count(lower_east & ~plan_east) + count(lower_north & ~plan_north)
    upper_new = count(upper_east & ~plan_east) + count(upper_north & ~plan_north)
    if lower_open and (not upper_open or lower_new <= upper_new):
        return lower_east, lower_north
    return upper_east, upper_north


@kernel
def best_of(history: MutableSequence[int], shelf: int, rest: int, other: int, known: int) -> int:
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
def recall(memory: MutableSequence[int], at: int, key: int, goal: int, east: int, north: int) -> int:
    """Where a proof is kept that holds here too, or -1."""
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
def remember(
    memory: MutableSequence[int], at: int, key: int, word: int, action: int, need_east: int, need_north: int
) -> None:
    """Keeps a proof in the place of the oldest."""
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
def at_once(table: Table, here: Position, goal: int) -> tuple[int, int, int]:
    """The answer where it takes no search, else UNKNOWN; and the rods a NO hangs on."""
    free = table.squares & ~here.hills
    if points(table, here.hills) >= goal:
        return YES, 0, 0
    if most_points(table, here.hills, free) < goal:
        return NO, 0, 0
    if here.mole < 0:
        return UNKNOWN, 0, 0
    stand = 1 << here.mole
    if here.reach:
        seen = flooded(table, here.hills, here.east, here.north, here.reach)
        if most_points(table, here.hills, seen) >= goal:
            return UNKNOWN, 0, 0
        stand |= seen
    need_east, need_north = laid_between(table, stand, free, here.east, here.north)
    return NO, need_east, need_north


@kernel
def reaches(
    table: Table, lawn: Lawn, bench: Bench, position: Position, key: int, goal: int, budget: int
) -> int:
    """Whether the mole can come to so many points: YES, NO, or UNKNOWN once the budget of nodes is spent.

    `table` is of one round; `key` is that of the squares visited, the mole's place and who acts.
    """
    frames = bench.frames
    memory = bench.memory
    mask = len(memory) // BUCKET - 1
    nodes = bench.report[0]
    put(frames, 0, position, position.phase, key)
    ply = 0
    arriving = True
    answer = NO
    need_east = 0  # what the answer hangs on: edges that are free if YES, rods that lie if NO
    need_north = 0
    while ply >= 0:
        at = ply * FRAME
        phase = frames[at + PHASE]
        mole = frames[at + MOLE]
        here = Position(
            1,
            phase,
            mole,
            frames[at + HILLS],
            frames[at + EASTS],
            frames[at + NORTHS],
            frames[at + REACH],
            0,
        )
        shelf = (mole & 63) * ACTIONS
        slot = (frames[at + KEY] & mask) * BUCKET
        done = False
        action = -1
        if arriving:
            nodes += 1
            if nodes >= budget or ((nodes & 255) == 0 and bench.stop[0]):
                bench.report[0] = nodes
                return UNKNOWN
            kept = recall(memory, slot, frames[at + KEY], goal, here.east, here.north) if ply else -1
            if kept >= 0:
                answer = memory[kept] & 1
                need_east = memory[kept + 1]
                need_north = memory[kept + 2]
                bench.report[2] += 1
            else:
                answer, need_east, need_north = at_once(table, here, goal)
            if answer != UNKNOWN:
                arriving = False
                ply -= 1
                continue
            known = memory[slot + 1] & 255 if memory[slot] == frames[at + KEY] else -1
            frames[at + TRIED] = 0
            frames[at + NEED_EAST] = 0
            frames[at + NEED_NORTH] = 0
            if phase == ROD:
                # The first rod may be any, say one nearby; its answer tells what must follow.
                rest, other = candidate_rods(table, mole, here.hills, here.east, here.north, here.reach, WIDE)
                if not rest and not other:
                    rest = here.east
                    other = here.north
                action = best_of(bench.history, shelf, rest, other, known)
            else:
                frames[at + REST_EAST] = here.reach
                if mole >= 0:
                    # A refusal hangs on the rods in the way of other steps too.
                    shut = table.squares & ~(here.hills | here.reach)
                    rest, other = laid_between(table, 1 << mole, shut, here.east, here.north)
                    frames[at + NEED_EAST] = rest
                    frames[at + NEED_NORTH] = other
                action = best_of(bench.history, shelf, here.reach, -1, known)
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
                    action = best_of(
                        bench.history, shelf, frames[at + REST_EAST], frames[at + REST_NORTH], -1
                    )
            else:
                bit = 1 << (action & 63)
                need_east &= ~(bit if action < NORTH else 0)
                need_north &= ~(0 if action < NORTH else bit)
                done = True
        else:
            action = frames[at + ACTION]
            if answer == YES:
                if mole >= 0 and not (
                    mole == table.centre and count(here.hills) > 1
                ):  # MH7: no edge to cross
                    more, more_north = crossed(
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
                    action = best_of(bench.history, shelf, frames[at + REST_EAST], -1, -1)
        if done:
            if (answer == NO) != (phase == ROD):
                action = NONE  # whoever acts here could not help it
            elif bench.history[shelf + action] < ENOUGH:
                bench.history[shelf + action] += 1 + table.supply - count(here.hills)
            remember(memory, slot, frames[at + KEY], 2 * goal + answer, action, need_east, need_north)
            frames[at + ACTION] = action
            ply -= 1
            continue
        frames[at + ACTION] = action
        # The key leaves the rods out; its turn tells who acts.
        lock = frames[at + KEY] ^ lawn.mole_keys[63]
        if phase == ROD:
            put(frames, at + FRAME, fenced(table, here, action), STEP, lock)
        else:
            lock ^= lawn.action_keys[action] ^ lawn.mole_keys[mole & 63] ^ lawn.mole_keys[action]
            put(frames, at + FRAME, stepped(table, here, action), ROD, lock)
        ply += 1
        arriving = True
    bench.report[0] = nodes
    bench.report[1] = frames[ACTION]
    return answer
