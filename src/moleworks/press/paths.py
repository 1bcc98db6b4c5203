"""SVG paths: parse, transform, measure and write them.

All curves become cubic Béziers, so that writers need four commands only. The page's drawings and the
printed ones share their path data (see `art`).
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?")
STEPS_PER_CURVE = 12
"""Straight pieces that a curve is measured in."""


def _curve_weights(t: float) -> tuple[float, float, float, float]:
    """How much the four points of a cubic Bézier curve count for the point at t of 1."""
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


CURVE_WEIGHTS = tuple(_curve_weights(n / STEPS_PER_CURVE) for n in range(1, STEPS_PER_CURVE + 1))


class Point(NamedTuple):
    """x to the right, y downwards; in millimetres, or in the units of a drawing."""

    x: float
    y: float


class Segment(NamedTuple):
    """One command: `M` and `L` have one point, `C` has two handles and a point, `Z` has none."""

    command: Literal["M", "L", "C", "Z"]
    points: tuple[Point, ...] = ()


class Path(NamedTuple):
    """An outline of one or more parts."""

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
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge: y grows downwards."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Its centre."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: float) -> Box:
        """The box, larger by that length on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def contains(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether another box lies inside this one."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def distance(self, other: Box) -> float:
        """The distance between two boxes; 0 if they touch."""
        across = max(self.x - other.right, other.x - self.right, 0.0)
        down = max(self.y - other.bottom, other.y - self.bottom, 0.0)
        return math.hypot(across, down)


class Transform(NamedTuple):
    """Rotate (degrees, clockwise), scale, then shift."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0

    def __call__(self, point: Point) -> Point:
        """Transform one point."""
        return self.all((point,))[0]

    def all(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Transform many points at once: sheets have hundreds of thousands."""
        left, top, scale, turn = self
        if not turn:
            return tuple([Point(left + scale * x, top + scale * y) for x, y in points])
        angle = math.radians(turn)
        cos, sin = scale * math.cos(angle), scale * math.sin(angle)
        return tuple([Point(left + x * cos - y * sin, top + x * sin + y * cos) for x, y in points])


def transform_path(path: Path, transform: Transform) -> Path:
    """Transform an outline."""
    return Path(tuple([Segment(command, transform.all(points)) for command, points in path.segments]))


# Constructors


def line(*points: tuple[float, float], closed: bool = False) -> Path:
    """Straight lines from point to point."""
    first, *rest = (Point(*point) for point in points)
    segments = [Segment("M", (first,)), *(Segment("L", (point,)) for point in rest)]
    return Path((*segments, Segment("Z")) if closed else tuple(segments))


def rectangle(box: Box, radius: float = 0.0) -> Path:
    """A rectangle, with rounded corners if a radius is given."""
    x, y, w, h = box
    if not radius:
        return line((x, y), (x + w, y), (x + w, y + h), (x, y + h), closed=True)
    r = min(radius, w / 2, h / 2)
    turn = f"a{r} {r} 0 0 1 "
    return parse_path(
        f"M{x + r} {y}h{w - 2 * r}{turn}{r} {r}v{h - 2 * r}{turn}{-r} {r}"
        f"h{2 * r - w}{turn}{-r} {-r}v{2 * r - h}{turn}{r} {-r}Z"
    )


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> Path:
    """An ellipse or a circle around (x, y)."""
    ry = rx if ry is None else ry
    return parse_path(f"M{x - rx} {y}a{rx} {ry} 0 0 1 {2 * rx} 0a{rx} {ry} 0 0 1 {-2 * rx} 0Z")


def star(points: int, outer: float, inner: float, turn: float = 0.0) -> Path:
    """A star around the origin, its first tip at the top; `turn` in degrees."""
    return line(
        *(polar(inner if n % 2 else outer, turn + 180 * n / points - 90) for n in range(2 * points)),
        closed=True,
    )


def polygon(corners: int, reach: float, turn: float = 0.0) -> Path:
    """A regular polygon around the origin."""
    return line(*(polar(reach, turn + 360 * n / corners) for n in range(corners)), closed=True)


def polar(radius: float, degrees: float) -> Point:
    """A point on a circle around the origin; degrees run clockwise from the right."""
    angle = math.radians(degrees)
    return Point(radius * math.cos(angle), radius * math.sin(angle))


# Measuring


@lru_cache(maxsize=8192)
def flatten(path: Path) -> tuple[tuple[Point, ...], ...]:
    """The parts of an outline as polylines; a closed one ends at its first point."""
    chains: list[list[Point]] = []
    for command, points in path.segments:
        if command == "M":
            chains.append([points[0]])
        elif command == "L":
            chains[-1].append(points[0])
        elif command == "C":
            chains[-1] += _curve_points(chains[-1][-1], *points)
        else:
            chains[-1].append(chains[-1][0])
    return tuple(map(tuple, chains))


def _curve_points(start: Point, near: Point, far: Point, end: Point) -> list[Point]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, near, far, end
    return [
        Point(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
        for a, b, c, d in CURVE_WEIGHTS
    ]


def bounds(path: Path, width: float = 0.0) -> Box:
    """The bounding box of an outline that is drawn with a line of that width."""
    return _bounds(path).grown(width / 2)


@lru_cache(maxsize=8192)
def _bounds(path: Path) -> Box:
    return bounding_box(point for chain in flatten(path) for point in chain)


def bounding_box(points: Iterable[Point]) -> Box:
    """The smallest box around the points."""
    across, down = zip(*points, strict=True)
    left, top = min(across), min(down)
    return Box(left, top, max(across) - left, max(down) - top)


def crossings(path: Path, y: float) -> list[float]:
    """Where a horizontal line crosses an outline, from left to right."""
    found = []
    for chain in flatten(path):
        for (x1, y1), (x2, y2) in itertools.pairwise(chain):
            if (y1 <= y) != (y2 <= y):
                found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)


def contains_point(path: Path, point: Point) -> bool:
    """Whether a point lies inside an outline, by the even-odd rule."""
    return sum(x < point.x for x in crossings(path, point.y)) % 2 == 1


# SVG path data


@lru_cache(maxsize=4096)
def parse_path(data: str) -> Path:
    """Parse SVG path data.

    >>> path_data(parse_path("M0 0h10v5Z"))
    'M0 0L10 0L10 5Z'
    """
    return Path(tuple(_PathParser(TOKEN.findall(data)).segments()))


class _PathParser:
    """Parses path data: keeps the current point, the start of the part and the last handle."""

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
        """A cubic curve; quadratic ones are converted. For S and T the first handle mirrors the last one."""
        start = self.here
        first = self._point() if kind in "CQ" else _mirror_point(start, self.handle)
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


def path_data(path: Path) -> str:
    """Write an outline as SVG path data."""
    return "".join(
        command + " ".join(f"{format_number(point.x)} {format_number(point.y)}" for point in points)
        for command, points in path.segments
    )


def format_number(value: float) -> str:
    """Format a length in millimetres with up to three decimals.

    >>> format_number(2.0), format_number(-0.00001), format_number(1.23456)
    ('2', '0', '1.235')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _mirror_point(here: Point, handle: Point) -> Point:
    return Point(2 * here.x - handle.x, 2 * here.y - handle.y)


def _quadratic(start: Point, mid: Point, end: Point) -> Segment:
    near = Point(start.x + 2 / 3 * (mid.x - start.x), start.y + 2 / 3 * (mid.y - start.y))
    far = Point(end.x + 2 / 3 * (mid.x - end.x), end.y + 2 / 3 * (mid.y - end.y))
    return Segment("C", (near, far, end))


def _arc(
    start: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: Point
) -> list[Segment]:
    """Convert an elliptic arc to cubic curves of at most a quarter each (SVG 1.1, appendix F.6)."""
    if start == end or not rx or not ry:
        return [Segment("L", (end,))]
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (start.x - end.x) / 2, (start.y - end.y) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2
    below = (rx * y) ** 2 + (ry * x) ** 2
    if not below:  # too small to differ from a point
        return [Segment("L", (end,))]
    share = math.sqrt(max(0.0, rest / below))
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
