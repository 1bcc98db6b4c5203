"""The reference players of Mole Company."""

from __future__ import annotations

import pytest

from moleworks.engine.player_names import player_named
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_company.player.evaluation import measure_mobility
from moleworks.games.mole_company.player.tables import search_tables
from moleworks.games.mole_company.rules import BONUS, CHOOSE
from tests.games.mole_company.player.states import box, knowledge, state_with

ALL = pytest.mark.parametrize("name", ["greedy", "near", "flat@60n"])
GREEDY = pytest.mark.parametrize("name", ["greedy", "near"])


@ALL
def test_enters_a_hole_when_it_can(name: str) -> None:
    state = state_with(box(players=2), 2, "b2 e2 e4", "f7 h5 a1", disc=3)
    for seed in range(5):
        assert player_named("mole-company", name)(knowledge(state), seed) == "b2-b5"


@ALL
def test_the_same_seed_the_same_action(name: str) -> None:
    starts = [state_with(box(players=2), level, "a1 e1 i9", "e9", disc=4 - level) for level in range(4)]
    action = player_named("mole-company", name)
    for start in starts:
        assert action(knowledge(start), 7) == action(knowledge(start), 7)
    assert any(len({action(knowledge(start), seed) for seed in range(20)}) > 1 for start in starts)


@GREEDY
def test_greedy_stays_at_home_and_takes_every_bonus(name: str) -> None:
    greedy = player_named("mole-company", name)
    for disc in (1, 2):
        state = state_with(box(players=2), 2, "c2 h5 e2", "f7 a1 a5", disc=disc)
        assert greedy(knowledge(state), disc).startswith("e2-")
    assert greedy(knowledge(state_with(box(players=2), 3, "c5 e9", "a1", phase=BONUS)), 1) == "flip"
    home = state_with(box(players=2, preset="tactile"), 2, "c2 h5", "f7 a1 a2", phase=CHOOSE)
    assert greedy(knowledge(home), 1) == "wait"


def test_greedy_comes_nearer() -> None:
    """Only f7 is free: with a 1 the mole goes where a disc leads there, not away."""
    state = state_with(box(players=2), 2, "e5 a1", "c2 h5 b5 i9", disc=1)
    name = player_named("mole-company", "greedy")(knowledge(state), 3)
    after = MOLE_COMPANY.play(state, MOLE_COMPANY.parse(state, name))
    discs = measure_mobility(after.table, search_tables(after.table), after.position, 0).discs
    assert discs


def test_near_ends_next_to_the_only_hole() -> None:
    """Only f7 is free: with a 1 two spaces next to it can be reached."""
    state = state_with(box(players=2), 2, "e5 a1", "c2 h5 b5 i9", disc=1)
    near = player_named("mole-company", "near")
    assert {near(knowledge(state), seed) for seed in range(20)} == {"e5-e6", "e5-f6"}


def test_near_places_anywhere() -> None:
    state = box(players=4)
    near = player_named("mole-company", "near")
    assert len({near(knowledge(state), seed) for seed in range(60)}) > 25


def test_flat_takes_its_time() -> None:
    state = state_with(box(players=2, preset="tactile"), 3, "e1 b1", "i9", disc=4)
    assert player_named("mole-company", "flat@0.01s")(knowledge(state), 1) == "e1-e5"
