"""Expectimax: whoever acts takes what is best for the own seat, and discs count by their odds.

At each choice all actions are first judged at a glance; only the most promising are looked at further. With
two players bounds cut off what cannot matter; with more, each seat minds its own chances only (max^n).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.games.bits import lowest
from moleworks.games.kernel import kernel
from moleworks.games.mole_company.rules import (
    BONUS,
    CHOOSE,
    DISC,
    DO_FLIP,
    DO_STOP,
    DO_WAIT,
    FLIP,
    MOVE,
    OVER,
    PLACE,
    Position,
    Table,
    disc_weight,
    moles,
    play,
    reach,
)
from moleworks.players.mole_company.choices import moves, places
from moleworks.players.mole_company.evaluation import chances
from moleworks.players.mole_company.ground import ONE, Ground
from moleworks.players.mole_company.habits import THINKS, favourite, lot

PLIES = 48
WIDTH = 8
"""How many actions are looked at further, after the first glance."""
RIVALS = 1
"""The same for rivals when there are several: so the look comes round to the own seat again."""
ROOT = 24
"""The same at the root, where the first look goes two choices ahead."""
FAN = 512
"""There are fewer actions anywhere: ten moles have at most sixty moves, and there are 61 spaces."""

LONG = 60
"""After so many turns a player, whoever can enter a hole does: nobody may wait for ever for better discs."""

# A frame: twelve numbers of the position, then these.
DEPTH, NEXT, COUNT, ROUND, WEIGHT, TOTAL, LOW, HIGH = range(12, 20)
FRAME = 20

R_NODES, R_DEPTH, R_COUNT, R_ONLY_BEST, R_SEAT = range(5)
REPORT = 5


class Desk(NamedTuple):
    """What a search writes on."""

    frames: MutableSequence[int]
    actions: MutableSequence[int]
    ranks: MutableSequence[int]
    values: MutableSequence[int]
    """By ply, the chances of four seats: summed up so far, or the best so far."""
    result: MutableSequence[int]
    """The chances of four seats, of what was looked at last."""
    found: MutableSequence[int]
    root: MutableSequence[int]
    """The actions at the root ..."""
    worth: MutableSequence[int]
    """... and by their places everybody's chances after them, as of the deepest look."""
    habits: MutableSequence[int]
    """By seat: what a rival is like, see `habits`."""
    bias: MutableSequence[int]
    """By the places of the actions: how far each is misjudged."""
    report: MutableSequence[int]
    stop: MutableSequence[int]


@kernel
def kept(frames: MutableSequence[int], at: int) -> Position:
    """The position in a frame."""
    return Position(
        frames[at],
        frames[at + 1],
        frames[at + 2],
        frames[at + 3],
        frames[at + 4],
        frames[at + 5],
        frames[at + 6],
        frames[at + 7],
        frames[at + 8],
        frames[at + 9],
        frames[at + 10],
        frames[at + 11],
    )


@kernel
def keep(frames: MutableSequence[int], at: int, position: Position) -> None:
    """Put a position into a frame."""
    frames[at] = position.phase
    frames[at + 1] = position.level
    frames[at + 2] = position.seat
    frames[at + 3] = position.moles0
    frames[at + 4] = position.moles1
    frames[at + 5] = position.moles2
    frames[at + 6] = position.moles3
    frames[at + 7] = position.left
    frames[at + 8] = position.disc
    frames[at + 9] = position.bonus
    frames[at + 10] = position.turns
    frames[at + 11] = position.winner


@kernel
def hasty(table: Table, position: Position) -> bool:
    """Whether the game has gone on for so long that it should come to its end."""
    return position.turns >= LONG * table.players


@kernel
def pressing(table: Table, position: Position, holes: int) -> tuple[int, int]:
    """The moles to move in haste, and where to: into holes if that can be, out of them only if it must.

    No ends mean any.
    """
    outside = moles(position, position.seat) & ~holes
    rest = outside
    free = 0
    while rest:
        ends = reach(table, position, lowest(rest))
        if ends & holes:
            return outside, holes
        free |= ends
        rest &= rest - 1
    return outside if free else moles(position, position.seat), 0


