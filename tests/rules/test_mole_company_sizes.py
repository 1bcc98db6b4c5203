"""Mole Company on boards that get smaller towards the bottom, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.example_game import ExampleGame
from tests.rules.pages import ON_BLUE, ON_RED, PLACED, TAPER, WARREN, shifted

GAME = "mole-company"
OFF = ["a1", "a4", "b1", "d1", "d7", "g4", "g7"]
"""Spaces of the green board that the smaller ones lack."""


def taper(line: str = "", players: int = 2, **options: Any) -> ExampleGame:
    return ExampleGame(GAME, TAPER, players, **options).play(shifted(line))


def warren(line: str = "", players: int = 2, **options: Any) -> ExampleGame:
    return ExampleGame(GAME, WARREN, players, **options).play(line)


def test_mc2_moles_are_placed_on_all_of_the_first_board() -> None:
    table = taper()
    assert len(table.names) == 37 - 4
    assert table.names >= set(OFF)


def test_mc5_on_the_first_board_moles_move_to_spaces_that_no_other_board_has() -> None:
    assert taper(PLACED).play("=4").names == {"e3-a3", "e3-e7", "f4-b4"}


@pytest.mark.parametrize("space", OFF)
def test_mc5_no_mole_moves_to_a_space_that_a_smaller_board_lacks(space: str) -> None:
    table = taper(ON_RED).play("=1")
    assert table.refuses(f"c3-{space}", "MC5") == f"There is no space {space} on this board."
    assert table.refuses(f"{space}-c3", "MC5") == f"There is no space {space} on this board."


def test_mc5_no_mole_moves_past_the_edge_of_a_smaller_board() -> None:
    """Two from c3 lie a1, a3 and c1 too, which only the green board has; moles stand on c4 and e5."""
    table = taper(ON_RED).play("=2")
    assert {name for name in table.names if name.startswith("c3-")} == {"c3-e3"}


def test_mc6_a_turn_is_lost_where_the_smaller_board_has_no_way_that_far() -> None:
    """On the blue board of side 3 a mole beside the hole cannot go 4 anywhere."""
    table = taper(ON_BLUE).play("=4")
    assert (table.mover, table.phase) == (1, "flip")


def test_mc8_a_mole_that_is_let_down_keeps_the_name_of_its_place() -> None:
    table = taper(ON_RED)
    assert table.view()["level"] == 2
    assert table.view()["moles"] == [["c3", "c4"], ["e4", "e5"]]


@pytest.mark.parametrize("paths", ["all", "solid", "into"])
@pytest.mark.parametrize("line", [ON_RED, ON_BLUE])
def test_after_the_lift_all_is_as_on_boards_of_that_size(line: str, paths: str) -> None:
    """The same lines of play three actions deep, with names in the frame of the largest board."""
    small, large = warren(line, final_paths=paths), taper(line, final_paths=paths)
    assert lines_of_play(small, 3) == lines_of_play(large, 3)


def lines_of_play(table: ExampleGame, depth: int) -> set[str]:
    """All lines of that many actions, with the warren's names shifted."""
    frame = shifted if table.setup.board.name == "warren" else str
    if depth == 0 or table.outcome:
        return {str(table.outcome)}
    return {
        f"{frame(name)} {rest}"
        for name in table.names
        for rest in lines_of_play(table.branch(name), depth - 1)
    }
