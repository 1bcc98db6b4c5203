"""Outlines: read from SVG path data, moved about, and turned into points for measuring.

All curves become cubic Béziers, so that every writer knows four commands only. A screen's drawing and a
printed one share their path data (see `art`).
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?")
FINENESS = 12
"""Pieces a curve is measured in."""


class Point(NamedTuple):
    """In millimetres from the top left, or in the units of a drawing."""

    x: float
    y: float


class Segment(NamedTuple):
    """One command: `M` and `L` have a point, `C` has two handles and a point, `Z` has none."""

    command: Literal["M", "L", "C", "Z"]
    points: tuple[Point, ...] = ()


class Path(NamedTuple):
    """An outline, perhaps of several parts."""

    segments: tuple[Segment, ...]

    def __add__(self, other: object) -> Path:  # of two outlines, not of two tuples
        assert isinstance(other, Path)
        return Path(self.segments + other.segments)


class Box(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: float) -> Box:
        """The box with so much more on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def holds(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether another box lies inside."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def apart(self, other: Box) -> float:
        """How far two boxes are from each other; nothing where they touch."""
        across = max(self.x - other.right, other.x - self.right, 0.0)
        down = max(self.y - other.bottom, other.y - self.bottom, 0.0)
        return math.hypot(across, down)


class Move(NamedTuple):
    """How a drawing is laid: turned (degrees, clockwise), scaled, then shifted."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0

    def __call__(self, point: Point) -> Point:
        return self.all((point,))[0]

    def all(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Many points at once: sheets have hundreds of thousands."""
        left, top, scale, turn = self
        if not turn:
            return tuple([Point(left + scale * x, top + scale * y) for x, y in points])
        angle = math.radians(turn)
        cos, sin = scale * math.cos(angle), scale * math.sin(angle)
        return tuple([Point(left + x * cos - y * sin, top + x * sin + y * cos) for x, y in points])


def moved(path: Path, move: Move) -> Path:
    """The outline somewhere else."""
    return Path(tuple([Segment(command, move.all(points)) for command, points in path.segments]))


# Outlines by name


def line(*points: tuple[float, float], closed: bool = False) -> Path:
    """Straight from point to point."""
    first, *rest = (Point(*point) for point in points)
    segments = [Segment("M", (first,)), *(Segment("L", (point,)) for point in rest)]
    return Path((*segments, Segment("Z")) if closed else tuple(segments))


def rectangle(box: Box, radius: float = 0.0) -> Path:
    """A box, its corners round if wished."""
    x, y, w, h = box
    if not radius:
        return line((x, y), (x + w, y), (x + w, y + h), (x, y + h), closed=True)
    r = min(radius, w / 2, h / 2)
    turn = f"a{r} {r} 0 0 1 "
    return read(
        f"M{x + r} {y}h{w - 2 * r}{turn}{r} {r}v{h - 2 * r}{turn}{-r} {r}"
        f"h{2 * r - w}{turn}{-r} {-r}v{2 * r - h}{turn}{r} {-r}Z"
    )


def oval(x: float, y: float, rx: float, ry: float | None = None) -> Path:
    """A circle or an ellipse round a point."""
    ry = rx if ry is None else ry
    return read(f"M{x - rx} {y}a{rx} {ry} 0 0 1 {2 * rx} 0a{rx} {ry} 0 0 1 {-2 * rx} 0Z")


def star(points: int, outer: float, inner: float, turn: float = 0.0) -> Path:
    """Points in turn on two circles round the origin, the first at the top; `turn` in degrees."""
    return line(
        *(polar(inner if n % 2 else outer, turn + 180 * n / points - 90) for n in range(2 * points)),
        closed=True,
    )


def polygon(corners: int, reach: float, turn: float = 0.0) -> Path:
    """A regular polygon round the origin."""
    return line(*(polar(reach, turn + 360 * n / corners) for n in range(corners)), closed=True)


def polar(radius: float, degrees: float) -> Point:
    """A point on a circle round the origin; degrees run clockwise from the right."""
    angle = math.radians(degrees)
    return Point(radius * math.cos(angle), radius * math.sin(angle))


# Measuring


@lru_cache(maxsize=8192)
def flattened(path: Path) -> tuple[tuple[Point, ...], ...]:
    """The parts of an outline as chains of points; a closed one ends where it began."""
    chains: list[list[Point]] = []
    for command, points in path.segments:
        if command == "M":
            chains.append([points[0]])
        elif command == "L":
            chains[-1].append(points[0])
        elif command == "C":
            chains[-1] += _along(chains[-1][-1], *points)
        else:
            chains[-1].append(chains[-1][0])
    return tuple(map(tuple, chains))


def _along(start: Point, near: Point, far: Point, end: Point) -> Iterator[Point]:
    for n in range(1, FINENESS + 1):
        t = n / FINENESS
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield Point(
            a * start.x + b * near.x + c * far.x + d * end.x,
            a * start.y + b * near.y + c * far.y + d * end.y,
        )


def bounds(path: Path, width: float = 0.0) -> Box:
    """What an outline takes up, drawn with a pen of that width."""
    return _bounds(path).grown(width / 2)


@lru_cache(maxsize=8192)
def _bounds(path: Path) -> Box:
    return around(point for chain in flattened(path) for point in chain)


def around(points: Iterable[Point]) -> Box:
    """The box that holds all these points."""
    found = list(points)
    left, top = min(p.x for p in found), min(p.y for p in found)
    return Box(left, top, max(p.x for p in found) - left, max(p.y for p in found) - top)


def crossings(path: Path, y: float) -> list[float]:
    """Where a level line enters and leaves an outline, from left to right."""
    found = []
    for chain in flattened(path):
        for (x1, y1), (x2, y2) in itertools.pairwise(chain):
            if (y1 <= y) != (y2 <= y):
                found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)


