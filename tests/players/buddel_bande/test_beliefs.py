"""Beliefs against plain enumeration."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from moleworks import players
from moleworks.games.bits import members
from moleworks.games.buddel_bande.rules import ACT, DICE, ROLL, Position, Table, opening, owner, place, play
from moleworks.players.buddel_bande import beliefs
from moleworks.players.buddel_bande.beliefs import HABITS, Ledger
from moleworks.players.buddel_bande.kit import BuddelKit
from moleworks.players.buddel_bande.sight import actions
from moleworks.players.buddel_bande.track import net
from moleworks.record import Match
from tests.players.buddel_bande.tables import begun


def every_world(table: Table) -> list[int]:
    """Owners in every deal there can be."""
    orders = [
        sum(seat << 2 * n for n, seat in enumerate(order)) for order in permutations(range(table.players))
    ]
    return [small | medium << 8 | large << 16 for small, medium, large in product(orders, repeat=3)]


def weight(table: Table, ledger: Ledger, world: int, heard: list[int], me: int) -> float:
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
                table, net(table, False), HABITS, ledger, position, action & 63, mine, knows
            )
        position = play(table, position, action)
    return found


def by_hand(match: Match, position: Position, ledger: Ledger) -> dict[int, float]:
    table, me = match.state.table, position.seat
    known = [mole for mole in members(table.moles) if position.seen >> 12 * me + mole & 1]
    fitting = [
        world
        for world in every_world(table)
        if all(world >> 2 * mole & 3 == owner(position, mole) for mole in known)
    ]
    heard = actions(match.heard())
    weights = {world: weight(table, ledger, world, heard, me) for world in fitting}
    whole = sum(weights.values())
    return {world: part / whole for world, part in weights.items()}


@pytest.mark.parametrize(("count", "know_own", "so_many"), [(2, False, 30), (3, True, 60), (3, False, 24)])
def test_worlds_and_weights_are_those_of_plain_enumeration(count: int, know_own: bool, so_many: int) -> None:
    match = begun(count, so_many, know_own=know_own)
    sight = players.sight(match)
    position = players.state(sight).position
    kit = BuddelKit(native=False)
    found = kit.believe(match.state.table, position, sight.seat, actions(sight.heard))
    whole, before, weights = kit.ledger.weights[found - 1], 0.0, {}
    for n in range(found):
        weights[kit.ledger.owners[n]] = (kit.ledger.weights[n] - before) / whole
        before = kit.ledger.weights[n]
    expected = by_hand(match, position, BuddelKit(native=False).ledger)
    assert weights.keys() == expected.keys()
    assert weights == pytest.approx(expected)
    assert match.state.position.owners in weights


def test_two_who_know_their_own_know_everything() -> None:
    match = begun(2, 20)
    sight = players.sight(match)
    kit = BuddelKit(native=False)
    assert kit.believe(match.state.table, players.state(sight).position, sight.seat, ()) == 1
    assert kit.ledger.owners[0] == match.state.position.owners


def test_who_heard_nothing_believes_the_view_alone() -> None:
    match = begun(3, 30)
    sight = players.sight(match)
    kit = BuddelKit(native=False)
    count = kit.believe(match.state.table, players.state(sight).position, sight.seat, ())
    assert count > 1
    assert kit.ledger.weights[count - 1] == count


def test_a_sample_is_spread_by_weight() -> None:
    match = begun(4, 40)
    sight = players.sight(match)
    kit = BuddelKit(native=False)
    count = kit.believe(match.state.table, players.state(sight).position, sight.seat, actions(sight.heard))
    drawn = kit.draw(count, 1, 9, 512)
    shares = kit.shares(match.state.table, drawn)
    all_of_them = kit.draw(count, count, 9, 512) if count <= 512 else drawn
    for some, exact in zip(shares, kit.shares(match.state.table, all_of_them), strict=True):
        assert some == pytest.approx(exact, abs=0.05)
