"""Worlds agree with the deals that the rules allow."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from moleworks.core.bits import members
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.rules import BuddelBandeTable, deal_fits, owner, permutation
from moleworks.games.buddel_bande.worlds import own_slots, possible_owners, sample_owners, slots_possible
from moleworks.record import Match

SIZES = range(3)


def dealt(players: int, dice: Random) -> BuddelBandeState:
    """After a random deal."""
    state = Match.begin("buddel-bande", players=players).state
    assert isinstance(state, BuddelBandeState)
    for _ in SIZES:
        state = BUDDEL_BANDE.play(state, dice.choice(BUDDEL_BANDE.legal(state)))
    return state


def fitting_worlds(table: BuddelBandeTable, owners: int, known: int) -> list[int]:
    """All owners that some deal gives, with those known."""
    orders = [permutation(table.players, deal) for deal in members(table.deals)]
    by_size = [
        [order << 8 * size for order in orders if deal_fits(table.players, size, order, owners, known)]
        for size in SIZES
    ]
    return [sum(world) for world in product(*by_size)]


def random_knowledge(table: BuddelBandeTable, dice: Random) -> int:
    share = dice.random()
    return sum(1 << mole for mole in members(table.moles) if dice.random() < share)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_fits_if_it_gives_the_known_moles_their_owners(players: int) -> None:
    dice = Random(players)
    for _ in range(20):
        state = dealt(players, dice)
        table, owners = state.table, state.position.owners
        known = random_knowledge(table, dice)
        worlds = fitting_worlds(table, owners, known)
        assert owners in worlds
        assert worlds == [
            world
            for world in fitting_worlds(table, 0, 0)
            if all(
                world >> 2 * mole & 3 == owner(state.position, mole) for mole in members(known & table.moles)
            )
        ]


@pytest.mark.parametrize("players", [2, 3])
def test_slots_are_possible_if_some_world_has_them(players: int) -> None:
    dice = Random(players)
    for _ in range(20):
        state = dealt(players, dice)
        table, owners = state.table, state.position.owners
        known = random_knowledge(table, dice)
        worlds = fitting_worlds(table, owners, known)
        for seat in range(players):
            found = {mine for mine in range(64) if slots_possible(table, owners, known, seat, mine)}
            assert found == {own_slots(table, world, seat) for world in worlds}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_possible_owners_are_those_of_some_world(players: int) -> None:
    dice = Random(players)
    for _ in range(20):
        state = dealt(players, dice)
        table, owners = state.table, state.position.owners
        known = random_knowledge(table, dice)
        worlds = fitting_worlds(table, owners, known)
        for mole in members(table.moles):
            expected = {world >> 2 * mole & 3 for world in worlds}
            assert possible_owners(table, owners, known, mole) == expected


@pytest.mark.parametrize("players", [2, 3])
def test_every_fitting_world_is_sampled_about_equally_often(players: int) -> None:
    dice = Random(players)
    for _ in range(5):
        state = dealt(players, dice)
        table, owners = state.table, state.position.owners
        known = random_knowledge(table, dice)
        worlds = fitting_worlds(table, owners, known)
        seed, drawn = dice.getrandbits(61), dict.fromkeys(worlds, 0)
        each = 60
        for _ in range(each * len(worlds)):
            world, seed = sample_owners(table, known, owners, seed)
            drawn[world] += 1
        assert min(drawn.values()) > each / 3
        assert max(drawn.values()) < each * 2
