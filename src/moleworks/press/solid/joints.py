"""Split boards that are larger than the printer's bed, with knobs that lock like a jigsaw puzzle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from manifold3d import CrossSection, Manifold

from moleworks.press.paths import Box
from moleworks.press.solid.model import RaisedFeature
from moleworks.press.solid.shapes import EPS, box, disc, merge_sections, slab

RIM = 3.0
"""What printers do not use of the bed: half of it on each side."""
NECK, HEAD, REACH = 4.0, 3.0, 4.2
"""A knob: width of its neck, radius of its head, and the distance of the head from the seam."""
LOOSE = 0.12
"""Between the two sides of a seam."""
FAR = 1000.0


class TileSeam(NamedTuple):
    """A cut in paper coordinates, vertical at x or horizontal at y, with knobs along it."""

    upright: bool
    at: float
    knobs: tuple[float, ...]

    @property
    def before(self) -> CrossSection:
        """The area left of the seam or above it, knobs included."""
        if self.upright:
            half = box(Box(-FAR, -FAR, FAR + self.at, 2 * FAR))
            return merge_sections([half, *(self._knob(self.at, place, 1, 0) for place in self.knobs)])
        half = box(Box(-FAR, -FAR, 2 * FAR, FAR + self.at))
        return merge_sections([half, *(self._knob(place, self.at, 0, 1) for place in self.knobs)])

    @staticmethod
    def _knob(x: float, y: float, right: float, down: float) -> CrossSection:
        head = disc(x + REACH * right, y + REACH * down, HEAD)
        reach = REACH + EPS
        if right:
            return head + box(Box(x - EPS, y - NECK / 2, reach, NECK))
        return head + box(Box(x - NECK / 2, y - EPS, NECK, reach))


def split_along_seams(body: Manifold, seams: Sequence[TileSeam]) -> Iterator[Manifold]:
    """Yield the tiles of a board."""
    if body.is_empty():  # beyond a seam that does not cross it
        return
    if not seams:
        yield body
        return
    seam, *rest = seams
    near = seam.before
    _, _, low, _, _, high = body.bounding_box()
    for side in (
        body ^ slab(near, low - 1, high + 1),
        body - slab(near.offset(LOOSE), low - 1, high + 1),
    ):
        yield from split_along_seams(side, rest)


def tile_count(length: float, bed: float) -> int:
    """The number of tiles that a length needs on a bed of that size, with room for the knobs."""
    room = bed - RIM
    return 1 if length <= room else math.ceil(length / (room - REACH - HEAD))


def clearest_place(raised: Sequence[RaisedFeature], upright: bool, low: float, high: float) -> float:
    """The place between `low` and `high` that is farthest from these features."""
    spans = []
    for item in raised:
        left, bottom, right, top = item.shape.bounds()
        spans.append((left, right) if upright else (-top, -bottom))
    places = [low + (high - low) * n / 200 for n in range(201)]

    def room(place: float) -> float:
        away = (max(left - place, place - right) for left, right in spans)
        # Of equally clear places, take the one nearest to the middle.
        return min(min(away, default=FAR), 4.0) - 1e-4 * abs(place - (low + high) / 2)

    return max(places, key=room)
