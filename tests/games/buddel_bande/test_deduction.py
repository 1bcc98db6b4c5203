"""Whose mole is this: deductions against every deal that fits, and a pass as the reason."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.core.game import CHANCE
from moleworks.engine import chance
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import SIZES
from moleworks.games.buddel_bande.deduction import deductions
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.record import Match


def fitting_owners(match: Match, seat: int, mole: int) -> set[int]:
    """The owners of a mole over all deals of its size that the interface of the game allows."""
    view, heard = BUDDEL_BANDE.view(_state(match), seat), match.public_actions()
    size = SIZES[mole >> 2]
    found = set()
    for name in BUDDEL_BANDE.action_names(match.setup).chance:
        if name.startswith(f"deal:{size}=") and BUDDEL_BANDE.may_have_been(match.setup, name, view, heard):
            found.add(int(name.partition("=")[2][mole & 3]))
    return found


def _state(match: Match) -> BuddelBandeState:
    assert isinstance(match.state, BuddelBandeState)
    return match.state


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_exactly_what_every_fitting_deal_says(players: int, seed: int) -> None:
    random = Random(seed)
    match = Match.begin("buddel-bande", players=players)
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(chance.draw(match.game, match.state, random))
            continue
        if match.ply % 5 == 0:
            state = _state(match)
            found = {each.mole: each.owner for each in deductions(state, actor, match.public_actions())}
            for mole in range(12):
                if mole & 3 >= players or rules.knows_owner(state.table, state.position, actor, mole):
                    assert mole not in found
                    continue
                owners = fitting_owners(match, actor, mole)
                assert found.get(mole) == (owners.pop() if len(owners) == 1 else None)
        legal = match.legal
        match.play("pass" if "pass" in legal else random.choice(legal))
