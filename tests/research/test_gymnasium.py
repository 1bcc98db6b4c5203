"""Gymnasium's own test, and whole games against a level."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from moleworks.games import GAMES, Refused
from moleworks.research.gymnasium import GymnasiumEnvironment

SMALL: dict[str, dict[str, Any]] = {
    "mole-hill": {"board": "patch"},
    "mole-company": {"board": "burrow", "players": 3, "options": {"turn_limit": 12}},
    "buddel-bande": {"board": "stroll", "players": 3, "options": {"turn_limit": 40}},
}


@pytest.mark.parametrize("game", GAMES)
def test_its_own_test(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = gymnasium.make(f"moleworks/{game}-v0", level=1, render_mode="rgb_array", **SMALL[game])
    check_env(made.unwrapped)
    capsys.readouterr()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_any_seat(game: str) -> None:
    table = GymnasiumEnvironment(game, level=1, seat=None, render_mode="ansi", **SMALL[game])
    random, seats, seed = np.random.default_rng(1), set(), 1
    for _ in range(6):
        seen, info = table.reset(seed=seed)
        seed, over = seed + 1, False
        seats.add(info["seat"])
        while not over:
            assert seen["action_mask"].any()
            action = random.choice(seen["action_mask"].nonzero()[0])
            seen, reward, over, cut, info = table.step(action)
            assert not cut
            assert over or not reward
        assert not seen["action_mask"].any()
        assert -1 <= reward <= 1
        assert isinstance(table.render(), str)
    assert len(seats) > 1


def test_an_illegal_action_loses_and_says_why() -> None:
    table = GymnasiumEnvironment("mole-hill", board="patch")
    table.reset(seed=1)
    _, reward, over, _, info = table.step(np.int64(table.encoding.seats.number["a1|b1"]))
    assert (reward, over) == (-1.0, True)
    assert "It is the mole's turn" in info["refused"]
    with pytest.raises(ValueError, match="The game is over"):
        table.step(np.int64(0))


def test_or_it_is_refused_and_the_game_goes_on() -> None:
    table = GymnasiumEnvironment("mole-hill", board="patch", illegal="refuse")
    table.reset(seed=1)
    with pytest.raises(Refused, match="It is the mole's turn"):
        table.step(table.encoding.seats.number["a1|b1"])
    with pytest.raises(TypeError, match="integer"):
        table.step(0.7)  # type: ignore[arg-type]
    _, _, over, _, info = table.step(0)
    assert not over
    assert "refused" not in info


def test_the_boards_are_turned_by_lot_or_as_one_says() -> None:
    table, turns = GymnasiumEnvironment("mole-company", board="burrow"), []
    for seed in (1, 2, 3, 1):
        table.reset(seed=seed)
        turns.append(table.encoding.setup.rotations)
    assert turns[0] == turns[3]
    assert len(set(turns)) == 3
    table.reset(options={"rotations": (5, 4, 3, 2)})
    assert table.encoding.setup.rotations == (5, 4, 3, 2)
    with pytest.raises(ValueError, match="knows the option rotations alone, not weather"):
        table.reset(options={"weather": "fair"})
    table = GymnasiumEnvironment("mole-company", board="burrow", rotations=(0, 3, 1, 5))
    table.reset(seed=1)
    assert table.encoding.setup.rotations == (0, 3, 1, 5)


def first_legal(seen: Any) -> Any:
    return seen["action_mask"].argmax()


@pytest.mark.parametrize("opponent", ["random", first_legal], ids=["random", "function"])
def test_anybody_can_play_the_other_seats(opponent: Any) -> None:
    table = GymnasiumEnvironment("buddel-bande", opponent=opponent, seat=1, **SMALL["buddel-bande"])
    for seed in (3, 3, 4):
        games = []
        seen, _ = table.reset(seed=seed)
        over = False
        while not over:
            np.testing.assert_array_equal(table.action_masks(), seen["action_mask"] == 1)
            seen, reward, over, _, info = table.step(first_legal(seen))
            assert info["seat"] == 1
        games.append((reward, tuple(table.episode.names if table.episode else ())))
    assert table.action_masks().dtype == np.bool_


def test_an_opponent_that_plays_an_illegal_action_is_told_so() -> None:
    table = GymnasiumEnvironment("mole-hill", opponent=lambda _: 0, seat=1, board="patch")
    table.reset(seed=1)  # the mole is placed on the first square, and cannot go there again
    with pytest.raises(Refused):
        table.step(table.action_masks().argmax())


def test_the_agent_can_play_all_seats() -> None:
    table = GymnasiumEnvironment("mole-hill", opponent="self", board="patch")
    seen, info = table.reset(seed=1)
    seats, ends, over = [], {}, False
    while not over:
        acted = info["seat"]
        seats.append(acted)
        np.testing.assert_array_equal(
            seen["observation"], table.encoding.observe(table.episode.state, acted) if table.episode else 0
        )
        seen, reward, over, _, info = table.step(first_legal(seen))
        ends[acted] = reward
    assert set(seats) == {0, 1}
    assert table.episode is not None
    assert ends[acted] == table.encoding.returns(table.episode.state)[acted]


def test_no_environment_is_silently_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from moleworks import engine
    from moleworks.research import level_opponent

    monkeypatch.setattr(type(engine.player("mole-hill")), "warm_up", lambda *_: False)
    with pytest.raises(TimeoutError, match="not compiled within 120 s"):
        GymnasiumEnvironment("mole-hill", board="patch")
    monkeypatch.setattr(level_opponent, "available", lambda: False)
    with pytest.warns(UserWarning, match="Without Numba the computer player is slow"):
        GymnasiumEnvironment("mole-hill", board="patch")
    GymnasiumEnvironment("mole-hill", board="patch", opponent="random")


def test_mistakes_are_explained() -> None:
    with pytest.raises(ValueError, match='An opponent is a level, "random", "self" or a function'):
        GymnasiumEnvironment("mole-hill", opponent="strong")
    with pytest.raises(ValueError, match="no way film to render"):
        GymnasiumEnvironment("mole-hill", render_mode="film")
    with pytest.raises(ValueError, match='"lose" or "refuse"'):
        GymnasiumEnvironment("mole-hill", illegal="cry")
    with pytest.raises(ValueError, match="no level 9"):
        GymnasiumEnvironment("mole-hill", level=9)
    with pytest.raises(ValueError, match="no seat 2"):
        GymnasiumEnvironment("mole-hill", seat=2)
    table = GymnasiumEnvironment("mole-hill", board="patch")
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        table.step(np.int64(0))
    with pytest.raises(ValueError, match="Say how to render"):
        table.render()
