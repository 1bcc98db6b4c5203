"""The printed Buddel Bande: where the haystack lies, and what the mole die shows."""

from __future__ import annotations

import pytest

from moleworks import boards, press
from moleworks.games.buddel_bande.board import CORNERS, BuddelBandeBoard
from moleworks.games.buddel_bande.press.drawings import DARK, PALE, face
from moleworks.games.buddel_bande.press.layout import printed_layout
from moleworks.games.buddel_bande.press.relief import relief_layout
from moleworks.games.buddel_bande.press.solid import SolidTrackLayout
from moleworks.press import art, checks
from moleworks.press.art import Stroke
from moleworks.press.paths import Point

EACH_ONCE = {
    ("top-left", "color"),
    ("top-right", "swell"),
    ("bottom-left", "color"),
    ("bottom-right", "swell"),
}
"""Every corner and every kind; the long tests make all pairs."""


@pytest.mark.parametrize("hills", [6, 24, 30])
def test_the_haystack_lies_top_left_and_the_dens_at_the_bottom(hills: int) -> None:
    layout = printed_layout(board_with(None, hills))
    hay = layout.haystack
    places = [layout.at(place) for place in range(1, hills + 2)]
    assert (hay.x, hay.y) == (0, 0)
    assert all(place.y > hay.bottom for place in places)
    assert all(layout.den(seat).y > place.y for seat in range(4) for place in places[:-1])
    assert [place.y for place in places] == sorted(place.y for place in places)


def test_swell_paper_and_3d_begin_top_left_too() -> None:
    board = boards.named("buddel-bande", "classic")
    relief = relief_layout(press.order("buddel-bande", board, paper="a4", kind="swell", lang="en"))
    solid = SolidTrackLayout(24, 200)
    for layout, first, last in ((relief, 0, 25), (solid, 1, 25)):
        places = [layout.at(place) for place in range(first, last + 1)]
        assert places[0] == (min(place.x for place in places), min(place.y for place in places))
        assert [place.y for place in places] == sorted(place.y for place in places)


@pytest.mark.parametrize("corner", [None, "top-right", "bottom-left"])
@pytest.mark.parametrize("hills", [12, 24, 30])
def test_a_hill_lies_in_the_same_row_and_order_for_fingers_and_for_eyes(
    hills: int, corner: str | None
) -> None:
    board = board_with(corner, hills)
    felt = relief_layout(press.order("buddel-bande", board, paper="a4", kind="swell", lang="en"))
    seen = printed_layout(board)
    assert felt.garden.rows == seen.rows
    for place in range(1, hills + 1):
        (here, there), (this, that) = ((layout.at(place), layout.at(place + 1)) for layout in (felt, seen))
        assert _way(here, there) == _way(this, that)


def _way(here: Point, there: Point) -> tuple[int, int]:
    """Whether one goes right or left, and down or up."""
    return _sign(there.x - here.x), _sign(there.y - here.y)


def _sign(value: float) -> int:
    return 0 if abs(value) < 1e-6 else 1 if value > 0 else -1


@pytest.mark.parametrize("letter", "SML")
def test_three_moles_and_the_one_to_move_is_dark(letter: str) -> None:
    moles = _moles(letter)
    (dark,) = (tall for coat, tall in moles if coat == DARK)
    assert sorted(coat for coat, _ in moles) == sorted([DARK, PALE, PALE])
    assert sorted(tall for _, tall in moles).index(dark) == "SML".index(letter)


def test_a_single_mole_means_any() -> None:
    assert [coat for coat, _ in _moles("A")] == [DARK]
    assert [coat for coat, _ in _moles("E")] == [DARK]
    assert _moles("D") == []


def _moles(letter: str) -> list[tuple[str, float]]:
    """The coats and heights of the moles on a face of the die."""
    outline = art.OUTLINES["mole"]
    bodies = [
        part
        for part in face(letter)
        if isinstance(part, Stroke)
        and part.fill in {DARK, PALE}
        and part.stroke == "outline"
        and len(part.path.segments) == len(outline.segments)
    ]
    return [(str(body.fill), _height(body)) for body in bodies]


def _height(body: Stroke) -> float:
    heights = [point.y for segment in body.path.segments for point in segment.points]
    return max(heights) - min(heights)


CORNER_BOARDS = [(corner, 12) for corner in CORNERS] + [("bottom-right", 24), ("top-right", 30)]


def board_with(corner: str | None, hills: int) -> BuddelBandeBoard:
    stroll = boards.data("buddel-bande", boards.named("buddel-bande", "stroll"))
    placed = {} if corner is None else {"haystack": corner}
    found = boards.check({**stroll, "name": "own", "track": ("clf" * 10)[:hills], **placed})
    assert isinstance(found, BuddelBandeBoard)
    return found


@pytest.mark.parametrize(("corner", "hills"), CORNER_BOARDS)
def test_a_board_may_lay_the_haystack_into_another_corner(corner: str, hills: int) -> None:
    """Print, swell paper and 3D put it into the same corner, and the way leads from there to the dens."""
    board = board_with(corner, hills)
    up, left = "top" in corner, "left" in corner
    order = press.order("buddel-bande", board, paper="a3", kind="swell", lang="en")
    relief = relief_layout(order)
    solid = SolidTrackLayout(hills, 200, board.from_right, board.from_bottom)
    for layout, first in ((relief, 0), (solid, 1)):
        places = [layout.at(place) for place in range(first, hills + 2)]
        xs, ys = [place.x for place in places], [place.y for place in places]
        assert places[0] == ((min if left else max)(xs), (min if up else max)(ys))
        assert ys == sorted(ys, reverse=not up)
    garden = printed_layout(board)
    hay, ways = garden.haystack, [garden.at(place) for place in range(1, hills + 2)]
    assert hay.x == (0 if left else garden.width - hay.width)
    assert hay.y == (0 if up else garden.height - hay.height)
    dens = [garden.den(seat) for seat in range(4)]
    assert all((den.y > way.y) == up for den in dens for way in ways[:-1])
    assert [den.x for den in dens] == sorted(den.x for den in dens)
    assert not any(den.x < ways[-1].x < den.right for den in dens)
    for box in (hay, *dens):
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= garden.width + 1e-6
        assert box.bottom <= garden.height + 1e-6


@pytest.mark.parametrize(
    ("corner", "kind"),
    [
        pytest.param(corner, kind, marks=[] if (corner, kind) in EACH_ONCE else pytest.mark.long)
        for corner in CORNERS
        for kind in ("color", "swell")
    ],
)
def test_a_set_with_the_haystack_elsewhere_passes_the_checks(corner: str, kind: str) -> None:
    order = press.order("buddel-bande", board_with(corner, 12), paper="a4", kind=kind, lang="en")
    printed = press.make_set(order)
    assert not [fault for sheet in printed.sheets for fault in checks.check_page(sheet)]
