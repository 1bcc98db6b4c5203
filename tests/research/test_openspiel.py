"""OpenSpiel's own tests and bots on our games."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import moleworks.research.openspiel  # noqa: F401 - registers the games
from moleworks.games import CHANCE, GAMES, Refused
from moleworks.record import Match

GAME_STRINGS = (
    "moleworks_mole_hill",
    "moleworks_mole_hill(board=patch,diagonal=edges,preset=short,rounds=1,start=anywhere)",
    "moleworks_mole_company(turn_limit=30,rotations=0 3 1 5)",
    "moleworks_mole_company(players=4,preset=tactile,specials=yes,turn_limit=20,board=burrow)",
    "moleworks_buddel_bande(turn_limit=60)",
    "moleworks_buddel_bande(players=4,know_own=no,either=dog,board=stroll,turn_limit=60)",
    "moleworks_buddel_bande(players=3,board=stroll,opening=~Sc S1>1 ~Ml M2>2,turn_limit=60)",
)
ALL = pytest.mark.parametrize("text", GAME_STRINGS)
BANDE = "moleworks_buddel_bande(players=4,turn_limit=60)"


def played(game: Any, actions: int, seed: int) -> Any:
    """So many random actions, chance included."""
    random, state = np.random.RandomState(seed), game.new_initial_state()
    while actions and not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        actions -= 1
    return state


@ALL
def test_openspiels_own_random_games(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize(
    "text",
    [
        "moleworks_mole_hill(board=patch,rounds=1)",
        "moleworks_mole_company(board=burrow,turn_limit=4)",
        "moleworks_buddel_bande(board=stroll,turn_limit=4)",
    ],
)
def test_a_playthrough_can_be_made_and_made_again(text: str) -> None:
    made = generate_playthrough.playthrough(text, [], seed=7)
    actions = [int(line.split()[1]) for line in made.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough(text, actions, seed=8) == made
    assert "InformationStateTensorSize() = " in made
    assert "ObservationTensorShape() = " in made


def test_parameters_are_the_options() -> None:
    for game in GAMES.values():
        known = pyspiel.load_game(f"moleworks_{game.id.replace('-', '_')}").get_parameters()
        assert set(game.options) <= set(known)
    setup = pyspiel.load_game(GAME_STRINGS[1]).encoding.setup
    assert (setup.board.name, setup.preset) == ("patch", "short")
    assert setup.options == {"start": "anywhere", "diagonal": "edges", "rounds": 1}
    setup = pyspiel.load_game(GAME_STRINGS[3]).encoding.setup
    assert (setup.players, setup.options["specials"], setup.options["all_home"]) == (4, True, "may-wait")
    assert pyspiel.load_game(GAME_STRINGS[2]).encoding.setup.rotations == (0, 3, 1, 5)
    assert pyspiel.load_game(GAME_STRINGS[5]).encoding.setup.options["know_own"] is False


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("moleworks_mole_hill(start=moon)", "Option start cannot be"),
        ("moleworks_mole_hill(board=moon)", "There is no such board"),
        ("moleworks_mole_hill(preset=moon)", "has no preset moon"),
        ("moleworks_mole_company(players=7)", "is for 2 to 4 players"),
        ("moleworks_mole_company(rotations=a b c d)", "Rotations are numbers"),
        ("moleworks_mole_company(specials=perhaps)", "Option specials cannot be perhaps; it can be yes, no"),
        ("moleworks_mole_company(turn_limit=20000)", "Option turn_limit cannot be"),
    ],
)
def test_wrong_parameters_are_explained(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        pyspiel.load_game(text)


@ALL
def test_a_state_survives_being_written_down(text: str) -> None:
    game = pyspiel.load_game(text)
    for actions in (0, 7, 25):
        state = played(game, actions, actions)
        for other in (
            game.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
            state.clone(),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ):
            assert other.moleworks_state == state.moleworks_state
            assert other.history() == state.history()
            assert other.legal_actions() == state.legal_actions()
        assert len(state.serialize()) < 8000 + 20 * actions


@ALL
def test_a_clone_goes_its_own_way(text: str) -> None:
    state = played(pyspiel.load_game(text), 10, 1)
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


@ALL
def test_actions_have_our_names(text: str) -> None:
    game = pyspiel.load_game(text)
    state = played(game, 12, 3)
    ours = game.encoding.game
    names = [state.action_to_string(action) for action in state.legal_actions()]
    inside = state.moleworks_state
    assert sorted(names) == sorted(ours.name(inside, action) for action in ours.legal(inside))
    assert [state.string_to_action(name) for name in names] == state.legal_actions()
    assert [state.string_to_action(state.current_player(), name) for name in names] == state.legal_actions()
    replay, played_names = game.new_initial_state(), []
    for player, action in _history(state):
        played_names.append(replay.action_to_string(player, action))
        replay.apply_action(action)
    told, deals = str(state).split(), 3
    assert told[: deals * bool(game.opening)] == played_names[: deals * bool(game.opening)]
    del told[deals : deals + len(game.opening)]  # nobody chose them
    assert told == played_names


def _history(state: Any) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in state.full_history()]


def test_python_and_openspiels_own_way_say_the_same() -> None:
    """What Python programs call is defined twice: past C++ and through it."""
    for text in GAME_STRINGS:
        state = played(pyspiel.load_game(text), 9, 4)
        inherited = pyspiel.State
        assert inherited.legal_actions(state) == state.legal_actions()
        assert inherited.is_chance_node(state) == state.is_chance_node()
        for player in range(2):
            assert inherited.legal_actions(state, player) == state.legal_actions(player)


@ALL
def test_chance_is_explicit_and_adds_up(text: str) -> None:
    game = pyspiel.load_game(text)
    met = 0
    for actions in range(40):
        state = played(game, actions, 5)
        if state.is_chance_node():
            met += 1
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
            assert [number for number, _ in state.chance_outcomes()] == state.legal_actions()
    assert bool(met) == (game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)


@ALL
@pytest.mark.parametrize("recall", [False, True])
def test_tensors_agree_with_strings(text: str, recall: bool) -> None:
    """The same string, the same tensor; and no tensor stands for two strings.

    But one thing: the order in which hills were dug is in no observation tensor of Mole Hill.
    """
    game = pyspiel.load_game(text)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))
    tensors: dict[str, bytes] = {}
    strings: dict[bytes, str] = {}
    for seed in range(3):
        for actions in range(0, 60, 3):
            state = played(game, actions, seed)
            for player in range(game.num_players()):
                observation.set_from(state, player)
                told, tensor = observation.string_from(state, player), observation.tensor.tobytes()
                assert tensors.setdefault(told, tensor) == tensor
                tensor += bytes([player])
                if recall or "mole_hill" not in text:
                    assert strings.setdefault(tensor, told) == told
            if recall:
                assert state.information_state_string(0) == observation.string_from(state, 0)
    assert len(tensors) > 30


def test_the_observer_refuses_what_nobody_knows() -> None:
    game = pyspiel.load_game(BANDE)
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="No seat knows"):
        game.make_py_observer(everything)
    with pytest.raises(ValueError, match="The only observation parameter is one_hot"):
        game.make_py_observer(None, {"colour": 1})


@pytest.mark.parametrize("text", [BANDE, "moleworks_mole_hill(board=patch)"])
def test_one_hot_information_states_say_the_same_as_numbers(text: str) -> None:
    game = pyspiel.load_game(text)
    state, kind = played(game, 20, 3), pyspiel.IIGObservationType(perfect_recall=True)
    numbers = make_observation(game, kind)
    rows = make_observation(game, kind, {"one_hot": True})
    for observation in (numbers, rows):
        observation.set_from(state, 0)
    plain, hot = numbers.dict["heard"].astype(int), rows.dict["heard"]
    assert hot.shape == (len(plain), len(game.encoding.seats) + len(game.encoding.chance))
    np.testing.assert_array_equal(hot.sum(axis=1), plain > 0)
    np.testing.assert_array_equal(hot.argmax(axis=1)[plain > 0], plain[plain > 0] - 1)
    assert (plain > 0).sum() == len(state.heard)
    np.testing.assert_array_equal(numbers.dict["observation"], rows.dict["observation"])


@pytest.mark.parametrize("know_own", ["yes", "no"])
def test_resampled_worlds_look_the_same_to_the_seat_and_differ(know_own: str) -> None:
    game = pyspiel.load_game(f"moleworks_buddel_bande(players=4,turn_limit=60,know_own={know_own})")
    sampler = pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
    owners = set()
    for actions in (4, 12, 30):
        state = played(game, actions, 2)
        for player in range(4):
            for _ in range(10):
                other = state.resample_from_infostate(player, sampler)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_string(player) == state.observation_string(player)
                if state.current_player() in (player, CHANCE):  # whether another may pass is a secret (BB10)
                    assert other.legal_actions() == state.legal_actions()
                owners.add(other.moleworks_state.position.owners)
    assert len(owners) > 50


def test_resampled_worlds_allow_the_pass_that_was_heard() -> None:
    """Seat 1 passed where M1 and M3 would have gone home: M2 is its own, and seat 2 owns M1 (BB10)."""
    line = (
        "deal:S=012 deal:M=210 deal:L=012 =Sc S1>1 =Mf M2>3 =Mf M2>6 =Sc S2>4 =Mf M2>8 =Mf M2>12"
        " =Sc S3>7 =Lc L1>10 =Dl dog>2 =Df dog>12 =Mc pass =Sl"
    )
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    for agreed, deals in (("unless-own", {"deal:M=210"}), ("any", {"deal:M=210", "deal:M=120"})):
        game = pyspiel.load_game(f"moleworks_buddel_bande(board=stroll,players=3,pass={agreed})")
        state = game.new_initial_state()
        state.play(line.split())
        sampled = [str(state.resample_from_infostate(0, sampler)).split() for _ in range(60)]
        assert {names[1] for names in sampled} == deals
        for names in sampled:
            Match.begin("buddel-bande", board="stroll", players=3, options={"pass": agreed}).play(names)


def test_no_deal_that_a_seat_holds_possible_is_left_out() -> None:
    """Two players, and seat 0 knows its own three moles: just one deal is left; without, all eight are."""
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    for know_own, deals in (("yes", 1), ("no", 8)):
        state = pyspiel.load_game(f"moleworks_buddel_bande(know_own={know_own})").new_initial_state()
        for name in ("deal:S=01", "deal:M=10", "deal:L=01", "=Dc"):
            state.apply_action(state.string_to_action(name))
        found = {str(state.resample_from_infostate(0, sampler)) for _ in range(200)}
        assert len(found) == deals
        assert str(state) in found


def bots(game: Any, kind: str) -> list[Any]:
    random = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random)
    if kind == "mcts":
        return [mcts.MCTSBot(game, 2, 4, rollouts, random_state=random) for _ in range(game.num_players())]
    return [ismcts.ISMCTSBot(game, rollouts, 2, 4, random_state=random) for _ in range(game.num_players())]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("moleworks_mole_hill(board=patch)", "mcts"),
        ("moleworks_mole_company(players=3,turn_limit=12)", "mcts"),
        ("moleworks_buddel_bande(turn_limit=20)", "mcts"),
        ("moleworks_buddel_bande(players=3,turn_limit=20)", "ismcts"),
        ("moleworks_buddel_bande(know_own=no,turn_limit=20)", "ismcts"),
    ],
)
def test_its_bots_play_whole_games(text: str, kind: str) -> None:
    game = pyspiel.load_game(text)
    seats, state, random = bots(game, kind), game.new_initial_state(), np.random.RandomState(2)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(numbers, p=odds))
        else:
            state.apply_action(seats[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_an_opening_is_the_same_for_every_deal_and_nobody_chooses_it() -> None:
    options = "players=3,board=stroll,opening=~Sc S1>1 ~Ml M2>2"
    game = pyspiel.load_game(f"moleworks_buddel_bande({options})")
    for seed in range(5):
        state = played(game, 3, seed)
        assert str(state).split()[3:] == ["=Sc", "S1>1", "=Ml", "M2>2"]
        assert (state.is_chance_node(), len(state.history())) == (True, 3)
        state = played(game, 9, seed)
        again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        assert str(again) == str(state)
        clone = pickle.loads(pickle.dumps(state))
        assert str(clone) == str(state)
        if state.current_player() >= 0:
            sampled = state.resample_from_infostate(state.current_player(), Random(seed).random)
            assert sampled.information_state_string() == state.information_state_string()


def test_an_opening_of_a_game_without_secrets_is_played_at_once() -> None:
    state = pyspiel.load_game("moleworks_mole_hill(opening=e4 a1|b1)").new_initial_state()
    assert (str(state), state.current_player(), state.history()) == ("e4 a1|b1", 0, [])
    with pytest.raises(Refused):
        pyspiel.load_game("moleworks_mole_hill(opening=e4 a1|b2)").new_initial_state()


def told(state: Any) -> list[Any]:
    """All that a state tells."""
    seat = state.current_player()
    return [
        str(state),
        seat,
        state.history(),
        state.history_str(),
        [(one.player, one.action) for one in state.full_history()],
        state.move_number(),
        state.is_initial_state(),
        state.is_terminal(),
        state.legal_actions(),
        state.chance_outcomes() if state.is_chance_node() else [],
        state.returns(),
        state.heard,
        state.serialize(),
        [state.information_state_string(each) for each in range(state.num_players())],
        state.observation_string(0),
        state.information_state_tensor(0),
    ]


@ALL
def test_an_undone_state_is_as_if_nothing_had_been_played(text: str) -> None:
    """Step by step to the start, past the opening, from the end of a game and from its middle."""
    game = pyspiel.load_game(text)
    for actions in (1, 12, 10_000):
        state, played_again = played(game, actions, seed=actions), game.new_initial_state()
        past = [(one.player, one.action) for one in state.full_history()]
        told_before = [told(played_again)]
        for _, action in past:
            played_again.apply_action(action)
            told_before.append(told(played_again))
        for player, action in reversed(past):
            told_before.pop()
            state.undo_action(player, action)
            if len(past) < 20 or len(told_before) % 9 == 0 or len(told_before) < 6:
                assert told(state) == told_before[-1]
        for _, action in past:
            state.apply_action(action)
        assert told(state) == told(played_again)


def copies(state: Any) -> list[Any]:
    """By all ways in which OpenSpiel makes them."""
    written = pyspiel.serialize_game_and_state(state.get_game(), state)
    return [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(written)[1],
    ]


def test_copies_of_an_undone_state_are_independent_and_have_its_history() -> None:
    game = pyspiel.load_game(BANDE)
    state, before = played(game, 30, seed=3), played(game, 29, seed=3)
    state.undo_action(state.full_history()[-1].player, state.history()[-1])
    expected = told(before)
    for one in copies(state):
        assert told(one) == expected
        one.apply_action(one.legal_actions()[-1])
        assert one.history()[:-1] == state.history()
        assert str(one) != str(state)
    assert told(state) == expected
    action = state.legal_actions()[0]
    assert told(state.child(action)) == told(before.child(action))


def test_a_search_may_take_back_instead_of_copying() -> None:
    game = pyspiel.load_game("moleworks_mole_hill(board=patch,preset=short,rounds=1)")

    def visited(state: Any, depth: int) -> list[str]:
        """Every history below, in order; the state is as before."""
        found = [str(state)]
        for action in state.legal_actions() if depth else []:
            player = state.current_player()
            state.apply_action(action)
            found += visited(state, depth - 1)
            state.undo_action(player, action)
        return found

    def cloned(state: Any, depth: int) -> list[str]:
        below = [cloned(state.child(one), depth - 1) for one in state.legal_actions()] if depth else []
        return [str(state), *(each for found in below for each in found)]

    state = played(game, 4, seed=1)
    found = visited(state, 2)
    assert len(found) > 100
    assert found == cloned(state, 2)


def test_only_the_last_action_can_be_taken_back() -> None:
    state = pyspiel.load_game("moleworks_mole_hill(opening=e4)").new_initial_state()
    with pytest.raises(ValueError, match="Nothing was played"):
        state.undo_action(0, 0)
    state.play(["a1|b1"])
    number = state.history()[0]
    for player, action in ((0, number), (1, number + 1)):
        with pytest.raises(ValueError, match=f"The last action was {number} by player 1"):
            state.undo_action(player, action)
    state.undo_action(1, number)
    assert (str(state), state.is_initial_state()) == ("e4", True)
