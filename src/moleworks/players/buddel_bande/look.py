"""Looking ahead where everything lies open: every roll, and what each seat would then do for itself.

A turn is seen as a whole: for each symbol the places a mole or the dog can be moved to are judged once, then
each face of the mole die picks the best among those it allows. The dog's empty hills count as one.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.games.bits import lowest
from moleworks.games.buddel_bande.rules import (
    ACT,
    DICE,
    EITHER,
    OVER,
    PASS,
    PAW,
    Position,
    Table,
    hills_with,
    play,
    possible,
)
from moleworks.games.kernel import kernel
from moleworks.players.buddel_bande.strength import ACTIVE, Net, chances

PLIES = 6
FAN = 96
"""Fewer ways to go on from a position than this: three symbols, twelve moles, a pass, the dog."""
FIELDS = 9
KINDS = 64


class Desk(NamedTuple):
    """Everything that looking ahead writes on."""

    frames: MutableSequence[int]
    """Positions, ply by ply."""
    ways: MutableSequence[int]
    """By ply: 64 times the symbol plus what is moved."""
    counts: MutableSequence[int]
    """By ply: how many ways there are, then how many are judged."""
    values: MutableSequence[int]
    """By ply, way and seat."""
    places: MutableSequence[int]
    """Where a symbol and a choice find their way: by ply, symbol and choice."""
    scratch: MutableSequence[int]
    totals: MutableSequence[int]
    """Of the root, by action (64) and seat (4)."""
    report: MutableSequence[int]
    """Nodes so far."""
    stop: MutableSequence[int]


@kernel
def keep(desk: Desk, ply: int, p: Position) -> None:
    at = ply * FIELDS
    desk.frames[at] = p.seat
    desk.frames[at + 1] = p.turns
    desk.frames[at + 2] = p.places
    desk.frames[at + 3] = p.owners
    desk.frames[at + 4] = p.occupied
    desk.frames[at + 5] = p.able
    desk.frames[at + 6] = p.dog
    desk.frames[at + 7] = p.seen
    desk.frames[at + 8] = p.home


@kernel
def kept(desk: Desk, ply: int, symbol: int) -> Position:
    """The position of a ply, a symbol rolled."""
    at = ply * FIELDS
    f = desk.frames
    return Position(
        ACT,
        f[at],
        f[at + 1],
        f[at + 2],
        f[at + 3],
        f[at + 4],
        f[at + 5],
        f[at + 6],
        EITHER,
        symbol,
        0,
        f[at + 7],
        f[at + 8],
        -1,
    )


@kernel
def laid_out(table: Table, desk: Desk, ply: int, position: Position) -> None:
    """Writes down every way to go on from a position before a roll."""
    found = 0
    first = ply * FAN
    for symbol in range(3):
        at = (ply * 3 + symbol) * KINDS
        moles = position.able
        while moles:
            mole = lowest(moles)
            moles &= moles - 1
            desk.places[at + mole] = found
            desk.ways[first + found] = symbol * KINDS + mole
            found += 1
        desk.places[at + PASS] = found
        desk.ways[first + found] = symbol * KINDS + PASS
        found += 1
        empty = -1
        hills = hills_with(table, symbol) & table.hills & ~(1 << position.dog)
        while hills:
            hill = lowest(hills)
            hills &= hills - 1
            if (position.occupied >> hill) & 1:
                desk.places[at + PAW + hill] = found
                desk.ways[first + found] = symbol * KINDS + PAW + hill
                found += 1
            else:
                if empty < 0:
                    empty = found
                    desk.ways[first + found] = symbol * KINDS + PAW + hill
                    found += 1
                desk.places[at + PAW + hill] = empty
    desk.counts[2 * ply] = found
    desk.counts[2 * ply + 1] = 0


@kernel
def gathered(table: Table, net: Net, desk: Desk, ply: int, into: int) -> None:
    """The mean over all live rolls of what the seat would choose, from the values of the ways."""
    players = table.players
    position = kept(desk, ply, 0)
    seat = position.seat
    live = 0
    for n in range(players):
        desk.scratch[ACTIVE + n] = 0
    for symbol in range(3):
        at = (ply * 3 + symbol) * KINDS
        for face in range(6):
            choices = possible(table, position, face, symbol)
            if choices == 0:
                continue
            best = -1
            pick = 0
            while choices:
                choice = lowest(choices)
                choices &= choices - 1
                way = (ply * FAN + desk.places[at + choice]) * 4
                if desk.values[way + seat] > best:
                    best = desk.values[way + seat]
                    pick = way
            for n in range(players):
                desk.scratch[ACTIVE + n] += desk.values[pick + n]
            live += 1
    if live == 0:
        chances(table, net, rolling(position), desk.scratch, desk.values, into)
        return
    for n in range(players):
        desk.values[into + n] = desk.scratch[ACTIVE + n] // live


@kernel
def rolling(p: Position) -> Position:
    """The position before its dice are rolled."""
    return Position(
        1, p.seat, p.turns, p.places, p.owners, p.occupied, p.able, p.dog, 0, 0, DICE, p.seen, p.home, -1
    )


@kernel
def look(table: Table, net: Net, desk: Desk, position: Position, depth: int) -> None:
    """The chances of all seats, so many turns ahead; they come to the first way of ply 0."""
    if depth == 0 or position.phase == OVER:
        chances(table, net, position, desk.scratch, desk.values, 0)
        desk.report[0] += 1
        return
    ply = 0
    keep(desk, 0, position)
    laid_out(table, desk, 0, position)
    while True:
        if desk.stop[0]:
            return
        judged = desk.counts[2 * ply + 1]
        if judged == desk.counts[2 * ply]:
            if ply == 0:
                gathered(table, net, desk, 0, 0)
                return
            gathered(table, net, desk, ply, ((ply - 1) * FAN + desk.counts[2 * ply - 1] - 1) * 4)
            ply -= 1
            continue
        desk.counts[2 * ply + 1] = judged + 1
        way = desk.ways[ply * FAN + judged]
        there = play(table, kept(desk, ply, way // KINDS), (ACT << 6) + way % KINDS)
        if ply + 1 == depth or there.phase == OVER:
            chances(table, net, there, desk.scratch, desk.values, (ply * FAN + judged) * 4)
            desk.report[0] += 1
        else:
            ply += 1
            keep(desk, ply, there)
            laid_out(table, desk, ply, there)


@kernel
def with_owners(p: Position, owners: int) -> Position:
    """The position in one of the worlds."""
    return Position(
        p.phase,
        p.seat,
        p.turns,
        p.places,
        owners,
        p.occupied,
        p.able,
        p.dog,
        p.face,
        p.symbol,
        p.choices,
        p.seen,
        p.home,
        p.winner,
    )


@kernel
def weigh(
    table: Table,
    net: Net,
    desk: Desk,
    position: Position,
    choices: int,
    worlds: MutableSequence[int],
    first: int,
    last: int,
    depth: int,
) -> int:
    """Adds to the totals what each choice is worth in some of the worlds, and tells how many were done.

    `worlds` holds owners and weights in turn; the weights of all together are at most ONE.
    """
    for n in range(first, last):
        here = with_owners(position, worlds[2 * n])
        weight = worlds[2 * n + 1]
        rest = choices
        if here.phase != ACT:  # a roll comes next: all there is to weigh is the position itself
            rest = 0
            look(table, net, desk, here, depth)
            if desk.stop[0] and depth > 0:
                return n - first
            for seat in range(table.players):
                desk.totals[seat] += weight * desk.values[seat]
        while rest:
            choice = lowest(rest)
            rest &= rest - 1
            look(table, net, desk, play(table, here, (ACT << 6) + choice), depth)
            if desk.stop[0] and depth > 0:
                return n - first
            for seat in range(table.players):
                desk.totals[4 * choice + seat] += weight * desk.values[seat]
    return last - first
