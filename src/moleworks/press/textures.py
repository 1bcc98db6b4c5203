"""The four textures that tell teams apart by touch, the same as the patterns of the printed moles.

A patch of a texture is at least `SMALLEST` wide; its marks are made for whatever outline it has, and are as
true on a 3D print as on swell paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from moleworks.press.paths import (
    Box,
    Move,
    Path,
    Point,
    Segment,
    bounds,
    crossings,
    inside,
    line,
    moved,
    oval,
)

SMALLEST = 6.4
SOLID, STRIPES, DOTTED, HATCH, RING = "solid", "stripes", "dots", "cross-hatch", "ring"
TEAMS = (SOLID, STRIPES, DOTTED, HATCH)
"""By seat."""
STRIPE, STRIPE_STEP = 1.1, 2.9
SPOT, SPOT_STEP = 1.8, 3.1
HATCHING, HATCH_STEP = 0.9, 3.4
RIM = 2.0


class Mark(NamedTuple):
    """A line of that width, or a filled outline if it has none."""

    path: Path
    width: float = 0.0


def marks(texture: str, outline: Path) -> Iterator[Mark]:
    """What is raised inside an outline; the same wherever it lies."""
    middle = bounds(outline).middle
    there = Move(middle.x, middle.y)
    for mark in _marks(texture, _rounded(moved(outline, Move(-middle.x, -middle.y)))):
        yield mark._replace(path=moved(mark.path, there))


@lru_cache(maxsize=256)
def _marks(texture: str, outline: Path) -> tuple[Mark, ...]:
    return tuple(MAKERS[texture](outline))


def _rounded(path: Path) -> Path:
    """To a ten-thousandth of a millimetre, so that equal outlines are found again."""
    return Path(
        tuple(
            Segment(command, tuple(Point(round(x, 4), round(y, 4)) for x, y in points))
            for command, points in path.segments
        )
    )


def _solid(outline: Path) -> Iterator[Mark]:
    yield Mark(outline)


def _ring(outline: Path) -> Iterator[Mark]:
    """The rim alone, inside the outline."""
    box = bounds(outline)
    share = (box.width - RIM) / box.width
    middle = box.middle
    yield Mark(moved(outline, Move(middle.x * (1 - share), middle.y * (1 - share), share)), RIM)


def _stripes(outline: Path) -> Iterator[Mark]:
    yield from _lines(outline, 0.0, STRIPE_STEP, STRIPE)


def _hatch(outline: Path) -> Iterator[Mark]:
    for turn in (45.0, -45.0):
        yield from _lines(outline, turn, HATCH_STEP, HATCHING)


def _lines(outline: Path, turn: float, step: float, width: float) -> Iterator[Mark]:
    """Parallel lines across an outline, the middle one through its middle."""
    middle = bounds(outline).middle
    level = moved(moved(outline, Move(-middle.x, -middle.y)), Move(turn=-turn))
    box = bounds(level)
    reach = int(max(-box.y, box.bottom) // step) + 1
    back = Move(middle.x, middle.y, turn=turn)
    for n in range(-reach, reach + 1):
        ends = crossings(level, n * step + 1e-7)
        for left, right in zip(ends[::2], ends[1::2], strict=False):
            if right - left > 2 * width:
                reached = line((left + width / 2, n * step), (right - width / 2, n * step))
                yield Mark(moved(reached, back), width)


def _dots(outline: Path) -> Iterator[Mark]:
    """Rows of spots, a spot or a gap in the middle: whichever leaves more of them."""
    rows = [_spots(outline, start) for start in (0.0, 0.5)]
    yield from (Mark(oval(*at, SPOT / 2)) for at in max(rows, key=len))


def _spots(outline: Path, start: float) -> list[Point]:
    box = bounds(outline)
    middle = box.middle
    reach = int(max(box.width, box.height) / 2 // SPOT_STEP) + 2
    places = [(n + start) * SPOT_STEP for n in range(-reach, reach + 1)]
    spots = [Point(middle.x + x, middle.y + y) for y in places for x in places]
    return [at for at in spots if _fits(outline, box, at)]


def _fits(outline: Path, box: Box, at: Point) -> bool:
    """Whether a whole spot lies inside."""
    if not box.holds(Box(at.x - SPOT / 2, at.y - SPOT / 2, SPOT, SPOT)):
        return False
    reach = 0.36 * SPOT
    corners = [(-reach, -reach), (reach, -reach), (-reach, reach), (reach, reach), (0, 0)]
    return all(inside(outline, Point(at.x + x, at.y + y)) for x, y in corners)


MAKERS: Mapping[str, Callable[[Path], Iterator[Mark]]] = {
    SOLID: _solid,
    STRIPES: _stripes,
    DOTTED: _dots,
    HATCH: _hatch,
    RING: _ring,
}
