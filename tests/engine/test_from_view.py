"""What a player is given is enough to go on from, and holds no secret."""

from __future__ import annotations

import json
from random import Random
from typing import Any, cast

import pytest

from moleworks import engine
from moleworks.engine import chance
from moleworks.games import CHANCE, GAMES, Complaint, View
from moleworks.record import Match

WAYS: list[tuple[str, dict[str, Any]]] = [
    ("mole-hill", {}),
    ("mole-hill", {"preset": "short", "board": "patch"}),
    ("mole-company", {"players": 2, "board": "burrow"}),
    ("mole-company", {"players": 2, "board": "funnel"}),
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
            knowledge = engine.knowledge(match)
            behind = engine.state(knowledge)
            assert knowledge.seat == actor
            assert (
                knowledge.game.view(behind, actor) == knowledge.view == json.loads(json.dumps(knowledge.view))
            )
            assert [knowledge.game.name(behind, action) for action in knowledge.game.legal(behind)] == legal
            if game != "buddel-bande":
                assert behind == match.state
            match.play([random.choice(legal)])
        else:
            match.play([match.game.name(match.state, chance.draw(match.game, match.state, random))])


def test_a_deal_is_not_heard() -> None:
    match = Match.begin("buddel-bande", players=3)
    match.play(["deal:S=201", "deal:M=102", "deal:L=012", "=Sc", "S1>1"])
    assert match.public_actions() == ("=Sc", "S1>1")
    assert all(GAMES["mole-hill"].is_public(name) for name in ("e4", "e4|e5"))


@pytest.mark.parametrize(
    "wrong",
    [
        *({}, {"level": 3, "seconds": 1.0}, {"level": 0}, {"level": 8}, {"level": 3.0}, {"level": True}),
        *({"simulations": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"level": 1, "lines": 0}),
        *({"seconds": float("inf")}, {"seconds": "1"}, {"simulations": 10**30}, {"seconds": 10**400}),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(wrong: dict[str, Any]) -> None:
    match = Match.begin("mole-hill")
    with pytest.raises(ValueError, match="level"):
        engine.best(match.game.view(match.state, 0), match.setup, **wrong)


def test_nobody_is_advised_while_chance_acts() -> None:
    match = Match.begin("buddel-bande")
    with pytest.raises(Complaint, match="chance acts"):
        engine.best(match.game.view(match.state, 0), match.setup, level=1)


@pytest.mark.parametrize("seed", ["x", 1.5, (1,)])
def test_a_seed_is_a_number(seed: Any) -> None:
    match = Match.begin("mole-hill")
    with pytest.raises(ValueError, match="seed"):
        engine.best(match.game.view(match.state, 0), match.setup, level=1, seed=seed)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("view", [{}, None, {"phase": "act"}, 5, "act"])
def test_what_is_no_view_is_refused(game: str, view: Any) -> None:
    with pytest.raises(ValueError, match=f"no view of {game}: it lacks"):
        engine.best(view, Match.begin(game).setup, level=1)


def rolled(**options: Any) -> Match:
    """Buddel Bande: seat 0 has all moles number 1, and is to act."""
    match = Match.begin("buddel-bande", players=3, options=options)
    match.play(["deal:S=012", "deal:M=012", "deal:L=012", "=Ac"])
    return match


def test_a_view_that_shows_no_position_is_refused() -> None:
    match = rolled()
    view = match.game.view(match.state, 0)
    for wrong in (
        {"dice": "zz"},
        {"moles": {"X9": {"at": 0}}},
        {"dog": "home"},
        {"dog": 99},
        {"seat": None},
        {"seat": 7},
    ):
        with pytest.raises(ValueError, match="view"):
            engine.best(cast(View, {**view, **wrong}), match.setup, level=1)


@pytest.mark.parametrize("seat", [1, 2, None])
def test_a_view_of_somebody_else_is_refused_where_it_shows(seat: int | None) -> None:
    match = rolled(know_own=True)
    with pytest.raises(Complaint, match="not the view of the seat"):
        engine.best(match.game.view(match.state, seat), match.setup, match.public_actions(), level=1)


@pytest.mark.parametrize(
    "heard", [("nonsense",), ("dog>99",), ("=Ac", "S1>99"), (5,), "abc", ("",), ("deal:S=012",), ([],)]
)
def test_what_cannot_have_been_heard_is_refused(heard: Any) -> None:
    match = rolled()
    with pytest.raises(ValueError, match="no action that all hear of"):
        engine.best(match.game.view(match.state, 0), match.setup, heard, level=1)


def test_actions_are_asked_about_by_name() -> None:
    match = rolled()
    also: Any = [5]
    with pytest.raises(ValueError, match="by their names"):
        engine.best(match.game.view(match.state, 0), match.setup, level=1, also=also)