def inside(path: Path, point: Point) -> bool:
    """Whether a point lies in an outline, by the even-odd rule."""
    return sum(x < point.x for x in crossings(path, point.y)) % 2 == 1


# SVG path data


@lru_cache(maxsize=4096)
def read(data: str) -> Path:
    """Path data as an SVG file has it.

    >>> written(read("M0 0h10v5Z"))
    'M0 0L10 0L10 5Z'
    """
    return Path(tuple(_Reader(TOKEN.findall(data)).segments()))


class _Reader:
    """Where a pen is while it follows path data."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.place = 0
        self.here = self.start = self.handle = Point(0, 0)
        self.relative = False

    def segments(self) -> Iterator[Segment]:
        command = ""
        while self.place < len(self.tokens):
            if self.tokens[self.place].isalpha():
                command = self.tokens[self.place]
                self.place += 1
            self.relative = command.islower()
            yield from self._drawn(command.upper())
            if command in "Mm":
                command = "l" if self.relative else "L"

    def _drawn(self, kind: str) -> Iterator[Segment]:
        if kind in "CSQT":
            yield self._curve(kind)
            return
        if kind == "Z":
            self.here = self.start
            yield Segment("Z")
        elif kind == "A":
            rx, ry, turn, large, sweep = (self._number() for _ in range(5))
            end = self._point()
            yield from _arc(self.here, rx, ry, turn, bool(large), bool(sweep), end)
            self.here = end
        else:
            self.here = self._end(kind)
            if kind == "M":
                self.start = self.here
            yield Segment("M" if kind == "M" else "L", (self.here,))
        self.handle = self.here

    def _curve(self, kind: str) -> Segment:
        """Cubic, or quadratic made cubic; the first handle may be the last one mirrored."""
        start = self.here
        first = self._point() if kind in "CQ" else _mirrored(start, self.handle)
        if kind in "CS":
            far, end = self._point(), self._point()
            drawn = Segment("C", (first, far, end))
            self.handle = far
        else:
            end = self._point()
            drawn = _quadratic(start, first, end)
            self.handle = first
        self.here = end
        return drawn

    def _end(self, kind: str) -> Point:
        if kind == "H":
            return Point(self._number() + (self.here.x if self.relative else 0), self.here.y)
        if kind == "V":
            return Point(self.here.x, self._number() + (self.here.y if self.relative else 0))
        return self._point()

    def _number(self) -> float:
        self.place += 1
        return float(self.tokens[self.place - 1])

    def _point(self) -> Point:
        x, y = self._number(), self._number()
        return Point(self.here.x + x, self.here.y + y) if self.relative else Point(x, y)


def written(path: Path) -> str:
    """The outline as SVG path data."""
    return "".join(
        command + " ".join(f"{number(point.x)} {number(point.y)}" for point in points)
        for command, points in path.segments
    )


def number(value: float) -> str:
    """A length in millimetres, to the thousandth.

    >>> number(2.0), number(-0.00001), number(1.23456)
    ('2', '0', '1.235')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _mirrored(here: Point, handle: Point) -> Point:
    return Point(2 * here.x - handle.x, 2 * here.y - handle.y)


def _quadratic(start: Point, mid: Point, end: Point) -> Segment:
    near = Point(start.x + 2 / 3 * (mid.x - start.x), start.y + 2 / 3 * (mid.y - start.y))
    far = Point(end.x + 2 / 3 * (mid.x - end.x), end.y + 2 / 3 * (mid.y - end.y))
    return Segment("C", (near, far, end))


def _arc(
    start: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: Point
) -> list[Segment]:
    """An arc of an ellipse as curves of at most a quarter each (SVG 1.1, appendix F.6)."""
    if start == end or not rx or not ry:
        return [Segment("L", (end,))]
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (start.x - end.x) / 2, (start.y - end.y) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2
    share = math.sqrt(max(0.0, rest / ((rx * y) ** 2 + (ry * x) ** 2)))
    share = -share if large == sweep else share
    cx, cy = share * rx * y / ry, -share * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    sweep_angle = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and sweep_angle < 0:
        sweep_angle += 2 * math.pi
    elif not sweep and sweep_angle > 0:
        sweep_angle -= 2 * math.pi
    middle = Point(cos * cx - sin * cy + (start.x + end.x) / 2, sin * cx + cos * cy + (start.y + end.y) / 2)

    def on(angle: float, out: float = 0.0) -> Point:
        """On the ellipse, or by `out` along its tangent."""
        ex = rx * (math.cos(angle) - out * math.sin(angle))
        ey = ry * (math.sin(angle) + out * math.cos(angle))
        return Point(middle.x + cos * ex - sin * ey, middle.y + sin * ex + cos * ey)

    count = max(1, math.ceil(abs(sweep_angle) / (math.pi / 2) - 1e-9))
    step = sweep_angle / count
    reach = 4 / 3 * math.tan(step / 4)
    angles = [first + n * step for n in range(count + 1)]
    return [Segment("C", (on(a, reach), on(b, -reach), on(b))) for a, b in itertools.pairwise(angles)]
