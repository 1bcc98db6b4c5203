"""Who owns what: every world that a view allows, weighted by what the others chose to move.

A world is a permutation of the seats for each size. What a seat chooses speaks only of which moles are its
own, one of each size: so all that was heard of a seat comes to a table by three slots, and the weight of a
world is the product of the seats' tables. A choice is as likely as for a sensible player who knows what that
seat knew then; some choices are anybody's.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from moleworks.games.bits import lowest
from moleworks.games.buddel_bande.rules import (
    ACT,
    PASS,
    PAW,
    Position,
    Table,
    mole_on,
    permutation,
    place,
    play,
    target,
)
from moleworks.games.kernel import kernel
from moleworks.players.buddel_bande.strength import ONE, REACH, Net

SLOTS = 64
"""Ways to own one mole of each size: four slots a size."""
MOST = 13_824
"""Worlds there can be: 24 permutations for each of three sizes."""
DEALS = 24


class Habits(NamedTuple):
    """How a sensible player weighs a move, in STEEPths for each quarter of a move."""

    own: int = 14
    """To bring an own mole forward."""
    other: int = 5
    """To bring another's forward, less."""
    peek: int = 12
    """To learn whose a mole is, where own ones are unknown."""
    dog_own: int = 90
    """To keep the dog off an own mole."""
    dog_other: int = 2
    """To set it beside another's, by its way already gone in quarters."""
    any: int = 10
    """Choices in a hundred that say nothing."""


HABITS = Habits()


class Ledger(NamedTuple):
    """What beliefs are written on."""

    heard: MutableSequence[float]
    """By seat and own slots: how likely what was heard of the seat is, scaled."""
    wishes: MutableSequence[int]
    """By choice, while one action is weighed."""
    deals: MutableSequence[int]
    """By size: the permutations that are possible."""
    owners: MutableSequence[int]
    """Of each world."""
    weights: MutableSequence[float]
    """Of each world and all before it."""


@kernel
def own_share(table: Table, mole: int, mine: int, knows: int) -> int:
    """How likely, in hundredths, the mover takes a mole for its own; -1 if it cannot tell and is curious.

    `mine` is its mole of that size; `knows` are the moles whose owner it knows.
    """
    if mole == mine and (knows >> mole) & 1:
        return 100
    if (knows >> mine) & 1 or (knows >> mole) & 1:
        return 0
    unknown = 0
    for slot in range(table.players):
        if (knows >> ((mole & 12) + slot)) & 1 == 0:
            unknown += 1
    return 100 // unknown


@kernel
def worth(habits: Habits, share: int, gain: int) -> int:
    """Of so many quarters forward for a mole that is the mover's own with that chance."""
    return (habits.own * share - habits.other * (100 - share)) * gain // 100


@kernel
def wish(table: Table, net: Net, habits: Habits, p: Position, choice: int, mine: int, knows: int) -> int:
    """How much the mover wants a choice, were its own moles the slots `mine`."""
    if choice == PASS:
        return 0
    if choice < PASS:
        own = (choice & 12) + ((mine >> (choice >> 1 & 6)) & 3)
        share = own_share(table, choice, own, knows)
        gain = net.way[place(p, choice)] - net.way[target(table, p, choice)]
        found = worth(habits, share, gain)
        return found + habits.peek if 0 < share < 100 else found
    found = 0
    freed = mole_on(p, p.dog)
    if freed:
        mole = lowest(freed)
        own = (mole & 12) + ((mine >> (mole >> 1 & 6)) & 3)
        share = own_share(table, mole, own, knows)
        found += (
            habits.dog_own * share - (net.way[0] - net.way[p.dog]) * habits.dog_other * (100 - share)
        ) // 100
    held = mole_on(p, choice - PAW)
    if held:
        mole = lowest(held)
        own = (mole & 12) + ((mine >> (mole >> 1 & 6)) & 3)
        share = own_share(table, mole, own, knows)
        gone = net.way[0] - net.way[choice - PAW]
        found += (gone * habits.dog_other * (100 - share) - habits.dog_own * share) // 100
    return found


@kernel
def likelihood(
    table: Table,
    net: Net,
    habits: Habits,
    ledger: Ledger,
    position: Position,
    chosen: int,
    mine: int,
    knows: int,
) -> float:
    """Of a choice, were the mover's own moles the slots `mine`."""
    whole = 0
    part = 0
    ways = 0
    most = -(1 << 30)
    rest = position.choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        found = wish(table, net, habits, position, choice, mine, knows)
        ledger.wishes[choice] = found
        most = max(most, found)
        ways += 1
    rest = position.choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        power = net.powers[max(ledger.wishes[choice] - most, -REACH) + REACH]
        whole += power
        if choice == chosen:
            part = power
    return (part / whole) * (100 - habits.any) / 100 + habits.any / (100 * ways)


