"""Mole Hill, rule by rule: MH1-MH10. Each example is a small case of a sentence in the rule page."""

from __future__ import annotations

from itertools import chain, combinations, zip_longest
from typing import Any

import pytest

from tests.rules.example_game import ExampleGame
from tests.rules.pages import BED, CLASSIC, VALUES, Data

GAME = "mole-hill"

# Rods in the middle of the classic lawn, for examples where the mole keeps to the rim; and in its east.
MIDDLE = [f"{a}{row}|{b}{row}" for a, b in ("cd", "de", "ef", "fg") for row in (3, 4, 5)]
MIDDLE += [f"{column}{row}|{column}{row + 1}" for column in "cdefg" for row in (3, 4)]
EAST = [f"{a}{row}|{b}{row}" for a, b in ("gh", "hi") for row in range(1, 8)]
EAST += [f"{column}{row}|{column}{row + 1}" for column in "ghi" for row in range(1, 7)]

# All eight flowers lie on this way of 22 squares.
FLOWER_WALK = "a4 b5 b6 c7 d7 e7 f7 g7 h6 i5 i4 i3 h2 g1 f1 e1 d1 c1 b2 a1 a2 a3"
# Column a up, column b down, column c up: 22 squares, three flowers.
SNAKE = "a1 a2 a3 a4 a5 a6 a7 b7 b6 b5 b4 b3 b2 b1 c1 c2 c3 c4 c5 c6 c7 d7"


def lawn(board: str | Data = "classic", preset: str | None = None, **options: Any) -> ExampleGame:
    return ExampleGame(GAME, board, preset=preset, **options)


def walk(table: ExampleGame, squares: str, rods: list[str]) -> ExampleGame:
    """The mole goes its way and the gardener lays these rods in between, as far as both reach."""
    steps = squares.split()
    pairs = zip_longest(steps, rods[: len(steps)])
    return table.play(" ".join(name for name in chain.from_iterable(pairs) if name))


# --- MH1: rounds and turns ---


def test_mh1_seat_0_is_the_first_mole_and_they_alternate() -> None:
    table = lawn()
    assert (table.actor, table.phase) == (0, "place")
    table.play("c3")
    assert (table.actor, table.phase) == (1, "rod")
    table.play("h6|h7")
    assert (table.actor, table.phase) == (0, "step")
    table.play("c4")
    assert (table.actor, table.phase) == (1, "rod")


def test_mh1_seat_1_is_the_mole_of_round_2_on_a_fresh_lawn() -> None:
    table = lawn(BED).play("a1 b3|c3 a2 a3|b3 a3")
    assert (table.actor, table.phase) == (1, "place")
    assert table.view() == table.view() | {"round": 2, "mole": None, "hills": [], "rods": [], "jump": False}
    table.play("a1")
    assert (table.actor, table.phase) == (0, "rod")
    table.play("b3|c3")
    assert (table.actor, table.phase) == (1, "step")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "c3|d3"),
        ("c3", "c4"),
        ("c3 h6|h7", "c3|c4"),
        ("", "d4|f4"),
        ("c3", "c3"),
        ("c3", "z9"),
        ("c3 h6|h7", "z1|z2"),
    ],
    ids=str,
)
def test_mh1_the_wrong_kind_of_action(line: str, wrong: str) -> None:
    """Named first, even if the action would be impossible anyway."""
    lawn().play(line).refuses(wrong, "MH1")


def test_mh1_not_your_turn() -> None:
    table = lawn()
    assert table.rule("c3", 0) is None
    reason = table.refuses_seat(1, "c3", "MH1")
    table.play("c3")
    assert table.refuses_seat(0, "c3|d3", "MH1") == reason
    assert table.refuses_seat(0, "c4", "MH1") == reason
    assert table.rule("c3|d3", 1) is None


# --- MH2: the first action ---


def test_mh2_anywhere_is_the_default() -> None:
    table = lawn()
    assert table.names == {f"{column}{row}" for column in "abcdefghi" for row in range(1, 8)}
    assert len(table.names) == 63


def test_mh2_ring_is_the_eight_squares_round_the_centre() -> None:
    table = lawn(start="ring")
    assert table.names == {"d3", "d4", "d5", "e3", "e5", "f3", "f4", "f5"}
    for square in ("e4", "a1", "c3", "e6"):
        table.refuses(square, "MH2")


