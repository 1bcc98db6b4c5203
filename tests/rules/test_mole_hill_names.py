"""Mole Hill: presets, options, names and views."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.games import GAMES, BadSetup, Malformed
from tests.rules.example_game import ExampleGame
from tests.rules.pages import BED, Data, resolved

GAME = "mole-hill"
OVER = "a1 b3|c3 b1 a3|b3 c1 a3 b1|c1 b3 a1|b1 c3"
"""A whole game on the bed."""


def lawn(board: str | Data = "classic", preset: str | None = None, **options: Any) -> ExampleGame:
    return ExampleGame(GAME, board, preset=preset, **options)


def test_mh_presets_are_the_two_sheets() -> None:
    assert list(GAMES[GAME].presets) == ["blatz", "short"]
    assert lawn().setup.preset == "blatz"
    for preset in ("blatz", "short"):
        assert dict(lawn(preset=preset).setup.options) == resolved(GAME, preset, 2)


def test_mh_preset_short_plays_ring_and_path() -> None:
    table = lawn(preset="short")
    assert len(table.names) == 8
    table.play("d3 c3|d3 c2 c3|c4 b2 b3|c3 c3")
    assert table.play("c2|c3").outcome is None
    assert table.phase == "place", "closed in on its four sides, the mole is stuck: round 2 begins"


def test_mh_the_house_rule_edges_lets_a_closed_in_mole_slip_out() -> None:
    table = lawn(preset="short", diagonal="edges")
    table.play("d3 c3|d3 c2 c3|c4 b2 b3|c3 c3")
    assert table.play("c2|c3").names == {"b4", "d2", "d4"}


def test_mh_an_option_overrides_its_preset() -> None:
    table = lawn(preset="short", start="anywhere")
    assert dict(table.setup.options) == resolved(GAME, "short", 2) | {"start": "anywhere"}
    assert len(table.names) == 63


@pytest.mark.parametrize(
    "options",
    [
        {"start": "here"},
        {"diagonal": 1},
        {"rounds": 3},
        {"rounds": 0},
        {"rounds": True},
        {"rods": 9},
        {"start": None},
    ],
)
def test_mh_no_such_option_or_value(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        lawn(**options)


@pytest.mark.parametrize("players", [1, 3, 0])
def test_mh_is_for_two(players: int) -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, players=players)


def test_mh_nothing_is_turned_and_no_other_sheet() -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, rotations=[0, 0, 0, 0])
    with pytest.raises(BadSetup):
        lawn(preset="tactile")


MALFORMED = [
    "", " ", "e", "5", "e5 ", " e5", "e5\n", "E5", "e5e6", "e-5", "5e", "é5", "e５", "e²", "=3", "flip",
    "pass", "c3|", "|d3", "|", "c3|d3|e3", "c3||d3", "c3-d3", "c3 | d3", "C3|D3", "S1>3", "deal:S=01",
    "nothing",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=repr)
def test_mh_malformed_is_no_name_in_any_phase(text: str) -> None:
    for line in ("", "c3", "c3 h6|h7"):
        lawn().play(line).malformed(text)
    lawn(BED).play(OVER).malformed(text)


@given(st.text(max_size=8) | st.from_regex(r"[a-j][0-9]{1,2}(\|[a-j][0-9]{1,2})?", fullmatch=True))
def test_mh_any_text_is_legal_refused_or_malformed(text: str) -> None:
    table = lawn().play("c3")
    try:
        rule = table.rule(text)
    except Malformed:
        assert text not in table.names
    else:
        assert (rule is None) == (text in table.names)


def test_mh_no_chance_anywhere() -> None:
    for line in ("", "c3", "c3 h6|h7"):
        table = lawn().play(line)
        assert (table.odds, table.chance_acts) == ({}, False)


def test_mh_the_view_holds_what_the_protocol_fixes() -> None:
    table = lawn()
    fixed: dict[str, Any] = {
        "round": 1,
        "mole": None,
        "hills": [],
        "rods": [],
        "jump": False,
        "scores": [0, 0],
    }
    assert table.view() == table.view() | fixed
    table.play("e3 b4|c4 e4 a1|a2 b2 g6|g7")
    seen = table.view()
    assert sorted(seen["rods"]) == ["a1|a2", "b4|c4", "g6|g7"]
    fixed = {"round": 1, "mole": "b2", "hills": ["e3", "e4", "b2"], "jump": False, "scores": [1, 0]}
    assert seen == seen | fixed
    assert seen == table.view(0) == table.view(1)