@kernel
def slots_known(table: Table, owners: int, known: int, seat: int, mine: int) -> bool:
    """Whether a seat's own moles can be these slots, for somebody who knows the owners of `known`."""
    for size in range(3):
        slot = (mine >> (2 * size)) & 3
        if slot >= table.players:
            return False
        for n in range(table.players):
            mole = 4 * size + n
            if (known >> mole) & 1 and ((owners >> (2 * mole)) & 3 == seat) != (n == slot):
                return False
    return True


@kernel
def listen(
    table: Table,
    net: Net,
    habits: Habits,
    ledger: Ledger,
    start: Position,
    actions: Sequence[int],
    count: int,
    me: int,
    known: int,
) -> Position:
    """Replays what all have heard, and writes down how likely each seat's choices are; where it led.

    `start` is after the deal, with the owners as far as the listener knows them: those of moles that are at
    home by now are always among them.
    """
    for n in range(4 * SLOTS):
        ledger.heard[n] = 1.0
    position = start
    for n in range(count):
        action = actions[n]
        seat = position.seat
        if position.phase == ACT and seat != me:
            moved = position.seen >> (12 * seat) & 0xFFF
            home = table.moles & ~position.able
            if (position.occupied >> position.dog) & 1:
                home &= ~mole_on(position, position.dog)
            most = 0.0
            for mine in range(SLOTS):
                if not slots_known(table, position.owners, known, seat, mine):
                    ledger.heard[seat * SLOTS + mine] = 0.0
                    continue
                knows = moved | home
                if table.know_own:
                    for size in range(3):
                        knows |= 1 << (4 * size + ((mine >> (2 * size)) & 3))
                found = ledger.heard[seat * SLOTS + mine] * likelihood(
                    table, net, habits, ledger, position, action & 63, mine, knows
                )
                ledger.heard[seat * SLOTS + mine] = found
                most = max(most, found)
            for mine in range(SLOTS):
                ledger.heard[seat * SLOTS + mine] /= most
        position = play(table, position, action)
    return position


@kernel
def worlds(table: Table, ledger: Ledger, owners: int, known: int, me: int, deals: int) -> int:
    """Writes down every world that agrees with what is known; how many they are."""
    for size in range(3):
        found = 0
        for deal in range(deals):
            order = permutation(table.players, deal)
            fits = True
            for slot in range(table.players):
                mole = 4 * size + slot
                if (known >> mole) & 1 and (order >> (2 * slot)) & 3 != (owners >> (2 * mole)) & 3:
                    fits = False
            if fits:
                found += 1
                ledger.deals[size * (DEALS + 1) + found] = order
        ledger.deals[size * (DEALS + 1)] = found
    total = 0.0
    n = 0
    for small in range(ledger.deals[0]):
        for medium in range(ledger.deals[DEALS + 1]):
            for large in range(ledger.deals[2 * (DEALS + 1)]):
                world = (
                    ledger.deals[1 + small]
                    | ledger.deals[DEALS + 2 + medium] << 8
                    | ledger.deals[2 * DEALS + 3 + large] << 16
                )
                weight = 1.0
                for seat in range(table.players):
                    if seat != me:
                        weight *= ledger.heard[seat * SLOTS + own_slots(table, world, seat)]
                total += weight
                ledger.owners[n] = world
                ledger.weights[n] = total
                n += 1
    return n


@kernel
def own_slots(table: Table, world: int, seat: int) -> int:
    """Which mole of each size is a seat's, two bits a size."""
    mine = 0
    for size in range(3):
        for slot in range(table.players):
            if (world >> (8 * size + 2 * slot)) & 3 == seat:
                mine |= slot << (2 * size)
    return mine


@kernel
def drawn(ledger: Ledger, count: int, few: int, seed: int, draws: int, into: MutableSequence[int]) -> int:
    """Writes down owners and weights of worlds to look at; how many. All of them if they are so `few`.

    Else a sample: any first part of it is spread evenly over all the weight.
    """
    total = ledger.weights[count - 1]
    if count <= few:
        before = 0.0
        for n in range(count):
            into[2 * n] = ledger.owners[n]
            into[2 * n + 1] = int((ledger.weights[n] - before) / total * ONE)
            before = ledger.weights[n]
        return count
    for n in range(draws):
        # Van der Corput's sequence: n read backwards in binary, from a start drawn by lot.
        point = (seed & 0xFFFFF) / (1 << 20)
        half = 0.5
        rest = n
        while rest:
            if rest & 1:
                point += half
            half /= 2
            rest >>= 1
        point = (point - 1.0 if point >= 1.0 else point) * total
        low = 0
        high = count - 1
        while low < high:
            middle = (low + high) // 2
            if ledger.weights[middle] > point:
                high = middle
            else:
                low = middle + 1
        into[2 * n] = ledger.owners[low]
        into[2 * n + 1] = ONE // draws
    return draws
