"""The player of Mole Hill through its public interface: knowledge and names in, advice out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks import engine
from moleworks.engine import Effort
from moleworks.engine.player_names import player_named
from moleworks.games import Refused
from moleworks.games.mole_hill.player import win_chances
from moleworks.games.mole_hill.player.levels import LEVELS
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.record import Match
from tests.games.mole_hill.player.positions import state_of

LONG = 120.0


def match_after(actions: int, seed: int, **chosen: Any) -> Match:
    """Random play, so many actions long."""
    match = Match.begin("mole-hill", **chosen)
    any_legal, dice = player_named("mole-hill", "random"), Random(seed)
    for _ in range(actions):
        match.play([any_legal(engine.knowledge(match), dice.getrandbits(30))])
    return match


@pytest.fixture(autouse=True)
def compiled() -> None:
    PLAYER.warm_up(LONG)


def test_lines_can_be_played_and_the_best_comes_first() -> None:
    for actions in (0, 9, 26):
        match = match_after(actions, 3)
        advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=30_000), lines=3, seed=1)
        assert len({line.action for line in advice.lines}) == len(advice.lines) == 3
        values = [line.value for line in advice.lines]
        least = state_of(match).position.round == 1 and match.game.phase(match.state) == "rod"
        assert values[0] == (min(values) if least else max(values))
        for line in advice.lines:
            assert line.line[0] == line.action
            assert str(line.why)
            copy = match_after(actions, 3)
            copy.play(line.line)


def test_actions_asked_about_are_valued() -> None:
    match = match_after(9, 4)
    game, state = match.game, match.state
    names = [game.name(state, action) for action in game.legal(state)]
    advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=60_000), also=names[::9], seed=1)
    assert {line.action for line in advice.lines} >= set(names[::9])
    with pytest.raises(Refused):
        PLAYER.advise(
            engine.knowledge(match), Effort(nodes=100), also=["a1|a2" if "|" not in names[0] else "a1"]
        )


def test_the_same_seed_gives_the_same_advice() -> None:
    match = match_after(7, 5)
    for effort in (Effort(nodes=20_000), Effort(level=2), Effort(level=6)):
        once, again = (PLAYER.advise(engine.knowledge(match), effort, lines=2, seed=4) for _ in range(2))
        assert once.lines == again.lines
        assert once.searched.nodes == again.searched.nodes


def test_levels_keep_to_their_nodes() -> None:
    match = match_after(13, 6)
    for level, kept in enumerate(LEVELS, 1):
        assert PLAYER.advise(engine.knowledge(match), Effort(level=level)).searched.nodes <= kept.nodes + 2


@pytest.mark.parametrize("chosen", [{}, {"preset": "short"}, {"board": "patch"}, {"options": {"rounds": 1}}])
def test_chances_of_both_seats_add_up(chosen: dict[str, Any]) -> None:
    match = Match.begin("mole-hill", **chosen)
    dice = Random(9)
    while match.game.actor(match.state) is not None:
        assert sum(PLAYER.outlook(state_of(match), Effort(nodes=200))) == pytest.approx(1)
        match.play([player_named("mole-hill", "random")(engine.knowledge(match), dice.getrandbits(30))])
    ended, outcome = PLAYER.outlook(state_of(match), Effort(nodes=200)), match.game.outcome(match.state)
    if outcome and outcome.winner is not None:
        assert ended[outcome.winner] == 1
    assert sum(ended) == pytest.approx(1)


def test_a_round_of_usual_worth_leaves_the_match_open() -> None:
    match = match_after(9, 4)
    seat_0, seat_1 = win_chances.chances_by_seat(
        state_of(match), lambda _: win_chances.par(state_of(match).table)
    )
    assert seat_0 == seat_1
    assert win_chances.chances_by_seat(state_of(match), lambda _: 24)[0] > 0.95


@pytest.mark.parametrize("name", ["depth1", "depth3", "level1", "best@2000n"])
def test_movers_play_by_the_rules(name: str) -> None:
    match = Match.begin("mole-hill", board="patch")
    while match.game.actor(match.state) is not None:
        match.play([player_named("mole-hill", name)(engine.knowledge(match), 3)])
    assert match.game.outcome(match.state)


def test_nothing_is_said_twice_however_much_is_asked_for() -> None:
    match = Match.begin("mole-hill", board="patch")
    match.play(["c3", "c3|c4", "c2", "b2|c2"])
    names = [match.game.name(match.state, action) for action in match.game.legal(match.state)]
    advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=2_000), lines=99, also=names[:2], seed=1)
    assert sorted(line.action for line in advice.lines) == sorted(names)
    values = [line.value for line in advice.lines]
    assert values == sorted(values, reverse=True)


def test_one_node_is_too_few_to_be_certain() -> None:
    match = Match.begin("mole-hill", options={"rounds": 1})
    match.play(["e4", "a1|b1"])
    found = PLAYER.advise(engine.knowledge(match), Effort(nodes=1), seed=1)
    assert found.searched.depth > 0
    assert not found.searched.exact
