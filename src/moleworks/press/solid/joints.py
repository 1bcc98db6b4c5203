"""Boards larger than the printer's bed: cut along seams, with knobs that lock like a jigsaw's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from manifold3d import CrossSection, Manifold

from moleworks.press.paths import Box
from moleworks.press.solid.model import Raised
from moleworks.press.solid.shapes import EPS, box, disc, joined, slab

BED = 200.0
ROOM = BED - 3.0
"""What a part may measure: printers leave the rim of the bed alone."""
NECK, HEAD, REACH = 4.0, 3.0, 4.2
"""A knob: how wide its neck is, how large its head, and how far out it sits."""
LOOSE = 0.12
"""Between the two sides of a seam."""
FAR = 1000.0


class Seam(NamedTuple):
    """A cut in paper coordinates: upright at x, or level at y, with knobs along it."""

    upright: bool
    at: float
    knobs: tuple[float, ...]

    @property
    def before(self) -> CrossSection:
        """All that lies left of the seam, or above it, knobs included."""
        if self.upright:
            half = box(Box(-FAR, -FAR, FAR + self.at, 2 * FAR))
            return joined([half, *(self._knob(self.at, place, 1, 0) for place in self.knobs)])
        half = box(Box(-FAR, -FAR, 2 * FAR, FAR + self.at))
        return joined([half, *(self._knob(place, self.at, 0, 1) for place in self.knobs)])

    @staticmethod
    def _knob(x: float, y: float, right: float, down: float) -> CrossSection:
        head = disc(x + REACH * right, y + REACH * down, HEAD)
        reach = REACH + EPS
        if right:
            return head + box(Box(x - EPS, y - NECK / 2, reach, NECK))
        return head + box(Box(x - NECK / 2, y - EPS, NECK, reach))


def parted(body: Manifold, seams: Sequence[Seam]) -> Iterator[Manifold]:
    """The tiles of a board, one after the other."""
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
        yield from parted(side, rest)


def tiles(length: float) -> int:
    """How many tiles a length needs on the bed; the knobs need room too."""
    return 1 if length <= ROOM else math.ceil(length / (ROOM - REACH - HEAD))


def calm(raised: Sequence[Raised], upright: bool, low: float, high: float) -> float:
    """Where between two places a seam is farthest from everything raised."""
    spans = []
    for item in raised:
        left, bottom, right, top = item.shape.bounds()
        spans.append((left, right) if upright else (-top, -bottom))
    places = [low + (high - low) * n / 200 for n in range(201)]

    def room(place: float) -> float:
        away = (max(left - place, place - right) for left, right in spans)
        # The middle wins where several places are equally calm.
        return min(min(away, default=FAR), 4.0) - 1e-4 * abs(place - (low + high) / 2)

    return max(places, key=room)
