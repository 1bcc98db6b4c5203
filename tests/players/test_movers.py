"""A computer seat plays legally, and its games come to an end."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.games import CHANCE, GAMES
from moleworks.players import lots, movers
from moleworks.record import Match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_games_end_with_a_winner_or_a_fair_draw(game: str, seed: int) -> None:
    random = Random(seed)
    match = Match.begin(game)
    while match.game.actor(match.state) is not None:
        chance = match.game.actor(match.state) == CHANCE
        action = (lots.draw if chance else movers.choose)(match.game, match.state, random)
        match.play([match.game.name(match.state, action)])
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    assert outcome.rule not in {"MC13", "BB13"}


def test_moles_enter_a_hole_when_they_can_and_wait_at_home() -> None:
    match = Match.begin("mole-company", board="burrow", preset="tactile", rotations=[0, 0, 0, 0])
    match.play(["c1", "e3", "c2", "e5", "c3", "c5", "c4", "d4", "=1"])
    holes = match.game.view(match.state, None)["holes"]
    legal = {match.game.name(match.state, action) for action in match.game.legal(match.state)}
    digging = {name for name in legal if name.split("-")[1] in holes}
    chosen = {
        match.game.name(match.state, movers.choose(match.game, match.state, Random(n))) for n in range(40)
    }
    assert digging
    assert chosen == digging
