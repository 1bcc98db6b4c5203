"""Sampled matches agree with what a seat knows, and with nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moleworks import engine
from moleworks.engine import Knowledge, chance
from moleworks.engine.determinize import consistent_match, sampled_match
from moleworks.games import CHANCE, GAMES
from moleworks.record import Match


def seat_to_act(game: str, players: int, actions: int, seed: int, **options: bool) -> Match:
    """A match after some random actions, and then as far as a seat is to act; no action if it ends before."""
    match, random = Match.begin(game, players=players, options=options), Random(seed)
    while (actor := match.game.actor(match.state)) is not None:
        if match.ply >= actions and actor != CHANCE:
            return match
        match.act(chance.random_legal(match.game, match.state, random))
    return seat_to_act(game, players, 0, seed, **options)


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(2, 4),
    know_own=st.booleans(),
    actions=st.integers(0, 90),
    seed=st.integers(0, 10**6),
    sample=st.integers(0, 10**6),
)
def test_a_sampled_match_gives_the_seat_the_same_knowledge(
    players: int, know_own: bool, actions: int, seed: int, sample: int
) -> None:
    known = engine.knowledge(seat_to_act("buddel-bande", players, actions, seed, know_own=know_own))
    assert engine.knowledge(sampled_match(known, Random(sample))) == known
    assert engine.knowledge(consistent_match(known, Random(sample))) == known


@pytest.mark.parametrize("know_own", [True, False])
def test_every_sampled_match_allows_the_passes_that_were_heard(know_own: bool) -> None:
    """A pass forbids deals (BB10). Whatever is drawn, it is none of those."""
    telling = 0
    for seed in range(400):
        match = seat_to_act("buddel-bande", 3, 150, seed, know_own=know_own)
        if "pass" not in match.names or telling == 8:
            continue
        telling += 1
        known = engine.knowledge(match)
        for sample in range(12):
            assert engine.knowledge(sampled_match(known, Random(sample))) == known
    assert telling == 8


def test_secrets_are_drawn_and_not_looked_up() -> None:
    """Whatever the deal is, the same seed samples the same matches; all deals that fit come up."""
    match = seat_to_act("buddel-bande", 3, 12, 5)
    known = engine.knowledge(match)
    deals = [tuple(sampled_match(known, Random(seed)).names[:3]) for seed in range(60)]
    assert deals == [tuple(sampled_match(known, Random(seed)).names[:3]) for seed in range(60)]
    assert len(set(deals)) > 3
    twin = sampled_match(known, Random(1))
    assert [
        tuple(sampled_match(engine.knowledge(twin), Random(seed)).names[:3]) for seed in range(60)
    ] == deals


@pytest.mark.parametrize("game", [game for game in GAMES if not GAMES[game].has_secrets])
def test_without_secrets_it_is_the_match_itself(game: str) -> None:
    match = seat_to_act(game, 2, 30, 3)
    assert sampled_match(engine.knowledge(match)).names == match.names
    assert consistent_match(engine.knowledge(match)).names == match.names


@pytest.mark.parametrize("game", GAMES)
def test_actions_of_another_match_are_refused(game: str) -> None:
    known, other = (engine.knowledge(seat_to_act(game, 2, actions, 4)) for actions in (12, 0))
    with pytest.raises(ValueError, match="no position"):
        consistent_match(Knowledge(known.setup, known.view, other.heard), Random(1))
