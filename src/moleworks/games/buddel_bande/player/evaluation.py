"""The static evaluation of Buddel Bande: a small network gives each seat's strength, softmax the chances.

It needs all owners. A seat's strength depends on how many moves each of its moles is from home, how far the
next move takes it past other moles, whether others' moles of the same size are still out and how far the
first of them is (a mole with such company need not be moved for another seat), where the dog sits, and how
soon the seat rolls. All numbers are integers, so that compiled and interpreted runs agree exactly.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande.rules import (
    MOLES_EACH,
    OVER,
    SYMBOL_COUNT,
    BuddelBandePosition,
    BuddelBandeTable,
    landing,
)

ONE = 1 << 20
"""A certain win."""
WIDTH = 16
"""Hidden units."""
FAR = 40
"""The number of buckets of distances from home; a bucket is a quarter of a move."""
COARSE = FAR // 4

COMPANIES = 1 + 2 * COARSE
"""No other mole of its size is out; one is; or more are: then by the distance of the first of them."""

# The rows of the first layer: a mole by its rank in its seat and its distance; a mole by its company and its
# distance; the dog's mole by rank and distance, or another's; how soon the seat rolls; the dog's hill if it
# sits alone; a mole's next jump by its rank.
BY_COMPANY = 3 * FAR
BY_DOG = BY_COMPANY + COMPANIES * COARSE
NO_DOG = BY_DOG + 3 * COARSE
BY_TURN = NO_DOG + 1
BY_LONE_DOG = BY_TURN + 4
BY_JUMP = BY_LONE_DOG + FAR // 2
JUMPS = 16
"""Buckets of jumps; the last one is for all longer jumps."""
ROWS = BY_JUMP + 3 * JUMPS
ACTIVE = 11
"""The number of rows that are active at a time."""
WEIGHTS = (ROWS + 1) * WIDTH
"""The number of weights: WIDTH for each row, then the output weight of each hidden unit."""

UNIT = 1 << 12
"""The value 1 in the weights."""
STEEP = 64
"""Steps in one unit of the table of the exponential."""
FINE = 16
"""Parts of such a step; strengths are in these."""
REACH = 16 * STEEP
"""The table of the exponential goes from -REACH to REACH."""


class NetworkTables(NamedTuple):
    """The tables of the evaluation: tuples when interpreted, arrays when compiled."""

    distance: Sequence[int]
    """By hill: the bucket of its distance from home."""
    weights: Sequence[int]
    powers: Sequence[int]
    """The exponential, from -REACH."""


@kernel
def active_rows(
    table: BuddelBandeTable,
    distance: Sequence[int],
    position: BuddelBandePosition,
    seat: int,
    out: MutableSequence[int],
    at: int,
) -> None:
    """Write the rows of the first layer that are active for a seat."""
    held = -1
    for size in range(MOLES_EACH):
        mine = 0
        company = 0
        first = FAR
        for slot in range(table.players):
            mole = 4 * size + slot
            if (position.owners >> (2 * mole)) & 3 == seat:
                mine = mole
            else:
                other = distance[(position.places >> (5 * mole)) & 31]
                if other:
                    company += 1
                    first = min(first, other)
        hill = (position.places >> (5 * mine)) & 31
        far = distance[hill]
        out[at + size] = far
        out[at + 8 + size] = jump(table, distance, position, hill)
        if company:
            company = 1 + (COARSE if company > 1 else 0) + (first >> 2)
        out[at + 3 + size] = BY_COMPANY + company * COARSE + (far >> 2)
        if hill == position.dog:
            held = far
    sort_moles(out, at)
    if held >= 0:
        rank = 0 if held == out[at] else (1 if held == out[at + 1] else 2)
        out[at + 6] = BY_DOG + rank * COARSE + (held >> 2)
    elif (position.occupied >> position.dog) & 1:
        out[at + 6] = NO_DOG
    else:
        out[at + 6] = BY_LONE_DOG + (distance[position.dog] >> 1)
    for rank in range(1, 3):
        out[at + rank] += rank * FAR
        out[at + 8 + rank] += rank * JUMPS
    for rank in range(3):
        out[at + 8 + rank] += BY_JUMP
    soon = seat - position.seat
    out[at + 7] = BY_TURN + (soon if soon >= 0 else soon + table.players)


@kernel
def jump(table: BuddelBandeTable, distance: Sequence[int], position: BuddelBandePosition, hill: int) -> int:
    """The bucket of the distance gained by the next move from a hill, summed over all three symbols."""
    if hill == table.last:
        return 0
    gain = 0
    for symbol in range(SYMBOL_COUNT):
        gain += distance[hill] - distance[landing(table, position, hill, symbol)]
    return min(gain >> 1, JUMPS - 1)


@kernel
def sort_moles(out: MutableSequence[int], at: int) -> None:
    """Sort a seat's three moles, nearest home first: their distances and their jumps."""
    for n in range(3):
        a = at + n % 2
        if out[a] > out[a + 1]:
            far = out[a]
            out[a] = out[a + 1]
            out[a + 1] = far
            far = out[a + 8]
            out[a + 8] = out[a + 9]
            out[a + 9] = far


@kernel
def strength(network: NetworkTables, out: Sequence[int]) -> int:
    """The output of the network for these rows, in units of 1/(`STEEP` × `FINE`)."""
    total = 0
    for unit in range(WIDTH):
        activation = 0
        for n in range(ACTIVE):
            activation += network.weights[out[n] * WIDTH + unit]
        if activation > 0:
            total += network.weights[ROWS * WIDTH + unit] * min(activation, 8 * UNIT)
    return total // (UNIT * UNIT // (STEEP * FINE))


@kernel
def power(network: NetworkTables, found: int) -> int:
    """The exponential of a strength, interpolated in its table."""
    found = min(max(found, -REACH * FINE), REACH * FINE - 1) + REACH * FINE
    low = network.powers[found // FINE]
    return low + (network.powers[found // FINE + 1] - low) * (found % FINE) // FINE


@kernel
def chances(
    table: BuddelBandeTable,
    network: NetworkTables,
    position: BuddelBandePosition,
    out: MutableSequence[int],
    into: MutableSequence[int],
    at: int,
) -> None:
    """Write each seat's chance of winning, in parts of ONE, before a roll or after the end."""
    players = table.players
    if position.phase == OVER:
        for seat in range(players):
            if position.winner < 0:
                into[at + seat] = ONE // players
            else:
                into[at + seat] = ONE if seat == position.winner else 0
        return
    whole = 0
    for seat in range(players):
        active_rows(table, network.distance, position, seat, out, 0)
        into[at + seat] = power(network, strength(network, out))
        whole += into[at + seat]
    for seat in range(players):
        into[at + seat] = into[at + seat] * ONE // whole