@kernel
def laid_out(table: Table, position: Position, actions: MutableSequence[int], first: int) -> int:
    """Write down all actions, of chance too; how many there are. Late in a game, only those that end it."""
    n = first
    if position.phase == MOVE:
        starts = moles(position, position.seat)
        ends = 0
        if hasty(table, position):
            starts, ends = pressing(table, position, table.holes[position.level])
        n = moves(table, position, starts, ends or table.spaces, actions, first)
    elif position.phase == FLIP:
        for disc in range(1, 5):
            if disc_weight(position, disc):
                actions[n] = DISC + disc
                n += 1
    elif position.phase == PLACE:
        n = places(table, position, actions, first)
    elif position.phase != OVER:
        actions[n] = DO_FLIP
        actions[n + 1] = DO_WAIT if position.phase == CHOOSE else DO_STOP
        n += 2
    return n - first


@kernel
def best_first(desk: Desk, first: int, number: int, wanted: int) -> None:
    """Bring the best `wanted` of so many actions to the front, by their ranks; equals in their order."""
    for place in range(first, first + min(wanted, number)):
        best = place
        for other in range(place + 1, first + number):
            if desk.ranks[other] > desk.ranks[best]:
                best = other
        action = desk.actions[best]
        rank = desk.ranks[best]
        while best > place:
            desk.actions[best] = desk.actions[best - 1]
            desk.ranks[best] = desk.ranks[best - 1]
            best -= 1
        desk.actions[place] = action
        desk.ranks[place] = rank


