"""How likely each seat is to win where everything lies open: a small network a seat, then their shares.

A seat's strength hangs on how many moves each of its moles is from home, whether others' moles of the same
size are still out (nobody need move a mole that has company), where the dog sits and how soon the seat rolls.
All numbers are whole, so that compiled and interpreted runs agree to the last one.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from moleworks.games.buddel_bande.rules import OVER, Position, Table
from moleworks.games.kernel import kernel

ONE = 1 << 20
"""A win that is certain."""
WIDTH = 16
"""Hidden units."""
FAR = 40
"""There are fewer buckets of moves to home than this; a bucket is a quarter of a move."""
COARSE = FAR // 4

# The rows of the first layer: a mole by its rank in its seat and its way; a mole by how many others of its
# size are out and its way; the dog's mole by rank and way, or no mole; how soon the seat rolls.
BY_COMPANY = 3 * FAR
BY_DOG = BY_COMPANY + 4 * COARSE
NO_DOG = BY_DOG + 3 * COARSE
BY_TURN = NO_DOG + 1
ROWS = BY_TURN + 4
ACTIVE = 8
"""So many rows are at work at a time."""

UNIT = 1 << 12
"""One, in the weights."""
STEEP = 64
"""Steps of the exponential to one."""
REACH = 16 * STEEP
"""It is read from minus to plus so far."""


class Net(NamedTuple):
    """Tables of numbers: tuples when interpreted, arrays when compiled."""

    way: Sequence[int]
    """By hill: the bucket of moves to home."""
    first: Sequence[int]
    """The first layer, WIDTH numbers a row."""
    second: Sequence[int]
    powers: Sequence[int]
    """The exponential, from -REACH."""


@kernel
def rows(table: Table, way: Sequence[int], position: Position, seat: int, out: MutableSequence[int]) -> None:
    """The rows of the first layer that speak for a seat."""
    ways = 0
    held = -1
    for size in range(3):
        mine = 0
        company = 0
        for slot in range(table.players):
            mole = 4 * size + slot
            if (position.owners >> (2 * mole)) & 3 == seat:
                mine = mole
            elif (position.places >> (5 * mole)) & 31 != table.last:
                company += 1
        hill = (position.places >> (5 * mine)) & 31
        far = way[hill]
        out[size] = far
        out[3 + size] = BY_COMPANY + company * COARSE + (far >> 2)
        if hill == position.dog:
            held = far
    # Nearest home first: three numbers, put in order by hand.
    a = out[0]
    b = out[1]
    c = out[2]
    low = min(a, b, c)
    high = max(a, b, c)
    middle = a + b + c - low - high
    out[0] = low
    out[1] = FAR + middle
    out[2] = 2 * FAR + high
    if held < 0:
        out[6] = NO_DOG
    else:
        rank = 0 if held == low else (1 if held == middle else 2)
        out[6] = BY_DOG + rank * COARSE + (held >> 2)
    ways = seat - position.seat
    out[7] = BY_TURN + (ways if ways >= 0 else ways + table.players)


@kernel
def strength(net: Net, out: Sequence[int], at: int) -> int:
    """What the network says of these rows, in STEEPths."""
    total = 0
    for unit in range(WIDTH):
        felt = 0
        for n in range(ACTIVE):
            felt += net.first[out[at + n] * WIDTH + unit]
        if felt > 0:
            total += net.second[unit] * min(felt, 8 * UNIT)
    return (total // (UNIT * UNIT // STEEP)) if total >= 0 else -((-total) // (UNIT * UNIT // STEEP))


@kernel
def chances(
    table: Table, net: Net, position: Position, out: MutableSequence[int], into: MutableSequence[int], at: int
) -> None:
    """Each seat's chance of winning, in parts of ONE, before a roll or after the end."""
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
        rows(table, net.way, position, seat, out)
        power = strength(net, out, 0)
        power = net.powers[min(max(power, -REACH), REACH) + REACH]
        into[at + seat] = power
        whole += power
    for seat in range(players):
        into[at + seat] = into[at + seat] * ONE // whole
