"""The static evaluation of Mole Company: the chances of all seats at the start of a turn.

Each seat has a strength: a sum of weights, one for each feature, looked up by the value of the feature.
Chances are the softmax of the strengths.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from moleworks.core.bits import count, lowest
from moleworks.core.kernel import kernel
from moleworks.games.mole_company.player.tables import ONE, STEEP, MoleCompanySearchTables
from moleworks.games.mole_company.rules import (
    DISCS,
    HIGHEST,
    LAST,
    OVER,
    PLACE,
    MoleCompanyPosition,
    MoleCompanyTable,
    board_holes,
    board_specials,
    copies,
    count_discs,
    face_down,
    free_holes,
    landings,
    moles,
    occupied,
    outside,
    seats_left,
)
from moleworks.games.mole_company.rules_fast import open_line

STAGES = 5
"""The four boards, and the placing before them."""

# Where the weights of each feature begin; the comment says what they are indexed by. `order` is the number of
# seats that act before this one.
HOME = 0  # stage, free holes, own moles in holes: 14 * 14
OUTSIDE = HOME + STAGES * 196  # stage, own moles outside, order, free holes: 11 * 4 * 4
ODDS = OUTSIDE + STAGES * 176  # stage, twelfths of the odds to enter next, order, free holes: 13 * 4 * 5
READY = ODDS + STAGES * 260  # stage, moles that can enter with some disc, free holes: 8 * 5
DOORS = READY + STAGES * 40  # stage, holes that can be entered with some disc: 8
DISCS_IN = DOORS + STAGES * 8  # stage, set of discs that enter, order: 16 * 4
ALIGNED = DISCS_IN + STAGES * 64  # stage, free holes in line with moles, ignoring moles between: 24
PROMISE = ALIGNED + STAGES * 24  # stage, holes of the next board in line with moles at home, those: 24 * 6
BONUSES = PROMISE + STAGES * 144  # stage, discs that end on a special, order: 5 * 4
LATER = BONUSES + STAGES * 20  # stage, the best mole's pairs of discs into a hole, free holes: 14 * 5
RACE = LATER + STAGES * 70  # stage, own moles outside, rivals' moles outside, free holes: 6 * 6 * 5
DRIVEN = RACE + STAGES * 180  # stage, discs that move no mole outside, when there are few such moles: 7 * 2
SIZE = DRIVEN + STAGES * 14
FEATURES = 12
FEW = 4
"""From this number of free holes on, moves that only come near a hole count too."""


class Mobility(NamedTuple):
    """What a seat's moles outside holes can do."""

    discs: int
    """The values that take one of them into a free hole, a bit each."""
    bonuses: int
    """The values that take one of them to a special space, a bit each."""
    ready: int
    """The number of them that can enter with some disc."""
    doors: int
    """The holes they can enter."""
    aligned: int
    """The free holes in line with each, ignoring moles between, summed up."""
    soon: int
    """How many of the 36 pairs of discs take the best placed one into a hole, if few holes are free."""


@kernel
def measure_mobility(
    table: MoleCompanyTable, tables: MoleCompanySearchTables, position: MoleCompanyPosition, seat: int
) -> Mobility:
    """Follow all lines from a seat's moles."""
    level = position.level
    taken = occupied(position)
    free = free_holes(table, position)
    specials = board_specials(table, level) & ~taken
    discs = bonuses = ready = doors = aligned = soon = 0
    few = count(free) <= FEW
    rest = outside(table, position, seat)
    while rest:
        place = level * 64 + lowest(rest)
        rest &= rest - 1
        ways = tables.ways[place]
        targets = ways & free
        aligned += count(targets)
        targets |= ways & specials
        enters = 0
        while targets:
            end = targets & -targets
            targets ^= end
            way = open_line(tables.between, place, lowest(end), taken)
            if way:
                if end & free:
                    enters = 1
                    doors |= end
                    discs |= 1 << (count(way) - 1)
                else:
                    bonuses |= 1 << (count(way) - 1)
        ready += enters
        goals = free if few else 0
        while goals:
            soon = max(soon, tables.later[place * 64 + lowest(goals)])
            goals &= goals - 1
    return Mobility(discs, bonuses, ready, doors, aligned, soon)


