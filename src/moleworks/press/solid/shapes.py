"""Basic 2D sections and 3D bodies, in millimetres.

Coordinates of sections are as on paper, y downwards; the functions here flip them to the printer's axes,
y away from the reader. Bodies stand on z = 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold, OpType
from numpy.typing import NDArray

from moleworks.press.paths import Box, Path, Point, flatten

STEEP = 1.1
"""Height by width of overhangs: a little steeper than 45 degrees."""
EPS = 0.1
"""How far cutting bodies reach beyond the surface."""
Corners = Sequence[tuple[float, float]]


def segments(radius: float) -> int:
    """The number of sides that keeps a circle exact to a fiftieth of a millimetre."""
    return max(12, 4 * math.ceil(math.pi / math.acos(1 - min(0.02, radius / 20) / radius) / 4))


# Sections


def polygon(points: Corners) -> CrossSection:
    """A polygon in the printer's axes."""
    return CrossSection([np.array(points, dtype=np.float64)], FillRule.NonZero)


def section(path: Path) -> CrossSection:
    """The area inside an outline on paper."""
    chains = [[(x, -y) for x, y in chain[:-1]] for chain in flatten(path)]
    return CrossSection([np.array(chain) for chain in chains], FillRule.NonZero)


def disc(x: float, y: float, radius: float) -> CrossSection:
    """A flat disc around (x, y); y grows downwards, as on paper."""
    return CrossSection.circle(radius, segments(radius)).translate((x, -y))


def ring(x: float, y: float, outer: float, width: float) -> CrossSection:
    """A flat ring around (x, y) with this outer radius."""
    return disc(x, y, outer) - disc(x, y, outer - width)


def box(area: Box, soft: float = 0.0) -> CrossSection:
    """A rectangle, with rounded corners if `soft` is given."""
    left, bottom, right, top = area.x + soft, -area.bottom + soft, area.right - soft, -area.y - soft
    flat = polygon([(left, bottom), (right, bottom), (right, top), (left, top)])
    return flat.offset(soft, circular_segments=24) if soft else flat


def stroke(points: Iterable[Point | tuple[float, float]], width: float) -> CrossSection:
    """A line with round ends."""
    dots = [disc(x, y, width / 2) for x, y in points]
    if len(dots) == 1:
        return dots[0]
    return merge_sections(CrossSection.batch_hull([a, b]) for a, b in pairwise(dots))


def strokes(path: Path, width: float) -> CrossSection:
    """The lines of an outline, with a width."""
    return merge_sections(stroke(chain, width) for chain in flatten(path))


def merge_sections(sections: Iterable[CrossSection]) -> CrossSection:
    """Flat shapes as one."""
    return CrossSection.batch_boolean(list(sections), OpType.Add)


# Bodies


def slab(flat: CrossSection, low: float, high: float) -> Manifold:
    """Extrude a section from one height to another."""
    return Manifold.extrude(flat, high - low).translate((0, 0, low))


def unite(bodies: Iterable[Manifold]) -> Manifold:
    """Bodies as one."""
    return Manifold.batch_boolean(list(bodies), OpType.Add)


def subtract(body: Manifold, cuts: Iterable[Manifold]) -> Manifold:
    """A body without what the cuts take away."""
    return Manifold.batch_boolean([body, *cuts], OpType.Subtract)


def lathe(profile: Corners, sides: int = 48, degrees: float = 360.0) -> Manifold:
    """Revolve a profile of (radius, height), given counterclockwise."""
    return Manifold.revolve(polygon(profile), sides, degrees)


def smooth(profile: Corners) -> list[tuple[float, float]]:
    """Add two points between each pair, on a curve through all points; corners stay sharp."""
    points = [np.array(point, dtype=float) for point in profile]
    found = []
    for n in range(len(points) - 1):
        near, far = points[n], points[n + 1]
        before, after = points[max(0, n - 1)], points[min(n + 2, len(points) - 1)]
        found.append(near)
        if _bends(before, near, far) or _bends(near, far, after):
            continue
        for t in (1 / 3, 2 / 3):
            a, b = (far - before) / 2, (after - near) / 2
            through = near * (1 + 2 * t) * (1 - t) ** 2 + far * t * t * (3 - 2 * t)
            through += a * t * (1 - t) ** 2 - b * t * t * (1 - t)
            found.append(np.clip(through, np.minimum(near, far), np.maximum(near, far)))
    return [(max(0.0, float(x)), float(z)) for x, z in (*found, points[-1])]


def _bends(before: NDArray[np.float64], here: NDArray[np.float64], after: NDArray[np.float64]) -> bool:
    """Whether a profile turns by more than 40 degrees here."""
    one, other = here - before, after - here
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return length > 0 and float(one @ other) < 0.766 * length


def cone(radius: float, x: float = 0.0, y: float = 0.0, steep: float = STEEP) -> Manifold:
    """A conical pit, to be cut from below."""
    wide = radius + EPS / steep
    body = Manifold.cylinder(wide * steep, wide, 0.0, segments(radius))
    return body.translate((x, -y, -EPS))


def double_cone(radius: float) -> Manifold:
    """Two cones, base to base: prints on a vertical wall without supports."""
    high, thin = radius * STEEP, 0.01
    tips = [
        Manifold.cylinder(thin, 0.02, circular_segments=12).translate((0, 0, z)) for z in (-high, high - thin)
    ]
    # The edge between them is blunt, because fingers touch it.
    return Manifold.batch_hull(
        [*tips, Manifold.cylinder(0.4 * radius, 0.96 * radius, circular_segments=12, center=True)]
    )


def teardrop(radius: float) -> Manifold:
    """A ball on a cone, so that it prints without supports."""
    ball = Manifold.sphere(radius, 24)
    return Manifold.batch_hull([ball, Manifold.cylinder(0.01, 0.02).translate((0, 0, -1.5 * radius))])


def chain(bodies: Sequence[Manifold]) -> Manifold:
    """The hulls of each body and the next one."""
    return unite(Manifold.batch_hull([a, b]) for a, b in pairwise(bodies))


def knob(
    at: tuple[float, float, float], azimuth: float, rise: float, size: tuple[float, float], length: float
) -> Manifold:
    """A blunt cone that starts inside a body and points outwards.

    `azimuth` 0 is to the reader, `rise` is degrees above level; what it loses in width over its length must
    make up for what it lacks in rise.
    """
    body = Manifold.cylinder(length, size[0], size[1], 28)
    return body.rotate((90 - rise, 0, 0)).rotate((0, 0, azimuth)).translate(at)


def on_wall(radius: float, azimuth: float, height: float) -> tuple[float, float, float]:
    """A point on a cylinder; azimuth 0 is towards the reader, counterclockwise from above."""
    angle = math.radians(azimuth - 90)
    return radius * math.cos(angle), radius * math.sin(angle), height


def bevelled_prism(flat: CrossSection, height: float, edge: float) -> Manifold:
    """A prism of a convex outline with bevelled edges below and above."""
    thin = 0.01
    inner = flat.offset(-edge)
    return Manifold.batch_hull(
        [
            slab(inner, 0, thin),
            slab(flat, edge, height - edge),
            slab(inner, height - thin, height),
        ]
    )
