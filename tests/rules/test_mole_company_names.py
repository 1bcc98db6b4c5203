"""Mole Company: presets, options, rotated boards, names and views."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.games import GAMES, BadSetup, Malformed
from tests.rules.example_game import ExampleGame
from tests.rules.pages import HOME, ON_BLUE, ON_RED, PLACED, PRESETS, VALUES, WARREN, resolved

GAME = "mole-company"


def warren(line: str = "", players: int = 2, **options: Any) -> ExampleGame:
    """The small stack, some actions on."""
    return ExampleGame(GAME, WARREN, players, **options).play(line)


# --- presets and options ---


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", list(PRESETS[GAME]))
def test_mc_presets_are_the_sheets(preset: str, players: int) -> None:
    assert list(GAMES[GAME].presets) == list(PRESETS[GAME])
    table = ExampleGame(GAME, "classic", players, preset)
    assert dict(table.setup.options) == resolved(GAME, preset, players)
    assert table.setup.preset == preset


def test_mc_ravensburger_is_the_default_for_two() -> None:
    table = ExampleGame(GAME)
    assert (table.setup.preset, table.setup.players) == ("ravensburger", 2)


@pytest.mark.parametrize(
    ("preset", "phase"),
    [
        ("ravensburger", "bonus"),
        ("ravensburger-basic", "flip"),
        ("tactile", "flip"),
        ("tactile-pro", "bonus"),
    ],
)
def test_mc_preset_specials(preset: str, phase: str) -> None:
    assert warren(f"{ON_RED} =1 b2-c3", preset=preset).phase == phase


@pytest.mark.parametrize(
    ("preset", "phase"),
    [
        ("ravensburger", "flip"),
        ("ravensburger-basic", "flip"),
        ("tactile", "choose"),
        ("tactile-pro", "choose"),
    ],
)
def test_mc_preset_all_home(preset: str, phase: str) -> None:
    assert warren(f"{HOME} =2 c3-c1", preset=preset).phase == phase


@pytest.mark.parametrize(
    ("preset", "rule"),
    [
        ("ravensburger", None),
        ("ravensburger-basic", None),
        ("tactile", None),
        ("tactile-pro", "MC11"),
    ],
)
def test_mc_preset_final_paths_for_two(preset: str, rule: str | None) -> None:
    """Into the hole by a dotted line."""
    assert warren(f"{ON_BLUE} =1", preset=preset).rule("c2-c3") == rule


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in VALUES[GAME].items() for value in values]
)
def test_mc_every_option_overrides_its_preset(option: str, value: Any) -> None:
    for preset in PRESETS[GAME]:
        table = ExampleGame(GAME, WARREN, 2, preset, **{option: value})
        assert dict(table.setup.options) == resolved(GAME, preset, 2) | {option: value}


@pytest.mark.parametrize(
    "options",
    [
        {"specials": 1}, {"specials": "true"}, {"all_home": "wait"}, {"reshuffle": 4}, {"reshuffle": "6"},
        {"final_paths": "dotted"}, {"final_paths": None}, {"turn_limit": 0}, {"turn_limit": True},
        {"turn_limit": "9"}, {"discs": "choose-of-two"},
    ],
    ids=str,
)  # fmt: skip
def test_mc_no_such_option_or_value(options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        warren(**options)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_mc_is_for_two_to_four(players: int) -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, "classic", players)


# --- turned boards ---


@pytest.mark.parametrize(
    "rotations", [[0, 0, 0], [0, 0, 0, 6], [0, 0, 0, -1], [0] * 5, [0, 0, 0, True], []], ids=str
)
def test_mc_rotations_are_four_numbers_from_0_to_5(rotations: list[int]) -> None:
    with pytest.raises(BadSetup):
        ExampleGame(GAME, "classic", rotations=rotations)


def test_mc_one_turn_of_the_green_board() -> None:
    """(q,r) goes to (-r, q+r): c1 is (-4,2) and goes to (-2,-2), which is g3."""
    plain, turned = (
        ExampleGame(GAME).view()["holes"],
        ExampleGame(GAME, rotations=[1, 0, 0, 0]).view()["holes"],
    )
    assert "c1" in plain
    assert "g3" in turned
    assert sorted(plain) != sorted(turned)


def test_mc_the_green_board_looks_different_in_all_six_turns() -> None:
    looks = {tuple(sorted(ExampleGame(GAME, rotations=[turn, 0, 0, 0]).view()["holes"])) for turn in range(6)}
    assert len(looks) == 6


def test_mc_placing_and_lifting_are_in_the_frame_of_the_box() -> None:
    """The red board turned by three: its holes lie opposite; the moles stand where they stood."""
    seen = warren(ON_RED, rotations=[0, 3, 0, 0]).view()
    assert [sorted(team) for team in seen["moles"]] == [["b2", "b3"], ["d3", "d4"]]
    assert sorted(seen["holes"]) == ["a3", "c1", "e5"]
    assert sorted(seen["specials"]) == ["b1", "c3"]
    turned = ExampleGame(GAME, rotations=[1, 0, 0, 0])
    turned.refuses("g3", "MC2")
    assert turned.allows("c1")


# --- names ---

MALFORMED = [
    "", " ", "c", "3", "c3 ", " c3", "c3\n", "C3", "c3c4", "c3-", "-c3", "c3-c4-c5", "c3--c4", "c3|c4",
    "c3 - c4", "c３", "=", "3=", "==3", "=x", "=-1", "= 3", "Flip", "FLIP", "flip ", "pass", "waits", "S1>3",
    "deal:S=01", "dog>3", "nothing",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=repr)
def test_mc_malformed_is_no_name_in_any_phase(text: str) -> None:
    for line in ("", PLACED, f"{PLACED} =2", f"{ON_RED} =1 b2-c3"):
        warren(line).malformed(text)
    warren(f"{PLACED} =2 d2-b2", turn_limit=1).malformed(text)


@given(st.text(max_size=8) | st.from_regex(r"[a-j][0-9](-[a-j][0-9])?|=[0-9]{1,2}|flip|stop", fullmatch=True))
def test_mc_any_text_is_legal_refused_or_malformed(text: str) -> None:
    for line in ("", PLACED, f"{PLACED} =2"):
        table = warren(line)
        try:
            rule = table.rule(text)
        except Malformed:
            assert text not in table.names
        else:
            assert (rule is None) == (text in table.names)


def test_mc_odds_only_where_chance_acts() -> None:
    for line in ("", f"{PLACED} =2", f"{ON_RED} =1 b2-c3"):
        assert warren(line).odds == {}
    assert sum(warren(PLACED).odds.values()) == 1


# --- views ---


def test_mc_the_view_holds_what_the_protocol_fixes() -> None:
    seen = warren(f"{PLACED} =2").view()
    fixed = {"level": 1, "specials": [], "dotted": [], "disc": 2}
    assert seen == seen | fixed
    assert [sorted(team) for team in seen["moles"]] == [["c1", "d2", "e3"], ["b1", "c5", "e4"]]
    assert sorted(seen["holes"]) == ["b2", "b3", "d3", "d4"]
    assert [sorted(left) for left in seen["left"]] == [[1, 2, 3, 3, 4], [1, 2, 2, 3, 3, 4]]


def test_mc_the_view_before_anybody_stands() -> None:
    seen = warren(players=3).view()
    assert seen == seen | {"level": 1, "moles": [[], [], []], "disc": None}


def test_mc_the_view_of_the_blue_board() -> None:
    seen = warren(ON_BLUE).view()
    assert (seen["level"], seen["moles"], seen["holes"]) == (4, [["c2"], ["c4"]], ["c3"])
    assert sorted(seen["specials"]) == ["b4", "d2"]
    assert sorted(sorted(pair) for pair in seen["dotted"]) == [["b3", "c3"], ["c2", "c3"], ["c3", "d4"]]


def test_mc_specials_are_on_the_board_even_if_they_are_not_played() -> None:
    """They are those of the current board, whatever the option says."""
    assert sorted(warren(ON_RED, specials=False).view()["specials"]) == ["c3", "d5"]


@pytest.mark.parametrize(
    "line", ["", PLACED, f"{PLACED} =2", ON_RED, ON_BLUE], ids=["place", "flip", "move", "red", "blue"]
)
def test_mc_everybody_sees_the_same(line: str) -> None:
    table = warren(line)
    assert table.view() == table.view(0) == table.view(1)
    assert table.scores is None
