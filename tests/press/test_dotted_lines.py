"""Dotted lines of Mole Company are printed where they differ from other lines, and nowhere else (MC11)."""

from __future__ import annotations

import pytest

from moleworks import boards, lessons, press
from moleworks.games.mole_company import press as mole_company_press
from moleworks.press.sheet import PrintSheet, Role, Shape


def blue_board(preset: str, kind: str) -> PrintSheet:
    board = boards.named("mole-company", "classic")
    return list(mole_company_press.boards(press.order("mole-company", board, preset=preset, kind=kind)))[-1]


@pytest.mark.parametrize(
    ("preset", "count"), [("ravensburger", 3), ("tactile-pro", 3), ("tactile", 0)], ids=str
)
def test_dotted_lines_in_colour(preset: str, count: int) -> None:
    shapes = [item for item in blue_board(preset, "color").items if isinstance(item, Shape)]
    assert len([shape for shape in shapes if shape.dash]) == count


@pytest.mark.parametrize(("preset", "count"), [("ravensburger", 3), ("tactile-pro", 3), ("tactile", 6)])
def test_open_lines_are_raised_solid_and_the_others_dotted(preset: str, count: int) -> None:
    shapes = [item for item in blue_board(preset, "swell").items if isinstance(item, Shape)]
    lines = [shape for shape in shapes if shape.name.startswith("line ")]
    assert len(lines) == 6
    assert all(line.role == Role.RAISED for line in lines)
    assert len([line for line in lines if not line.dash]) == count


@pytest.mark.parametrize(
    ("preset", "count"), [("ravensburger", 3), ("tactile-pro", 3), ("tactile", 0)], ids=str
)
def test_the_examples_show_the_lines_as_they_are_printed(preset: str, count: int) -> None:
    order = press.order("mole-company", boards.named("mole-company", "classic"), preset=preset)
    rule = next(rule for rule in lessons.book("mole-company").rules if rule.number == "MC12")
    match = rule.examples[0].as_agreed(order.setup).match("mole-company")
    picture = mole_company_press.position(match, (), order.palette)
    assert len([item for item in picture.items if isinstance(item, Shape) and item.dash]) == count
