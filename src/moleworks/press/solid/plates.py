"""Which parts are printed together: one colour, one bed at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from moleworks.press.solid.joints import BED, ROOM
from moleworks.press.solid.mesh import Mesh
from moleworks.press.solid.model import Model

APART = 4.0
"""Between two parts on the bed."""


class Made(NamedTuple):
    """A part and its triangles, its lower left corner at the origin."""

    model: Model
    mesh: Mesh

    @property
    def size(self) -> tuple[float, float, float]:
        x, y, z = np.ptp(self.mesh.vertices, axis=0)
        return float(x), float(y), float(z)


class Plate(NamedTuple):
    """A bed full of parts of one colour: each with the places of its copies."""

    colour: str
    parts: tuple[tuple[Made, tuple[tuple[float, float], ...]], ...]


def plates(made: Iterable[Made]) -> Iterator[Plate]:
    """Large parts first, in rows; a new bed where one is full."""
    colours: dict[str, list[Made]] = {}
    for each in made:
        colours.setdefault(each.model.colour, []).append(each)
    for colour, parts in colours.items():
        copies = [each for each in parts for _ in range(each.model.copies)]
        for bed in _beds(sorted(copies, key=lambda each: (-each.size[1], -each.size[0]))):
            yield Plate(
                colour, tuple((each, tuple(bed[each.model.name])) for each in parts if each.model.name in bed)
            )


def _beds(copies: Iterable[Made]) -> Iterator[dict[str, list[tuple[float, float]]]]:
    edge = (BED - ROOM) / 2
    bed: dict[str, list[tuple[float, float]]] = {}
    x = y = edge
    row = 0.0
    for each in copies:
        wide, deep, _ = each.size
        if x + wide > BED - edge + 1e-6 and x > edge:
            x, y, row = edge, y + row + APART, 0.0
        if y + deep > BED - edge + 1e-6 and bed:
            yield bed
            bed, x, y, row = {}, edge, edge, 0.0
        bed.setdefault(each.model.name, []).append((round(x, 3), round(y, 3)))
        x, row = x + wide + APART, max(row, deep)
    yield bed
