"""Beliefs about the owners of moles: every world that a view allows, weighted by the others' choices.

A world is a permutation of the seats for each size. A seat's choices depend only on which moles are its own,
one of each size. So the likelihood of all its choices is a table by three slots, and the weight of a world is
the product of the seats' tables. A choice has the probability that a sensible player with that seat's
knowledge would give it, mixed with a share of random choices.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from moleworks.core.bits import lowest
from moleworks.core.kernel import kernel
from moleworks.games.buddel_bande.player.evaluation import ONE, REACH, NetworkTables
from moleworks.games.buddel_bande.rules import (
    ACT,
    DOG_TO,
    MOLES_EACH,
    PASS,
    BuddelBandePosition,
    BuddelBandeTable,
    deal_fits,
    forbids_pass,
    known_moles,
    mole_on,
    permutation,
    place,
    play,
    public_choices,
    shown_by_deal,
    target,
)
from moleworks.games.buddel_bande.worlds import own_slots, slots_possible

SLOTS = 64
"""The number of combinations of own moles: four slots for each of three sizes."""
MOST = 13_824
"""The most worlds: 24 permutations for each of three sizes."""
DEALS = 24


class OpponentModel(NamedTuple):
    """The preferences of a sensible player, in units of 1/`STEEP` for each quarter of a move."""

    own: int = 14
    """For moving an own mole forward."""
    other: int = 5
    """Against moving another's mole forward."""
    peek: int = 12
    """For learning whose a mole is, if own moles are unknown."""
    dog_own: int = 90
    """Against the dog beside an own mole."""
    dog_other: int = 2
    """For the dog beside another's mole, for each quarter of a move that the mole has gone."""
    any: int = 10
    """The percentage of random choices."""


OPPONENT_MODEL = OpponentModel()


class BeliefBuffers(NamedTuple):
    """The arrays that beliefs are written to."""

    likelihoods: MutableSequence[float]
    """By seat and own slots: the likelihood of the seat's choices, scaled."""
    preferences: MutableSequence[int]
    """By choice, for the action in progress."""
    deals: MutableSequence[int]
    """By size: the possible permutations."""
    owners: MutableSequence[int]
    """By world: its owners."""
    weights: MutableSequence[float]
    """By world: the cumulative weight."""


@kernel
def moles_in_slots(mine: int) -> int:
    """A seat's own moles by its slots, as a bit set."""
    return (1 << (mine & 3)) | (16 << ((mine >> 2) & 3)) | (256 << ((mine >> 4) & 3))


@kernel
def own_share(table: BuddelBandeTable, mole: int, mine: int, knows: int) -> int:
    """The probability, in percent, that a mole is the mover's own, by what the mover knows.

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
def move_value(model: OpponentModel, share: int, gain: int) -> int:
    """The value of moving a mole `gain` quarters forward, if it is the mover's own with `share` percent."""
    return (model.own * share - model.other * (100 - share)) * gain // 100


@kernel
def preference(
    table: BuddelBandeTable,
    network: NetworkTables,
    model: OpponentModel,
    p: BuddelBandePosition,
    choice: int,
    mine: int,
    knows: int,
) -> int:
    """The mover's preference for a choice, if its own moles are the slots `mine`."""
    if choice == PASS:
        return 0
    if choice < PASS:
        own = (choice & 12) + ((mine >> (choice >> 1 & 6)) & 3)
        share = own_share(table, choice, own, knows)
        gain = network.distance[place(p, choice)] - network.distance[target(table, p, choice)]
        found = move_value(model, share, gain)
        return found + model.peek if 0 < share < 100 else found
    found = 0
    freed = mole_on(p, p.dog)
    if freed:
        mole = lowest(freed)
        own = (mole & 12) + ((mine >> (mole >> 1 & 6)) & 3)
        share = own_share(table, mole, own, knows)
        found += (
            model.dog_own * share
            - (network.distance[0] - network.distance[p.dog]) * model.dog_other * (100 - share)
        ) // 100
    held = mole_on(p, choice - DOG_TO)
    if held:
        mole = lowest(held)
        own = (mole & 12) + ((mine >> (mole >> 1 & 6)) & 3)
        share = own_share(table, mole, own, knows)
        gone = network.distance[0] - network.distance[choice - DOG_TO]
        found += (gone * model.dog_other * (100 - share) - model.dog_own * share) // 100
    return found


