"""What is quicker names the same: actions listed by compiled rules, and choices without a reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks import players
from moleworks.games import CHANCE, GAMES
from moleworks.players import Effort
from moleworks.players.listing import LAID_OUT, legal
from moleworks.record import Match


def begun(game: str, seats: int, seed: int, plies: int, **setup: Any) -> list[Match]:
    """A match played at random, after each of its actions."""
    match, random = Match.begin(game, players=seats, **setup), Random(seed)
    stages: list[Match] = []
    while len(stages) < plies and match.game.actor(match.state) is not None:
        match.act(random.choice(match.game.legal(match.state)))
        stages.append(match.copy())
    return stages


@pytest.mark.parametrize("game", LAID_OUT)
def test_compiled_rules_list_the_same_actions_in_the_same_order(game: str) -> None:
    seen = set()
    for seats in GAMES[game].seats:
        for match in begun(game, seats, seats, 300, board="burrow", preset="tactile-pro"):
            seen.add(match.game.phase(match.state))
            assert list(legal(game)(match.state)) == list(match.game.legal(match.state))
    assert seen >= {"place", "choose", "flip", "move", "bonus"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [1, 3])
def test_who_is_not_asked_why_chooses_the_same(game: str, level: int) -> None:
    mind = players.player(game)
    mind.warm_up(60)
    asked = 0
    for match in begun(game, 2, 5, 60)[::7]:
        if match.game.actor(match.state) not in {None, CHANCE}:
            sight, effort = players.sight(match), Effort(level=level)
            chosen = mind.choose(sight, effort, seed=match.ply)
            assert chosen == mind.advise(sight, effort, seed=match.ply).action
            asked += 1
    assert asked
