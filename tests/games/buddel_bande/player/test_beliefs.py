"""Beliefs against plain enumeration."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from moleworks import engine
from moleworks.core.bits import members
from moleworks.games.buddel_bande.board import mole_number
from moleworks.games.buddel_bande.heard import action_numbers
from moleworks.games.buddel_bande.player import beliefs
from moleworks.games.buddel_bande.player.beliefs import OPPONENT_MODEL, BeliefBuffers
from moleworks.games.buddel_bande.player.search_kernels import BuddelBandeKernels
from moleworks.games.buddel_bande.player.tables import network_tables
from moleworks.games.buddel_bande.rules import (
    ACT,
    DICE,
    ROLL,
    BuddelBandePosition,
    BuddelBandeTable,
    opening,
    owner,
    place,
    play,
    public_choices,
)
from moleworks.games.buddel_bande.state_from_view import state
from moleworks.record import Match
from tests.games.buddel_bande.player.matches import random_match, state_of


def every_world(table: BuddelBandeTable) -> list[int]:
    """Owners in every deal there can be."""
    orders = [
        sum(seat << 2 * n for n, seat in enumerate(order)) for order in permutations(range(table.players))
    ]
    return [small | medium << 8 | large << 16 for small, medium, large in product(orders, repeat=3)]


def weight(table: BuddelBandeTable, buffers: BeliefBuffers, world: int, heard: list[int], me: int) -> float:
    """How likely what was heard is in a world, replayed with that world's owners."""
    position = opening(table)._replace(phase=ROLL, choices=DICE, face=0, owners=world)
    found = 1.0
    for action in heard:
        if position.phase == ACT and position.seat != me:
            seat = position.seat
            own = [mole for mole in members(table.moles) if owner(position, mole) == seat]
            home = [mole for mole in members(table.moles) if place(position, mole) == table.last]
            knows = position.seen >> 12 * seat & 0xFFF
            for mole in home + (own if table.know_own else []):
                knows |= 1 << mole
            mine = sum((mole & 3) << 2 * (mole >> 2) for mole in own)
            found *= beliefs.likelihood(
                table,
                network_tables(table, False),
                OPPONENT_MODEL,
                buffers,
                position,
                public_choices(table, position, position.face, position.symbol),
                action & 63,
                mine,
                knows,
            )
        position = play(table, position, action)
    return found


def by_hand(match: Match, position: BuddelBandePosition, buffers: BeliefBuffers) -> dict[int, float]:
    table, me = state_of(match).table, position.seat
    known = [mole for mole in members(table.moles) if position.seen >> 12 * me + mole & 1]
    fitting = [
        world
        for world in every_world(table)
        if all(world >> 2 * mole & 3 == owner(position, mole) for mole in known)
    ]
    heard = action_numbers(match.public_actions())
    weights = {world: weight(table, buffers, world, heard, me) for world in fitting}
    whole = sum(weights.values())
    return {world: part / whole for world, part in weights.items()}


@pytest.mark.parametrize(("count", "know_own", "so_many"), [(2, False, 30), (3, True, 60), (3, False, 24)])
def test_worlds_and_weights_are_those_of_plain_enumeration(count: int, know_own: bool, so_many: int) -> None:
    match = random_match(count, so_many, know_own=know_own)
    knowledge = engine.knowledge(match)
    position = state(knowledge.view, knowledge.setup).position
    kernels = BuddelBandeKernels(native=False)
    found = kernels.enumerate_worlds(
        state_of(match).table, position, knowledge.seat, action_numbers(knowledge.heard)
    )
    whole, before, weights = kernels.belief_buffers.weights[found - 1], 0.0, {}
    for n in range(found):
        weights[kernels.belief_buffers.owners[n]] = (kernels.belief_buffers.weights[n] - before) / whole
        before = kernels.belief_buffers.weights[n]
    expected = by_hand(match, position, BuddelBandeKernels(native=False).belief_buffers)
    assert weights.keys() == expected.keys()
    assert weights == pytest.approx(expected)
    assert state_of(match).position.owners in weights


@pytest.mark.parametrize("agreed", ["unless-own", "any"])
def test_a_pass_tells_that_none_of_the_moles_is_the_players_own(agreed: str) -> None:
    """Seat 1 passes where M1 and M3 would go home: neither is its own, so M2 is. By `any` it tells little."""
    match = Match.begin("buddel-bande", board="stroll", players=3, options={"pass": agreed})
    for line in (
        "deal:S=012 deal:M=210 deal:L=012 =Sc S1>1 =Mf M2>3 =Mf M2>6 =Sc S2>4 =Mf M2>8 =Mf M2>12",
        "=Sc S3>7 =Lc L1>10 =Dl dog>2 =Df dog>12 =Mc pass =Sl S1>2 =Sl",
    ):
        match.play(line.split(" "))
    assert match.game.actor(match.state) == 0
    knowledge = engine.knowledge(match)
    kernels = BuddelBandeKernels(native=False)
    here = state(knowledge.view, knowledge.setup)
    count = kernels.enumerate_worlds(here.table, here.position, 0, action_numbers(knowledge.heard))
    shares = kernels.owner_shares(here.table, kernels.sample(count, count, 1, 512))
    if agreed == "any":
        assert 0 < shares[mole_number("M1")][1] < 1
    else:
        assert shares[mole_number("M1")][1] == 0
        assert shares[mole_number("M2")][1] == pytest.approx(1)


def test_two_who_know_their_own_know_everything() -> None:
    match = random_match(2, 20)
    knowledge = engine.knowledge(match)
    kernels = BuddelBandeKernels(native=False)
    assert (
        kernels.enumerate_worlds(
            state_of(match).table, state(knowledge.view, knowledge.setup).position, knowledge.seat, ()
        )
        == 1
    )
    assert kernels.belief_buffers.owners[0] == state_of(match).position.owners


def test_who_heard_nothing_believes_the_view_alone() -> None:
    match = random_match(3, 30)
    knowledge = engine.knowledge(match)
    kernels = BuddelBandeKernels(native=False)
    count = kernels.enumerate_worlds(
        state_of(match).table, state(knowledge.view, knowledge.setup).position, knowledge.seat, ()
    )
    assert count > 1
    assert kernels.belief_buffers.weights[count - 1] == count


def test_a_sample_is_spread_by_weight() -> None:
    match = random_match(4, 40)
    knowledge = engine.knowledge(match)
    kernels = BuddelBandeKernels(native=False)
    count = kernels.enumerate_worlds(
        state_of(match).table,
        state(knowledge.view, knowledge.setup).position,
        knowledge.seat,
        action_numbers(knowledge.heard),
    )
    number = kernels.sample(count, 1, 9, 512)
    shares = kernels.owner_shares(state_of(match).table, number)
    all_of_them = kernels.sample(count, count, 9, 512) if count <= 512 else number
    for some, exact in zip(shares, kernels.owner_shares(state_of(match).table, all_of_them), strict=True):
        assert some == pytest.approx(exact, abs=0.05)
