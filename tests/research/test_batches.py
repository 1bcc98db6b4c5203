"""Batches: the same as single games, action by action, whatever is played and on whatever board."""

from __future__ import annotations

import copy
import math
import pickle
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moleworks.core.random_kernels import next_seed, pick
from moleworks.games import CHANCE, GAMES, Complaint, Malformed, Refused
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.games.mole_hill.board import board_of
from moleworks.record import Match
from moleworks.research import Batch, batch, encoding
from moleworks.research.batches import IllegalAction
from moleworks.research.batches.random_keys import keys_from_seed, seeds_from_keys
from tests.coverage_pause import pause_coverage
from tests.games.kernel_setups import SETUPS, label
from tests.games.secret_strategies import same_view_states
from tests.games.setup_strategies import matches
from tests.games.test_compiled import chosen
from tests.research.expected_planes import expected

ALL = [match for matches in SETUPS.values() for match in matches]
LONGEST = 400
"""Actions after which a random game has shown enough."""


def compare(games: Batch, i: int, state: Any) -> None:
    """One game of a batch against its state: who acts, what is legal, what everybody sees."""
    game, actor = games.game, games.game.actor(state)
    assert games.seats[i] == (-2 if actor is None else actor)
    legal = numbers(games, state, *game.legal(state))
    assert games.legal(i) == sorted(legal)
    stored: Any = games.state(i)
    assert stored.position == state.position
    for viewer in (*range(games.setup.players), None):
        assert in_any_order(game.view(stored, viewer)) == in_any_order(game.view(state, viewer))
    for action in game.legal(state)[:: max(1, len(legal) // 3)]:
        name, [number] = game.name(state, action), numbers(games, state, action)
        assert games.name(i, number) == name
        assert games.parse(i, name) == number
    seat = -1 if actor is None else actor
    np.testing.assert_array_equal(games.planes[i], expected(game, state, seat))


def in_any_order(view: Any) -> dict[str, Any]:
    """A view without the order in which hills were dug, but for the mole's own."""
    hills = view.get("hills", [])
    return {**view, "hills": (sorted(hills), hills[-1:])}


def numbers(games: Batch, state: Any, *actions: int) -> list[int]:
    """The numbers of actions, by their names: those of chance follow those of the seats."""
    here, names = encoding.for_setup(games.setup), [games.game.name(state, action) for action in actions]
    if games.game.actor(state) == CHANCE:
        return [len(here.seats) + here.chance.number[name] for name in names]
    return [here.seats.number[name] for name in names]


def compare_end(games: Batch, i: int, state: Any, plies: int) -> None:
    """What a step brought, against the state after it."""
    outcome, seats = games.game.outcome(state), range(games.setup.players)
    assert games.done[i] == (outcome is not None)
    scores = games.game.scores(state)
    assert (games.points is None) == (scores is None)
    if games.points is not None:
        assert tuple(games.points[i]) == scores
    winner = outcome.winner if outcome else None
    rewards = [0.0 if winner is None else (1 if seat == winner else -1 / (len(seats) - 1)) for seat in seats]
    if outcome and outcome.rule == "MH8":
        board = board_of(games.setup)
        most = board.dark + len(board.white) + 2 * len(board.red)
        rewards = [scores[0] / most, -scores[0] / most] if scores and most else rewards
    np.testing.assert_allclose(games.rewards[i], rewards)
    assert abs(games.rewards[i].sum()) < 1e-6
    if outcome:
        assert games.winners[i] == (-1 if winner is None else winner)
        assert games.lengths[i] == plies


def play_beside(match: Match, random: Random, native: bool, n: int = 2, longest: int = LONGEST) -> None:
    """A batch in which chance is played for, beside n single games."""
    games = Batch(match.setup, n, auto_reset=False, draw_chance=False, native=native)
    states = [match.state] * n
    for i in range(n):
        compare(games, i, states[i])
    for ply in range(1, longest):
        over = [match.game.actor(state) is None for state in states]
        if all(over):
            break
        actions = [
            -7 if done else chosen(match, state, list(match.game.legal(state)), random)
            for done, state in zip(over, states, strict=True)
        ]
        given = [
            -7 if done else numbers(games, state, action)[0]
            for done, state, action in zip(over, states, actions, strict=True)
        ]
        states = [
            state if done else match.game.play(state, action)
            for done, state, action in zip(over, states, actions, strict=True)
        ]
        games.step(given)
        for i, state in enumerate(states):
            compare(games, i, state)
            if not over[i]:
                compare_end(games, i, state, ply)
            else:
                assert not games.done[i]
                assert not games.rewards[i].any()
    seat = random.randrange(-1, match.setup.players)
    for planes, state in zip(games.observe(seat), states, strict=True):
        np.testing.assert_array_equal(planes, expected(match.game, state, seat))


@pytest.mark.parametrize("match", ALL, ids=label)
def test_every_set_up_plays_as_a_single_game(match: Match) -> None:
    with pause_coverage():
        play_beside(match, Random(ALL.index(match)), native=True)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_any_board_plays_as_a_single_game(game: str, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    play_beside(match, Random(data.draw(st.integers(0, 99))), native=True, longest=60)


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_it_is_the_same(game: str) -> None:
    for match in SETUPS[game][::7]:
        play_beside(match, Random(game), native=False, n=1, longest=50)
        both = [Batch(match.setup, 3, seed=4, native=native) for native in (False, True)]
        for _ in range(30):
            for games in both:
                games.step(games.sample())
            for one, other in zip(both[0]._buffers, both[1]._buffers, strict=True):
                np.testing.assert_array_equal(one, other)


def lucky(game: Any, state: Any, luck: int, plies: int = 0) -> tuple[Any, int, int]:
    """The state once chance has acted by its odds, as a row of chances has it; and how long it took."""
    while game.actor(state) == CHANCE:
        odds = game.odds(state)
        whole = math.lcm(*(chance.denominator for chance in odds.values()))
        luck = next_seed(luck)
        ticket = pick(luck, whole)
        for action, chance in odds.items():
            ticket -= int(chance * whole)
            if ticket < 0:
                state = game.play(state, action)
                break
        plies += 1
    return state, luck, plies


@pytest.mark.parametrize("match", [SETUPS[game][at] for game in GAMES for at in (0, 5, -1)], ids=label)
def test_chance_follows_from_the_key_by_its_odds(match: Match) -> None:
    """Games begin anew by themselves here, and go on in their row of chances."""
    game, random, key, ended = match.game, Random(5), 77, 0
    games = Batch(match.setup, 3, keys=[1, key, 3])
    state, luck, plies = lucky(game, match.state, int(seeds_from_keys([key], 1)[0][0]))
    compare(games, 1, state)
    for _ in range(2000):
        actions = games.sample()
        action = chosen(match, state, list(game.legal(state)), random)
        [actions[1]] = numbers(games, state, action)
        games.step(actions)
        state, luck, plies = lucky(game, game.play(state, action), luck, plies + 1)
        compare_end(games, 1, state, plies)
        if game.actor(state) is None:
            state, luck, plies = lucky(game, match.state, luck)
            ended += 1
        assert games.plies[1] == plies
        compare(games, 1, state)
        if ended == 3:
            break
    assert ended == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_game_hangs_on_its_key_alone(game: str) -> None:
    few, many = batch(game, 3, seed=9), batch(game, 40, seed=9)
    for _ in range(300):
        actions = many.sample()
        np.testing.assert_array_equal(actions[:3], few.sample())
        few.step(actions[:3])
        many.step(actions)
        np.testing.assert_array_equal(few.planes, many.planes[:3])
        np.testing.assert_array_equal(few.mask, many.mask[:3])
    assert keys_from_seed(9, 40)[:3].tolist() == keys_from_seed(9, 3).tolist()
    assert not np.array_equal(batch(game, 3, seed=10).sample(), batch(game, 3, seed=9).sample())


def test_dice_fall_evenly() -> None:
    games = batch("buddel-bande", 9000, seed=1, draw_chance=False)
    for _ in range(3):
        games.step(games.sample())
    rolls = Counter(games.sample().tolist())
    assert len(rolls) == 18
    assert sum((count - 500) ** 2 / 500 for count in rolls.values()) < 40  # chi squared, 17 degrees: 1 in 700


def test_discs_fall_by_their_odds() -> None:
    games = batch("mole-company", 6000, seed=1, draw_chance=False)
    while games.seats[0] != CHANCE:
        games.step(games.sample())
    discs = Counter(games.name(0, action) for action in games.sample().tolist())
    assert all(abs(discs[name] - count) < 150 for name, count in {"=1": 1000, "=2": 2000, "=3": 2000}.items())
    assert discs.total() == 6000


@settings(max_examples=40)
@given(data=st.data())
def test_no_plane_tells_a_secret(data: st.DataObject) -> None:
    """Another world that looks alike to a seat has the same planes for it; for one who knows it has not."""
    match = data.draw(matches("buddel-bande"))
    random = Random(data.draw(st.integers(0, 999)))
    games = Batch(match.setup, 2, draw_chance=False, auto_reset=False)
    for _ in range(random.randrange(40)):
        if games.seats[0] == -2:
            break
        games.step(np.repeat(games.sample()[:1], 2))
    seat = data.draw(st.sampled_from([-1, *range(match.setup.players)]))
    real = games.state(0)
    assert isinstance(real, BuddelBandeState)
    world = data.draw(same_view_states(match.game, real, None if seat < 0 else seat))
    _write(games, 1, world)
    planes = games.observe(seat)
    np.testing.assert_array_equal(planes[0], planes[1])
    knowing = world.position._replace(seen=(1 << 48) - 1)
    _write(games, 1, world._replace(position=knowing))
    if seat >= 0 and match.game.phase(real) in {"roll", "act"}:
        told = games.observe(seat)[1][:60].reshape(12, 5, -1)
        assert not told[:, 0].any(), "whoever has seen every mole knows every owner"


def _write(games: Batch, i: int, state: Any) -> None:
    games._buffers.positions.reshape(len(games), -1)[i] = state.position


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_changes_nothing(game: str) -> None:
    games = batch(game, 4, seed=3)
    games.step(games.sample())
    before, right = games.copy(), games.sample()
    for bad in (-1, games.actions, 10**9, int(np.flatnonzero(~games.mask[2])[0])):
        wrong = right.copy()
        wrong[2] = bad
        with pytest.raises(IllegalAction, match=f"Action {bad} is not legal in game 2") as caught:
            games.step(wrong)
        assert (caught.value.game, caught.value.action) == (2, bad)
        for one, other in zip(games._buffers, before._buffers, strict=True):
            np.testing.assert_array_equal(one, other)
    games.step(right)
    assert not np.array_equal(games.planes, before.planes)


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_its_own_way(game: str) -> None:
    games = batch(game, 5, seed=3)
    other = games.copy()
    np.testing.assert_array_equal(games.sample(), other.sample())
    kept = games.planes.copy()
    other.step(other.sample())
    np.testing.assert_array_equal(games.planes, kept)
    games.step(other.copy().sample() * 0 + games.sample())
    assert len(other) == len(games) == 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))]
)
def test_every_kind_of_copy_goes_on_alike_and_apart(game: str, copied: Any) -> None:
    games = Batch(Match.begin(game).setup, 2, seed=8, auto_reset=False, draw_chance=False, native=False)
    for _ in range(5):
        games.step(games.sample())
    other = copied(games)
    assert (other.setup, other.native, len(other)) == (games.setup, games.native, 2)
    before = games.planes.copy()
    for _ in range(6):
        other.step(other.sample())
    np.testing.assert_array_equal(games.planes, before)
    for _ in range(6):
        games.step(games.sample())
    for part, its in zip(games._buffers, other._buffers, strict=True):
        np.testing.assert_array_equal(part, its)
    np.testing.assert_array_equal(other.planes.reshape(-1), other._buffers.planes[: other.planes.size])
    np.testing.assert_array_equal(games.sample(), other.sample())


