"""A network that learned on batches in the arena: it gets the arrays of a batch, and no secret."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from moleworks import arena, engine
from moleworks.engine import chance
from moleworks.games import CHANCE
from moleworks.record import Match
from moleworks.research import Batch, encoding
from moleworks.research.net_entrant import NetEntrant, batch_of_one
from tests.research.setups import IDS, SETUPS


class FirstEntrant(NetEntrant):
    """Prefers small numbers."""

    def scores(self, planes: Any, mask: Any) -> Any:
        assert planes.shape[0] == mask.shape[0] == 1
        return -np.arange(mask.shape[1])[None]


class WrongEntrant(NetEntrant):
    def scores(self, planes: Any, mask: Any) -> Any:
        return [1, 2]


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=IDS)
def test_it_sees_the_arrays_of_a_batch(number: int) -> None:
    """From the knowledge of a seat alone, which in Buddel Bande leaves owners open."""
    game, agreed = SETUPS[number]
    here = encoding.for_game(game, **agreed)
    match = Match(here.game, here.setup)
    batch, random = Batch(match.setup, 1, auto_reset=False, native=False), Random(number)
    for _ in range(60):
        actor = match.game.actor(match.state)
        if actor is None:
            break
        if actor != CHANCE:
            batch.load_states([match.state])
            found = batch_of_one(engine.knowledge(match))
            np.testing.assert_array_equal(found.planes, batch.planes)
            np.testing.assert_array_equal(found.mask, batch.mask)
            name = FirstEntrant().choose_by(engine.knowledge(match))
            assert name == batch.name(0, batch.legal(0)[0])
        draw = chance.draw if actor == CHANCE else chance.random_legal
        match.play([match.game.name(match.state, draw(match.game, match.state, random))])


@pytest.mark.parametrize("game", ["mole-hill", "mole-company", "buddel-bande"])
def test_it_plays_in_the_arena(game: str) -> None:
    plan = arena.plan(game, [f"{__name__}:FirstEntrant", "random"], 2, seed=3)
    result = arena.run(plan, processes=0)
    standing = result.standing(f"{__name__}:FirstEntrant")
    assert standing.won + standing.drawn + standing.lost == 2


def test_wrong_scores_are_named() -> None:
    match = Match.begin("mole-hill")
    with pytest.raises(ValueError, match="scores has to return 173 numbers, not 2"):
        WrongEntrant().choose_by(engine.knowledge(match))