@kernel
def look(
    table: Table,
    ground: Ground,
    desk: Desk,
    start: Position,
    depth: int,
    width: int,
    low: int,
    high: int,
    limit: int,
) -> bool:
    """Everybody's chances in a position, looking so many choices ahead: in `desk.result`; False if stopped.

    `low` and `high` bound what matters of seat 0's chances, where two play.
    """
    frames = desk.frames
    two = table.players == 2
    ply = 0
    here = start
    arriving = True
    while True:
        at = ply * FRAME
        if arriving:
            shallow = depth == 0 and here.phase not in (BONUS, CHOOSE)
            if here.phase == OVER or shallow or ply == PLIES - 1:
                desk.report[R_NODES] += 1
                chances(table, ground, here, desk.found, desk.result, 0)
                ply -= 1
                arriving = False
                if desk.report[R_NODES] >= limit or (desk.report[R_NODES] & 63 == 0 and desk.stop[0] != 0):
                    return False
                if ply < 0:
                    return True
                continue
            keep(frames, at, here)
            frames[at + DEPTH] = depth
            frames[at + NEXT] = 0
            habit = desk.habits[here.seat]
            if habit != THINKS and here.phase != FLIP and here.seat != desk.report[R_SEAT]:
                first = ply * FAN
                desk.actions[first] = favourite(table, ground, here, habit, lot(here), desk.actions, first)
                frames[at + COUNT] = 1
            else:
                frames[at + COUNT] = laid_out(table, here, desk.actions, ply * FAN)
            # First round: at a glance. Where that is all, or little is to choose, there is one round only.
            glance = here.phase in (MOVE, PLACE) and depth > 1 and frames[at + COUNT] > 1
            frames[at + ROUND] = 0 if glance else 1
            frames[at + TOTAL] = 0
            frames[at + LOW] = low
            frames[at + HIGH] = high
            for seat in range(4):
                desk.values[ply * 4 + seat] = 0 if here.phase == FLIP else -1
            if here.phase == FLIP:
                for n in range(frames[at + COUNT]):
                    frames[at + TOTAL] += disc_weight(here, desk.actions[ply * FAN + n] - DISC)
                frames[at + WEIGHT] = frames[at + TOTAL]
        else:
            here = kept(frames, at)
            place = ply * FAN + frames[at + NEXT] - 1
            if here.phase == FLIP:
                weight = disc_weight(here, desk.actions[place] - DISC)
                frames[at + WEIGHT] -= weight
                for seat in range(4):
                    desk.values[ply * 4 + seat] += weight * desk.result[seat]
                if two:
                    # Cut off if even the best, or the worst, of the discs to come changes nothing any more.
                    total = frames[at + TOTAL]
                    least = desk.values[ply * 4]
                    most = least + frames[at + WEIGHT] * ONE
                    if most <= frames[at + LOW] * total or least >= frames[at + HIGH] * total:
                        desk.values[ply * 4] = most if most <= frames[at + LOW] * total else least
                        desk.values[ply * 4 + 1] = ONE * total - desk.values[ply * 4]
                        frames[at + NEXT] = frames[at + COUNT]
            elif frames[at + ROUND] == 0:
                desk.ranks[place] = desk.result[here.seat]
            elif desk.result[here.seat] > desk.values[ply * 4 + here.seat]:
                for seat in range(4):
                    desk.values[ply * 4 + seat] = desk.result[seat]
                if two:
                    if here.seat == 0:
                        frames[at + LOW] = max(frames[at + LOW], desk.result[0])
                    else:
                        frames[at + HIGH] = min(frames[at + HIGH], desk.result[0])
                    if frames[at + LOW] >= frames[at + HIGH]:
                        frames[at + NEXT] = frames[at + COUNT]
        if frames[at + NEXT] == frames[at + COUNT]:
            if frames[at + ROUND] == 0:
                wide = width if two or here.seat == desk.report[R_SEAT] else RIVALS
                best_first(desk, ply * FAN, frames[at + COUNT], wide)
                frames[at + COUNT] = min(frames[at + COUNT], wide)
                frames[at + NEXT] = 0
                frames[at + ROUND] = 1
            else:
                total = frames[at + TOTAL] if here.phase == FLIP else 1
                for seat in range(4):
                    desk.result[seat] = desk.values[ply * 4 + seat] // total
                arriving = False
                ply -= 1
                if ply < 0:
                    return True
                continue
        low = frames[at + LOW]
        high = frames[at + HIGH]
        depth = frames[at + DEPTH]
        action = desk.actions[ply * FAN + frames[at + NEXT]]
        frames[at + NEXT] += 1
        if frames[at + ROUND] == 0:
            depth = 0
            low = 0
            high = ONE
        elif here.phase in (MOVE, PLACE):
            depth -= 1
        elif here.phase == FLIP and two:
            weight = disc_weight(here, action - DISC)
            others = desk.values[ply * 4]
            rest = frames[at + WEIGHT] - weight
            low = max(0, (low * frames[at + TOTAL] - others - rest * ONE) // weight)
            high = min(ONE, (high * frames[at + TOTAL] - others + weight - 1) // weight)
        flips = here.phase == FLIP
        here = play(table, here, action)
        if flips and here.phase != MOVE:
            depth = max(0, depth - 1)  # a turn lost is a turn gone
        ply += 1
        arriving = True


@kernel
def search(
    table: Table, ground: Ground, desk: Desk, start: Position, deepest: int, width: int, limit: int
) -> int:
    """Look ever deeper after each action of `desk.root`, while there are nodes; the place of the best one.

    Actions come to lie in the order of their worth, as far as the last look at them tells.
    """
    number = desk.report[R_COUNT]
    desk.report[R_NODES] = 0
    desk.report[R_DEPTH] = 0
    seat = start.seat
    desk.report[R_SEAT] = seat
    for depth in range(deepest):
        best = -(1 << 40)
        done = 0
        if depth == 2:
            number = min(number, ROOT)
        while done < number:
            low = 0
            high = ONE
            whole = True
            if done > 0 and depth > 0 and table.players == 2 and desk.report[R_ONLY_BEST] == 1:
                # Only better than the best is of interest; one line is wanted.
                bound = max(0, min(ONE, best - desk.bias[done]))
                if seat == 0:
                    low = bound
                else:
                    high = ONE - bound
            after = play(table, start, desk.root[done])
            whole = look(table, ground, desk, after, depth, width, low, high, limit)
            if not whole:
                break
            value = desk.result[seat] + desk.bias[done]
            for n in range(4):
                desk.worth[done * 4 + n] = desk.result[n]
            # Insert it among those already looked at in this round.
            action = desk.root[done]
            bias = desk.bias[done]
            place = done
            while place > 0 and value > desk.worth[(place - 1) * 4 + seat] + desk.bias[place - 1]:
                desk.root[place] = desk.root[place - 1]
                desk.bias[place] = desk.bias[place - 1]
                for n in range(4):
                    desk.worth[place * 4 + n] = desk.worth[(place - 1) * 4 + n]
                place -= 1
            desk.root[place] = action
            desk.bias[place] = bias
            if place != done:
                # The row was overwritten while the others moved up.
                for n in range(4):
                    desk.worth[place * 4 + n] = desk.result[n]
            best = desk.worth[seat] + desk.bias[0]
            done += 1
        if done < number:
            break
        desk.report[R_DEPTH] = depth + 1
        if number == 1 and depth > 0:
            break
    return desk.report[R_NODES]
