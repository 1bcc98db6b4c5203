"""PettingZoo's own tests, and what its users ask for: cloning and pickling a live environment."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from moleworks.games import BadSetup, Refused
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.research.pettingzoo import PettingZooEnvironment, env
from tests.research.setups import IDS, SETUPS

with warnings.catch_warnings():
    # Its tests import its connect four by a way that it deprecates itself.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

ALL = pytest.mark.parametrize(("game", "agreed"), SETUPS, ids=IDS)
# PettingZoo knows its own classic environments by name and does not warn about them.
quiet = (
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
)


def made(game: str, agreed: dict[str, Any]) -> Callable[..., PettingZooEnvironment]:
    return lambda render_mode=None: env(game, render_mode, **agreed)


def wander(table: PettingZooEnvironment, steps: int, seed: int) -> list[Any]:
    """So many random steps, and all that was seen on the way."""
    random, seen = np.random.default_rng(seed), []
    for _ in table.agent_iter(steps):
        observation, reward, over, cut, info = table.last()
        seen.append((table.agent_selection, observation, reward, over, cut, info))
        table.step(None if over else int(random.choice(observation["action_mask"].nonzero()[0])))
    return seen


def same(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(
        mine[:1] + mine[2:] == yours[:1] + yours[2:]
        and all(np.array_equal(mine[1][part], yours[1][part]) for part in ("observation", "action_mask"))
        for mine, yours in zip(one, other, strict=True)
    )


@ALL
@quiet[0]
@quiet[1]
@quiet[2]
def test_its_own_tests(game: str, agreed: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(made(game, agreed)(), num_cycles=60)
    seed_test(made(game, agreed), num_cycles=30)
    render_test(made(game, agreed))
    capsys.readouterr()


@ALL
def test_copies_of_a_live_environment_go_on_alike_and_apart(game: str, agreed: dict[str, Any]) -> None:
    table = made(game, agreed)()
    table.reset(seed=5)
    wander(table, 12, 1)
    for copied in (table.clone(), pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):
        again = pickle.loads(pickle.dumps(copied))
        one = wander(copied, 2000, 2)
        assert same(one, wander(again, 2000, 2))
        assert copied.agents == []
        # The luck of the next game is the same too.
        copied.reset()
        again.reset()
        assert same(wander(copied, 40, 3), wander(again, 40, 3))
    assert len(table.episode.names if table.episode else []) >= 12
    assert len(table.agents) == len(table.possible_agents)


@ALL
def test_an_agent_may_keep_what_it_saw_and_change_it(game: str, agreed: dict[str, Any]) -> None:
    """Nothing that happens later is seen in it, and what is done to it happens to nobody else."""
    tables = [made(game, agreed)() for _ in range(2)]
    for table in tables:
        table.reset(seed=4)
    random, kept = np.random.default_rng(4), []
    for _ in tables[0].agent_iter(60):
        seen, again, other = tables[0].last(), tables[0].last(), tables[1].last()
        over = seen[2]
        for part, sight in seen[0].items():
            assert np.array_equal(sight, other[0][part])
            assert not np.shares_memory(sight, again[0][part])
            kept.append((sight, sight.copy()))
        action = None if over else int(random.choice(seen[0]["action_mask"].nonzero()[0]))
        for sight in other[0].values():
            sight[:] = 1
        for table in tables:
            table.step(action)
    assert all(np.array_equal(sight, before) for sight, before in kept)


def test_numbers_of_any_kind_will_do_but_whole_ones() -> None:
    table = env("mole-hill")
    table.reset(seed=1)
    table.step(np.int64(31))
    assert table.agent_selection == "seat_1"
    with pytest.raises(TypeError, match="integer"):
        table.step(70.5)  # type: ignore[arg-type]
    assert table.agent_selection == "seat_1"


def test_a_copy_before_the_first_game_is_no_trouble() -> None:
    table = env("mole-hill").clone()
    table.reset(seed=1)
    assert table.agent_selection == "seat_0"


def test_an_illegal_action_loses() -> None:
    table = env("mole-hill")
    table.reset(seed=1)
    table.step(table.encoding.seats.number["a1|b1"])
    assert table.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert all(table.terminations.values())
    assert "It is the mole's turn" in table.infos["seat_0"]["refused"]
    assert [row[3] for row in wander(table, 10, 1)] == [True, True]


def test_or_it_is_refused_and_another_may_follow() -> None:
    table = env("mole-hill", illegal="refuse")
    table.reset(seed=1)
    with pytest.raises(Refused, match="It is the mole's turn"):
        table.step(table.encoding.seats.number["a1|b1"])
    with pytest.raises(ValueError, match="There is no action 500"):
        table.step(500)
    table.step(table.encoding.seats.number["e4"])
    assert table.agent_selection == "seat_1"


def test_a_pickled_game_that_an_illegal_action_ended_is_over_too() -> None:
    table = env("mole-hill")
    table.reset(seed=1)
    table.step(table.encoding.seats.number["a1|b1"])
    again = pickle.loads(pickle.dumps(table))
    assert not table.observe("seat_0")["action_mask"].any()
    assert same(wander(again, 10, 1), wander(table, 10, 1))


def lies(table: PettingZooEnvironment) -> tuple[int, ...]:
    assert table.episode is not None
    rotations = table.episode.encoding.setup.rotations
    assert rotations is not None
    assert rotations == table.episode.state.setup.rotations == table.encoding.setup.rotations
    return rotations


def test_the_boards_are_turned_by_lot_in_every_game() -> None:
    table = env("mole-company", players=3)
    turns = []
    for seed in range(8):
        table.reset(seed=seed)
        turns.append(lies(table))
        table.reset(seed=seed)
        assert lies(table) == turns[-1]
        assert lies(pickle.loads(pickle.dumps(table))) == turns[-1] == lies(table.clone())
    assert len(set(turns)) > 6
    table.reset()
    assert lies(table) != turns[-1]
    wander(table, 2000, 1)
    assert table.agents == []


def test_or_they_lie_as_one_says() -> None:
    table = env("mole-company", rotations=(0, 3, 1, 5))
    table.reset(seed=1)
    assert lies(table) == (0, 3, 1, 5)
    table.reset(seed=1, options={"rotations": np.array([1, 1, 1, 1])})
    assert lies(table) == (1, 1, 1, 1)
    table.reset(seed=1, options={})
    assert lies(table) == (0, 3, 1, 5)
    with pytest.raises(BadSetup, match="Rotations are 4 whole numbers from 0 to 5"):
        table.reset(options={"rotations": (9, 0, 0, 0)})
    with pytest.raises(BadSetup, match="Rotations are 4 whole numbers from 0 to 5"):
        table.reset(options={"rotations": 3})
    table.reset(seed=1, options={"weather": "fair"})  # warnings are errors here
    assert lies(table) == (0, 3, 1, 5)
    with pytest.raises(BadSetup, match="is not turned"):
        env("mole-hill").reset(options={"rotations": (0,)})


def test_mistakes_are_explained() -> None:
    with pytest.raises(ValueError, match="no way film to render"):
        env("mole-hill", "film")
    with pytest.raises(ValueError, match='"lose" or "refuse"'):
        env("mole-hill", illegal="cry")
    table = env("mole-hill")
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        table.observe("seat_0")
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        table.step(0)
    table.reset()
    with pytest.raises(ValueError, match="has to act"):
        table.step(None)
    with pytest.raises(ValueError, match="Say how to render"):
        table.render()
    wander(table, 2000, 1)
    for action in (None, 0):
        with pytest.raises(ValueError, match=r"over and all have left: call reset\(\)"):
            table.step(action)


def test_pictures_change_with_the_game_and_tell_no_secret() -> None:
    for game, agreed in SETUPS:
        tables = [made(game, agreed)(mode) for mode in ("rgb_array", "ansi")]
        for table in tables:
            table.reset(seed=3)
        before = [table.render() for table in tables]
        for table in tables:
            wander(table, 9, 1)
        after = [table.render() for table in tables]
        assert before[0].shape == after[0].shape
        assert (before[0] != after[0]).any()
        assert before[1] != after[1]
    one, other = (env("buddel-bande", "rgb_array", players=4) for _ in range(2))
    one.reset(seed=1)
    other.reset(seed=2)
    assert one.episode is not None
    assert other.episode is not None
    state, rest = one.episode.state, other.episode.state
    assert isinstance(state, BuddelBandeState)
    assert isinstance(rest, BuddelBandeState)
    position, secret = state.position, rest.position.owners
    assert position.owners != secret
    shown = one.render()
    one.episode.state = state._replace(position=position._replace(owners=secret))
    assert np.array_equal(shown, one.render())
