"""Board files of Mole Hill: valid and invalid ones for each check."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks import boards
from tests.boards.invalid_boards import LAWN, changed_board, error_parts


def good(**fields: Any) -> Any:
    return boards.check(changed_board(LAWN, **fields))


@pytest.mark.parametrize("field", ["columns", "rows"])
@pytest.mark.parametrize("size", [2, 10, 0, -3, True, 3.0, "3", None])
def test_bad_sizes(field: str, size: Any) -> None:
    reason = "A whole number from 3 to 9 is needed."
    assert error_parts(changed_board(LAWN, **{field: size})) == (field, size, reason)


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (9, 7), (7, 9), (9, 3), (3, 9), (8, 7)])
def test_good_sizes(columns: int, rows: int) -> None:
    lawn = good(columns=columns, rows=rows, centre="b2", red=[], white=[])
    assert (lawn.columns, lawn.rows) == (columns, rows)


@pytest.mark.parametrize(("columns", "rows"), [(8, 8), (9, 8), (8, 9), (9, 9)])
def test_too_many_squares(columns: int, rows: int) -> None:
    field, value, reason = error_parts(changed_board(LAWN, columns=columns, rows=rows))
    assert (field, value) == ("rows", rows)
    assert reason == f"{columns} columns and {rows} rows make {columns * rows} squares; 63 is the most."


@pytest.mark.parametrize("centre", ["f1", "a5", "c0", "C2", "c", "", "c2 ", "None", 5, True, ["c2"]])
def test_a_centre_off_the_board(centre: Any) -> None:
    field, value, reason = error_parts(changed_board(LAWN, centre=centre))
    assert (field, value) == ("centre", centre)
    assert reason == "This is not a square of the board; write a square such as b2, or none."


@pytest.mark.parametrize("centre", [None, "none", ...])
def test_no_centre(centre: Any) -> None:
    assert good(centre=centre).centre is None


def test_a_centre_in_the_corner() -> None:
    assert good(centre="a4").centre == "a4"


@pytest.mark.parametrize("colour", ["red", "white"])
@pytest.mark.parametrize("flower", ["f1", "a5", "a0", "A1", "", "a1|a2"])
def test_flowers_off_the_board(colour: str, flower: str) -> None:
    reason = "There is no such square on this board."
    assert error_parts(changed_board(LAWN, **{colour: ["d1", flower]})) == (colour, flower, reason)


@pytest.mark.parametrize("colour", ["red", "white"])
def test_no_flower_on_the_centre(colour: str) -> None:
    reason = "No flower grows on the centre."
    assert error_parts(changed_board(LAWN, **{colour: ["c2"]})) == (colour, "c2", reason)
    assert getattr(good(**{colour: ["c2"]}, centre="none"), colour) == ("c2",)


@pytest.mark.parametrize("colour", ["red", "white"])
def test_no_flower_twice(colour: str) -> None:
    assert error_parts(changed_board(LAWN, **{colour: ["d1", "d2", "d1"]})) == (
        colour,
        "d1",
        "This stands twice in the list.",
    )


def test_no_square_with_two_flowers() -> None:
    reason = "A red flower already grows on this square."
    assert error_parts(changed_board(LAWN, white=["d1", "e4"])) == ("white", "e4", reason)


@pytest.mark.parametrize("colour", ["red", "white"])
@pytest.mark.parametrize("flowers", ["a1", 5, None, True, {"a1": 1}, ["a1", 2], [["a1"]], ["a1"] * 21])
def test_flowers_are_a_list_of_squares(colour: str, flowers: Any) -> None:
    reason = "A list of at most 20 names is needed."
    assert error_parts(changed_board(LAWN, **{colour: flowers})) == (colour, flowers, reason)


def test_flowers_may_be_left_out() -> None:
    lawn = good(red=..., white=[])
    assert (lawn.red, lawn.white) == ((), ())


@pytest.mark.parametrize("field", ["light", "dark"])
@pytest.mark.parametrize("hills", [-1, 21, True, 2.0, "2", None])
def test_bad_numbers_of_hills(field: str, hills: Any) -> None:
    reason = "A whole number from 0 to 20 is needed."
    assert error_parts(changed_board(LAWN, **{field: hills}, rods=99)) == (field, hills, reason)


@pytest.mark.parametrize(("light", "dark"), [(0, 0), (20, 1), (1, 20), (11, 10)])
def test_hills_that_do_not_fit(light: int, dark: int) -> None:
    field, value, reason = error_parts(changed_board(LAWN, light=light, dark=dark, rods=99))
    assert (field, value) == ("dark", dark)
    assert reason == "Light and dark molehills together must be from 1 to the 20 squares there are."


@pytest.mark.parametrize(("light", "dark"), [(20, 0), (0, 20), (10, 10), (1, 0)])
def test_hills_that_just_fit(light: int, dark: int) -> None:
    lawn = good(light=light, dark=dark, rods=light + dark)
    assert (lawn.light, lawn.dark, lawn.rods) == (light, dark, light + dark)


def test_rods_must_not_run_out_first() -> None:
    field, value, reason = error_parts(changed_board(LAWN, rods=6))
    assert (field, value) == ("rods", 6)
    assert reason == "At least as many rods as molehills are needed (7), or they could run out first."
    assert good(rods=7).rods == 7


@pytest.mark.parametrize("rods", [-1, 1000, True, 9.0, "9", None])
def test_bad_numbers_of_rods(rods: Any) -> None:
    assert error_parts(changed_board(LAWN, rods=rods)) == (
        "rods",
        rods,
        "A whole number from 0 to 999 is needed.",
    )


@pytest.mark.parametrize("field", ["columns", "rows", "light", "dark", "rods"])
def test_fields_that_must_be_there(field: str) -> None:
    assert error_parts(changed_board(LAWN, **{field: ...})) == (field, None, "This field is missing.")