@kernel
def likelihood(
    table: BuddelBandeTable,
    network: NetworkTables,
    model: OpponentModel,
    buffers: BeliefBuffers,
    position: BuddelBandePosition,
    choices: int,
    chosen: int,
    mine: int,
    knows: int,
) -> float:
    """The probability of a choice among these, if the mover's own moles are the slots `mine`.

    Nobody passes who knows that one of the moles is their own, so then a pass is impossible (BB10).
    """
    if (choices >> PASS) & 1 and forbids_pass(table, choices, moles_in_slots(mine) & knows):
        choices ^= 1 << PASS
    if (choices >> chosen) & 1 == 0:
        return 0.0
    whole = 0
    part = 0
    ways = 0
    most = -(1 << 30)
    rest = choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        found = preference(table, network, model, position, choice, mine, knows)
        buffers.preferences[choice] = found
        most = max(most, found)
        ways += 1
    rest = choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        power = network.powers[max(buffers.preferences[choice] - most, -REACH) + REACH]
        whole += power
        if choice == chosen:
            part = power
    return (part / whole) * (100 - model.any) / 100 + model.any / (100 * ways)


@kernel
def update_beliefs(
    table: BuddelBandeTable,
    network: NetworkTables,
    model: OpponentModel,
    buffers: BeliefBuffers,
    start: BuddelBandePosition,
    actions: Sequence[int],
    count: int,
    me: int,
    known: int,
) -> BuddelBandePosition:
    """Replay the actions heard and write the likelihoods of each seat's choices; return the last position.

    `start` is after the deal, with the owners that seat `me` knows, and nothing that any seat has seen. The
    owners include those of all moles that are at home by now.
    """
    for n in range(4 * SLOTS):
        buffers.likelihoods[n] = 1.0
    position = start
    for n in range(count):
        action = actions[n]
        seat = position.seat
        if position.phase == ACT and seat != me:
            # `start` leaves out what the deal shows to a seat, and owners: those depend on the slots.
            choices = public_choices(table, position, position.face, position.symbol)
            known_anyway = known_moles(table, position, seat)
            most = 0.0
            for mine in range(SLOTS):
                if not slots_possible(table, position.owners, known, seat, mine):
                    buffers.likelihoods[seat * SLOTS + mine] = 0.0
                    continue
                knows = known_anyway
                for size in range(MOLES_EACH):
                    knows |= shown_by_deal(table, 4 * size + ((mine >> (2 * size)) & 3))
                found = buffers.likelihoods[seat * SLOTS + mine] * likelihood(
                    table, network, model, buffers, position, choices, action & 63, mine, knows
                )
                buffers.likelihoods[seat * SLOTS + mine] = found
                most = max(most, found)
            for mine in range(SLOTS):
                buffers.likelihoods[seat * SLOTS + mine] /= most
        position = play(table, position, action)
    return position


@kernel
def list_worlds(
    table: BuddelBandeTable, buffers: BeliefBuffers, owners: int, known: int, me: int, deals: int
) -> int:
    """Write every world that agrees with the known owners; return their number."""
    for size in range(MOLES_EACH):
        found = 0
        for deal in range(deals):
            order = permutation(table.players, deal)
            if deal_fits(table.players, size, order, owners, known):
                found += 1
                buffers.deals[size * (DEALS + 1) + found] = order
        buffers.deals[size * (DEALS + 1)] = found
    total = 0.0
    n = 0
    for small in range(buffers.deals[0]):
        for medium in range(buffers.deals[DEALS + 1]):
            for large in range(buffers.deals[2 * (DEALS + 1)]):
                world = (
                    buffers.deals[1 + small]
                    | buffers.deals[DEALS + 2 + medium] << 8
                    | buffers.deals[2 * DEALS + 3 + large] << 16
                )
                weight = 1.0
                for seat in range(table.players):
                    if seat != me:
                        weight *= buffers.likelihoods[seat * SLOTS + own_slots(table, world, seat)]
                total += weight
                buffers.owners[n] = world
                buffers.weights[n] = total
                n += 1
    return n


@kernel
def sample_worlds(
    buffers: BeliefBuffers, count: int, few: int, seed: int, draws: int, into: MutableSequence[int]
) -> int:
    """Write owners and weights of all worlds if there are at most `few`, else of a sample; return how many.

    Any first part of the sample is spread evenly over the weight.
    """
    total = buffers.weights[count - 1]
    if count <= few:
        before = 0.0
        for n in range(count):
            into[2 * n] = buffers.owners[n]
            into[2 * n + 1] = int((buffers.weights[n] - before) / total * ONE)
            before = buffers.weights[n]
        return count
    for n in range(draws):
        # Van der Corput's sequence: the bits of n reversed, from a random start.
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
            if buffers.weights[middle] > point:
                high = middle
            else:
                low = middle + 1
        into[2 * n] = buffers.owners[low]
        into[2 * n + 1] = ONE // draws
    return draws
