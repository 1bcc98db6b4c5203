"""States of batches as data: saved, indexed, loaded elsewhere; steps and new games for some games only."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moleworks.games import GAMES
from moleworks.record import Match
from moleworks.research import Batch, batch, encoding
from moleworks.research.batches import DamagedState, IllegalAction
from moleworks.research.batches.random_keys import keys_from_seed
from tests.research.setups import IDS, SETUPS

N = 9
SHOWN = ("mask", "planes", "seats", "plies")
"""What follows from the state of a game."""
TOLD = ("rewards", "done", "winners", "points", "lengths")
"""What the last step has told."""


def played(number: int, steps: int = 30, n: int = N, **options: Any) -> Batch:
    game, agreed = SETUPS[number]
    games = batch(game, n, seed=number, **agreed, **options)
    for _ in range(steps):
        games.step(games.sample())
    return games


def assert_equal(
    one: Batch, other: Batch, *names: str, at: Any = slice(None), its: Any = slice(None)
) -> None:
    for name in names:
        mine, others = getattr(one, name), getattr(other, name)
        assert (mine is None) == (others is None)
        if mine is not None:
            np.testing.assert_array_equal(mine[at], others[its], err_msg=name)


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=IDS)
def test_a_step_of_some_games_is_their_step_and_leaves_the_others(number: int) -> None:
    """Played by their numbers in any order, or by a mask, in games that end and begin again."""
    some, whole = played(number), played(number)
    chosen = np.array([7, 0, 3, 4, N - 1])
    mask = np.isin(np.arange(N), chosen)
    others = np.flatnonzero(~mask)
    for turn in range(120):
        actions = whole.sample()
        np.testing.assert_array_equal(actions, some.sample())
        before = some.copy()
        if turn % 2:
            some.step(actions[chosen], where=chosen)
        else:
            some.step(np.where(mask, actions, -99), where=mask)
        assert_equal(some, before, *SHOWN, *TOLD, at=others, its=others)
        whole.step(actions)
        assert_equal(some, whole, *SHOWN, *TOLD, at=chosen, its=chosen)
        some.step(actions[others], where=others)
        assert_equal(some, whole, *SHOWN, *TOLD)


@pytest.mark.parametrize("native", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("number", [0, 2, 5], ids=[IDS[0], IDS[2], IDS[5]])
def test_rows_are_all_that_a_game_depends_on(number: int, native: bool) -> None:
    """A gathered batch goes on as the games that it comes from, with the same dice and random actions."""
    games = Batch(played(number, 0).setup, N, seed=4, native=native)
    for _ in range(17):
        games.step(games.sample())
    order = [3, 3, 0, 8]
    rows = games.save(order)
    assert rows.shape == (4, games.words)
    gathered = games.select(order)
    scattered = Batch(games.setup, N, seed=5, native=native)
    scattered.load(rows[1:], where=[8, 2, 5])
    for _ in range(25):
        assert_equal(games, gathered, *SHOWN, at=order)
        assert_equal(games, scattered, *SHOWN, at=order[1:], its=[8, 2, 5])
        actions = games.sample()
        np.testing.assert_array_equal(actions[order], gathered.sample())
        np.testing.assert_array_equal(actions[order[1:]], scattered.sample()[[8, 2, 5]])
        games.step(actions)
        gathered.step(actions[order])
        scattered.step(actions[order[1:]], where=[8, 2, 5])
        assert_equal(games, gathered, *TOLD[:2], at=order)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_goes_back_to_where_it_began(game: str) -> None:
    games = batch(game, 6, seed=2, auto_reset=False)
    for _ in range(12):
        games.step(games.sample())
    rows, before = games.save(), games.copy()
    for _ in range(60):
        games.step(games.sample())
    assert not np.array_equal(games.planes, before.planes)
    games.load(rows)
    assert_equal(games, before, *SHOWN)
    np.testing.assert_array_equal(games.save(), rows)


def test_a_loaded_game_that_is_over_tells_its_rewards() -> None:
    games = batch("mole-hill", 4, seed=1, auto_reset=False)
    while not (games.seats == -2).all():
        games.step(games.sample())
    fresh = batch("mole-hill", 4, seed=8, auto_reset=False)
    fresh.load(games.save([0, 1]), where=[3, 1])
    for name in ("winners", "points"):
        np.testing.assert_array_equal(getattr(fresh, name)[[3, 1]], getattr(games, name)[[0, 1]])
    assert fresh.done.tolist() == [False, True, False, True]
    assert (abs(fresh.rewards[[1, 3]]).sum(axis=1) > 0).any()


@pytest.mark.parametrize("game", GAMES)
def test_some_games_begin_again(game: str) -> None:
    games = batch(game, N, seed=3)
    fresh = Batch(games.setup, N, keys=np.arange(N) + 50)
    for _ in range(20):
        games.step(games.sample())
    before = games.copy()
    games.reset(np.array([52, 50]), where=[2, 0])
    assert_equal(games, fresh, *SHOWN, at=[2, 0], its=[2, 0])
    assert_equal(games, before, *SHOWN, *TOLD, at=[1, *range(3, N)], its=[1, *range(3, N)])
    games.reset(where=np.arange(N) > 3)
    assert_equal(games, before, *SHOWN, at=[1, 3], its=[1, 3])
    assert (games.plies[4:] == fresh.plies[4:]).all()


def test_other_luck_changes_what_chance_does_and_nothing_else() -> None:
    games = batch("buddel-bande", N, seed=3)
    for _ in range(15):
        games.step(games.sample())
    same, other = games.copy(), games.copy()
    other.reseed([9, 8], where=[1, 5])
    assert_equal(games, other, *SHOWN)
    for _ in range(12):
        actions = np.array([games.legal(i)[0] for i in range(N)])
        games.step(actions)
        same.step(actions)
        changed = [other.legal(i)[0] for i in range(N)]
        other.step(changed)
    assert_equal(games, same, *SHOWN)
    rest = [i for i in range(N) if i not in {1, 5}]
    assert_equal(games, other, *SHOWN, at=rest, its=rest)
    assert not np.array_equal(games.planes[[1, 5]], other.planes[[1, 5]])


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=IDS)
def test_states_of_matches_are_loaded(number: int) -> None:
    here = encoding.for_game(SETUPS[number][0], **SETUPS[number][1])
    games = Batch(here.setup, 3, draw_chance=False)
    other = Batch(here.setup, 5, draw_chance=False)
    for _ in range(40):
        games.step(games.sample())
    other.load_states([games.state(2), games.state(0)], where=[4, 1])
    assert_equal(games, other, "mask", "planes", "seats", at=[2, 0], its=[4, 1])
    assert other.state(4) == games.state(2)


def test_a_state_where_chance_acts_is_played_on_if_chance_is_drawn() -> None:
    waiting = batch("buddel-bande", 2, seed=1, draw_chance=False)
    games = Batch(waiting.setup, 2)
    games.load_states([waiting.state(0)] * 2, keys=[5, 6])
    assert (games.seats >= 0).all()
    assert games.state(0) != games.state(1)


def test_rows_of_another_set_up_and_changed_rows_are_refused() -> None:
    games, other = played(0), played(1)
    before = games.copy()
    with pytest.raises(DamagedState, match="Row 0 is no state of a batch with this set-up"):
        Batch(Match.begin("mole-hill", options={"rounds": 1}).setup, N).load(games.save())
    rows = games.save()
    for word in range(games.words):
        changed = rows.copy()
        changed[4, word] ^= 1 << (7 * word % 60)
        with pytest.raises(DamagedState, match="Row 4 ") as caught:
            games.load(changed)
        assert caught.value.row == 4
    with pytest.raises(ValueError, match="state 1 is of another set-up"):
        games.load_states([games.state(0), other.state(0)], where=[0, 1])
    assert_equal(games, before, *SHOWN, *TOLD)


def test_what_chooses_games_is_checked() -> None:
    games = played(5)
    for where, error, words in (
        ([0, 9], IndexError, "there is no game 9: games are 0 to 8"),
        ([-1], IndexError, "there is no game -1"),
        ([3, 1, 3], ValueError, "game 3 is chosen twice"),
        ([True], ValueError, "a mask of games has 9 bools"),
        ([0.0, 1.0], TypeError, "games are chosen by their numbers"),
        ([[0, 1]], TypeError, "games are chosen by their numbers"),
    ):
        with pytest.raises(error, match=words):
            games.step(np.zeros(np.size(where), int), where=where)
    with pytest.raises(IndexError, match="there is no game 12"):
        games.save([0, 12])
    with pytest.raises(ValueError, match="a step needs 2 actions"):
        games.step([1, 2, 3], where=[0, 1])
    with pytest.raises(ValueError, match=rf"load needs 2 × {games.words} rows"):
        games.load(games.save(), where=[0, 1])
    with pytest.raises(ValueError, match="keys are 1 whole numbers"):
        games.reset([1, 2], where=[4])
    bad = games.sample()
    with pytest.raises(IllegalAction, match="Action -4 is not legal in game 6") as caught:
        games.step([bad[2], -4], where=[2, 6])
    assert (caught.value.game, caught.value.action) == (6, -4)
    assert games.save([]).shape == (0, games.words)
    assert games.save(np.arange(N) > 6).shape == (2, games.words)
    assert len(keys_from_seed(0, 1)) == 1
