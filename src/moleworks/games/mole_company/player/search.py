"""The search of Mole Company: expectimax in which each seat takes the best action for itself.

Discs count by their odds. At each choice all actions are first evaluated statically; only the best ones are
searched deeper. With two players alpha-beta bounds cut off what cannot matter; with more it is max^n.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.core.bits import lowest
from moleworks.core.kernel import kernel
from moleworks.core.packing import pack, unpack
from moleworks.games.mole_company.player.evaluation import chances
from moleworks.games.mole_company.player.opponent_models import THINKS, position_seed, preferred_action
from moleworks.games.mole_company.player.tables import ONE, MoleCompanySearchTables
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    FLIP,
    MOVE,
    OVER,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    board_holes,
    board_spaces,
    disc_weight,
    moles,
    outside,
    play,
    reach,
)
from moleworks.games.mole_company.rules_fast import write_legal, write_moves

PLIES = 48
WIDTH = 8
"""The number of actions searched deeper after the static evaluation."""
RIVALS = 1
"""The same for rivals if there are several, so that the search reaches the own seat again."""
ROOT = 24
"""The same at the root, where the first evaluation is two choices deep."""
FAN = 512
"""Upper bound of the actions of a position: ten moles have at most sixty moves, and there are 61 spaces."""

LATE_TURNS = 60
"""After this many turns for each player a seat enters a hole if it can, so that games end."""

# A frame: the twelve numbers of the position, then these.
DEPTH, NEXT, COUNT, ROUND, WEIGHT, TOTAL, LOW, HIGH = range(12, 20)
FRAME = 20

R_NODES, R_DEPTH, R_COUNT, R_ONLY_BEST, R_SEAT = range(5)
REPORT = 5


class MoleCompanyBuffers(NamedTuple):
    """The arrays that a search writes to."""

    frames: MutableSequence[int]
    actions: MutableSequence[int]
    ranks: MutableSequence[int]
    values: MutableSequence[int]
    """By ply, the chances of four seats: the sum so far, or the best so far."""
    result: MutableSequence[int]
    """The chances of four seats in the position evaluated last."""
    found: MutableSequence[int]
    root: MutableSequence[int]
    """The actions at the root."""
    root_chances: MutableSequence[int]
    """By the places of these actions: the chances of four seats after them, from the deepest search."""
    opponent_models: MutableSequence[int]
    """By seat: the model of a rival, see the module of that name."""
    bias: MutableSequence[int]
    """By the places of the root actions: what is added to the value of each."""
    report: MutableSequence[int]
    stop: MutableSequence[int]


@kernel
def is_late(table: MoleCompanyTable, position: MoleCompanyPosition) -> bool:
    """Whether the game is so long that it should end soon."""
    return position.turns >= LATE_TURNS * table.players


@kernel
def urgent_moves(table: MoleCompanyTable, position: MoleCompanyPosition, holes: int) -> tuple[int, int]:
    """The moles to move late in a game, and their ends: into holes if possible, out of them only if forced.

    If the ends are 0, any end is allowed.
    """
    away = outside(table, position, position.seat)
    rest = away
    free = 0
    while rest:
        ends = reach(table, position, lowest(rest))
        if ends & holes:
            return away, holes
        free |= ends
        rest &= rest - 1
    return away if free else moles(position, position.seat), 0


@kernel
def list_actions(
    table: MoleCompanyTable, position: MoleCompanyPosition, actions: MutableSequence[int], first: int
) -> int:
    """Write all actions, of chance too; return their number. Late in a game, only the urgent ones."""
    if position.phase == MOVE and is_late(table, position):
        starts, ends = urgent_moves(table, position, board_holes(table, position.level))
        return write_moves(table, position, starts, ends or board_spaces(table, 0), actions, first) - first
    return write_legal(table, position, actions, first) - first


@kernel
def sort_best_first(buffers: MoleCompanyBuffers, first: int, number: int, wanted: int) -> None:
    """Move the best `wanted` of `number` actions to the front, by their ranks; a stable sort."""
    for place in range(first, first + min(wanted, number)):
        best = place
        for other in range(place + 1, first + number):
            if buffers.ranks[other] > buffers.ranks[best]:
                best = other
        action = buffers.actions[best]
        rank = buffers.ranks[best]
        while best > place:
            buffers.actions[best] = buffers.actions[best - 1]
            buffers.ranks[best] = buffers.ranks[best - 1]
            best -= 1
        buffers.actions[place] = action
        buffers.ranks[place] = rank


@kernel
def evaluate_ahead(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    start: MoleCompanyPosition,
    depth: int,
    width: int,
    low: int,
    high: int,
    limit: int,
) -> bool:
    """Write the chances of all seats, `depth` choices ahead, to `buffers.result`; return False if stopped.

    `low` and `high` are the alpha-beta bounds of seat 0's chances, for two players.
    """
    frames = buffers.frames
    two = table.players == 2
    ply = 0
    here = start
    arriving = True
    while True:
        at = ply * FRAME
        if arriving:
            shallow = depth == 0 and here.phase not in (BONUS, CHOOSE)
            if here.phase == OVER or shallow or ply == PLIES - 1:
                buffers.report[R_NODES] += 1
                chances(table, tables, here, buffers.found, buffers.result, 0)
                ply -= 1
                arriving = False
                if buffers.report[R_NODES] >= limit or (
                    buffers.report[R_NODES] & 63 == 0 and buffers.stop[0] != 0
                ):
                    return False
                if ply < 0:
                    return True
                continue
            pack(here, frames, at)
            frames[at + DEPTH] = depth
            frames[at + NEXT] = 0
            model = buffers.opponent_models[here.seat]
            if model != THINKS and here.phase != FLIP and here.seat != buffers.report[R_SEAT]:
                first = ply * FAN
                buffers.actions[first] = preferred_action(
                    table, tables, here, model, position_seed(here), buffers.actions, first
                )
                frames[at + COUNT] = 1
            else:
                frames[at + COUNT] = list_actions(table, here, buffers.actions, ply * FAN)
            # Round 0 evaluates all actions statically. Without depth or choice there is only round 1.
            shallow_first = here.phase in (MOVE, PLACE) and depth > 1 and frames[at + COUNT] > 1
            frames[at + ROUND] = 0 if shallow_first else 1
            frames[at + TOTAL] = 0
            frames[at + LOW] = low
            frames[at + HIGH] = high
            for seat in range(4):
                buffers.values[ply * 4 + seat] = 0 if here.phase == FLIP else -1
            if here.phase == FLIP:
                for n in range(frames[at + COUNT]):
                    frames[at + TOTAL] += disc_weight(here, buffers.actions[ply * FAN + n] - DISC)
                frames[at + WEIGHT] = frames[at + TOTAL]
        else:
            here = unpack(MoleCompanyPosition, frames, at)
            place = ply * FAN + frames[at + NEXT] - 1
            if here.phase == FLIP:
                weight = disc_weight(here, buffers.actions[place] - DISC)
                frames[at + WEIGHT] -= weight
                for seat in range(4):
                    buffers.values[ply * 4 + seat] += weight * buffers.result[seat]
                if two:
                    # Cut off if even the best or the worst results of the remaining discs change nothing.
                    total = frames[at + TOTAL]
                    least = buffers.values[ply * 4]
                    most = least + frames[at + WEIGHT] * ONE
                    if most <= frames[at + LOW] * total or least >= frames[at + HIGH] * total:
                        buffers.values[ply * 4] = most if most <= frames[at + LOW] * total else least
                        buffers.values[ply * 4 + 1] = ONE * total - buffers.values[ply * 4]
                        frames[at + NEXT] = frames[at + COUNT]
            elif frames[at + ROUND] == 0:
                buffers.ranks[place] = buffers.result[here.seat]
            elif buffers.result[here.seat] > buffers.values[ply * 4 + here.seat]:
                for seat in range(4):
                    buffers.values[ply * 4 + seat] = buffers.result[seat]
                if two:
                    if here.seat == 0:
                        frames[at + LOW] = max(frames[at + LOW], buffers.result[0])
                    else:
                        frames[at + HIGH] = min(frames[at + HIGH], buffers.result[0])
                    if frames[at + LOW] >= frames[at + HIGH]:
                        frames[at + NEXT] = frames[at + COUNT]
        if frames[at + NEXT] == frames[at + COUNT]:
            if frames[at + ROUND] == 0:
                wide = width if two or here.seat == buffers.report[R_SEAT] else RIVALS
                sort_best_first(buffers, ply * FAN, frames[at + COUNT], wide)
                frames[at + COUNT] = min(frames[at + COUNT], wide)
                frames[at + NEXT] = 0
                frames[at + ROUND] = 1
            else:
                total = frames[at + TOTAL] if here.phase == FLIP else 1
                for seat in range(4):
                    buffers.result[seat] = buffers.values[ply * 4 + seat] // total
                arriving = False
                ply -= 1
                if ply < 0:
                    return True
                continue
        low = frames[at + LOW]
        high = frames[at + HIGH]
        depth = frames[at + DEPTH]
        action = buffers.actions[ply * FAN + frames[at + NEXT]]
        frames[at + NEXT] += 1
        if frames[at + ROUND] == 0:
            depth = 0
            low = 0
            high = ONE
        elif here.phase in (MOVE, PLACE):
            depth -= 1
        elif here.phase == FLIP and two:
            weight = disc_weight(here, action - DISC)
            others = buffers.values[ply * 4]
            rest = frames[at + WEIGHT] - weight
            low = max(0, (low * frames[at + TOTAL] - others - rest * ONE) // weight)
            high = min(ONE, (high * frames[at + TOTAL] - others + weight - 1) // weight)
        flips = here.phase == FLIP
        here = play(table, here, action)
        if flips and here.phase != MOVE:
            depth = max(0, depth - 1)  # a lost turn counts as a choice
        ply += 1
        arriving = True


@kernel
def search(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    buffers: MoleCompanyBuffers,
    start: MoleCompanyPosition,
    deepest: int,
    width: int,
    limit: int,
) -> int:
    """Search each action of `buffers.root` with growing depth, while there are nodes; return the nodes used.

    The actions are left in the order of their values from the last search of each.
    """
    number = buffers.report[R_COUNT]
    buffers.report[R_NODES] = 0
    buffers.report[R_DEPTH] = 0
    seat = start.seat
    buffers.report[R_SEAT] = seat
    for depth in range(deepest):
        best = -(1 << 40)
        done = 0
        if depth == 2:
            number = min(number, ROOT)
        while done < number:
            low = 0
            high = ONE
            whole = True
            if done > 0 and depth > 0 and table.players == 2 and buffers.report[R_ONLY_BEST] == 1:
                # For one line it is enough to know whether an action is better than the best so far.
                bound = max(0, min(ONE, best - buffers.bias[done]))
                if seat == 0:
                    low = bound
                else:
                    high = ONE - bound
            after = play(table, start, buffers.root[done])
            whole = evaluate_ahead(table, tables, buffers, after, depth, width, low, high, limit)
            if not whole:
                break
            value = buffers.result[seat] + buffers.bias[done]
            for n in range(4):
                buffers.root_chances[done * 4 + n] = buffers.result[n]
            # Insert it among those already searched at this depth.
            action = buffers.root[done]
            bias = buffers.bias[done]
            place = done
            while (
                place > 0 and value > buffers.root_chances[(place - 1) * 4 + seat] + buffers.bias[place - 1]
            ):
                buffers.root[place] = buffers.root[place - 1]
                buffers.bias[place] = buffers.bias[place - 1]
                for n in range(4):
                    buffers.root_chances[place * 4 + n] = buffers.root_chances[(place - 1) * 4 + n]
                place -= 1
            buffers.root[place] = action
            buffers.bias[place] = bias
            if place != done:
                # The row was overwritten while the others moved.
                for n in range(4):
                    buffers.root_chances[place * 4 + n] = buffers.result[n]
            best = buffers.root_chances[seat] + buffers.bias[0]
            done += 1
        if done < number:
            break
        buffers.report[R_DEPTH] = depth + 1
        if number == 1 and depth > 0:
            break
    return buffers.report[R_NODES]
