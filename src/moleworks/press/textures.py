"""Textures that tell teams apart by touch, and signs for everything else; textures match the printed moles.

A texture fills any outline that is at least `SMALLEST` wide; a sign is drawn once in its middle. The same
marks are used on swell paper and in 3D prints. In a game each has one meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from moleworks.press.paths import (
    Box,
    Path,
    Point,
    Segment,
    Transform,
    bounds,
    contains_point,
    crossings,
    ellipse,
    line,
    polar,
    transform_path,
)

SMALLEST = 6.4
SOLID, STRIPES, DOTTED, HATCH, RING = "solid", "stripes", "dots", "cross-hatch", "ring"
CROSS, TRIANGLE, BAR, TARGET = "cross", "triangle", "bar", "target"
TEAMS = (SOLID, STRIPES, DOTTED, HATCH)
"""By seat."""
STRIPE, STRIPE_STEP = 1.1, 2.9
SPOT, SPOT_STEP = 1.8, 3.1
HATCHING, HATCH_STEP = 0.9, 3.4
RIM = 2.0
SIGN = 1.6
"""The width of a sign's lines."""


class TextureMark(NamedTuple):
    """A line of that width, or a filled outline if the width is 0."""

    path: Path
    width: float = 0.0


def marks(texture: str, outline: Path) -> Iterator[TextureMark]:
    """The raised marks inside an outline; they do not depend on its position."""
    middle = bounds(outline).middle
    there = Transform(middle.x, middle.y)
    for mark in _marks(texture, _rounded(transform_path(outline, Transform(-middle.x, -middle.y)))):
        yield mark._replace(path=transform_path(mark.path, there))


@lru_cache(maxsize=256)
def _marks(texture: str, outline: Path) -> tuple[TextureMark, ...]:
    return tuple(MARK_FUNCTIONS[texture](outline))


def _rounded(path: Path) -> Path:
    """Round to a ten-thousandth of a millimetre, so that equal outlines are found in the cache."""
    return Path(
        tuple(
            Segment(command, tuple(Point(round(x, 4), round(y, 4)) for x, y in points))
            for command, points in path.segments
        )
    )


def _solid(outline: Path) -> Iterator[TextureMark]:
    yield TextureMark(outline)


def _ring(outline: Path) -> Iterator[TextureMark]:
    """A rim along the inside of the outline."""
    box = bounds(outline)
    share = (box.width - RIM) / box.width
    middle = box.middle
    yield TextureMark(
        transform_path(outline, Transform(middle.x * (1 - share), middle.y * (1 - share), share)), RIM
    )


def _stripes(outline: Path) -> Iterator[TextureMark]:
    yield from _lines(outline, 0.0, STRIPE_STEP, STRIPE)


def _hatch(outline: Path) -> Iterator[TextureMark]:
    for turn in (45.0, -45.0):
        yield from _lines(outline, turn, HATCH_STEP, HATCHING)


def _lines(outline: Path, turn: float, step: float, width: float) -> Iterator[TextureMark]:
    """Parallel lines across an outline, one of them through its centre."""
    middle = bounds(outline).middle
    level = transform_path(transform_path(outline, Transform(-middle.x, -middle.y)), Transform(turn=-turn))
    box = bounds(level)
    reach = int(max(-box.y, box.bottom) // step) + 1
    back = Transform(middle.x, middle.y, turn=turn)
    for n in range(-reach, reach + 1):
        ends = crossings(level, n * step + 1e-7)
        for left, right in zip(ends[::2], ends[1::2], strict=False):
            if right - left > 2 * width:
                reached = line((left + width / 2, n * step), (right - width / 2, n * step))
                yield TextureMark(transform_path(reached, back), width)


def _dots(outline: Path) -> Iterator[TextureMark]:
    """A grid of spots, with a spot or a gap in the centre, whichever gives more spots."""
    rows = [_spot_places(outline, start) for start in (0.0, 0.5)]
    yield from (TextureMark(ellipse(*at, SPOT / 2)) for at in max(rows, key=len))


def _spot_places(outline: Path, start: float) -> list[Point]:
    box = bounds(outline)
    middle = box.middle
    reach = int(max(box.width, box.height) / 2 // SPOT_STEP) + 2
    places = [(n + start) * SPOT_STEP for n in range(-reach, reach + 1)]
    spots = [Point(middle.x + x, middle.y + y) for y in places for x in places]
    return [at for at in spots if _spot_fits(outline, box, at)]


def _spot_fits(outline: Path, box: Box, at: Point) -> bool:
    """Whether a whole spot lies inside the outline."""
    if not box.contains(Box(at.x - SPOT / 2, at.y - SPOT / 2, SPOT, SPOT)):
        return False
    reach = 0.36 * SPOT
    corners = [(-reach, -reach), (reach, -reach), (-reach, reach), (reach, reach), (0, 0)]
    return all(contains_point(outline, Point(at.x + x, at.y + y)) for x, y in corners)


def _cross(outline: Path) -> Iterator[TextureMark]:
    """Two slanting lines: level ones would run on into a track."""
    (x, y), reach = _middle_and_reach(outline)
    along = polar(reach, 45)
    for side in (1, -1):
        yield TextureMark(line((x - along.x, y - side * along.y), (x + along.x, y + side * along.y)), SIGN)


def _bar(outline: Path) -> Iterator[TextureMark]:
    """One broad upright line."""
    (x, y), reach = _middle_and_reach(outline)
    yield TextureMark(line((x, y - reach + SIGN / 2), (x, y + reach - SIGN / 2)), 2 * SIGN)


def _triangle(outline: Path) -> Iterator[TextureMark]:
    """An outline with one corner at the top."""
    (x, y), reach = _middle_and_reach(outline)
    corners = [polar(reach, degrees) for degrees in (-90, 30, 150)]
    yield TextureMark(line(*((x + corner.x, y + corner.y) for corner in corners), closed=True), SIGN)


def _target(outline: Path) -> Iterator[TextureMark]:
    """A fine ring with a spot in its middle."""
    at, reach = _middle_and_reach(outline)
    yield TextureMark(ellipse(*at, reach + SIGN / 2 - STRIPE / 2), STRIPE)
    yield TextureMark(ellipse(*at, SPOT / 2))


def _middle_and_reach(outline: Path) -> tuple[Point, float]:
    """The centre of a sign, and how far its lines go from there."""
    box = bounds(outline)
    return box.middle, min(box.width, box.height) / 2 - SIGN / 2


MARK_FUNCTIONS: Mapping[str, Callable[[Path], Iterator[TextureMark]]] = {
    SOLID: _solid,
    STRIPES: _stripes,
    DOTTED: _dots,
    HATCH: _hatch,
    RING: _ring,
    CROSS: _cross,
    TRIANGLE: _triangle,
    BAR: _bar,
    TARGET: _target,
}
