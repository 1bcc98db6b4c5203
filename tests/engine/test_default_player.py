"""The player of games that bring none, tried on the built-in games."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from random import Random

import pytest

from moleworks import engine
from moleworks.core import registry
from moleworks.core.plugin import Plugin
from moleworks.engine import Effort, Knowledge, Stop, chance
from moleworks.engine.default_player import LAPSES, PLAYOUTS, DefaultPlayer, default_player
from moleworks.engine.player_names import ChooseAction, random_action
from moleworks.games import CHANCE, GAMES, Refused
from moleworks.record import Match

PLAYER = DefaultPlayer()
LITTLE = Effort(nodes=40)


def monte_carlo(effort: Effort) -> ChooseAction:
    return lambda known, seed: PLAYER.choose(known, effort, seed=seed)


def begin(game: str, **setup: object) -> Match:
    """A match with the first chance actions played."""
    boards = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}
    match, random = Match.begin(game, **{"board": boards[game], "players": 2, **setup}), Random(1)  # type: ignore[arg-type]
    while match.game.actor(match.state) == CHANCE:
        match.act(chance.draw(match.game, match.state, random))
    return match


def played(match: Match, find_player: Sequence[ChooseAction], seed: int) -> Match:
    random = Random(seed)
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(chance.draw(match.game, match.state, random))
        else:
            match.play([find_player[actor](engine.knowledge(match), random.getrandbits(31))])
    return match


def near_the_end(game: str, seed: int, before: int) -> Match:
    """A random match, some actions before its end, where a seat has a choice."""
    match = played(begin(game), [random_action] * 2, seed)
    for ply in range(match.ply - before, 0, -1):
        actor = match.game.actor(match.before(ply))
        if actor is not None and actor != CHANCE and len(match.game.legal(match.before(ply))) > 2:
            found = Match(match.game, match.setup)
            found.play(match.names[:ply])
            return found
    raise AssertionError("a match has choices")


def test_a_game_without_a_player_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    record: Callable[[str], Plugin] = registry.plugin
    monkeypatch.setattr(registry, "_parts", {})
    monkeypatch.setattr(registry, "plugin", lambda game: record(game)._replace(player=None))
    assert engine.player("mole-hill") is default_player()
    match = begin("mole-hill")
    advice = engine.best(match.game.view(match.state, 0), match.setup, simulations=30, seed=1)
    match.play([advice.action])


def test_it_beats_the_random_mover() -> None:
    wins = 0
    for seed in range(6):
        find_player = [monte_carlo(LITTLE), random_action]
        match = played(begin("mole-hill"), find_player if seed % 2 == 0 else find_player[::-1], seed)
        outcome = match.game.outcome(match.state)
        wins += outcome is not None and outcome.winner == seed % 2
    assert wins >= 5


def test_where_nobody_can_win_it_plays_for_points() -> None:
    """In a single round the mole collects more against a random gardener than a random mole does."""
    points = [0, 0]
    for seed in range(5):
        for kind, mole in enumerate((random_action, monte_carlo(LITTLE))):
            match = played(begin("mole-hill", options={"rounds": 1}), [mole, random_action], seed)
            scores = match.game.scores(match.state)
            assert scores is not None
            points[kind] += scores[0]
    assert points[1] > 1.25 * points[0]


def test_levels_grow_stronger() -> None:
    assert list(PLAYOUTS) == sorted(PLAYOUTS)
    assert list(LAPSES) == sorted(LAPSES, reverse=True)
    assert len(PLAYOUTS) == len(LAPSES) == len(engine.LEVELS)
    wins = 0.0
    for seed in range(8):
        find_player = [monte_carlo(Effort(level=4)), monte_carlo(Effort(level=1))]
        match = played(begin("mole-hill"), find_player if seed % 2 == 0 else find_player[::-1], seed)
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        wins += 0.5 if outcome.winner is None else outcome.winner == seed % 2
    assert wins >= 6


@pytest.mark.parametrize("game", GAMES)
def test_it_answers_by_the_rules_in_every_game(game: str) -> None:
    for seed in range(3):
        match = near_the_end(game, seed, 12)
        known, names = engine.knowledge(match), _names(match)
        advice = PLAYER.advise(known, LITTLE, lines=2, also=names[-1:], seed=seed)
        assert advice.action == PLAYER.advise(known, LITTLE, lines=2, also=names[-1:], seed=seed).action
        actions = [line.action for line in advice.lines]
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(names)
        assert names[-1] in actions
        values = [line.value for line in advice.lines]
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        assert all(str(line.why).endswith("games played on at random.") for line in advice.lines)
        assert advice.searched.nodes == max(LITTLE.nodes or 0, len(names))


def _names(match: Match) -> list[str]:
    return [match.game.name(match.state, action) for action in match.game.legal(match.state)]


@pytest.mark.parametrize("game", GAMES)
def test_it_takes_a_win_in_one(game: str) -> None:
    taken = 0
    for seed in range(40):
        match = played(begin(game), [random_action] * 2, seed)
        before, last = match.before(match.ply - 1), match.names[-1]
        outcome, seat = match.game.outcome(match.state), match.game.actor(before)
        if outcome is None or outcome.winner is None or outcome.winner != seat:
            continue
        heard = tuple(name for name in match.names[:-1] if match.game.is_public(name))
        known = Knowledge(match.setup, match.game.view(before, seat), heard)
        assert seat is not None
        chosen = PLAYER.choose(known, Effort(nodes=60), seed=seed)
        after = match.game.outcome(match.game.play(before, match.game.parse(before, chosen)))
        assert (after is not None and after.winner == seat) or chosen == last
        taken += 1
        if taken == 2:
            return
    assert taken, "some random game ends with a winning action"


def test_lines_are_as_many_as_asked_for() -> None:
    match = begin("mole-hill")
    names = _names(match)
    assert len(PLAYER.advise(engine.knowledge(match), LITTLE, lines=3).lines) == 3
    everything = PLAYER.advise(engine.knowledge(match), LITTLE, lines=99).lines
    assert sorted(line.action for line in everything) == sorted(names)
    with pytest.raises(Refused):
        PLAYER.advise(engine.knowledge(match), LITTLE, also=["a1|a2"])


def test_the_same_seed_gives_the_same_advice_and_others_differ() -> None:
    known = engine.knowledge(begin("mole-hill"))
    first, again = (PLAYER.advise(known, LITTLE, lines=5, seed=3) for _ in range(2))
    assert first.lines == again.lines
    assert len({PLAYER.choose(known, LITTLE, seed=seed) for seed in range(8)}) > 1


def test_a_stop_is_obeyed_at_once() -> None:
    stop, known = Stop(), engine.knowledge(begin("mole-hill"))
    stop.set()
    advice = PLAYER.advise(known, Effort(nodes=10**9), lines=3, stop=stop)
    assert advice.searched.nodes == 1
    assert len(advice.lines) == 1
    later = Stop()
    threading.Timer(0.1, later.set).start()
    assert PLAYER.advise(known, Effort(nodes=10**9), stop=later).searched.nodes > 1


def test_seconds_are_kept() -> None:
    known, began = engine.knowledge(begin("mole-hill")), time.perf_counter()
    advice = PLAYER.advise(known, Effort(seconds=0.2))
    assert 0.15 < time.perf_counter() - began < 5
    assert advice.searched.nodes > 1
    began = time.perf_counter()
    assert PLAYER.outlook(begin("mole-hill").state, Effort(seconds=0.1))
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("game", GAMES)
def test_chances_of_all_seats_add_up(game: str) -> None:
    match = near_the_end(game, 2, 6)
    for effort in (Effort(nodes=5), Effort(level=1)):
        assert sum(PLAYER.outlook(match.state, effort, seed=1)) == pytest.approx(1)
    assert sum(PLAYER.outlook(match.before(match.ply - 1), Effort(nodes=5))) == pytest.approx(1)
    over = played(match, [random_action] * 2, 1)
    outcome = over.game.outcome(over.state)
    assert outcome is not None
    if outcome.winner is not None:
        assert PLAYER.outlook(over.state, Effort(nodes=5))[outcome.winner] == 1


def test_advice_depends_on_nothing_hidden() -> None:
    """Two matches that look the same to the seat to act, with different owners of moles."""
    known = engine.knowledge(near_the_end("buddel-bande", 3, 20))
    twin = engine.determinize.sampled_match(known, Random(9))
    lines = PLAYER.advise(known, LITTLE, lines=3, seed=2).lines
    assert PLAYER.advise(engine.knowledge(twin), LITTLE, lines=3, seed=2).lines == lines


def test_without_the_actions_from_the_beginning_the_view_has_to_do() -> None:
    match = near_the_end("buddel-bande", 3, 20)
    known = engine.knowledge(match)._replace(heard=())
    assert PLAYER.choose(known, LITTLE, seed=1) in _names(match)
