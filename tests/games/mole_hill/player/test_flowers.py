"""Custom lawns with more points than the classic one: the player collects them."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks import engine
from moleworks.engine import Effort
from moleworks.games.mole_hill.player import tables as lawns
from moleworks.games.mole_hill.player.choose_action import MoleHillBudget, choose
from moleworks.games.mole_hill.player.evaluation import POINT, QUANTA
from moleworks.games.mole_hill.player.levels import LEVELS
from moleworks.games.mole_hill.player.player import PLAYER
from moleworks.games.mole_hill.rules import most_points, points
from moleworks.record import Match
from tests.games.mole_hill.player.positions import lawn, state_of

SQUARES = tuple(f"{column}{row}" for row in range(1, 8) for column in "abcdefghi")
ONE_WAY_IN = ("a2|a3", "a1|a2", "g7|h7", "h6|h7", "g6|h6", "a7|b7", "e6|e7", "f6|f7")
ALONG = ("b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "i2", "h2", "g2", "f2", "e2", "d2", "c2", "b2")
ELSEWHERE = ("d6|d7", "c6|c7", "b6|b7", "h5|h6", "i5|i6", "i6|i7", "g5|g6", "f5|f6")


def board(red: tuple[str, ...] = (), white: tuple[str, ...] = (), light: int = 0) -> dict[str, Any]:
    """The largest lawn there can be, with a molehill for every square."""
    return {
        "game": "mole-hill",
        "name": "flowers",
        "title": {"en": "Flowers"},
        "source": "own",
        "version": 1,
        "columns": 9,
        "rows": 7,
        "centre": "none",
        "red": list(red),
        "white": list(white),
        "light": light,
        "dark": 63 - light,
        "rods": 99,
    }


def rich(own: dict[str, Any], rounds: int = 1) -> Match:
    """A mole on b2 with two rows behind it and five before it; a1 is a dead end, and so is a2."""
    match = Match.begin("mole-hill", board=own, options={"rounds": rounds})
    for step, rod in zip(ALONG, (*ONE_WAY_IN, *ELSEWHERE), strict=True):
        match.play([step, rod])
    return match


ALL_RED, ALL_WHITE = board(red=SQUARES), board(white=SQUARES)
MIXED = board(red=SQUARES[::2], white=SQUARES[1::2], light=3)
LAWNS = pytest.mark.parametrize("own", [ALL_RED, ALL_WHITE, MIXED], ids=["red", "white", "both"])


@LAWNS
@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_no_level_ends_a_round_full_of_flowers(own: dict[str, Any], level: int) -> None:
    match = rich(own)
    for seed in range(5):
        chosen = PLAYER.choose(engine.knowledge(match), Effort(level=level), seed=seed)
        assert chosen in {"a3", "b3", "c3"}


@LAWNS
def test_values_agree_with_the_points(own: dict[str, Any]) -> None:
    match = rich(own)
    table, hills = state_of(match).table, state_of(match).position.hills
    advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=20_000), lines=9, seed=1)
    values = {line.action: line.value for line in advice.lines}
    assert values["a1"] == points(table, hills | 1)
    so_far = points(table, hills)
    assert all(so_far < value <= most_points(table) for value in values.values())
    assert values["c3"] > values["a1"]
    assert list(values.values()) == sorted(values.values(), reverse=True)


def test_a_match_is_not_given_up_either() -> None:
    match = rich(ALL_RED, rounds=2)
    state = state_of(match)
    for first in (40, 60, 120):
        position = state.position._replace(round=2, first=first)
        found = choose(state.table, position, MoleHillBudget(nodes=20_000), seed=1)
        assert found.action in {18, 19, 20}


def test_the_gardener_wants_the_round_over() -> None:
    match = rich(ALL_RED)
    match.play(["a3"])
    before = points(state_of(match).table, state_of(match).position.hills)
    advice = PLAYER.advise(engine.knowledge(match), Effort(nodes=20_000), lines=3, seed=1)
    assert before <= advice.lines[0].value <= min(line.value for line in advice.lines)


def test_tables_grow_only_where_there_are_more_points() -> None:
    for name in ("classic", "patch"):
        assert lawns.evaluation_tables(lawn(name)).quanta == QUANTA
    table = state_of(Match.begin("mole-hill", board=ALL_RED, options={"rounds": 1})).table
    assert most_points(table) == 63 * 3
    expected_values = lawns.goal_tables(table, None, lawns.NOBODY).expected_values
    assert len(expected_values) == (table.supply + 1) * lawns.evaluation_tables(table).quanta
    assert max(expected_values) == most_points(table) * POINT
