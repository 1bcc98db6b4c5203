"""Look ahead in one world: every roll, and the best choice of each seat for itself.

A turn is evaluated as a whole: for each symbol every move of a mole or the dog is evaluated once, then each
face of the mole die picks the best of those that it allows. The dog's empty hills count as one move.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.core.bits import lowest
from moleworks.core.kernel import kernel
from moleworks.core.packing import pack, unpack
from moleworks.games.buddel_bande.player.evaluation import ACTIVE, NetworkTables, chances
from moleworks.games.buddel_bande.rules import (
    ACT,
    DICE,
    DOG_TO,
    EITHER,
    FACE_COUNT,
    OVER,
    PASS,
    ROLL,
    SYMBOL_COUNT,
    BuddelBandePosition,
    BuddelBandeTable,
    dog_hills,
    legal_choices,
    play,
)
from moleworks.games.buddel_bande.worlds import with_owners

PLIES = 6
FAN = 96
"""Upper bound of the moves from a position: three symbols, twelve moles, a pass, the dog."""
FIELDS = len(BuddelBandePosition._fields)
KINDS = 64


class LookaheadBuffers(NamedTuple):
    """The arrays that the lookahead writes to."""

    frames: MutableSequence[int]
    """Positions, ply by ply."""
    moves: MutableSequence[int]
    """By ply: 64 times the symbol plus what is moved."""
    counts: MutableSequence[int]
    """By ply: the number of moves, then the number of those evaluated."""
    values: MutableSequence[int]
    """By ply, move and seat."""
    places: MutableSequence[int]
    """By ply, symbol and choice: the index of the move."""
    scratch: MutableSequence[int]
    totals: MutableSequence[int]
    """At the root, by action (64) and seat (4)."""
    report: MutableSequence[int]
    """Nodes so far."""
    stop: MutableSequence[int]


@kernel
def load_position(buffers: LookaheadBuffers, ply: int, symbol: int) -> BuddelBandePosition:
    """The position of a ply after a symbol was rolled."""
    p = unpack(BuddelBandePosition, buffers.frames, ply * FIELDS)
    return BuddelBandePosition(
        ACT,
        p.seat,
        p.turns,
        p.places,
        p.owners,
        p.occupied,
        p.able,
        p.dog,
        EITHER,
        symbol,
        0,
        p.seen,
        p.home,
        -1,
    )


@kernel
def list_moves(
    table: BuddelBandeTable, buffers: LookaheadBuffers, ply: int, position: BuddelBandePosition
) -> None:
    """Write every move from a position before a roll."""
    found = 0
    first = ply * FAN
    for symbol in range(SYMBOL_COUNT):
        at = (ply * SYMBOL_COUNT + symbol) * KINDS
        moles = position.able
        while moles:
            mole = lowest(moles)
            moles &= moles - 1
            buffers.places[at + mole] = found
            buffers.moves[first + found] = symbol * KINDS + mole
            found += 1
        buffers.places[at + PASS] = found
        buffers.moves[first + found] = symbol * KINDS + PASS
        found += 1
        empty = -1
        hills = dog_hills(table, position, symbol)
        while hills:
            hill = lowest(hills)
            hills &= hills - 1
            if (position.occupied >> hill) & 1:
                buffers.places[at + DOG_TO + hill] = found
                buffers.moves[first + found] = symbol * KINDS + DOG_TO + hill
                found += 1
            else:
                if empty < 0:
                    empty = found
                    buffers.moves[first + found] = symbol * KINDS + DOG_TO + hill
                    found += 1
                buffers.places[at + DOG_TO + hill] = empty
    buffers.counts[2 * ply] = found
    buffers.counts[2 * ply + 1] = 0


@kernel
def average_rolls(
    table: BuddelBandeTable, network: NetworkTables, buffers: LookaheadBuffers, ply: int, into: int
) -> None:
    """Write the mean value over all rolls with a choice, where the seat takes its best move."""
    players = table.players
    position = load_position(buffers, ply, 0)
    seat = position.seat
    live = 0
    for n in range(players):
        buffers.scratch[ACTIVE + n] = 0
    for symbol in range(SYMBOL_COUNT):
        at = (ply * SYMBOL_COUNT + symbol) * KINDS
        for face in range(FACE_COUNT):
            choices = legal_choices(table, position, face, symbol)
            if choices == 0:
                continue
            best = -1
            pick = 0
            while choices:
                choice = lowest(choices)
                choices &= choices - 1
                move = (ply * FAN + buffers.places[at + choice]) * 4
                if buffers.values[move + seat] > best:
                    best = buffers.values[move + seat]
                    pick = move
            for n in range(players):
                buffers.scratch[ACTIVE + n] += buffers.values[pick + n]
            live += 1
    if live == 0:
        chances(table, network, before_roll(position), buffers.scratch, buffers.values, into)
        return
    for n in range(players):
        buffers.values[into + n] = buffers.scratch[ACTIVE + n] // live


@kernel
def before_roll(p: BuddelBandePosition) -> BuddelBandePosition:
    """The position before its dice are rolled."""
    return BuddelBandePosition(
        ROLL, p.seat, p.turns, p.places, p.owners, p.occupied, p.able, p.dog, 0, 0, DICE, p.seen, p.home, -1
    )


@kernel
def evaluate_ahead(
    table: BuddelBandeTable,
    network: NetworkTables,
    buffers: LookaheadBuffers,
    position: BuddelBandePosition,
    depth: int,
) -> None:
    """Write the chances of all seats, `depth` turns ahead, to the first values of ply 0."""
    if depth == 0 or position.phase == OVER:
        chances(table, network, position, buffers.scratch, buffers.values, 0)
        buffers.report[0] += 1
        return
    ply = 0
    pack(position, buffers.frames, 0)
    list_moves(table, buffers, 0, position)
    while True:
        if buffers.stop[0]:
            return
        judged = buffers.counts[2 * ply + 1]
        if judged == buffers.counts[2 * ply]:
            if ply == 0:
                average_rolls(table, network, buffers, 0, 0)
                return
            average_rolls(
                table, network, buffers, ply, ((ply - 1) * FAN + buffers.counts[2 * ply - 1] - 1) * 4
            )
            ply -= 1
            continue
        buffers.counts[2 * ply + 1] = judged + 1
        move = buffers.moves[ply * FAN + judged]
        there = play(table, load_position(buffers, ply, move // KINDS), (ACT << 6) + move % KINDS)
        if ply + 1 == depth or there.phase == OVER:
            chances(table, network, there, buffers.scratch, buffers.values, (ply * FAN + judged) * 4)
            buffers.report[0] += 1
        else:
            ply += 1
            pack(there, buffers.frames, ply * FIELDS)
            list_moves(table, buffers, ply, there)


@kernel
def evaluate_choices(
    table: BuddelBandeTable,
    network: NetworkTables,
    buffers: LookaheadBuffers,
    position: BuddelBandePosition,
    choices: int,
    worlds: MutableSequence[int],
    first: int,
    last: int,
    depth: int,
) -> int:
    """Add the weighted chances after each choice in some worlds to the totals; return the worlds done.

    `worlds` alternates owners and weights; the weights sum to ONE at most.
    """
    for n in range(first, last):
        here = with_owners(table, position, worlds[2 * n])
        weight = worlds[2 * n + 1]
        rest = choices
        if here.phase != ACT:  # before a roll the position itself is evaluated
            rest = 0
            evaluate_ahead(table, network, buffers, here, depth)
            if buffers.stop[0] and depth > 0:
                return n - first
            for seat in range(table.players):
                buffers.totals[seat] += weight * buffers.values[seat]
        while rest:
            choice = lowest(rest)
            rest &= rest - 1
            evaluate_ahead(table, network, buffers, play(table, here, (ACT << 6) + choice), depth)
            if buffers.stop[0] and depth > 0:
                return n - first
            for seat in range(table.players):
                buffers.totals[4 * choice + seat] += weight * buffers.values[seat]
    return last - first
