"""Path data is read as browsers read it, and measured rightly."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.press.paths import (
    Box,
    Point,
    Transform,
    bounds,
    contains_point,
    ellipse,
    flatten,
    parse_path,
    path_data,
    rectangle,
    transform_path,
)

LENGTHS = st.floats(0.5, 200)
PLACES = st.floats(-200, 200)


@pytest.mark.parametrize(
    ("data", "plain"),
    [
        ("M1 2L3 4", "M1 2L3 4"),
        ("m1 2 3 4", "M1 2L4 6"),
        ("M0 0H5V6h-5z", "M0 0L5 0L5 6L0 6Z"),
        ("M-1-2l.5.5", "M-1 -2L-0.5 -1.5"),
        ("M0 0Q3 0 3 3", "M0 0C2 0 3 1 3 3"),
        ("M0 0C1 0 2 1 2 2S3 4 4 4", "M0 0C1 0 2 1 2 2C2 3 3 4 4 4"),
        ("M0 0q3 0 3 3t-3 3", "M0 0C2 0 3 1 3 3C3 5 2 6 0 6"),
    ],
)
def test_commands(data: str, plain: str) -> None:
    assert path_data(parse_path(data)) == plain


@given(x=PLACES, y=PLACES, rx=LENGTHS, ry=LENGTHS)
def test_an_oval_is_as_large_as_it_says(x: float, y: float, rx: float, ry: float) -> None:
    box = bounds(ellipse(x, y, rx, ry))
    assert box.middle == pytest.approx((x, y), abs=1e-3 * max(rx, ry))
    assert (box.width, box.height) == pytest.approx((2 * rx, 2 * ry), rel=2e-3)
    for chain in flatten(ellipse(x, y, rx, ry)):
        assert all(math.hypot((px - x) / rx, (py - y) / ry) == pytest.approx(1, abs=2e-3) for px, py in chain)


@given(box=st.builds(Box, PLACES, PLACES, LENGTHS, LENGTHS), radius=st.floats(0, 30))
def test_a_box_keeps_its_bounds_however_round(box: Box, radius: float) -> None:
    assert bounds(rectangle(box, radius)) == pytest.approx(box, abs=1e-2)
    assert contains_point(
        rectangle(box, radius), Point(box.x + box.width / 2 + 1e-4, box.y + box.height / 2 + 1e-4)
    )
    assert not contains_point(rectangle(box, radius), Point(box.x - 1, box.y))


@given(turn=st.floats(-360, 360), scale=st.floats(0.1, 10), x=PLACES, y=PLACES)
def test_a_moved_outline_goes_where_its_points_go(turn: float, scale: float, x: float, y: float) -> None:
    move = Transform(x, y, scale, turn)
    path = parse_path("M0 0L10 0C10 5 5 10 0 10Z")
    assert transform_path(path, move).segments[1].points == (move(Point(10, 0)),)
    back = Transform(turn=-turn)
    (px, py) = back(Transform(turn=turn)(Point(3, 4)))
    assert (px, py) == pytest.approx((3, 4))
