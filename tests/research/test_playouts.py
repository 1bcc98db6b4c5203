"""Compiled random games against those that the rules play one action at a time."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from moleworks.engine import chance
from moleworks.games import CHANCE
from moleworks.record import Match
from moleworks.research import encoding
from moleworks.research.playouts import random_returns

SMALL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mole-hill", {"board": "patch"}),
    ("mole-company", {"board": "burrow", "options": {"turn_limit": 30}}),
    ("buddel-bande", {"board": "stroll", "players": 3}),
)


@pytest.mark.parametrize(("game", "agreed"), SMALL, ids=[game for game, _ in SMALL])
def test_random_games_end_as_those_of_the_rules(game: str, agreed: dict[str, Any]) -> None:
    match, random, n = Match.begin(game, **agreed), Random(3), 400
    here = encoding.for_setup(match.setup)
    ends = []
    for _ in range(n):
        state: Any = match.state
        while (actor := match.game.actor(state)) is not None:
            draw = chance.draw if actor == CHANCE else chance.random_legal
            state = match.game.play(state, draw(match.game, state, random))
        ends.append(here.returns(state))
    expected = np.array(ends)
    found = random_returns(match.state, 20_000, seed=9)
    error = np.sqrt(expected.var(axis=0) * (1 / n + 1 / 20_000))
    assert (abs(found - expected.mean(axis=0)) < 4 * error + 1e-9).all()
    assert abs(found.sum()) < 1e-9


def test_a_seed_repeats_its_games_and_another_does_not() -> None:
    state = Match.begin("mole-hill", board="patch").state
    one, again, other = (random_returns(state, 25, seed) for seed in (4, 4, 5))
    assert one.tolist() == again.tolist() != other.tolist()


def test_a_game_that_is_over_has_its_return() -> None:
    match, random = Match.begin("mole-hill", board="patch"), Random(1)
    while match.game.actor(match.state) is not None:
        match.act(chance.random_legal(match.game, match.state, random))
    returns = encoding.for_setup(match.setup).returns(match.state)
    assert random_returns(match.state, 7, seed=1).tolist() == returns
