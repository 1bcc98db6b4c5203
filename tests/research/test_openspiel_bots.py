"""OpenSpiel's bots in the arena: whole games, and no more than the seat may know."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from moleworks import arena, engine
from moleworks.engine import chance
from moleworks.games import CHANCE, GAMES, Complaint
from moleworks.record import Match
from moleworks.research.openspiel import bots, game_of, state_of

HERE = "tests.research.spiel_bots"
SMALL: dict[str, dict[str, Any]] = {
    "mole-hill": {"board": "patch"},
    "mole-company": {"board": "burrow", "options": {"turn_limit": 6, "specials": False}},
    "buddel-bande": {"board": "stroll", "options": {"turn_limit": 16}},
}


@pytest.mark.parametrize(
    ("game", "bot", "seats"),
    [
        ("mole-hill", "Tree", 2),
        ("mole-company", "Tree", 3),
        ("buddel-bande", "Tree", 2),
        ("buddel-bande", "Forest", 3),
    ],
)
def test_whole_games_in_the_arena(game: str, bot: str, seats: int) -> None:
    names = [f"{HERE}:{bot}", *["random"] * (seats - 1)]
    plan = arena.plan(game, names, seats, keep_records=True, **SMALL[game])
    result = arena.run(plan, processes=0)
    assert result.games == seats
    again = arena.run(plan, processes=0)
    assert [row[3:6] for row in again.standings] == [row[3:6] for row in result.standings]
    assert again.plies == result.plies


@pytest.mark.parametrize("name", ["MCTS", "ISMCTS"])
def test_the_ready_ones_can_be_named(name: str) -> None:
    """At their full strength one action is enough here."""
    plan = arena.plan("buddel-bande", [f"moleworks.research.openspiel.bots:{name}", "random"], 2)
    assert plan.players[0].endswith(name)
    match = Match.begin("buddel-bande", board="stroll", options={"turn_limit": 16})
    match.play(["deal:S=01", "deal:M=10", "deal:L=01", "=Sc"])
    assert getattr(bots, name)()(engine.knowledge(match), 1) in _legal(match)


def _legal(match: Match) -> set[str]:
    return {match.game.name(match.state, action) for action in match.game.legal(match.state)}


def test_a_game_that_hides_nothing_is_not_for_ismcts() -> None:
    with pytest.raises(Complaint, match="send MCTS to Mole Hill"):
        bots.ISMCTS()(engine.knowledge(Match.begin("mole-hill", board="patch")), 1)


def walked(game: str, seed: int, plies: int, **agreed: Any) -> Match:
    """So many actions by lot, and on until a seat is to act."""
    random = Random(seed)
    match = Match.begin(game, rotations=chance.draw_rotations(GAMES[game], random), **agreed)
    while (actor := match.game.actor(match.state)) is not None and (match.ply < plies or actor == CHANCE):
        draw = chance.draw if actor == CHANCE else chance.random_legal
        match.act(draw(match.game, match.state, random))
    return match


@pytest.mark.parametrize("game", ["mole-hill", "mole-company"])
def test_where_nothing_is_hidden_it_is_the_state_itself(game: str) -> None:
    for plies in (0, 5, 17):
        match = walked(game, plies, plies)
        state = state_of(engine.knowledge(match))
        assert state.moleworks_state == match.state
        assert str(state).split() == match.names
        legal = state.legal_actions()
        assert {state.action_to_string(number) for number in legal} == _legal(match)


@pytest.mark.parametrize("know_own", [True, False])
def test_in_buddel_bande_it_is_one_that_the_seat_cannot_tell_from_it(know_own: bool) -> None:
    deals = set()
    for plies in (4, 20, 50):
        match = walked("buddel-bande", plies, plies, players=4, options={"know_own": know_own})
        sight = engine.knowledge(match)
        for seed in range(6):
            state = state_of(sight, seed)
            assert match.game.view(state.moleworks_state, sight.seat) == sight.view
            assert state.heard == sight.heard
            assert str(state) == str(state_of(sight, seed))
            deals.add(state.moleworks_state.position.owners)
    assert len(deals) > 12


@pytest.mark.parametrize("kind", [bots.MCTS, bots.ISMCTS])
def test_what_a_seat_cannot_tell_apart_it_plays_alike(kind: type[bots.TreeSearchPlayer]) -> None:
    """Nothing but the view is used: another deal behind it changes nothing, for the same seed."""
    bot = type("Quick", (kind,), {"simulations": 8})()
    apart, chosen = 0, set()
    for seed in range(8):
        match = walked("buddel-bande", seed, 12, players=3, board="stroll", options={"turn_limit": 16})
        sight = engine.knowledge(match)
        other = Match(match.game, match.setup)
        other.play(str(state_of(sight, seed + 100)).split())
        apart += other.state != match.state
        assert engine.knowledge(other) == sight
        for luck in (1, 2**31 - 1, 2**40):
            action = bot(engine.knowledge(match), luck)
            assert action == bot(engine.knowledge(other), luck)
            chosen.add(action)
    assert apart > 2
    assert len(chosen) > 3


def test_the_game_of_a_set_up_says_what_was_agreed() -> None:
    options = {"turn_limit": 70, "specials": False}
    match = Match.begin("mole-company", players=3, options=options, rotations=(0, 3, 1, 5))
    game = game_of(match.setup)
    assert game.encoding.setup == match.setup
    assert pyspiel.load_game(str(game)).encoding.setup == match.setup
