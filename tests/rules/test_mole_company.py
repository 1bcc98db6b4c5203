"""Mole Company, rule by rule: MC1-MC9. MC10-MC13 are in `test_mole_company_deep`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from moleworks import boards
from tests.rules.example_game import ExampleGame
from tests.rules.pages import CLASSIC, HOME, ON_BLUE, ON_RED, PLACED, WARREN, Data

GAME = "mole-company"
SIX = [1, 2, 2, 3, 3, 4]


def company(
    players: int = 2, board: str | Data = "classic", preset: str | None = None, **options: Any
) -> ExampleGame:
    return ExampleGame(GAME, board, players, preset, **options)


def warren(line: str = "", players: int = 2, **options: Any) -> ExampleGame:
    """The small stack, some actions on."""
    return company(players, WARREN, **options).play(line)


def all_placed(players: int = 2, **options: Any) -> ExampleGame:
    """The classic boards, everybody on the first free space in the order of names."""
    table = company(players, **options)
    while table.phase == "place":
        table.play(min(table.names))
    return table


def turn(table: ExampleGame, disc: int) -> None:
    """Flips that disc and makes the first move there is."""
    table.play(f"={disc}")
    if table.phase == "move":
        table.play(min(table.names))


# --- MC1: moles ---


@pytest.mark.parametrize(("players", "moles"), [(2, 10), (3, 7), (4, 6)])
def test_mc1_moles_by_number_of_players(players: int, moles: int) -> None:
    table = company(players)
    for _ in range(players * moles):
        assert table.phase == "place"
        table.play(min(table.names))
    assert table.phase == "flip"
    assert [len(team) for team in table.view()["moles"]] == [moles] * players


def test_mc1_a_board_says_its_own_numbers() -> None:
    assert [len(team) for team in warren(PLACED).view()["moles"]] == [3, 3]
    assert [len(team) for team in warren("a1 a2 a3 b1 b4 c1", 3).view()["moles"]] == [2, 2, 2]


# --- MC2: placing ---


def test_mc2_any_free_space_of_the_green_board_but_a_hole() -> None:
    table = company()
    assert len(table.names) == 61 - 13
    assert table.names.isdisjoint(CLASSIC[GAME]["boards"][0]["holes"])
    table.play("e5")
    assert len(table.names) == 61 - 13 - 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mc2_one_mole_at_a_time_from_seat_0_clockwise(players: int) -> None:
    table = company(players)
    for count in range(2 * players):
        assert (table.actor, table.mover, table.phase) == (count % players, count % players, "place")
        table.play(min(table.names))


def test_mc2_not_in_a_hole_and_not_on_a_mole() -> None:
    table = company().play("e5")
    hole = table.refuses("c1", "MC2")
    occupied = table.refuses("e5", "MC2")
    assert hole.replace("c1", "e5") != occupied


@pytest.mark.parametrize("space", ["a6", "f1", "i4", "j5", "z9"])
def test_mc2_no_such_space(space: str) -> None:
    company().refuses(space, "MC2")


def test_mc2_space_names_are_abalones() -> None:
    rows = {"a": (1, 5), "b": (1, 6), "c": (1, 7), "d": (1, 8), "e": (1, 9)}
    rows |= {"f": (2, 9), "g": (3, 9), "h": (4, 9), "i": (5, 9)}
    spaces = {f"{row}{number}" for row, (low, high) in rows.items() for number in range(low, high + 1)}
    table = company()
    assert table.names | set(table.view()["holes"]) == spaces


def test_mc2_seat_0_begins_when_all_stand() -> None:
    table = warren(PLACED)
    assert (table.chance_acts, table.mover, table.phase) == (True, 0, "flip")


# --- MC3: discs ---


def test_mc3_each_face_down_disc_alike() -> None:
    table = all_placed()
    sixth = Fraction(1, 6)
    assert table.odds == {"=1": sixth, "=2": 2 * sixth, "=3": 2 * sixth, "=4": sixth}
    turn(table, 2)
    assert table.mover == 1
    assert table.odds == {"=1": sixth, "=2": 2 * sixth, "=3": 2 * sixth, "=4": sixth}
    turn(table, 4)
    fifth = Fraction(1, 5)
    assert table.odds == {"=1": fifth, "=2": fifth, "=3": 2 * fifth, "=4": fifth}
    turn(table, 2)
    assert table.odds == {"=1": fifth, "=2": 2 * fifth, "=3": 2 * fifth}


def test_mc3_everybody_sees_which_discs_are_left() -> None:
    table = all_placed(3)
    table.play("=3")
    for seat in (None, 0, 1, 2):
        seen = table.view(seat)
        assert seen["disc"] == 3
        assert [sorted(left) for left in seen["left"]] == [[1, 2, 2, 3, 4], SIX, SIX]
    table.play(min(table.names))
    assert table.view()["disc"] is None


def test_mc3_a_disc_that_lies_face_up_cannot_be_flipped() -> None:
    table = all_placed()
    turn(table, 1)
    turn(table, 1)
    face_up = table.refuses("=1", "MC3")
    assert face_up.replace("1", "5") != table.refuses("=5", "MC3")


@pytest.mark.parametrize("disc", ["=5", "=9"])
def test_mc3_no_such_disc(disc: str) -> None:
    warren(PLACED).refuses(disc, "MC3")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "=3 c1-c2 flip wait stop =9 z1-z2"),
        (PLACED, "a1 c1-c2 flip wait stop z9"),
        (f"{PLACED} =2", "a1 =2 =1 flip wait stop"),
        (f"{ON_RED} =1 b2-c3", "a1 =2 b3-b4 wait z9"),
    ],
    ids=["place", "flip", "move", "bonus"],
)
def test_mc3_the_wrong_kind_of_action(line: str, wrong: str) -> None:
    table = warren(line)
    for name in wrong.split():
        table.refuses(name, "MC3")


def test_mc3_the_wrong_kind_of_action_when_asked_to_wait() -> None:
    table = warren(f"{HOME} =2 c3-c1", all_home="may-wait")
    assert table.phase == "choose"
    for name in ("stop", "=2", "b2-b1", "a1"):
        table.refuses(name, "MC3")


def test_mc3_not_your_turn() -> None:
    table = warren()
    reason = table.refuses_seat(1, "a1", "MC3")
    table.play(PLACED)
    for seat in (0, 1):  # no seat may say what chance does
        assert table.refuses_seat(seat, "=2", "MC3") == reason
    table.play("=2")
    assert table.refuses_seat(1, "d2-b2", "MC3") == reason
    assert table.rule("d2-b2", 0) is None


# --- MC4: shuffling ---


def test_mc4_all_six_come_back_at_the_sixth_flip_before_the_move() -> None:
    table = all_placed()
    for disc in (4, 3, 3, 2, 2):
        turn(table, disc)
        turn(table, disc)
    assert table.view()["left"] == [[1], [1]]
    assert table.odds == {"=1": 1}  # a single outcome is an action all the same
    table.play("=1")
    seen = table.view()
    assert (table.phase, seen["disc"], sorted(seen["left"][0]), seen["left"][1]) == ("move", 1, SIX, [1])
    table.play(min(table.names))
    assert table.mover == 1
    turn(table, 1)
    assert table.odds == {
        "=1": Fraction(1, 6),
        "=2": Fraction(1, 3),
        "=3": Fraction(1, 3),
        "=4": Fraction(1, 6),
    }


def test_mc4_reshuffle_5_never_shows_the_sixth() -> None:
    table = all_placed(reshuffle=5)
    for disc in (4, 3, 3, 2):
        turn(table, disc)
        turn(table, disc)
    assert table.odds == {"=1": Fraction(1, 2), "=2": Fraction(1, 2)}
    table.play("=2")
    assert sorted(table.view()["left"][0]) == SIX
    assert sorted(table.view()["left"][1]) == [1, 2]


def test_mc4_a_change_of_board_does_not_touch_the_discs() -> None:
    table = warren(ON_RED)
    assert table.view()["level"] == 2
    assert [sorted(left) for left in table.view()["left"]] == [[1, 2, 3, 4], [2, 3, 3, 4]]


# --- MC5: moving ---


def test_mc5_exactly_so_many_spaces_in_a_straight_line() -> None:
    table = warren(f"{PLACED} =2")
    assert table.names == {"e3-c3", "d2-b2", "c1-c3", "d2-d4"}
    table.refuses("d2-d3", "MC5")
    table.refuses("d2-d5", "MC5")
    table.refuses("d2-d2", "MC5")


def test_mc5_no_turning() -> None:
    """d2 by d3 to c3 would be two spaces round a corner."""
    table = warren(f"{PLACED} =2")
    crooked = table.refuses("d2-c3", "MC5")
    assert crooked.replace("c3", "d3") != table.refuses("d2-d3", "MC5")


def test_mc5_the_mole_in_the_way_is_named() -> None:
    table = warren(f"{PLACED} =2")
    assert "d2" in table.refuses("c1-e3", "MC5")  # seat 0's own
    assert "e4" in table.refuses("e3-e5", "MC5")  # seat 1's


def test_mc5_the_end_must_be_free() -> None:
    table = warren(f"{PLACED} =1")
    assert "e3" in table.refuses("d2-e3", "MC5")
    assert "e4" in table.refuses("e3-e4", "MC5")
    assert table.allows("d2-d3 e3-d3")


def test_mc5_own_moles_only() -> None:
    table = warren(f"{PLACED} =2")
    others = table.refuses("e4-c4", "MC5")
    nobody = table.refuses("a1-c3", "MC5")
    assert others.replace("e4", "a1") != nobody


@pytest.mark.parametrize("name", ["c1-z9", "z9-c1", "c1-f3", "d2-d1", "c5-c6"])
def test_mc5_no_such_space(name: str) -> None:
    warren(f"{PLACED} =1").refuses(name, "MC5")


def test_mc5_holes_on_the_way_are_ordinary_spaces() -> None:
    """d3 is a hole: e3 passes it, and d2 passes it into the next."""
    assert warren(f"{PLACED} =2").allows("e3-c3 d2-d4")


def test_mc5_specials_on_the_way_are_ordinary_spaces() -> None:
    """c3 is special on the red board: b2 passes it once d4 is free, and gets no bonus."""
    table = warren(f"{ON_RED} =4 =2 d4-b4 =2")
    assert "c3" in table.view()["specials"]
    table.play("b2-d4")
    assert (table.phase, table.mover) == ("flip", 1)


def test_mc5_all_six_directions() -> None:
    table = warren("c3 a1 a2 a3 b1 c1 =1")
    assert {name for name in table.names if name.startswith("c3")} == {
        "c3-b2", "c3-b3", "c3-c2", "c3-c4", "c3-d3", "c3-d4",
    }  # fmt: skip


# --- MC6: compulsory ---


def test_mc6_out_of_a_hole_if_nothing_else_can_be_done() -> None:
    table = warren(f"{PLACED} =1 e3-d3 =3 c5-c2 =3")
    assert table.names == {"d3-a3"}  # a forced move is an action all the same
    assert (table.actor, table.phase) == (0, "move")


def test_mc6_out_of_a_hole_also_by_choice() -> None:
    """d3 is a hole that seat 0 has reached; d2 could move as well."""
    assert warren(f"{PLACED} =1 e3-d3 =1 e4-e5 =2").allows("d3-d5 d2-b2")


def test_mc6_no_move_that_far_loses_the_turn_and_the_disc_stays_face_up() -> None:
    """Only from a corner are there four spaces in a line, and seat 0 stands on none."""
    table = warren("d2 e4 d5 b1 b4 c5 =4")
    assert (table.chance_acts, table.mover, table.phase) == (True, 1, "flip")
    assert sorted(table.view()["left"][0]) == [1, 2, 2, 3, 3]
    assert table.view()["disc"] is None


# --- MC7: everybody home ---


def test_mc7_must_wait_skips_the_turn_without_a_flip() -> None:
    table = warren(HOME)
    left = table.view()["left"][0]
    for line in ("=2 c3-c1", "=3 c1-c4"):
        assert table.mover == 1
        table.play(line)
    assert (table.mover, table.view()["left"][0]) == (1, left)


def test_mc7_must_wait_until_the_board_is_lifted() -> None:
    table = warren(f"{HOME} =2 b1-d3")
    assert (table.view()["level"], table.mover, table.phase) == (2, 0, "flip")


def test_mc7_may_wait_asks_at_the_start_of_the_turn() -> None:
    table = warren(f"{HOME} =2 c3-c1", all_home="may-wait")
    assert (table.actor, table.phase, table.names) == (0, "choose", {"wait", "flip"})
    left = table.view()["left"][0]
    table.play("wait")
    assert (table.mover, table.phase, table.view()["left"][0]) == (1, "flip", left)


def test_mc7_may_wait_asks_anew_each_turn() -> None:
    """Ruling."""
    table = warren(f"{HOME} =2 c3-c1 wait =3 c1-c4", all_home="may-wait")
    assert (table.actor, table.phase, table.names) == (0, "choose", {"wait", "flip"})


def test_mc7_may_wait_flip_is_a_turn_like_any_other() -> None:
    table = warren(f"{HOME} =2 c3-c1 flip", all_home="may-wait")
    assert (table.chance_acts, table.mover, table.phase) == (True, 0, "flip")
    table.play("=2")
    assert (table.actor, table.phase) == (0, "move")
    table.refuses("wait", "MC3")
    assert all(name[:2] in {"b2", "b3", "d4"} for name in table.names)


def test_mc7_a_player_with_a_mole_outside_is_not_asked() -> None:
    assert warren(HOME, all_home="may-wait").phase == "flip"


# --- MC8: a board is lifted ---


def test_mc8_the_last_hole_lifts_the_board() -> None:
    before = warren(ON_RED.rsplit(" ", 1)[0])
    assert before.view()["level"] == 1
    seen = before.play("b1-d3").view()
    assert seen["level"] == 2
    assert [sorted(team) for team in seen["moles"]] == [["b2", "b3"], ["d3", "d4"]]
    assert sorted(seen["holes"]) == ["a1", "c5", "e3"]
    assert sorted(seen["specials"]) == ["c3", "d5"]


def test_mc8_the_turn_passes_on() -> None:
    assert warren(ON_RED).mover == 0  # seat 1 lifted it
    assert warren(f"{HOME} =2 b1-d3").mover == 0


def test_mc8_whoever_lifts_it_the_other_is_next() -> None:
    """Seat 1 lifts the brown board; in the second line seat 0 lifts the red one."""
    assert warren(ON_BLUE).mover == 0
    assert warren(f"{ON_RED} =4 =2 d3-b1 =3 b3-e3 =4 =2 b2-b4 =3 d4-a1 =1 b4-c5").mover == 1


def test_mc8_every_board_in_its_turn() -> None:
    assert warren(ON_BLUE).view()["level"] == 4
    assert sorted(warren(ON_BLUE).view()["holes"]) == ["c3"]


@pytest.mark.parametrize(
    ("level", "field", "space"),
    [(1, "holes", "b2"), (1, "specials", "c2"), (2, "holes", "a3"), (3, "specials", "d4")],
    ids=["hole-under-hole", "special-under-hole", "hole-under-hole-turned", "special-under-hole-turned"],
)
def test_mc8_no_board_drops_a_mole_into_a_hole_or_on_a_special(level: int, field: str, space: str) -> None:
    """The validator sees to it, in every turn of both boards; so no dropped mole gets a bonus (MC10)."""
    stack = [dict(board) for board in WARREN["boards"]]
    kept = stack[level][field][1:] if field == "holes" else stack[level][field]
    stack[level][field] = [space, *kept]
    with pytest.raises(boards.BoardError):
        boards.check(WARREN | {"boards": stack}, "test")


# --- MC9: out ---

# Seats 0 and 1 fill the green board, two holes each; seat 2 is left behind.
THREE = "d2 e4 c1 e3 b1 c5 =2 d2-b2 =1 e4-d4 =1 c5-d5 =3 e3-b3 =2 b1-d3"


def test_mc9_a_player_without_moles_is_out() -> None:
    table = warren(THREE, 3)
    assert (table.view()["level"], table.view()["moles"][2], table.outcome) == (2, [], None)
    assert table.mover == 0
    table.play("=2 b2-d2")
    assert table.mover == 1
    table.play("=2 d3-b1")
    assert table.mover == 0


def test_mc9_the_last_player_with_moles_wins_at_once() -> None:
    table = warren(f"{HOME} =2 b1-d3 =4 =3 =2 d4-b4 =3 =3 b2-e5 =4 =4 e5-a1 =2 d3-b1 =1 b4-c5 =4")
    assert table.outcome is None
    table.play("=3 b3-e3")
    assert table.outcome == ("MC9", 0, False)
    assert (table.actor, table.mover, table.phase, table.names) == (None, None, "over", set())
    assert [len(team) for team in table.view()["moles"]] == [3, 0]
    assert table.scores is None
