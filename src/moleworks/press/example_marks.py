"""Draw the marks of the booklet's examples: allowed, refused, and an arrow for a move."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from moleworks.press.paths import Point, ellipse, line
from moleworks.press.sheet import Colour, Item, Role, Shape


def allowed(x: float, y: float, radius: float, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """A tick on a light disc."""
    yield from _disc(x, y, radius, palette["rim"], palette)
    tick = line(
        (x - 0.5 * radius, y + 0.05 * radius),
        (x - 0.12 * radius, y + 0.42 * radius),
        (x + 0.52 * radius, y - 0.42 * radius),
    )
    yield Shape(Role.PRINT, "allowed", tick, stroke=palette["lawn-deep"], width=0.3 * radius)


def refused(x: float, y: float, radius: float, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """A cross on a light disc."""
    yield from _disc(x, y, radius, palette["rim"], palette)
    half = 0.42 * radius
    for one in (1, -1):
        cross = line((x - half, y - one * half), (x + half, y + one * half))
        yield Shape(Role.PRINT, "refused", cross, stroke=palette["stop"], width=0.3 * radius)


def arrow(start: Point, end: Point, width: float, palette: Mapping[str, Colour]) -> Iterator[Item]:
    """An arrow from one space to another."""
    far = math.hypot(end.x - start.x, end.y - start.y)
    along = Point((end.x - start.x) / far, (end.y - start.y) / far)
    tip = 3.2 * width
    neck = Point(end.x - tip * along.x, end.y - tip * along.y)
    head = line(
        (neck.x - 0.55 * tip * along.y, neck.y + 0.55 * tip * along.x),
        end,
        (neck.x + 0.55 * tip * along.y, neck.y - 0.55 * tip * along.x),
        closed=True,
    )
    shaft = line(start, neck)
    for colour, more in (("outline", 2 * width), ("gold", 0.0)):
        ink = palette[colour]
        yield Shape(Role.PRINT, "arrow", shaft, stroke=ink, width=width + more)
        yield Shape(Role.PRINT, "arrow", head, fill=ink, stroke=ink, width=max(0.2, more))


def _disc(x: float, y: float, radius: float, colour: Colour, palette: Mapping[str, Colour]) -> Iterator[Item]:
    yield Shape(
        Role.PRINT, "mark", ellipse(x, y, radius), fill=colour, stroke=palette["outline"], width=0.12 * radius
    )