def test_mh2_ring_goes_round_the_centre_of_any_board() -> None:
    assert lawn("patch", start="ring").names == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    corner = BED | {"centre": "a3"}
    assert lawn(corner, start="ring").names == {"a2", "b2", "b3"}


@pytest.mark.parametrize("square", ["j1", "a8", "z9"])
def test_mh2_no_such_square(square: str) -> None:
    lawn().refuses(square, "MH2")
    lawn(start="ring").refuses(square, "MH2")


def test_mh2_each_round_begins_with_placing() -> None:
    assert lawn(BED).play("a1 b3|c3 a2 a3|b3 a3").names == {
        f"{column}{row}" for column in "abc" for row in (1, 2, 3)
    }


# --- MH3: stepping ---


def test_mh3_eight_neighbours() -> None:
    assert lawn().play("c3 h6|h7").names == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}


def test_mh3_three_neighbours_in_a_corner() -> None:
    assert lawn().play("i7 a1|a2").names == {"h7", "h6", "i6"}


def test_mh3_no_square_twice_and_hills_stay() -> None:
    table = walk(lawn(), "c3 c4 d4", EAST)
    assert table.view()["hills"] == ["c3", "c4", "d4"]
    assert table.view()["mole"] == "d4"
    visited = table.refuses("c3", "MH3")
    assert table.refuses("c4", "MH3").replace("c4", "c3") == visited
    assert {"c3", "c4", "d4"} & table.names == set()


def test_mh3_the_mole_must_leave_its_square() -> None:
    table = lawn().play("c3 h6|h7")
    table.refuses("c3", "MH3")


def test_mh3_too_far_is_not_the_same_reason_as_visited() -> None:
    table = walk(lawn(), "c3 c4", EAST)
    far = table.refuses("c6", "MH3")
    table.refuses("e4", "MH3")
    assert far.replace("c6", "c3") != table.refuses("c3", "MH3")


@pytest.mark.parametrize("square", ["j1", "a8", "z9"])
def test_mh3_no_such_square(square: str) -> None:
    lawn().play("i7 a1|a2").refuses(square, "MH3")


def test_mh3_visited_squares_are_open_again_in_round_2() -> None:
    table = lawn(BED).play("a1 b3|c3 a2 a3|b3 a3")
    assert table.allows("a1 a2 a3")


# --- MH4: straight steps ---


@pytest.mark.parametrize(
    ("rod", "square"), [("c3|c4", "c4"), ("c3|d3", "d3"), ("c2|c3", "c2"), ("b3|c3", "b3")]
)
def test_mh4_a_rod_stops_a_straight_step(rod: str, square: str) -> None:
    table = lawn().play(f"c3 {rod}")
    assert f"A rod lies between c3 and {square}." in table.refuses(square, "MH4")
    assert len(table.names) == 7


def test_mh4_a_rod_elsewhere_does_not() -> None:
    assert lawn().play("c3 c4|c5").allows("c4 b4 d4")
    assert lawn().play("c3 c4|d4").allows("c4 d4 d3")


def test_mh4_visited_comes_before_the_rod() -> None:
    """Two rules forbid it: the refusal names the lower one."""
    lawn().play("c3 a1|a2 c4 c3|c4").refuses("c3", "MH3")


# --- MH5: diagonal steps ---

# The four edges round the corner that c3 and d4 share, by the side on which the mole passes.
BY_D3, BY_C4 = ("c3|d3", "d3|d4"), ("c3|c4", "c4|d4")
SUBSETS = [set(rods) for count in range(5) for rods in combinations(BY_D3 + BY_C4, count)]


def at_c3_with(rods: set[str], diagonal: str) -> ExampleGame:
    """A mole on c3 with these rods about it, and d4 not visited."""
    laid = (sorted(rods) + EAST)[:5]
    return walk(lawn(diagonal=diagonal), "a1 a2 a3 b3 c3", laid)


