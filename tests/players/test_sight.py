"""What a player is given is enough to go on from, and holds no secret."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks import players
from moleworks.games import CHANCE, GAMES, Complaint
from moleworks.players import lots
from moleworks.record import Match

WAYS: list[tuple[str, dict[str, Any]]] = [
    ("mole-hill", {}),
    ("mole-hill", {"preset": "short", "board": "patch"}),
    ("mole-company", {"players": 2, "board": "burrow"}),
    ("mole-company", {"players": 4, "preset": "tactile-pro", "rotations": (1, 2, 3, 4)}),
    ("buddel-bande", {"players": 2, "board": "stroll"}),
    ("buddel-bande", {"players": 4, "options": {"know_own": False}}),
]


@pytest.mark.parametrize(("game", "setup"), WAYS, ids=[game for game, _ in WAYS])
def test_the_state_behind_a_view_allows_and_names_the_same(game: str, setup: dict[str, Any]) -> None:
    match, random = Match.begin(game, **setup), Random(3)
    for _ in range(400):
        actor = match.game.actor(match.state)
        if actor is None:
            break
        legal = [match.game.name(match.state, action) for action in match.game.legal(match.state)]
        if actor != CHANCE:
            sight = players.sight(match)
            behind = players.state(sight)
            assert sight.seat == actor
            assert sight.game.view(behind, actor) == sight.view
            assert [sight.game.name(behind, action) for action in sight.game.legal(behind)] == legal
            if game != "buddel-bande":
                assert behind == match.state
            match.play([random.choice(legal)])
        else:
            match.play([match.game.name(match.state, lots.draw(match.game, match.state, random))])


def test_a_deal_is_not_heard() -> None:
    match = Match.begin("buddel-bande", players=3)
    match.play(["deal:S=201", "deal:M=102", "deal:L=012", "=Sc", "S1>1"])
    assert match.heard() == ("=Sc", "S1>1")
    assert all(GAMES["mole-hill"].heard(name) for name in ("e4", "e4|e5"))


@pytest.mark.parametrize(
    "wrong",
    [
        *({}, {"level": 3, "seconds": 1.0}, {"level": 0}, {"level": 8}, {"level": 3.0}, {"level": True}),
        *({"simulations": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"level": 1, "lines": 0}),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(wrong: dict[str, Any]) -> None:
    match = Match.begin("mole-hill")
    with pytest.raises(ValueError, match="level"):
        players.best(match.game.view(match.state, 0), match.setup, **wrong)


def test_nobody_is_advised_while_chance_acts() -> None:
    match = Match.begin("buddel-bande")
    with pytest.raises(Complaint, match="chance acts"):
        players.best(match.game.view(match.state, 0), match.setup, level=1)
