"""Board files of Mole Company: valid and invalid ones for each check."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from moleworks import boards
from moleworks.games.mole_company.board import MoleCompanyBoard, rotate_space, space, space_name
from tests.boards.invalid_boards import STACK, board_error, changed_board, error_parts, with_stacked_board
from tests.rules.pages import TAPER

PAIR = "A dotted line is a pair of neighbouring spaces."


def checked(data: object) -> MoleCompanyBoard:
    board = boards.check(data)
    assert isinstance(board, MoleCompanyBoard)
    return board


@pytest.mark.parametrize("side", [2, 6, 0, True, 3.0, "3", None])
def test_bad_sides(side: Any) -> None:
    assert error_parts(changed_board(STACK, side=side)) == (
        "side",
        side,
        "A whole number from 3 to 5 is needed.",
    )


@pytest.mark.parametrize(("side", "centre"), [(3, "c3"), (4, "d4"), (5, "e5")])
def test_the_last_hole_is_in_the_centre(side: int, centre: str) -> None:
    board = changed_board(STACK, side=side)
    sheets = board["boards"]
    sheets[1]["specials"] = sheets[2]["specials"] = []
    sheets[3] |= {"holes": [centre], "specials": [], "dotted": []}
    if side == 4:
        sheets[0]["holes"] = ["a1", "a2", "a3", "a4"]
        sheets[1]["holes"] = ["c3", "c4", "d3"]
        sheets[2]["holes"] = ["a2", "a3"]
    if side == 5:
        sheets[0]["holes"] = ["a1", "a2", "a4", "a5"]
        sheets[1]["holes"] = ["d4", "d5", "e4"]
        sheets[2]["holes"] = ["a2", "a4"]
    assert checked(board).boards[3].holes == (centre,)
    reason = f"The last board has one hole, in the centre: {centre}."
    for holes in (["a1"], [], [centre, "a1"], ["a1", centre]):
        sheets[3]["holes"] = holes
        assert error_parts(board) == ("boards[4].holes", tuple(holes), reason)


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_exactly_four_boards(count: int) -> None:
    sheets = (copy.deepcopy(STACK["boards"]) * 2)[:count]
    field, value, reason = error_parts(changed_board(STACK, boards=sheets))
    assert (field, value) == ("boards", sheets)
    assert reason == "Exactly four boards are needed, from the top to the bottom."


@pytest.mark.parametrize("sheets", [None, "four", 4, {"1": {}}])
def test_boards_are_a_list(sheets: Any) -> None:
    assert error_parts(changed_board(STACK, boards=sheets))[:2] == ("boards", sheets)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_board_is_a_table(level: int) -> None:
    wrong: tuple[Any, ...] = (None, 5, "green", [])
    for junk in wrong:
        board = copy.deepcopy(STACK)
        board["boards"][level - 1] = junk
        reason = "A board is a table of fields with their values."
        assert error_parts(board) == (f"boards[{level}]", junk, reason)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_fields_of_one_board(level: int) -> None:
    path = f"boards[{level}]"
    assert error_parts(with_stacked_board(level, colour=1))[:2] == (f"{path}.colour", 1)
    assert error_parts(with_stacked_board(level, name="Green"))[:2] == (f"{path}.name", "Green")
    for field in ("name", "holes"):
        found = error_parts(with_stacked_board(level, **{field: ...}))
        assert found == (f"{path}.{field}", None, "This field is missing.")


@pytest.mark.parametrize("field", ["holes", "specials"])
@pytest.mark.parametrize("name", ["a4", "f3", "e2", "z1", "A1", "a0", "", "a1-a2"])
def test_spaces_off_the_board(field: str, name: str) -> None:
    reason = "There is no such space on a board of side 3."
    assert error_parts(with_stacked_board(2, **{field: [name]})) == (f"boards[2].{field}", name, reason)


@pytest.mark.parametrize("field", ["holes", "specials"])
@pytest.mark.parametrize("names", ["a1", None, 5, True, {"a1": 1}, [1], [["a1"]], ["a1"] * 20])
def test_spaces_are_a_list_of_names(field: str, names: Any) -> None:
    found = error_parts(with_stacked_board(2, **{field: names}))
    assert found == (f"boards[2].{field}", names, "A list of at most 19 names is needed.")


@pytest.mark.parametrize("field", ["holes", "specials"])
def test_no_space_twice(field: str) -> None:
    found = error_parts(with_stacked_board(2, **{field: ["b1", "d2", "b1"]}))
    assert found == (f"boards[2].{field}", "b1", "This stands twice in the list.")


def test_specials_and_dotted_lines_may_be_left_out() -> None:
    sheet = checked(with_stacked_board(4, specials=..., dotted=...)).boards[3]
    assert (sheet.specials, sheet.dotted) == ((), ())


def test_nothing_is_both_hole_and_special() -> None:
    found = error_parts(with_stacked_board(2, specials=["c3", "e3"]))
    assert found == ("boards[2].specials", "e3", "This space is a hole already.")


def test_no_specials_on_the_first_board() -> None:
    found = error_parts(with_stacked_board(1, specials=["a1"]))
    assert found == ("boards[1].specials", ("a1",), "The first board has no special spaces.")
    assert checked(with_stacked_board(1, specials=[]))


@pytest.mark.parametrize(
    ("level", "holes", "above"),
    [(2, ["a1", "c5", "e3", "a3"], 4), (2, ["a1", "c5", "e3", "a3", "c1"], 4), (3, ["c2", "c4", "b2"], 3)],
)
def test_fewer_holes_from_board_to_board(level: int, holes: list[str], above: int) -> None:
    field, value, reason = error_parts(with_stacked_board(level, holes=holes))
    assert (field, value) == (f"boards[{level}].holes", tuple(holes))
    assert reason == f"Each board needs fewer holes than the one above it, which has {above}."


def test_one_hole_above_the_last_board_is_too_few() -> None:
    field, value, _ = error_parts(with_stacked_board(3, holes=["c2"]))
    assert (field, value) == ("boards[4].holes", ("c3",))


@pytest.mark.parametrize("name", ["a1", "a2", "a3", "b1", "b4", "c1", "c5", "d2", "d5", "e3", "e4", "e5"])
def test_holes_that_touch_the_rim_are_fine(name: str) -> None:
    board = with_stacked_board(2, holes=[name, *(other for other in ("a1", "c5", "e3") if other != name)][:3])
    board["boards"][2]["specials"] = []
    assert checked(board).boards[1].holes[0] == name


@pytest.mark.parametrize("steps", range(6))
def test_no_hole_over_a_hole_in_any_turn(steps: int) -> None:
    """Red's hole at a1, turned, must not lie over brown's."""
    below = space_name(3, rotate_space(3, space(3, "a1") or 0, steps))
    field, value, reason = error_parts(with_stacked_board(3, holes=["c2", below]))
    assert (field, value) == ("boards[2].holes", "a1")
    assert reason == f"Turned by {steps}, this hole lies over the hole {below} of the next board."


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("steps", range(6))
def test_no_hole_over_a_special_space_in_any_turn(level: int, steps: int) -> None:
    hole = STACK["boards"][level - 1]["holes"][0]
    below = space_name(3, rotate_space(3, space(3, hole) or 0, steps))
    field, value, reason = error_parts(with_stacked_board(level + 1, specials=[below]))
    assert (field, value) == (f"boards[{level}].holes", hole)
    assert reason == f"Turned by {steps}, this hole lies over the special space {below} of the next board."


def test_no_brown_hole_over_the_golden_shovel() -> None:
    found = error_parts(with_stacked_board(3, holes=["c2", "c3"]))
    assert found[:2] == ("boards[3].holes", "c3")
    assert found[2] == "Turned by 0, this hole lies over the hole c3 of the next board."


def test_a_hole_may_lie_over_holes_of_the_next_board_but_one() -> None:
    assert checked(STACK).boards[0].holes[0] == "b2"
    assert "c2" in checked(STACK).boards[2].holes  # of the same ring as b2


@pytest.mark.parametrize(
    "dotted", [5, None, True, 1.5, "", "c3b3", {}, {"c3": "b3"}, [5], ["c3"], [["c3"]], [["c3", "b3", "b2"]]]
)
def test_dotted_lines_are_a_list_of_pairs(dotted: Any) -> None:
    error = board_error(with_stacked_board(4, dotted=dotted))
    assert (error.field, str(error.message)) == ("boards[4].dotted", PAIR)


@pytest.mark.parametrize(
    "pair",
    [
        ["c3", "c3"],
        ["c3", "a1"],
        ["c3", "c5"],
        ["c3", "z9"],
        ["a1", "a4"],
        ["c3", 3],
        [None, "c3"],
        [["c3"], "b3"],
    ],
)
def test_dotted_lines_join_neighbours(pair: Any) -> None:
    assert error_parts(with_stacked_board(4, dotted=[["c3", "b3"], pair])) == ("boards[4].dotted", pair, PAIR)


@pytest.mark.parametrize("pair", [["c3", "b3"], ["b3", "c3"]])
def test_no_dotted_line_twice(pair: list[str]) -> None:
    found = error_parts(with_stacked_board(4, dotted=[["c3", "b3"], pair]))
    assert found == ("boards[4].dotted", pair, "This stands twice in the list.")


def test_dotted_lines_on_any_board() -> None:
    assert checked(with_stacked_board(1, dotted=[["a1", "a2"]])).boards[0].dotted == (("a1", "a2"),)


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_moles_by_number_of_players(seats: str) -> None:
    holes, room = 4, 15
    fewest, most = holes // int(seats) + 1, room // int(seats)
    for each in (fewest, most):
        assert checked(changed_board(STACK, moles=STACK["moles"] | {seats: each})).moles[int(seats)] == each
    field, value, reason = error_parts(changed_board(STACK, moles=STACK["moles"] | {seats: fewest - 1}))
    assert (field, value) == (f"moles.{seats}", fewest - 1)
    together = int(seats) * (fewest - 1)
    wanted = f"{seats} players have {together} moles together: more than the 4 holes on top are needed."
    assert reason == wanted
    field, value, reason = error_parts(changed_board(STACK, moles=STACK["moles"] | {seats: most + 1}))
    assert (field, value) == (f"moles.{seats}", most + 1)
    assert (
        reason
        == f"{int(seats) * (most + 1)} moles do not fit on the 15 spaces beside the holes of the first board."
    )


@pytest.mark.parametrize("each", [0, -1, 20, True, 4.0, "4", None, [4]])
def test_bad_numbers_of_moles(each: Any) -> None:
    found = error_parts(changed_board(STACK, moles=STACK["moles"] | {"3": each}))
    assert found == ("moles.3", each, "A whole number from 1 to 19 is needed.")


def test_moles_for_every_number_of_players_and_no_other() -> None:
    for seats in ("2", "3", "4"):
        moles = {other: each for other, each in STACK["moles"].items() if other != seats}
        assert error_parts(changed_board(STACK, moles=moles)) == (
            f"moles.{seats}",
            None,
            "This field is missing.",
        )
    field, _, reason = error_parts(changed_board(STACK, moles=STACK["moles"] | {"5": 1}))
    assert (field, reason) == ("moles.5", "There is no such field; there are 2, 3, 4.")


@pytest.mark.parametrize("moles", [None, 10, [4, 3, 2], "4"])
def test_moles_are_a_table(moles: Any) -> None:
    assert error_parts(changed_board(STACK, moles=moles))[0] == "moles"


def tapered(**sides: Any) -> dict[str, Any]:
    """The stack of side 3 under a first board of side 4, each board with the side that is given for it."""
    board = changed_board(TAPER)
    for level, side in sides.items():
        sheet = board["boards"][int(level.removeprefix("level"))]
        sheet.pop("side", None)
        if side is not ...:
            sheet["side"] = side
    return board


def test_a_board_may_have_a_side_of_its_own() -> None:
    board = checked(TAPER)
    assert board.sides == (4, 3, 3, 3)
    assert boards.data("mole-company", board) == TAPER
    assert checked(tapered(level0=4)).sides == (4, 3, 3, 3)
    assert checked(tapered(level1=..., level2=4)).sides == (4, 4, 4, 3)


@pytest.mark.parametrize("side", [2, 6, 0, True, 3.0, "3", None])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bad_sides_of_one_board(level: int, side: Any) -> None:
    assert error_parts(tapered(**{f"level{level - 1}": side})) == (
        f"boards[{level}].side",
        side,
        "A whole number from 3 to 5 is needed.",
    )


@pytest.mark.parametrize(("sides", "level", "above"), [({"level2": 4}, 3, 3), ({"level3": ...}, 4, 3)])
def test_no_board_is_larger_than_the_one_above_it(sides: dict[str, Any], level: int, above: int) -> None:
    """Without a side of its own a board is as large as the first one."""
    reason = f"No board is larger than the one above it, whose side is {above}."
    assert error_parts(tapered(**sides)) == (f"boards[{level}].side", 4, reason)


@pytest.mark.parametrize("side", [3, 5])
def test_the_first_board_is_as_large_as_the_names_say(side: int) -> None:
    board = tapered(level0=side)
    board["boards"][0]["holes"] = ["c3", "c4", "e4", "e5"]
    reason = "The first board is the largest: it has the side of the whole stack, 4."
    assert error_parts(board) == ("boards[1].side", side, reason)


@pytest.mark.parametrize("field", ["holes", "specials"])
@pytest.mark.parametrize("space", ["a1", "d1", "g7", "d7"])
def test_nothing_is_off_a_smaller_board(field: str, space: str) -> None:
    board = tapered()
    board["boards"][2][field] = [space]
    reason = "There is no such space on a board of side 3."
    assert error_parts(board) == (f"boards[3].{field}", space, reason)


def test_no_line_leads_off_a_smaller_board() -> None:
    board = tapered()
    board["boards"][3]["dotted"] = [["b4", "a4"]]
    assert error_parts(board) == ("boards[4].dotted", ["b4", "a4"], PAIR)


@pytest.mark.parametrize("space", ["a1", "d1", "b1", "g7"])
def test_under_every_hole_the_next_board_has_a_space_in_every_turn(space: str) -> None:
    board = tapered()
    board["boards"][0]["holes"] = ["c3", "c4", "e4", space]
    reason = "Under this hole the next board has no space: its side is 3."
    assert error_parts(board) == ("boards[1].holes", space, reason)
    assert [tuple(spot) for spot in board_error(board).spots] == [(space, 1)]
    for sheet in board["boards"][1:3]:
        sheet.pop("side", None)
    assert checked(board).sides == (4, 4, 4, 3)