@pytest.mark.parametrize("rods", SUBSETS, ids=lambda rods: "+".join(sorted(rods)) or "none")
def test_mh5_path_needs_one_side_with_both_edges_free(rods: set[str]) -> None:
    table = at_c3_with(rods, "path")
    if rods.isdisjoint(BY_D3) or rods.isdisjoint(BY_C4):
        assert table.allows("d4")
    else:
        reason = table.refuses("d4", "MH5")
        assert any(rod in reason for rod in rods)


@pytest.mark.parametrize("rods", SUBSETS, ids=lambda rods: "+".join(sorted(rods)) or "none")
def test_mh5_edges_needs_one_edge_of_the_arrival_square_free(rods: set[str]) -> None:
    table = at_c3_with(rods, "edges")
    if {"d3|d4", "c4|d4"} <= rods:
        reason = table.refuses("d4", "MH5")
        assert any(rod in reason for rod in rods)
    else:
        assert table.allows("d4")


@pytest.mark.parametrize(
    ("to", "before", "behind"),
    [
        ("d4", ("c3|d3", "c3|c4"), ("d3|d4", "c4|d4")),
        ("b4", ("b3|c3", "c3|c4"), ("b3|b4", "b4|c4")),
        ("b2", ("b3|c3", "c2|c3"), ("b2|b3", "b2|c2")),
        ("d2", ("c3|d3", "c2|c3"), ("d2|d3", "c2|d2")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mh5_in_all_four_directions(to: str, before: tuple[str, str], behind: tuple[str, str]) -> None:
    """Two rods at the square left block under `path` only, two at the square of arrival under both."""
    way = "b5 b4 c3" if to == "d4" else "c5 d4 c3"
    for diagonal, rods, free in (
        ("path", before, False),
        ("edges", before, True),
        ("path", behind, False),
        ("edges", behind, False),
    ):
        table = walk(lawn(diagonal=diagonal), way, [*rods, EAST[0]])
        assert table.allows(to) is free, (diagonal, rods)


def test_mh5_path_may_pass_an_occupied_square() -> None:
    """Ruling: whether the square passed by is occupied does not matter."""
    table = lawn().play("c4 c3|d3 c3 h6|h7")
    assert table.allows("d4")
    table.branch("d4")


def test_mh5_edges_a_mole_closed_in_on_four_sides_slips_out_diagonally() -> None:
    """Ruling."""
    closed = "a1 c3|d3 a2 c3|c4 b2 c2|c3 c3 b3|c3"
    table = lawn(diagonal="edges").play(closed)
    assert table.names == {"b4", "d2", "d4"}
    for square in ("b3", "c2", "c4", "d3"):
        table.refuses(square, "MH4")
    assert lawn(diagonal="path").play(closed).view()["round"] == 2


def test_mh5_one_rod_never_stops_a_diagonal() -> None:
    for diagonal in VALUES[GAME]["diagonal"]:
        for rod in BY_D3 + BY_C4:
            assert lawn(diagonal=diagonal).play(f"c3 {rod}").allows("d4")


# --- MH6: the gardener ---


def test_mh6_110_edges_between_two_squares() -> None:
    names = lawn().play("c3").names
    upright = {
        f"{a}{row}|{b}{row}" for a, b in zip("abcdefgh", "bcdefghi", strict=True) for row in range(1, 8)
    }
    flat = {f"{column}{row}|{column}{row + 1}" for column in "abcdefghi" for row in range(1, 7)}
    assert names == upright | flat
    assert len(names) == 110


def test_mh6_every_rod_takes_its_edge_for_the_round() -> None:
    table = lawn().play("c3 c3|d3 c4")
    assert len(table.names) == 109
    laid = table.refuses("c3|d3", "MH6")
    assert laid.replace("c3|d3", "a7|a8") != table.refuses("a7|a8", "MH6")
    assert table.view()["rods"] == ["c3|d3"]


@pytest.mark.parametrize("name", ["a7|a8", "i1|j1", "i7|j7", "d4|f4", "c3|d4", "c3|c3", "a1|i7", "y8|z8"])
def test_mh6_no_such_edge(name: str) -> None:
    """Never on the border, and only between neighbours."""
    lawn().play("c3").refuses(name, "MH6")


@pytest.mark.parametrize("name", ["d3|c3", "c4|c3"])
def test_mh6_an_edge_has_one_name_the_smaller_square_first(name: str) -> None:
    lawn().play("c3").refuses(name, "MH6")


def test_mh6_exactly_one_rod_a_turn() -> None:
    table = lawn().play("c3 c3|d3")
    table.refuses("c3|c4", "MH1")
    assert table.phase == "step"


# --- MH7: the centre ---


def test_mh7_a_mole_that_moved_to_the_centre_jumps_anywhere() -> None:
    table = lawn().play("e3 a1|a2 e4")
    assert table.view()["jump"] is True
    table.play("e4|e5")
    assert table.view()["jump"] is True
    assert table.names == {f"{column}{row}" for column in "abcdefghi" for row in range(1, 8)} - {"e3", "e4"}


def test_mh7_the_jump_crosses_rods_to_a_neighbour_too() -> None:
    """Ruling: a neighbour too, whatever rods lie between."""
    table = lawn().play("e3 d4|e4 e4 e4|e5")
    assert table.allows("e5 d4 d5 a1")
    assert table.branch("e5").view()["mole"] == "e5"


def test_mh7_a_mole_that_started_on_the_centre_gets_no_jump() -> None:
    """Ruling."""
    table = lawn().play("e4 a1|a2")
    assert table.view()["jump"] is False
    assert len(table.names) == 8
    table.refuses("a1", "MH3")


def test_mh7_no_jump_to_a_visited_square() -> None:
    table = lawn().play("e3 a1|a2 e4 e4|e5")
    table.refuses("e3", "MH3")
    table.refuses("e4", "MH3")


def test_mh7_one_jump_only() -> None:
    table = lawn().play("e3 a1|a2 e4 e4|e5 i7 a1|b1")
    assert table.view()["jump"] is False
    assert table.names == {"h7", "h6", "i6"}


def test_mh7_closed_in_on_the_centre_it_still_jumps() -> None:
    table = lawn().play("b4 e4|f4 c4 e4|e5 d3 d4|e4 e4 e3|e4")
    assert table.view()["round"] == 1
    assert table.allows("f4 a1 i7")


def test_mh7_a_board_may_have_no_centre() -> None:
    bare = {field: value for field, value in CLASSIC[GAME].items() if field != "centre"}
    table = lawn(bare).play("e3 a1|a2 e4 a1|b1")
    assert table.view()["jump"] is False
    assert len(table.names) == 7


def test_mh7_the_centre_works_in_round_2_again() -> None:
    table = lawn(BED).play("a1 b3|c3 a2 a3|b3 a3").play("a3 b1|c1 b2 b2|b3")
    assert table.view()["jump"] is True
    assert table.names == {"a1", "a2", "b1", "b3", "c1", "c2", "c3"}


# --- MH8: the end of a round ---


@pytest.mark.parametrize(
    ("diagonal", "line", "last"),
    [("path", "b1 a1|a2 a1", "a1|b1"), ("edges", "c1 a1|a2 b1 b1|b2 a1", "a2|b2")],
)
def test_mh8_blocked_by_a_rod_ends_the_round_at_once(diagonal: str, line: str, last: str) -> None:
    """On a1, b1 is visited and a2 behind a rod; the last rod closes the way to b2."""
    table = lawn(diagonal=diagonal).play(line)
    assert (table.view()["round"], table.phase) == (1, "rod")
    table.play(last)
    assert (table.view()["round"], table.actor, table.phase) == (2, 1, "place")


def test_mh8_blocked_by_its_own_hills_the_gardener_does_not_act() -> None:
    table = walk(lawn(), "a2 b2 b1", EAST)
    table.play("a1")
    assert (table.view()["round"], table.actor, table.phase) == (2, 1, "place")


def test_mh8_22_hills_end_the_round_before_the_gardener_acts() -> None:
    table = walk(lawn(), " ".join(SNAKE.split()[:21]), EAST)
    assert (table.view()["round"], table.phase) == (1, "step")
    table.play("d7")
    assert (table.view()["round"], table.actor, table.phase) == (2, 1, "place")


def test_mh8_hills_are_those_of_the_board() -> None:
    table = lawn(BED).play("a1 b3|c3 a2 a3|b3")
    assert table.view()["round"] == 1
    assert table.play("a3").view()["round"] == 2


def test_mh8_a_jump_is_a_move() -> None:
    """On the centre with all neighbours visited the mole is not blocked, for it can jump."""
    table = lawn("patch", diagonal="path")
    walk(
        table,
        "b2 b3 b4 c4 d4 d3 d2 c2 c3",
        ["a1|a2", "a1|b1", "a2|a3", "a3|a4", "a4|a5", "e1|e2", "e2|e3", "e3|e4"],
    )
    assert table.view() == table.view() | {"round": 1, "mole": "c3", "jump": True}
    assert table.play("e4|e5").names == {f"{column}{row}" for column in "ae" for row in range(1, 6)} | {
        f"{column}{row}" for column in "bcd" for row in (1, 5)
    }


# --- MH9: points ---


def test_mh9_the_first_ten_squares_give_nothing_but_flowers() -> None:
    table = walk(lawn(), "c1 c2 c3 c4 c5 c6 c7 d7 d6 d5", EAST)
    assert table.scores == [0, 0]
    table.play("d4")
    assert table.scores == [1, 0]
    table.play(f"{EAST[10]} d3")
    assert table.scores == [2, 0]


@pytest.mark.parametrize(
    ("square", "points"),
    [
        ("a4", 2),
        ("e1", 2),
        ("e7", 2),
        ("i4", 2),
        ("b2", 1),
        ("b6", 1),
        ("h2", 1),
        ("h6", 1),
        ("e4", 0),
        ("a1", 0),
    ],
)
def test_mh9_flowers_of_the_classic_lawn_count_from_the_first_square(square: str, points: int) -> None:
    table = lawn().play(square)
    assert table.scores == [points, 0]
    assert table.view()["scores"] == [points, 0]


def test_mh9_a_full_round_with_three_flowers() -> None:
    """22 hills are 12 dark ones; a4 gives 2, b6 and b2 give 1 each."""
    assert walk(lawn(), SNAKE, EAST[:21]).scores == [16, 0]


def test_mh9_the_most_a_round_can_give_is_24() -> None:
    assert walk(lawn(), FLOWER_WALK, MIDDLE[:21]).scores == [24, 0]


def test_mh9_the_second_round_counts_for_seat_1() -> None:
    table = walk(walk(lawn(), FLOWER_WALK, MIDDLE[:21]), "a4 b5 b6", MIDDLE)
    assert table.scores == [24, 3]


def test_mh9_light_hills_are_those_of_the_board() -> None:
    table = lawn(BED).play("a2")
    assert table.scores == [0, 0]
    table.play("b3|c3 a1")
    assert table.scores == [1 + 2, 0]
    table.play("a2|a3 b1")
    assert table.scores == [2 + 2, 0]


# --- MH10: the end ---

POOR, RICH = "a3 b1|c1 b3 a1|b1 c3", "a1 b3|c3 b1 a3|b3 c1"


@pytest.mark.parametrize(
    ("first", "second", "winner", "scores"),
    [(RICH, POOR, 0, [5, 2]), (POOR, RICH, 1, [2, 5]), (POOR, POOR, None, [2, 2])],
    ids=["seat-0-wins", "seat-1-wins", "draw"],
)
def test_mh10_the_higher_score_wins(first: str, second: str, winner: int | None, scores: list[int]) -> None:
    table = lawn(BED).play(first)
    assert table.outcome is None
    table.play(second)
    assert table.outcome == ("MH10", winner, winner is None)
    assert (table.actor, table.phase, table.names, table.scores) == (None, "over", set(), scores)
    assert table.view()["hills"] == second.split()[::2]


def test_mh10_after_the_end_every_action_is_refused() -> None:
    table = lawn(BED).play(f"{RICH} {POOR}")
    for name in ("b2", "a1", "a1|a2", "z9", "d4|f4"):
        table.refuses(name, "MH10")
        for seat in (0, 1):
            assert table.rule(name, seat) == "MH10"
    table.malformed("nothing")


def test_mh10_one_round_for_study_has_points_and_no_winner() -> None:
    table = lawn(BED, rounds=1).play(RICH)
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.draw) == (None, False)
    assert (table.actor, table.phase, table.scores) == (None, "over", [5, 0])
    table.refuses("b2", "MH10")
