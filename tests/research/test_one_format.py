"""One format: batches, OpenSpiel, PettingZoo, Gymnasium and the arena number and show a position alike."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from moleworks import engine
from moleworks.games import CHANCE
from moleworks.record import Match
from moleworks.research import Batch, encoding
from moleworks.research.gymnasium import GymnasiumEnvironment
from moleworks.research.gymnasium_vector import GymnasiumVectorEnvironment
from moleworks.research.net_entrant import NetEntrant
from moleworks.research.openspiel import game_of
from moleworks.research.pettingzoo import env
from tests.research.setups import IDS, SETUPS, found

ALL = pytest.mark.parametrize("number", range(len(SETUPS)), ids=IDS)
PLIES = (5, 24, 61)


class Recorder(NetEntrant):
    """Keeps what it is shown, and wants the action with the highest number."""

    floats = True

    def scores(self, planes: NDArray[Any], mask: NDArray[np.bool_]) -> ArrayLike:
        self.seen = planes[0], mask[0]
        return np.arange(mask.shape[1])


def match_of(number: int, plies: int) -> Match:
    """A match after random actions, in which a seat is to act."""
    here, random = found(number), Random(plies)
    match, chosen = Match.begin(here.setup.game, **SETUPS[number][1]), 0
    while (actor := match.game.actor(match.state)) is not None:
        if actor != CHANCE:
            chosen = match.ply
        if actor != CHANCE and match.ply >= plies:
            break
        match.act(random.choice(list(match.game.legal(match.state))))
    begun = Match.begin(here.setup.game, **SETUPS[number][1])
    begun.play(match.names[:chosen])
    return begun


@ALL
@pytest.mark.parametrize("plies", PLIES)
def test_a_position_has_the_same_planes_and_numbers_everywhere(number: int, plies: int) -> None:
    match = match_of(number, plies)
    here = encoding.for_setup(match.setup)
    seat = match.game.actor(match.state)
    assert seat is not None
    games = Batch(match.setup, 2, native=False)
    games.load_states([match.state], where=[1])
    planes, mask = games.planes[1] / games.largest, games.mask[1]
    names = {games.name(1, action): action for action in games.legal(1)}
    assert len(names) == mask.sum() > 0

    np.testing.assert_array_equal(here.observe(match.state, seat), planes)
    np.testing.assert_array_equal(here.seats.mask(match.state), mask)
    assert {name: here.seats.number[name] for name in names} == names

    game = game_of(match.setup)
    state = game.new_initial_state()
    state.play(match.names)
    np.testing.assert_array_equal(np.reshape(state.observation_tensor(seat), here.planes.shape), planes)
    np.testing.assert_array_equal(state.legal_actions_mask(), mask)
    assert {state.action_to_string(seat, action): action for action in state.legal_actions()} == names

    entrant = Recorder()
    knowledge = engine.knowledge(match)
    assert names[entrant.choose_by(knowledge)] == max(names.values())
    np.testing.assert_array_equal(entrant.seen[0], planes)
    np.testing.assert_array_equal(entrant.seen[1], mask)


@ALL
def test_environments_show_what_batches_show(number: int) -> None:
    game, agreed = SETUPS[number]
    random, table = Random(number), env(game, illegal="refuse", **agreed)
    table.reset(seed=number)
    assert table.episode
    games = Batch(table.encoding.setup, 1, native=False)
    for _ in range(30):
        if table.episode.seat is None:
            break
        games.load_states([table.episode.state])
        seen = table.observe(table.agent_selection)
        np.testing.assert_array_equal(seen["observation"], games.planes[0] / games.largest)
        np.testing.assert_array_equal(seen["action_mask"], games.mask[0])
        table.step(random.choice(games.legal(0)))


@ALL
def test_single_and_vector_environments_have_the_same_spaces(number: int) -> None:
    game, agreed = SETUPS[number]
    one = GymnasiumEnvironment(game, opponent="random", **agreed)
    many = GymnasiumVectorEnvironment(game, 3, **agreed)
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    observation, _ = many.reset(seed=2)
    assert many.observation_space.contains(observation)