def test_the_boards_of_a_batch_are_turned_by_its_seed_or_as_one_says() -> None:
    turns = [batch("mole-company", 1, seed=seed).setup.rotations for seed in (0, 1, 2, 3, 1)]
    assert turns[1] == turns[4]
    assert len(set(turns)) == 4
    assert batch("mole-company", 1, rotations=[0, 3, 1, 5]).setup.rotations == (0, 3, 1, 5)
    assert batch("mole-hill", 1).setup.rotations is None


def test_reset_repeats_or_goes_on() -> None:
    games = batch("buddel-bande", 6, seed=3)
    first, keys = games.planes.copy(), keys_from_seed(3, 6)
    games.step(games.sample())
    games.reset()
    assert not np.array_equal(games.planes, first)
    games.reset(keys)
    np.testing.assert_array_equal(games.planes, first)
    assert not games.done.any()


def test_whatever_is_wrong_is_said() -> None:
    games = batch("mole-hill", 3)
    with pytest.raises(ValueError, match="a step needs 3 actions"):
        games.step([1, 2])
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        games.observe(2)
    for actions in ([1.0, 2.7, 3.0], [True, False, True], ["a", "b", "c"]):
        with pytest.raises(TypeError, match="actions are whole numbers"):
            games.step(actions)
    for keys in ([1, 2], [1, 2, -3], [1.0, 2.0, 3.0]):
        with pytest.raises(ValueError, match="keys are 3 whole numbers"):
            games.reset(keys)
    for n in (0, -1, 2**40, 2.5, True, "4"):
        with pytest.raises(Complaint, match="A batch has from 1"):
            batch("mole-hill", n)  # type: ignore[arg-type]
    assert len(batch("mole-hill", np.int64(4))) == 4
    with pytest.raises(Complaint, match="There is no game moles"):
        batch("moles", 3)
    with pytest.raises(Malformed):
        games.parse(0, "x")
    with pytest.raises(Refused):
        games.parse(0, "c3|d3")
    with pytest.raises(IndexError):
        games.name(3, 0)


def test_a_batch_says_what_it_is() -> None:
    assert repr(batch("mole-company", 3, board="burrow")) == "<Batch of 3 games of mole-company, device cpu>"


def test_planes_and_masks_have_a_name_each() -> None:
    for game in GAMES:
        games = batch(game, 1)
        assert len(games.plane_names) == len(set(games.plane_names)) == games.planes.shape[1]
        assert games.mask.shape == (1, games.actions)
