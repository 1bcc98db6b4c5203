"""Boards of Mole Company that get smaller, on paper, as relief and as parts for 3D printers."""

from __future__ import annotations

import pytest

from moleworks import boards, press
from moleworks.games.mole_company.board import MoleCompanyBoard, names_within
from moleworks.games.mole_company.press.layout import HexLayout
from moleworks.games.mole_company.press.solid import RIM
from moleworks.press import checks, game_print_set
from moleworks.press.sheet import PrintSheet, Role, Shape, extent
from moleworks.press.solid.checks import check_outlines, check_walls
from tests.press.solid.sets import models

BOARD = boards.named("mole-company", "funnel")
assert isinstance(BOARD, MoleCompanyBoard)
SIDES = BOARD.sides


def sheets(kind: str) -> dict[str, PrintSheet]:
    order = press.order("mole-company", BOARD, paper="a3", kind=kind, lang="en")
    return {sheet.name: sheet for sheet in game_print_set("mole-company").boards(order)}


def widths(sheet: PrintSheet, role: Role, name: str) -> list[float]:
    found = [
        item for item in sheet.items if isinstance(item, Shape) and (item.role, item.name) == (role, name)
    ]
    return [extent((item,)).width for item in found]


def test_a_printed_board_is_cut_in_its_own_size_and_the_plate_shows_its_place() -> None:
    made = sheets("color")
    cut = [widths(made[f"board-{level}"], Role.CUT, f"board {level}")[0] for level in (1, 2, 3, 4)]
    assert cut[0] == cut[1] > cut[2] > cut[3]
    for side, width in zip((4, 3), cut[2:], strict=True):
        assert widths(made["plate"], Role.PRINT, f"place of side {side}")[0] == pytest.approx(width, abs=1.5)
    assert not widths(made["plate"], Role.PRINT, "place of side 5")


def test_relief_boards_are_cut_alike_and_their_borders_show_their_sizes() -> None:
    made = sheets("swell")
    cut = {widths(made[f"board-{level}"], Role.CUT, f"board {level}")[0] for level in (1, 2, 3, 4)}
    assert len(cut) == 1
    borders = [widths(made[f"board-{level}"], Role.RAISED, "border")[0] for level in (1, 2, 3, 4)]
    assert borders[0] == borders[1] > borders[2] > borders[3]
    for level, side in enumerate(SIDES, 1):
        sheet = made[f"board-{level}"]
        assert not list(checks.check_drawing(sheet))
        felt = {
            item.name.split()[-1]
            for item in sheet.items
            if item.name.startswith(("space ", "hole ", "special "))
        }
        assert felt == set(names_within(5, side))


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_solid_board_has_its_own_spaces_in_the_rim_of_the_largest(level: int) -> None:
    made, side = models("mole-company", "funnel"), SIDES[level - 1]
    model = made[f"board-{level}"]
    assert not [*check_outlines(model), *check_walls(model)]
    spaces = {item.name.removeprefix("space ") for item in model.raised if item.name.startswith("space ")}
    assert spaces == set(names_within(5, side))
    assert any(item.name == "edge" for item in model.raised) == (side < 5)
    left, low, _, right, high, _ = model.body.bounding_box()
    first = made["board-1"].body.bounding_box()
    assert (left, low, right, high) == pytest.approx((*first[:2], *first[3:5]))


def test_a_smaller_layout_keeps_the_places_and_names_of_the_largest() -> None:
    large = HexLayout(5, 20.0, RIM)
    small = large.sized(3)
    assert {name: small.at(name) for name in small.names} == {name: large.at(name) for name in small.names}
    assert "".join(letter for letter, _ in small.rows()) == "gfedc"
    assert [number for number, _ in small.lines()] == ["3", "4", "5", "6", "7"]
    assert len(list(small.joined())) == 42
