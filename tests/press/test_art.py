"""The drawings on paper are those on the screen: the same outlines, the same colours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from moleworks.games.mole_company.press import drawings as mole_company
from moleworks.press import art
from moleworks.press.colours import COLOURS

PAGE = Path(__file__).parents[2] / "page" / "src"
SOURCE = Path(__file__).parents[2] / "src" / "moleworks"
FILES = [SOURCE / "press" / "art.json", *sorted(SOURCE.glob("games/*/art.json"))]
OUTLINES = [
    pytest.param(file.parent.relative_to(SOURCE), name, id=f"{file.parent.name}-{name}")
    for file in FILES
    for name in json.loads(file.read_text("utf-8"))
]

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="not a source tree")


@pytest.mark.parametrize(("folder", "name"), OUTLINES)
def test_an_outline_is_drawn_on_paper_and_on_the_screen(folder: Path, name: str) -> None:
    """What only one of them draws does not belong into the file that both read."""
    press = "\n".join(file.read_text("utf-8") for file in SOURCE.rglob("press/**/*.py"))
    assert f'OUTLINES["{name}"]' in press
    imports = rf"import {{[^}}]*\b{name}\b[^}}]*}} from 'moleworks/{folder.as_posix()}/art\.json'"
    assert any(re.search(imports, file.read_text("utf-8")) for file in PAGE.rglob("*.svelte"))


def test_the_colours_are_those_of_the_page_by_day() -> None:
    css = (PAGE / "art" / "palette.css").read_text("utf-8").split("@media")[0]
    found = dict(re.findall(r"--([a-z0-9-]+): (?:light-dark\()?(#[0-9a-f]{6})", css))
    assert {name: "#{:02x}{:02x}{:02x}".format(*colour) for name, colour in COLOURS.items()} == {
        name: found[name] for name in COLOURS
    }


@pytest.mark.parametrize("team", range(4))
def test_teams_differ_without_colour(team: int) -> None:
    """Looks and patterns, not fills: with all fills alike the four are still four."""
    others = [other for other in range(4) if other != team]
    assert all(_lines(art.mole(team)) != _lines(art.mole(other)) for other in others)
    assert all(
        _lines(mole_company.disc(team, None)) != _lines(mole_company.disc(other, None)) for other in others
    )


def _lines(drawing: art.Drawing) -> list[object]:
    return [part.path for part in drawing if isinstance(part, art.Stroke)]
