"""How likely each seat is to win where everything lies open: a small network a seat, then their shares.

A seat's strength hangs on how many moves each of its moles is from home, how far the next one would take it
past the moles in its way, whether others' moles of the same size are still out (nobody need move a mole that
has company) and how far the first of them is, where the dog sits and how soon the seat rolls.
All numbers are whole, so that compiled and interpreted runs agree to the last one.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from moleworks.games.buddel_bande.rules import OVER, Position, Table, landing
from moleworks.games.kernel import kernel

ONE = 1 << 20
"""A win that is certain."""
WIDTH = 16
"""Hidden units."""
FAR = 40
"""There are fewer buckets of moves to home than this; a bucket is a quarter of a move."""
COARSE = FAR // 4

COMPANIES = 1 + 2 * COARSE
"""No other mole of its size is out; or one; or more: then by the way of the first of them."""

# The rows of the first layer: a mole by its rank in its seat and its way; a mole by its company and its way;
# the dog's mole by rank and way, or another's; how soon the seat rolls; the dog's hill if it sits alone; a
# mole's next jump by its rank.
BY_COMPANY = 3 * FAR
BY_DOG = BY_COMPANY + COMPANIES * COARSE
NO_DOG = BY_DOG + 3 * COARSE
BY_TURN = NO_DOG + 1
BY_LONE_DOG = BY_TURN + 4
BY_JUMP = BY_LONE_DOG + FAR // 2
JUMPS = 16
"""Buckets of jumps; the last is for all that are longer."""
ROWS = BY_JUMP + 3 * JUMPS
ACTIVE = 11
"""So many rows are at work at a time."""
WEIGHTS = (ROWS + 1) * WIDTH
"""The rows, WIDTH numbers each, then what each hidden unit counts for."""

UNIT = 1 << 12
"""One, in the weights."""
STEEP = 64
"""Steps of the exponential to one."""
FINE = 16
"""Parts of such a step that strengths are told in."""
REACH = 16 * STEEP
"""It is read from minus to plus so far."""


class Net(NamedTuple):
    """Tables of numbers: tuples when interpreted, arrays when compiled."""

    way: Sequence[int]
    """By hill: the bucket of moves to home."""
    weights: Sequence[int]
    powers: Sequence[int]
    """The exponential, from -REACH."""


@kernel
def rows(
    table: Table, way: Sequence[int], position: Position, seat: int, out: MutableSequence[int], at: int
) -> None:
    """The rows of the first layer that speak for a seat."""
    held = -1
    for size in range(3):
        mine = 0
        company = 0
        first = FAR
        for slot in range(table.players):
            mole = 4 * size + slot
            if (position.owners >> (2 * mole)) & 3 == seat:
                mine = mole
            else:
                other = way[(position.places >> (5 * mole)) & 31]
                if other:
                    company += 1
                    first = min(first, other)
        hill = (position.places >> (5 * mine)) & 31
        far = way[hill]
        out[at + size] = far
        out[at + 8 + size] = jump(table, way, position, hill)
        if company:
            company = 1 + (COARSE if company > 1 else 0) + (first >> 2)
        out[at + 3 + size] = BY_COMPANY + company * COARSE + (far >> 2)
        if hill == position.dog:
            held = far
    in_order(out, at)
    if held >= 0:
        rank = 0 if held == out[at] else (1 if held == out[at + 1] else 2)
        out[at + 6] = BY_DOG + rank * COARSE + (held >> 2)
    elif (position.occupied >> position.dog) & 1:
        out[at + 6] = NO_DOG
    else:
        out[at + 6] = BY_LONE_DOG + (way[position.dog] >> 1)
    for rank in range(1, 3):
        out[at + rank] += rank * FAR
        out[at + 8 + rank] += rank * JUMPS
    for rank in range(3):
        out[at + 8 + rank] += BY_JUMP
    soon = seat - position.seat
    out[at + 7] = BY_TURN + (soon if soon >= 0 else soon + table.players)


@kernel
def jump(table: Table, way: Sequence[int], position: Position, hill: int) -> int:
    """The bucket of what the next move gains from a hill, by all three symbols."""
    if hill == table.last:
        return 0
    gain = 0
    for symbol in range(3):
        gain += way[hill] - way[landing(table, position, hill, symbol)]
    return min(gain >> 1, JUMPS - 1)


@kernel
def in_order(out: MutableSequence[int], at: int) -> None:
    """A seat's three moles nearest home first: their ways and their jumps."""
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
def strength(net: Net, out: Sequence[int]) -> int:
    """What the network says of these rows, in FINEths of a STEEPth."""
    total = 0
    for unit in range(WIDTH):
        felt = 0
        for n in range(ACTIVE):
            felt += net.weights[out[n] * WIDTH + unit]
        if felt > 0:
            total += net.weights[ROWS * WIDTH + unit] * min(felt, 8 * UNIT)
    return total // (UNIT * UNIT // (STEEP * FINE))


@kernel
def power(net: Net, found: int) -> int:
    """The exponential of a strength, between the steps of its table too."""
    found = min(max(found, -REACH * FINE), REACH * FINE - 1) + REACH * FINE
    low = net.powers[found // FINE]
    return low + (net.powers[found // FINE + 1] - low) * (found % FINE) // FINE


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
        rows(table, net.way, position, seat, out, 0)
        into[at + seat] = power(net, strength(net, out))
        whole += into[at + seat]
    for seat in range(players):
        into[at + seat] = into[at + seat] * ONE // whole
