"""What is documented of the printed boards, and what our reconstruction was checked for."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from moleworks import boards
from moleworks.games import GAMES, Setup
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.games.mole_company.board import neighbours, rotate_space, space, spaces

COMPANY: Any = boards.named("mole-company", "classic")
LAWN: Any = boards.named("mole-hill", "classic")
BAND: Any = boards.named("buddel-bande", "classic")


def axial(text: str) -> set[tuple[int, int]]:
    """The pairs of a rule page."""
    pairs = (pair.strip("()").split(",") for pair in text.split())
    return {(int(q), int(r)) for q, r in pairs}


PAGE = {
    "green": (
        "(-4,2) (-3,-1) (-3,3) (-2,1) (-1,-1) (-1,3) (0,-3) (1,-2) (1,1) (2,2) (3,-3) (3,0) (4,-2)",
        "",
    ),
    "red": ("(-3,1) (-2,3) (-1,0) (0,-2) (0,2) (1,-1) (2,-3) (2,0)", "(0,0) (1,3) (-4,1) (3,-4)"),
    "brown": ("(-3,2) (0,-3) (0,3) (2,-1)", "(0,0) (-2,4) (-2,-2) (4,-2)"),
    "blue": ("(0,0)", "(0,2) (-2,0) (2,-2)"),
}


def places(names: Any, turn: int = 0) -> frozenset[int]:
    """Spaces by number, after turning."""
    found = [space(5, name) for name in names]
    return frozenset(rotate_space(5, place, turn) for place in found if place is not None)


def test_the_boards_are_those_of_the_page() -> None:
    assert [sheet.name for sheet in COMPANY.boards] == list(PAGE)
    for sheet in COMPANY.boards:
        for names, page in zip((sheet.holes, sheet.specials), PAGE[sheet.name], strict=True):
            assert {spaces(5)[place] for place in places(names)} == axial(page)


def test_numbers_of_holes_and_moles() -> None:
    assert COMPANY.side == 5
    assert len(spaces(5)) == 61
    assert [len(sheet.holes) for sheet in COMPANY.boards] == [13, 8, 4, 1]
    assert dict(COMPANY.moles) == {2: 10, 3: 7, 4: 6}
    assert COMPANY.boards[3].holes == ("e5",)
    assert not COMPANY.boards[0].specials


def test_no_two_holes_touch() -> None:
    for sheet in COMPANY.boards:
        for one, other in combinations(places(sheet.holes), 2):
            assert other not in neighbours(5, one)


@pytest.mark.parametrize(("level", "looks"), [(0, 6), (1, 6), (2, 6), (3, 2)])
def test_how_many_ways_a_board_can_look(level: int, looks: int) -> None:
    sheet = COMPANY.boards[level]

    def look(turn: int) -> object:
        dotted = frozenset(places(pair, turn) for pair in sheet.dotted)
        return places(sheet.holes, turn), places(sheet.specials, turn), dotted

    assert len({look(turn) for turn in range(6)}) == looks


def test_nothing_is_ever_below_a_hole() -> None:
    for upper, lower in zip(COMPANY.boards, COMPANY.boards[1:], strict=False):
        below = places((*lower.holes, *lower.specials))
        for turn in range(6):
            assert not places(upper.holes, turn) & below


def test_three_of_the_six_lines_to_the_last_hole_are_dotted() -> None:
    ends = {spaces(5)[place] for pair in COMPANY.boards[3].dotted for place in places(pair)}
    assert ends == {(0, 0), *axial("(0,1) (-1,0) (1,-1)")}
    assert all("e5" in pair for pair in COMPANY.boards[3].dotted)
    assert not any(sheet.dotted for sheet in COMPANY.boards[:3])


def test_the_lawn() -> None:
    assert (LAWN.columns, LAWN.rows, LAWN.centre) == (9, 7, "e4")
    assert (LAWN.light, LAWN.dark, LAWN.rods) == (10, 12, 22)
    assert set(LAWN.red) == {"a4", "e1", "e7", "i4"}
    assert set(LAWN.white) == {"b2", "b6", "h2", "h6"}


def started(board: Any, game: str) -> Any:
    rules = GAMES[game]
    setup: Setup = rules.setup(board)
    return rules.start(setup)


def test_the_lawn_has_110_edges() -> None:
    table = started(LAWN, "mole-hill").table
    assert table.east.bit_count() + table.north.bit_count() == 110


def test_the_track() -> None:
    assert BAND.track == "clfcflclflcflfcfclflclfc"
    assert own_view(GAMES["buddel-bande"].view(started(BAND, "buddel-bande"), None))["dog"] == 24


def test_what_is_documented_says_so() -> None:
    assert (LAWN.source, COMPANY.source, BAND.source) == ("documented", "reconstruction", "reconstruction")
