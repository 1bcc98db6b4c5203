"""Faster ways give the same: compiled lists of legal actions, and choices without reasons."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from moleworks import engine
from moleworks.core import registry
from moleworks.engine import Effort
from moleworks.engine.legal_actions import legal
from moleworks.games import CHANCE, GAMES
from moleworks.record import Match

COMPILED = [game for game in GAMES if registry.plugin(game).compiled_legal]


def random_matches(game: str, seats: int, seed: int, plies: int, **setup: Any) -> list[Match]:
    """A match played at random, after each of its actions."""
    match, random = Match.begin(game, players=seats, **setup), Random(seed)
    stages: list[Match] = []
    while len(stages) < plies and match.game.actor(match.state) is not None:
        match.act(random.choice(match.game.legal(match.state)))
        stages.append(match.copy())
    return stages


@pytest.mark.parametrize("game", COMPILED)
def test_compiled_rules_list_the_same_actions_in_the_same_order(game: str) -> None:
    seen = set()
    for seats, board in product(GAMES[game].player_counts, ("burrow", "funnel")):
        for match in random_matches(game, seats, seats, 300, board=board, preset="tactile-pro"):
            seen.add(match.game.phase(match.state))
            assert list(legal(game)(match.state)) == list(match.game.legal(match.state))
    assert seen >= {"place", "choose", "flip", "move", "bonus"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [1, 3])
def test_who_is_not_asked_why_chooses_the_same(game: str, level: int) -> None:
    player = engine.player(game)
    player.warm_up(60)
    checked = 0
    for match in random_matches(game, 2, 5, 60)[::7]:
        if match.game.actor(match.state) not in {None, CHANCE}:
            knowledge, effort = engine.knowledge(match), Effort(level=level)
            chosen = player.choose(knowledge, effort, seed=match.ply)
            assert chosen == player.advise(knowledge, effort, seed=match.ply).action
            checked += 1
    assert checked
