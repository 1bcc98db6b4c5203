"""Parts of a position that the rules carry along agree with what its places say."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.rules import (
    ROLL,
    WATCHER,
    after_deal,
    home_count,
    known_moles,
    knows_owner,
    owner,
    place,
    position_before_roll,
)
from moleworks.record import Match


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("know_own", [True, False])
def test_a_position_follows_from_its_places(players: int, know_own: bool) -> None:
    dice = Random(players)
    for _ in range(8):
        state = Match.begin("buddel-bande", players=players, options={"know_own": know_own}).state
        assert isinstance(state, BuddelBandeState)
        dealt = False
        while BUDDEL_BANDE.actor(state) is not None:
            table, p, _ = state
            if p.phase == ROLL:
                again = position_before_roll(table, p.seat, p.turns, p.places, p.owners, p.dog, p.seen)
                assert again == p
                if not dealt:
                    assert after_deal(table, p.owners, p.seen) == p
                    dealt = True
            state = BUDDEL_BANDE.play(state, dice.choice(BUDDEL_BANDE.legal(state)))
        assert dealt


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sets_agree_with_single_moles(players: int) -> None:
    dice = Random(players)
    state = Match.begin("buddel-bande", players=players).state
    assert isinstance(state, BuddelBandeState)
    while BUDDEL_BANDE.actor(state) is not None:
        state = BUDDEL_BANDE.play(state, dice.choice(BUDDEL_BANDE.legal(state)))
        table, position, _ = state
        moles = [mole for mole in range(12) if table.moles >> mole & 1]
        for seat in (WATCHER, *range(players)):
            known = [mole for mole in moles if knows_owner(table, position, seat, mole)]
            assert known_moles(table, position, seat) == sum(1 << mole for mole in known)
        for seat in range(players):
            home = [m for m in moles if place(position, m) == table.last and owner(position, m) == seat]
            assert home_count(position, seat) == len(home)
