"""Gymnasium's vector environments over a batch: against the batch itself, seat by seat."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from moleworks.games import GAMES
from moleworks.research.batches import IllegalAction, batch
from moleworks.research.gymnasium import GymnasiumEnvironment
from moleworks.research.gymnasium_vector import GymnasiumVectorEnvironment

SMALL: dict[str, dict[str, Any]] = {
    "mole-hill": {"board": "patch"},
    "mole-company": {"board": "burrow", "rotations": [0, 1, 2, 3], "options": {"turn_limit": 12}},
    "buddel-bande": {"board": "stroll", "players": 3, "options": {"turn_limit": 40}},
}
N = 6


def legal_by(random: np.random.Generator, masks: Any) -> Any:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("game", GAMES)
def test_it_is_made_by_gymnasium_and_keeps_to_its_spaces(game: str) -> None:
    table: Any = gymnasium.make_vec(
        f"moleworks/{game}-v0", N, vectorization_mode="vector_entry_point", seat=1, **SMALL[game]
    )
    random, ends = np.random.default_rng(1), 0
    seen, info = table.reset(seed=7)
    for _ in range(150):
        assert table.observation_space.contains(seen)
        assert (info["seat"] == 1).all()
        assert seen["action_mask"].any(axis=1).all()
        np.testing.assert_array_equal(table.unwrapped.action_masks(), seen["action_mask"] == 1)
        seen, rewards, over, cut, info = table.step(legal_by(random, seen["action_mask"]))
        assert not cut.any()
        assert not rewards[~over].any()
        ends += over.sum()
    assert ends > N


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_its_games(game: str) -> None:
    def played() -> list[Any]:
        table, random = GymnasiumVectorEnvironment(game, N, **SMALL[game]), np.random.default_rng(1)
        found: list[Any] = [table.reset(seed=3)]
        for _ in range(20):
            found.append(table.step(legal_by(random, found[-1][0]["action_mask"])))
        return found

    for one, other in zip(played(), played(), strict=True):
        assert data_equivalence(one, other)


def last_legal(seen: Any) -> Any:
    """The last legal action, of one game or of many."""
    mask = seen["action_mask"]
    return mask.shape[-1] - 1 - mask[..., ::-1].argmax(axis=-1)


@pytest.mark.parametrize("opponent", [last_legal, "self"], ids=["function", "self"])
def test_it_tells_what_gymnasiums_own_vector_environments_tell(opponent: Any) -> None:
    """Step by step, ends of games too, where no chance makes a difference."""
    own = {"opponent": opponent, "board": "patch", "seat": 1}
    mine = GymnasiumVectorEnvironment("mole-hill", 3, **own)
    theirs = SyncVectorEnv(
        [lambda: GymnasiumEnvironment("mole-hill", **own)] * 3, autoreset_mode=AutoresetMode.SAME_STEP
    )
    assert mine.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert mine.observation_space == theirs.observation_space
    random, ends = np.random.default_rng(5), 0
    told, expected = mine.reset(seed=1), theirs.reset(seed=1)
    for _ in range(150):
        assert data_equivalence(told, expected)
        actions = legal_by(random, told[0]["action_mask"])
        told, expected = mine.step(actions), theirs.step(actions)  # type: ignore[assignment]
        ends += "final_obs" in told[-1]
    assert ends > 2


@pytest.mark.parametrize("game", GAMES)
def test_the_agent_can_play_all_seats_and_sees_how_games_end(game: str) -> None:
    """Beside a batch with the same luck, whose finished games stay as they are."""
    table = GymnasiumVectorEnvironment(game, N, opponent="self", **SMALL[game])
    games = batch(game, N, keys=range(N), auto_reset=False, **SMALL[game])
    random, ended, seats = np.random.default_rng(6), 0, set[int]()
    seen, info = table.reset(seed=list(range(N)))
    while ended < 2 * N:
        acted, actions = info["seat"], legal_by(random, seen["action_mask"])
        seats |= set(acted.tolist())
        seen, rewards, over, _, info = table.step(actions)
        games.step(actions)
        np.testing.assert_array_equal(over, games.done)
        np.testing.assert_array_equal(rewards, games.rewards[np.arange(N), acted])
        assert ("final_obs" in info) == over.any()
        for place in np.flatnonzero(over):
            assert info["final_info"]["seat"][place] == acted[place]
            shown, last = games.observe(acted[place])[place] / games.largest, info["final_obs"][place]
            np.testing.assert_array_equal(last["observation"], shown)
            assert not last["action_mask"].any()
            assert table.single_observation_space.contains(last)
        ended += over.sum()
        if over.any():
            games.reset(where=over)
    assert seats == set(range(games.setup.players))


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_can_be_drawn_for_every_game(game: str) -> None:
    table, random = GymnasiumVectorEnvironment(game, N, seat=None, **SMALL[game]), np.random.default_rng(8)
    seen, info = table.reset(seed=2)
    drawn, ends = [info["seat"]], 0
    for _ in range(150):
        before = info["seat"]
        np.testing.assert_array_equal(before, table.games.seats)
        seen, _, over, _, info = table.step(legal_by(random, seen["action_mask"]))
        np.testing.assert_array_equal(before[~over], info["seat"][~over])
        if over.any():
            np.testing.assert_array_equal(info["final_info"]["seat"][over], before[over])
            drawn.append(info["seat"])
            ends += over.sum()
    assert ends > N
    assert set(np.concatenate(drawn).tolist()) == set(range(table.games.setup.players))
    again, repeated = table.reset(seed=2)
    np.testing.assert_array_equal(repeated["seat"], drawn[0])
    assert data_equivalence(
        again, GymnasiumVectorEnvironment(game, N, seat=None, **SMALL[game]).reset(seed=2)[0]
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_the_other_seats(game: str) -> None:
    table, random = GymnasiumVectorEnvironment(game, 2, opponent=1, **SMALL[game]), np.random.default_rng(9)
    seen, _ = table.reset(seed=4)
    ends = 0
    while ends < 4:
        assert table.observation_space.contains(seen)
        assert (table.games.seats == 0).all()
        for place, state in enumerate(table._states):  # what the level goes by is where the game stands
            planes = table._encoding.observe(state, 0)
            np.testing.assert_array_equal(planes, seen["observation"][place])
        seen, _, over, _, _ = table.step(legal_by(random, seen["action_mask"]))
        ends += over.sum()


def test_a_function_plays_the_other_seats() -> None:
    shown, random = [], np.random.default_rng(3)

    def anything(seen: Any) -> Any:
        shown.append(len(seen["observation"]))
        return legal_by(random, seen["action_mask"])

    table = GymnasiumVectorEnvironment("mole-company", N, opponent=anything, seat=1, **SMALL["mole-company"])
    seen, _ = table.reset(seed=1)
    for _ in range(40):
        seen, *_ = table.step(anything(seen))
        assert (table.games.seats == 1).all()
    assert 0 < min(shown) < N, "others act in some games only"


def test_mistakes_are_explained() -> None:
    with pytest.raises(ValueError, match='a level, "random", "self" or a function'):
        GymnasiumVectorEnvironment("mole-hill", N, opponent="strong")
    with pytest.raises(ValueError, match="no level 8: they go from 1 to 7"):
        GymnasiumVectorEnvironment("mole-hill", N, opponent=8)
    with pytest.raises(ValueError, match="no seat 2"):
        GymnasiumVectorEnvironment("mole-hill", N, seat=2)
    table = GymnasiumVectorEnvironment("mole-hill", N)
    with pytest.raises(ValueError, match="knows no options"):
        table.reset(options={"rotations": [1]})
    with pytest.raises(ValueError, match="a seed for every game"):
        table.reset(seed=[1, None, 3, 4, 5, 6])
    table.reset(seed=1)
    with pytest.raises(IllegalAction):
        table.step(np.full(N, -1))
