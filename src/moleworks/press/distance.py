"""Measure the gap between raised shapes, from edge to edge."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from moleworks.press import braille
from moleworks.press.paths import Box, Path, Point, contains_point, flatten
from moleworks.press.sheet import BrailleLine, Shape, TexturePatch


class ThickLine(NamedTuple):
    """A straight line with a width; a dot if both ends are equal."""

    start: Point
    end: Point
    half: float


class RaisedOutline(NamedTuple):
    """A raised shape: its lines, and its outline if it is filled."""

    bounds: Box
    bars: tuple[ThickLine, ...]
    area: Path | None = None


def raised_outline(item: Shape | TexturePatch | BrailleLine) -> RaisedOutline:
    """Convert a raised item to the form that is measured."""
    if isinstance(item, BrailleLine):
        dots = [Point(*dot) for dot in braille.dots(item.cells, item.x, item.y)]
        return RaisedOutline(item.bounds, tuple(ThickLine(dot, dot, braille.DOT / 2) for dot in dots))
    filled = isinstance(item, TexturePatch) or item.fill is not None
    half = item.width / 2 if isinstance(item, Shape) and item.stroke else 0.0
    bars = [
        ThickLine(start, end, half)
        for chain in flatten(item.path)
        for start, end in itertools.pairwise(chain)
    ]
    return RaisedOutline(item.bounds, tuple(bars), item.path if filled else None)


def gap(one: RaisedOutline, other: RaisedOutline, enough: float) -> float:
    """The distance between two shapes. Any number from `enough` upwards means: far enough."""
    apart = one.bounds.distance(other.bounds)
    if apart >= enough:
        return apart
    if _contains(one, other) or _contains(other, one):
        return 0.0
    mine, theirs = _lines_near(one, other.bounds, enough), _lines_near(other, one.bounds, enough)
    return min((_line_distance(a, b) for a in mine for b in theirs), default=enough)


def _contains(one: RaisedOutline, other: RaisedOutline) -> bool:
    return one.area is not None and bool(other.bars) and contains_point(one.area, other.bars[0].start)


def _lines_near(one: RaisedOutline, box: Box, enough: float) -> Sequence[ThickLine]:
    return [line for line in one.bars if _box(line).distance(box) < enough]


def _box(line: ThickLine) -> Box:
    left, top = min(line.start.x, line.end.x), min(line.start.y, line.end.y)
    width, height = abs(line.start.x - line.end.x), abs(line.start.y - line.end.y)
    return Box(left, top, width, height).grown(line.half)


def _line_distance(one: ThickLine, other: ThickLine) -> float:
    between = min(
        _point_distance(one.start, other),
        _point_distance(one.end, other),
        _point_distance(other.start, one),
        _point_distance(other.end, one),
    )
    if _cross(one, other):
        return 0.0
    return max(0.0, between - one.half - other.half)


def _point_distance(point: Point, line: ThickLine) -> float:
    (x1, y1), (x2, y2) = line.start, line.end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    share = ((point.x - x1) * (x2 - x1) + (point.y - y1) * (y2 - y1)) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(point.x - x1 - share * (x2 - x1), point.y - y1 - share * (y2 - y1))


def _cross(one: ThickLine, other: ThickLine) -> bool:
    return (
        _side(one, other.start) * _side(one, other.end) < 0
        and _side(other, one.start) * _side(other, one.end) < 0
    )


def _side(line: ThickLine, point: Point) -> float:
    (x1, y1), (x2, y2) = line.start, line.end
    return (x2 - x1) * (point.y - y1) - (y2 - y1) * (point.x - x1)
