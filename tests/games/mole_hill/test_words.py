"""Sentences for Mole Hill, action by action."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks import speech
from moleworks.games.mole_hill.view_types import own_view
from moleworks.record import Match
from tests.speech.example_games import (
    ask_now,
    tell_last,
    tell_neighbours,
    tell_own,
    tell_position,
    tell_space,
    tell_standing,
)


@pytest.fixture
def match() -> Match:
    return Match.begin("mole-hill")


def tiny(**board: Any) -> Match:
    """Nine squares, with what a test needs on them."""
    data = {
        "game": "mole-hill",
        "name": "tiny",
        "title": {"en": "Tiny"},
        "source": "own",
        "version": 1,
        "columns": 3,
        "rows": 3,
        "centre": "b2",
        "light": 0,
        "dark": 4,
        "rods": 9,
    }
    return Match.begin("mole-hill", board=data | board)


def test_a_round_from_its_start(match: Match) -> None:
    assert ask_now(match) == "Lina (mole): choose any square to start on."
    assert tell_last(match, "e5") == ["Lina starts on e5."]
    assert ask_now(match) == "Max (gardener): lay a rod between two neighbouring squares; the mole is on e5."
    assert tell_last(match, "c3|d3") == ["Max lays a rod between c3 and d3."]
    assert ask_now(match) == "Lina (mole): step to a square next to e5."
    assert tell_last(match, "f6") == ["Lina steps from e5 to f6."]


def test_the_short_rules_start_beside_the_centre() -> None:
    match = Match.begin("mole-hill", preset="short")
    assert ask_now(match) == "Lina (mole): choose a square beside the centre, e4, to start on."


def test_the_centre_and_the_jump(match: Match) -> None:
    assert tell_last(match, "e5 c3|d3 e4") == [
        "Lina steps from e5 to e4.",
        "This is the centre: the next move may be a jump to any free square.",
    ]
    assert "The mole's next move may be a jump to any free square." in tell_position(match)
    match.play(["c3|c4"])
    assert ask_now(match) == "Lina (mole) may jump from e4 to any square without a molehill."
    assert tell_last(match, "a4") == [
        "Lina jumps from e4 to a4.",
        "A red flower: 2 points.",
        "Lina has 2 points now.",
    ]


def test_points(match: Match) -> None:
    assert tell_last(match, "b2") == [
        "Lina starts on b2.",
        "A white flower: 1 point.",
        "Lina has 1 point now.",
    ]
    line = "h1|i1 b1 h2|i2 c1 h3|i3 d1 h4|i4 e1 h5|i5 f1 h6|i6 g1 h7|i7 g2 g1|h1 f2 g2|h2 e2 g3|h3"
    match.play(line.split())
    assert tell_last(match, "d2") == [
        "Lina steps from e2 to d2.",
        "A dark molehill: 1 point.",
        "Lina has 4 points now.",
    ]


def test_a_mole_shut_in() -> None:
    match = tiny(white=["a1"], light=3, dark=3)
    match.play(["a1", "a2|b2", "a2", "a3|b3", "a3"])
    assert own_view(match.game.view(match.state, None))["round"] == 2
    assert tell_last(match) == [
        "Lina steps from a2 to a3.",
        "The mole is stuck: no way is open.",
        "Round 1 is over: 1 point for Lina.",
        "Now Max is the mole and Lina is the gardener.",
    ]


def test_a_rod_that_leaves_one_way() -> None:
    match = tiny()
    assert tell_last(match, "b1 a2|b2 a1 b1|b2") == ["Max lays a rod between b1 and b2."]
    assert ask_now(match) == "Lina (mole) has only one way left: to a2."


def test_the_molehills_run_out() -> None:
    match = tiny(dark=1)
    assert tell_last(match, "a1") == [
        "Lina starts on a1.",
        "A dark molehill: 1 point.",
        "Lina has 1 point now.",
        "The only molehill is down, so the mole stops.",
        "Round 1 is over: 1 point for Lina.",
        "Now Max is the mole and Lina is the gardener.",
    ]
    assert tell_last(match, "c3")[-1] == ask_now(match) == "The game is over (MH10): a draw, 1 to 1."


def test_nothing_for_light_molehills() -> None:
    match = tiny(light=2, dark=0, red=["c3"])
    assert tell_last(match, "a1 a1|b1 a2")[1:] == [
        "All 2 molehills are down, so the mole stops.",
        "Round 1 is over: no points for Lina.",
        "Now Max is the mole and Lina is the gardener.",
    ]
    assert tell_last(match, "c3 a1|b1 c2")[-2:] == [
        "Round 2 is over: 2 points for Max.",
        "The game is over (MH10): Max wins, 2 to 0!",
    ]


def test_one_round_for_study() -> None:
    match = Match.begin("mole-hill", board=tiny(dark=1).setup.board, options={"rounds": 1})
    assert tell_last(match, "a1")[-1] == "The game is over (MH8): points of the mole: 1."
    assert "Every molehill counts 1 point, white flowers 1 more, red flowers 2 more." in [
        str(rule) for rule in speech.rules(match.game, match.setup)
    ]


def test_the_position(match: Match) -> None:
    assert tell_position(match) == [
        "Round 1 of 2.",
        "Lina is the mole, Max is the gardener.",
        "The lawn has the columns a to i and the rows 1 to 7.",
        "Centre: e4.",
        "Red flowers: a4, e1, e7, i4.",
        "White flowers: b2, b6, h2, h6.",
        "The mole is not on the lawn yet.",
        "There are no rods yet.",
        "Molehills left: 10 light, 12 dark.",
        "Points: Lina 0, Max 0.",
    ]
    match.play(["b2", "c3|d3", "b3", "a1|a2"])
    assert tell_position(match)[5:] == [
        "White flowers: b6, h2, h6.",
        "The mole is on b3.",
        "Molehills in order: b2, b3.",
        "Rods lie between: a1 a2, c3 d3.",
        "Molehills left: 8 light, 12 dark.",
        "Points: Lina 1, Max 0.",
    ]


def test_the_score_and_what_each_has(match: Match) -> None:
    assert tell_own(match, 0)[1] == "The mole is not on the lawn yet."
    assert tell_own(match, 1) == ["Lina is the mole, Max is the gardener.", "There are no rods yet."]
    match.play(["b2", "c3|d3", "b3", "a1|a2"])
    assert tell_standing(match) == [
        "Points: Lina 1, Max 0.",
        "Round 1 of 2.",
        "Molehills left: 8 light, 12 dark.",
    ]
    assert tell_own(match, 0) == [
        "Lina is the mole, Max is the gardener.",
        "The mole is on b3.",
        "Molehills in order: b2, b3.",
        "Molehills left: 8 light, 12 dark.",
    ]
    assert tell_own(match, 1)[1:] == ["Rods lie between: a1 a2, c3 d3."]


def test_a_square(match: Match) -> None:
    match.play(["b2", "b2|c2", "b3", "b2|b3", "c4", "a2|b2", "d5", "b1|b2"])
    assert tell_space(match, "b2") == "b2: molehill 1, white flower, rods north, east, south, west."
    assert tell_space(match, " D5 ") == "d5: mole."
    assert tell_space(match, "e4") == "e4: free, centre."
    assert tell_space(match, "a4") == "a4: free, red flower."
    assert tell_space(match, "b1") == "b1: free, rod north."
    assert tell_space(match, "k9") == "There is no square k9 on this board."


def test_an_edge(match: Match) -> None:
    match.play(["b2", "b2|c2"])
    assert tell_space(match, "b2|c2") == "Between b2 and c2: a rod."
    assert tell_space(match, "c2|b2") == tell_space(match, "c2 and B2") == "Between b2 and c2: a rod."
    assert tell_space(match, "b2|b3") == "Between b2 and b3: no rod."
    assert tell_space(match, "b2|c3") == "b2 and c3 have no edge in common."
    assert tell_space(match, "b2|") == tell_space(match, "b2")


def test_what_is_dug_is_no_longer_told() -> None:
    match = tiny(red=["a1"], white=["a2"])
    match.play(["a1", "c1|c2", "a2", "c2|c3", "b2"])
    assert tell_position(match)[2:4] == [
        "The lawn has the columns a to c and the rows 1 to 3.",
        "The mole is on b2.",
    ]
    match = tiny(centre=None)
    assert not any("entre" in told or "flowers" in told for told in tell_position(match))


def test_what_is_around_a_square(match: Match) -> None:
    assert tell_neighbours(match, "A1") == "a1, around it: free b1, a2, b2."
    match.play(["b2", "a1|a2", "b3", "a1|b1"])
    assert tell_neighbours(match, "a1") == "a1, around it: free b1, a2; rods north, east."
    assert tell_neighbours(match, "square b1") == "b1, around it: free a1, c1, a2, c2; rod west."
    assert tell_neighbours(match, "k9") == tell_space(match, "k9")
    assert tell_neighbours(match, "a1|b1") == tell_space(match, "a1|b1")


def test_molehills_all_round() -> None:
    match = Match.begin("mole-hill")
    match.play(["a2", "i6|i7", "b2", "h6|h7", "b1", "g6|g7"])
    assert tell_neighbours(match, "a1") == "a1, around it: molehills all round."
