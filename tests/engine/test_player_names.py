"""Players by name."""

from __future__ import annotations

import pytest

from moleworks import engine
from moleworks.engine.player_names import player_named
from moleworks.games import GAMES, Complaint
from moleworks.record import Match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "name",
    [
        "level0",
        "level8",
        "nobody",
        "best@",
        "best@0n",
        "best@0.5n",
        "best@1m",
        "Best",
        "level3@5n",
        "random@1s",
    ],
)
def test_a_name_that_means_nothing_is_refused_with_those_that_do(game: str, name: str) -> None:
    with pytest.raises(Complaint) as complaint:
        player_named(game, name)
    assert name in str(complaint.value)


@pytest.mark.parametrize("name", ["random", "level1", "best@50n", "best@0.01s", "depth1"])
def test_everybody_named_plays_by_the_rules(name: str) -> None:
    match = Match.begin("mole-hill", board="patch", options={"rounds": 1})
    while match.game.outcome(match.state) is None:
        match.play([player_named("mole-hill", name)(engine.knowledge(match), match.ply)])


def test_the_random_mover_hangs_on_its_seed_alone() -> None:
    match = Match.begin("mole-hill")
    knowledge = engine.knowledge(match)
    moves = [player_named("mole-hill", "random")(knowledge, seed) for seed in range(20)]
    assert moves == [player_named("mole-hill", "random")(knowledge, seed) for seed in range(20)]
    assert len(set(moves)) > 5


@pytest.mark.parametrize(
    "name", ["best@99999999999999999999n", "best@99999999999s", "depth3@9999999999999999n"]
)
def test_no_budget_is_beyond_counting(name: str) -> None:
    with pytest.raises(Complaint, match="too large a budget"):
        player_named("mole-hill", name)
