"""How far raised things are from each other, edge to edge."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from moleworks.press import braille
from moleworks.press.paths import Box, Path, Point, flattened, inside
from moleworks.press.scene import Dots, Patch, Shape


class Bar(NamedTuple):
    """A straight piece of a line, or a dot where both ends are one."""

    start: Point
    end: Point
    half: float


class Solid(NamedTuple):
    """Something raised: its bars, and its outline if it is filled."""

    bounds: Box
    bars: tuple[Bar, ...]
    area: Path | None = None


def solid(item: Shape | Patch | Dots) -> Solid:
    """A raised item as the checks measure it."""
    if isinstance(item, Dots):
        dots = [Point(*dot) for dot in braille.dots(item.cells, item.x, item.y)]
        return Solid(item.bounds, tuple(Bar(dot, dot, braille.DOT / 2) for dot in dots))
    filled = isinstance(item, Patch) or item.fill is not None
    half = item.width / 2 if isinstance(item, Shape) and item.stroke else 0.0
    bars = [
        Bar(start, end, half) for chain in flattened(item.path) for start, end in itertools.pairwise(chain)
    ]
    return Solid(item.bounds, tuple(bars), item.path if filled else None)


def gap(one: Solid, other: Solid, enough: float) -> float:
    """The distance between two solids; where it is enough, any number that is not less."""
    apart = one.bounds.apart(other.bounds)
    if apart >= enough:
        return apart
    if _holds(one, other) or _holds(other, one):
        return 0.0
    mine, theirs = _near(one, other.bounds, enough), _near(other, one.bounds, enough)
    return min((_apart(a, b) for a in mine for b in theirs), default=enough)


def _holds(one: Solid, other: Solid) -> bool:
    return one.area is not None and bool(other.bars) and inside(one.area, other.bars[0].start)


def _near(one: Solid, box: Box, enough: float) -> Sequence[Bar]:
    return [bar for bar in one.bars if _box(bar).apart(box) < enough]


def _box(bar: Bar) -> Box:
    left, top = min(bar.start.x, bar.end.x), min(bar.start.y, bar.end.y)
    width, height = abs(bar.start.x - bar.end.x), abs(bar.start.y - bar.end.y)
    return Box(left, top, width, height).grown(bar.half)


def _apart(one: Bar, other: Bar) -> float:
    between = min(_to(one.start, other), _to(one.end, other), _to(other.start, one), _to(other.end, one))
    if _cross(one, other):
        return 0.0
    return max(0.0, between - one.half - other.half)


def _to(point: Point, bar: Bar) -> float:
    (x1, y1), (x2, y2) = bar.start, bar.end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    share = ((point.x - x1) * (x2 - x1) + (point.y - y1) * (y2 - y1)) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(point.x - x1 - share * (x2 - x1), point.y - y1 - share * (y2 - y1))


def _cross(one: Bar, other: Bar) -> bool:
    return (
        _side(one, other.start) * _side(one, other.end) < 0
        and _side(other, one.start) * _side(other, one.end) < 0
    )


def _side(bar: Bar, point: Point) -> float:
    (x1, y1), (x2, y2) = bar.start, bar.end
    return (x2 - x1) * (point.y - y1) - (y2 - y1) * (point.x - x1)
