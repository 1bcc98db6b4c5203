"""Pack parts of one colour on plates (beds of the printer)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from moleworks.press.solid.joints import RIM
from moleworks.press.solid.mesh import Mesh
from moleworks.press.solid.model import SolidModel

APART = 4.0
"""Between two parts on the bed."""


class MeshedModel(NamedTuple):
    """A part and its mesh, with the lower left corner at the origin."""

    model: SolidModel
    mesh: Mesh

    @property
    def size(self) -> tuple[float, float, float]:
        """Width, depth and height in millimetres."""
        x, y, z = np.ptp(self.mesh.vertices, axis=0)
        return float(x), float(y), float(z)


class PrintPlate(NamedTuple):
    """One bed: parts of one colour, each with the places of its copies."""

    colour: str
    parts: tuple[tuple[MeshedModel, tuple[tuple[float, float], ...]], ...]


def pack_plates(models: Iterable[MeshedModel], size: float) -> Iterator[PrintPlate]:
    """Pack large parts first, in rows; start a new bed of that size when one is full."""
    colours: dict[str, list[MeshedModel]] = {}
    for meshed in models:
        colours.setdefault(meshed.model.colour, []).append(meshed)
    for colour, parts in colours.items():
        copies = [meshed for meshed in parts for _ in range(meshed.model.copies)]
        for bed in _beds(sorted(copies, key=lambda meshed: (-meshed.size[1], -meshed.size[0])), size):
            yield PrintPlate(
                colour,
                tuple(
                    (meshed, tuple(bed[meshed.model.name])) for meshed in parts if meshed.model.name in bed
                ),
            )


def _beds(copies: Iterable[MeshedModel], size: float) -> Iterator[dict[str, list[tuple[float, float]]]]:
    edge = RIM / 2
    bed: dict[str, list[tuple[float, float]]] = {}
    x = y = edge
    row = 0.0
    for meshed in copies:
        wide, deep, _ = meshed.size
        if x + wide > size - edge + 1e-6 and x > edge:
            x, y, row = edge, y + row + APART, 0.0
        if y + deep > size - edge + 1e-6 and bed:
            yield bed
            bed, x, y, row = {}, edge, edge, 0.0
        bed.setdefault(meshed.model.name, []).append((round(x, 3), round(y, 3)))
        x, row = x + wide + APART, max(row, deep)
    yield bed
