"""Mole Company: MC10-MC13, the special spaces, the blue board and the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.example_game import ExampleGame
from tests.rules.pages import HOME, ON_BLUE, ON_RED, PLACED, WARREN, Data

GAME = "mole-company"
PATHS = ("all", "solid", "into")


def warren(line: str = "", players: int = 2, board: Data = WARREN, **options: Any) -> ExampleGame:
    """The small stack, some actions on."""
    return ExampleGame(GAME, board, players, **options).play(line)


# --- MC10: special spaces ---

# Seat 0 goes to c3, which is special on the red board; its other mole is on b3.
ON_SPECIAL = f"{ON_RED} =1 b2-c3"


def test_mc10_ending_a_move_on_a_special_gives_the_choice() -> None:
    table = warren(ON_SPECIAL)
    assert (table.actor, table.phase, table.names) == (0, "bonus", {"flip", "stop"})
    assert table.view()["disc"] is None


def test_mc10_stop_ends_the_turn() -> None:
    table = warren(f"{ON_SPECIAL} stop")
    assert (table.chance_acts, table.mover, table.phase) == (True, 1, "flip")
    assert sorted(table.view()["left"][0]) == [2, 3, 4]


def test_mc10_flip_is_another_disc_of_the_same_player_for_any_own_mole() -> None:
    table = warren(f"{ON_SPECIAL} flip")
    assert (table.chance_acts, table.mover, table.phase) == (True, 0, "flip")
    assert set(table.odds) == {"=2", "=3", "=4"}
    table.play("=2")
    assert (table.actor, table.phase, table.view()["disc"]) == (0, "move", 2)
    assert sorted(table.view()["left"][0]) == [3, 4]
    assert {"c3-c1", "c3-c5", "c3-a1"} <= table.names
    table.play("c3-c5")
    assert (table.mover, table.phase) == (1, "flip")


def test_mc10_the_other_mole_may_use_the_bonus() -> None:
    """b3 reached the special d5: now b2 may move as well as d5."""
    table = warren(f"{ON_RED} =2 b3-d5 flip =1")
    assert (table.actor, table.phase) == (0, "move")
    assert table.allows("b2-a2 d5-c5")


def test_mc10_the_bonus_move_must_not_end_on_a_special() -> None:
    table = warren(f"{ON_SPECIAL} flip =2")
    assert "d5" in table.refuses("b3-d5", "MC10")
    assert warren(f"{ON_RED} =2").allows("b3-d5")  # without a bonus it may


def test_mc10_the_rules_of_moving_come_first() -> None:
    """Wrong distance and special: the lower number is named."""
    warren(f"{ON_RED} =2 b3-d5 flip =3").refuses("b2-c3", "MC5")


def test_mc10_no_move_at_all_loses_the_bonus() -> None:
    table = warren(f"{ON_SPECIAL} flip =4")
    assert (table.mover, table.phase) == (1, "flip")
    assert sorted(table.view()["left"][0]) == [2, 3]


def test_mc10_only_moves_to_specials_lose_the_bonus_too() -> None:
    """With 3 seat 0 could only go from a2 to the special d5."""
    line = f"{ON_RED} =4 =3 =2 b2-d2 =4 =3 d2-a2 =2 d4-b2 =1 b3-c3 flip"
    table = warren(line)
    assert (table.mover, table.view()["moles"][0]) == (0, ["a2", "c3"])
    table.play("=3")
    assert (table.mover, table.phase) == (1, "flip")
    assert sorted(table.view()["left"][0]) == [1, 2, 2, 3, 4]


def test_mc10_no_second_bonus() -> None:
    """Whatever the bonus move is, the turn is over after it."""
    table = warren(f"{ON_SPECIAL} flip =2")
    for name in table.names:
        assert table.branch(name).mover == 1


def test_mc10_the_next_turn_may_use_specials_again() -> None:
    table = warren(f"{ON_SPECIAL} flip =4 =4 =2")
    assert table.allows("b3-d5")
    assert table.play("b3-d5").phase == "bonus"


def test_mc10_passing_over_a_special_gives_nothing() -> None:
    table = warren(f"{ON_RED} =4 =2 d4-b4 =2 b2-d4")
    assert (table.mover, table.phase) == (1, "flip")


def test_mc10_without_specials_they_are_ordinary_spaces() -> None:
    table = warren(ON_SPECIAL, specials=False)
    assert (table.chance_acts, table.mover, table.phase) == (True, 1, "flip")


def test_mc10_a_bonus_move_can_lift_the_board() -> None:
    """Seat 1 goes to the special d5 and fills the last hole with the bonus: the turn passes on."""
    table = warren(f"{ON_RED} =4 =3 =3 =4 =2 b2-d2 =3 d4-a1 =1 d2-e3 =2 d3-d5 flip =1")
    assert (table.view()["level"], table.actor) == (2, 1)
    table.play("d5-c5")
    assert (table.view()["level"], table.mover, table.phase) == (3, 0, "flip")


# --- MC11: the blue board ---


def blue(line: str, paths: str, **options: Any) -> ExampleGame:
    """Seat 0 on c2, seat 1 on c4; dotted are the steps between the hole c3 and b3, c2 and d4."""
    return warren(f"{ON_BLUE} {line}", final_paths=paths, **options)


@pytest.mark.parametrize("paths", PATHS)
@pytest.mark.parametrize(
    ("line", "name", "open_in"),
    [
        ("=1", "c2-c3", {"all", "into"}),
        ("=1 c2-c1 =2 c4-e4 =2", "c1-c3", {"all", "into"}),
        ("=4 =2 c4-e4 =2", "c2-c4", {"all"}),
        ("=1 c2-c1 =2", "c4-c2", {"all"}),
        ("=1 c2-c1 =3 =2 c1-a1 =2 c4-e4 =2", "a1-c3", {"all", "solid", "into"}),
    ],
    ids=[
        "dotted-step-into-the-hole",
        "last-step-into-the-hole",
        "over-the-hole-from-the-dotted-side",
        "over-the-hole-to-the-dotted-side",
        "solid-line-into-the-hole",
    ],
)
def test_mc11_which_lines_are_used(line: str, name: str, open_in: set[str], paths: str) -> None:
    table = blue(line, paths)
    if paths in open_in:
        assert table.allows(name)
    else:
        assert table.refuses(name, "MC11")


@pytest.mark.parametrize("paths", PATHS)
def test_mc11_other_steps_are_not_touched(paths: str) -> None:
    """Only the steps at the hole are dotted, not the rest of the line."""
    assert blue("=1", paths).allows("c2-c1 c2-b2 c2-d3 c2-d2 c2-b1")
    assert blue("=1 c2-c1 =2 c4-e4 =2 c1-a1 =2 e4-c4", paths).outcome is None


def test_mc11_under_solid_a_mole_may_be_stuck() -> None:
    """From c1 four spaces lead over the hole only: the turn is lost (MC6)."""
    assert blue("=1 c2-c1 =2 c4-e4 =4", "all").names == {"c1-c5"}
    assert blue("=1 c2-c1 =2 c4-e4 =4", "solid").mover == 1
    assert blue("=1 c2-c1 =2 c4-e4 =4", "into").mover == 1


def test_mc11_dots_turn_with_the_board() -> None:
    """One step of the blue board and c2 is a solid neighbour; two, and it is dotted again."""
    for steps, rule in ((0, "MC11"), (1, None), (2, "MC11"), (3, None), (4, "MC11"), (5, None)):
        table = blue("=1", "solid", rotations=[0, 0, 0, steps])
        assert table.rule("c2-c3") == rule
    seen = blue("", "solid", rotations=[0, 0, 0, 1]).view()
    assert sorted(sorted(pair) for pair in seen["dotted"]) == [["b2", "c3"], ["c3", "c4"], ["c3", "d3"]]


def test_mc11_a_fully_solid_line_may_be_passed_over() -> None:
    """With no dots on the row, c2 goes over the hole under every option, and does not win (MC12)."""
    stack = [dict(board) for board in WARREN["boards"]]
    stack[3]["dotted"] = [["c3", "b3"], ["c3", "d3"]]
    for paths in PATHS:
        table = warren(f"{ON_BLUE} =4 =2 c4-e4 =2", board=WARREN | {"boards": stack}, final_paths=paths)
        assert table.play("c2-c4").outcome is None


@pytest.mark.parametrize(("players", "paths"), [(2, "into"), (3, "all"), (4, "all")])
@pytest.mark.parametrize("preset", ["ravensburger", "ravensburger-basic"])
def test_mc11_ravensburger_decides_by_the_number_of_players(players: int, paths: str, preset: str) -> None:
    assert ExampleGame(GAME, "classic", players, preset).setup.options["final_paths"] == paths


def test_mc11_moving_rules_come_first() -> None:
    """c2-c4 is occupied and crosses a dotted step: the lower number is named."""
    blue("=2", "solid").refuses("c2-c4", "MC5")


# --- MC12: the golden shovel ---


def test_mc12_the_first_move_that_ends_in_the_blue_hole_wins() -> None:
    table = blue("=1 c2-c1 =3 =2 c1-a1 =2 c4-e4 =2 a1-c3", "solid")
    assert table.outcome == ("MC12", 0, False)
    assert (table.actor, table.mover, table.phase, table.names, table.odds) == (None, None, "over", set(), {})
    assert (table.view()["level"], table.view()["moles"]) == (4, [["c3"], ["e4"]])


def test_mc12_passing_over_it_does_not() -> None:
    table = blue("=4 =2 c4-e4 =2 c2-c4", "all")
    assert (table.outcome, table.mover) == (None, 1)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_mc12_after_the_end_every_action_is_refused(seat: int | None) -> None:
    table = blue("=1 c2-c3", "all")
    for name in ("c4-c5", "=2", "a1", "flip", "stop", "wait", "z9", "=9"):
        assert table.rule(name, seat) == "MC12"
        table.refuses(name, "MC12")
    table.malformed("nothing")


def test_mc12_is_also_what_a_drawn_game_answers() -> None:
    warren(f"{PLACED} =2 d2-b2", turn_limit=1).refuses("=2", "MC12")


# --- MC13: the limit ---


def test_mc13_the_default_is_a_thousand_turns() -> None:
    assert warren().setup.options["turn_limit"] == 1000


def test_mc13_a_thousand_idle_turns_are_a_draw() -> None:
    """Everybody keeps out of the holes where they can; on the green board every turn has one flip."""
    table = warren(PLACED)
    holes = set(table.view()["holes"])
    flips = 0
    while not table.outcome:
        if table.phase == "flip":
            flips += 1
            table.play(min(table.names))
        else:
            table.play(min(table.names, key=lambda name: (name[3:] in holes, name)))
    assert (table.outcome, flips, table.view()["level"]) == (("MC13", None, True), 1000, 1)


def test_mc13_a_draw_after_the_last_turn() -> None:
    table = warren(f"{PLACED} =2", turn_limit=1)
    assert table.outcome is None
    table.play("d2-b2")
    assert table.outcome == ("MC13", None, True)
    assert (table.actor, table.phase, table.names) == (None, "over", set())


def test_mc13_placing_does_not_count() -> None:
    assert warren(PLACED, turn_limit=1).outcome is None


def test_mc13_a_lost_turn_counts() -> None:
    assert warren("d2 e4 d5 b1 b4 c5 =4", turn_limit=1).outcome == ("MC13", None, True)
    assert warren("d2 e4 d5 b1 b4 c5 =4", turn_limit=2).mover == 1


def test_mc13_a_skipped_turn_counts() -> None:
    """Five turns bring seat 0 home, seat 1 moves in the sixth, seat 0 is skipped in the seventh."""
    line = f"{HOME} =2 c3-c1"
    assert warren(line, turn_limit=6).outcome == ("MC13", None, True)
    assert warren(line, turn_limit=7).outcome == ("MC13", None, True)
    assert warren(line, turn_limit=8).mover == 1


def test_mc13_waiting_counts() -> None:
    table = warren(f"{HOME} =2 c3-c1", all_home="may-wait", turn_limit=7)
    assert (table.actor, table.phase) == (0, "choose")
    assert table.play("wait").outcome == ("MC13", None, True)


def test_mc13_a_bonus_is_no_turn_of_its_own() -> None:
    """Four turns lead to the red board; the fifth has a bonus, and only then is it over."""
    table = warren(f"{ON_SPECIAL} flip", turn_limit=5)
    assert table.outcome is None
    assert table.branch("=2 c3-c5").outcome == ("MC13", None, True)
    assert warren(f"{ON_SPECIAL} stop", turn_limit=5).outcome == ("MC13", None, True)
    assert warren(f"{ON_SPECIAL} flip =2 c3-c5", turn_limit=6).mover == 1


def test_mc13_an_eliminated_seat_does_not_count() -> None:
    """Seat 2 goes out in the fifth turn; the sixth is seat 0's, the seventh seat 1's, the eighth seat 0's."""
    line = "d2 e4 c1 e3 b1 c5 =2 d2-b2 =1 e4-d4 =1 c5-d5 =3 e3-b3 =2 b1-d3 =2 b2-d2 =2 d3-b1"
    assert warren(line, 3, turn_limit=8).mover == 0
    assert warren(line, 3, turn_limit=7).outcome == ("MC13", None, True)


def test_mc13_a_win_in_the_last_turn_is_a_win() -> None:
    """The way to the blue hole: 4 turns on green, 12 below, then this one."""
    flips = sum(name.startswith("=") for name in ON_BLUE.split())
    table = blue("=1 c2-c3", "all", turn_limit=flips + 1)
    assert table.outcome == ("MC12", 0, False)
    assert blue("=1 c2-c1", "all", turn_limit=flips + 1).outcome == ("MC13", None, True)
