"""Reference players play their recorded games unchanged."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from moleworks import engine
from moleworks.engine import chance, player_names
from moleworks.games import CHANCE
from moleworks.record import Match

FROZEN = {
    ("mole-hill", "depth1", 2, 30): "ca5406891ec128d4",
    ("mole-hill", "depth3", 2, 16): "a89c4c50ca1bc6df",
    ("mole-hill", "depth5", 2, 6): "2cce4eb6ddc89af5",
    ("mole-company", "greedy", 2, 120): "40ea988dffc20f69",
    ("mole-company", "greedy", 4, 120): "1c6aebadf72d6f55",
    ("mole-company", "near", 2, 120): "34fce727acba5abe",
    ("mole-company", "flat@40n", 2, 60): "a6e988bb444002a9",
    ("mole-company", "flat@40n", 4, 60): "8e97020c9183c418",
    ("buddel-bande", "thumb", 2, 80): "8af42183fb550508",
    ("buddel-bande", "thumb", 4, 80): "712ef04d5a993901",
    ("buddel-bande", "flat@40n", 2, 60): "5434247619ce262e",
    ("buddel-bande", "flat@40n", 4, 60): "bdc702c838d35eb8",
}
"""By game, player, how many players and how many actions at most."""

OPTIONS: dict[tuple[str, int], dict[str, str]] = {
    ("mole-company", 2): {"final_paths": "solid"},
    ("buddel-bande", 2): {"pass": "any"},
    ("buddel-bande", 4): {"pass": "any"},
}
"""By game and number of players, the options that these games were frozen with."""


def test_every_reference_is_frozen() -> None:
    names = {(game, name.partition("@")[0]) for game, name, _, _ in FROZEN}
    games = ("mole-hill", "mole-company", "buddel-bande")
    assert names == {(game, name) for game in games for name in engine.references(game)}


@pytest.mark.parametrize(("game", "name", "seats", "most"), FROZEN)
def test_a_reference_plays_as_it_always_did(game: str, name: str, seats: int, most: int) -> None:
    assert digest(game, name, seats, most) == FROZEN[game, name, seats, most]


def digest(game: str, name: str, seats: int, most: int) -> str:
    """Of the actions of three games in which it has all seats."""
    choose, played = player_names.player_named(game, name), []
    for seed in range(3):
        random, match = Random(seed), Match.begin(game, players=seats, options=OPTIONS.get((game, seats)))
        while match.ply < most and (actor := match.game.actor(match.state)) is not None:
            if actor == CHANCE:
                match.act(chance.draw(match.game, match.state, random))
            else:
                match.play([choose(engine.knowledge(match), random.getrandbits(31))])
        played += match.names
    return hashlib.sha256(" ".join(played).encode()).hexdigest()[:16]