@kernel
def stuck_discs(table: MoleCompanyTable, position: MoleCompanyPosition, own: int) -> int:
    """The number of the six discs that move none of these moles, so that another must leave its hole."""
    taken = occupied(position)
    found = 0
    for disc in range(1, HIGHEST + 1):
        rest = own
        ends = 0
        while rest and ends == 0:
            ends = landings(table, position.level, lowest(rest), disc, taken)
            rest &= rest - 1
        if ends == 0:
            found += copies(DISCS, disc)
    return found


@kernel
def order(table: MoleCompanyTable, position: MoleCompanyPosition, seat: int) -> int:
    """The number of other seats with moles outside holes that act before this one."""
    found = 0
    other = position.seat
    while other != seat:
        if outside(table, position, other):
            found += 1
        other = other + 1 if other + 1 < table.players else 0
    return found


@kernel
def features(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    position: MoleCompanyPosition,
    seat: int,
    found: MutableSequence[int],
    first: int,
) -> None:
    """Write the indices of the weights that make up the strength of a seat with moles."""
    level = position.level
    stage = 4 if position.phase == PLACE else level
    holes = board_holes(table, level)
    own = moles(position, seat)
    home = count(own & holes)
    away = count(outside(table, position, seat))
    rivals = count(occupied(position) & ~(own | holes))
    turn = order(table, position, seat)
    frees = count(free_holes(table, position))
    few = min(frees, FEW)
    discs, bonuses, ready, doors, aligned, soon = measure_mobility(table, tables, position, seat)
    promise = 0
    rest = own & holes
    while rest and level < LAST:
        promise += tables.promise[(level + 1) * 64 + lowest(rest)]
        rest &= rest - 1
    stuck = 0
    if away <= 2 and away > 0 and home > 0:
        stuck = stuck_discs(table, position, outside(table, position, seat))
    down = face_down(position, seat)
    odds = (12 * count_discs(discs, down) + count(down) // 2) // count(down)
    found[first] = HOME + (stage * 14 + min(frees, 13)) * 14 + min(home, 13)
    found[first + 1] = OUTSIDE + ((stage * 11 + min(away, 10)) * 4 + turn) * 4 + min(frees, 3)
    found[first + 2] = ODDS + ((stage * 13 + odds) * 4 + turn) * 5 + few
    found[first + 3] = READY + (stage * 8 + min(ready, 7)) * 5 + few
    found[first + 4] = DOORS + stage * 8 + min(count(doors), 7)
    found[first + 5] = DISCS_IN + (stage * 16 + discs) * 4 + turn
    found[first + 6] = ALIGNED + stage * 24 + min(aligned, 23)
    found[first + 7] = PROMISE + (stage * 24 + min(promise, 23)) * 6 + min(home, 5)
    found[first + 8] = BONUSES + (stage * 5 + count(bonuses)) * 4 + turn
    found[first + 9] = LATER + (stage * 14 + (min(soon, 26) + 1) // 2) * 5 + few
    found[first + 10] = RACE + ((stage * 6 + min(away, 5)) * 6 + min(rivals, 5)) * 5 + few
    found[first + 11] = DRIVEN + (stage * 7 + stuck) * 2 + min(turn, 1)


@kernel
def chances(
    table: MoleCompanyTable,
    tables: MoleCompanySearchTables,
    position: MoleCompanyPosition,
    found: MutableSequence[int],
    values: MutableSequence[int],
    at: int,
) -> None:
    """Write the chances of all seats: the result if the game is over, else the estimate."""
    for seat in range(4):
        values[at + seat] = 0
    if position.phase == OVER:
        if position.winner >= 0:
            values[at + position.winner] = ONE
            return
        for seat in range(table.players):
            values[at + seat] = ONE // seats_left(position) if moles(position, seat) else 0
        return
    best = -(1 << 40)
    last = 0
    for seat in range(table.players):
        if moles(position, seat) or position.phase == PLACE:
            features(table, tables, position, seat, found, 0)
            strength = 0
            for n in range(FEATURES):
                strength += tables.weights[found[n]]
            values[at + seat] = strength
            best = max(best, strength)
            last = seat
    total = 0
    for seat in range(table.players):
        if moles(position, seat) or position.phase == PLACE:
            values[at + seat] = tables.curve[min(best - values[at + seat], STEEP - 1)]
            total += values[at + seat]
    left = ONE
    for seat in range(table.players):
        if seat != last:
            values[at + seat] = values[at + seat] * ONE // total
            left -= values[at + seat]
    values[at + last] = left
