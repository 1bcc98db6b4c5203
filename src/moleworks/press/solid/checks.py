"""What every solid part has to keep to; a failure names the part and the element.

Outlines are measured before anything is written, triangles as they are read back from the written files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from manifold3d import CrossSection
from numpy.typing import NDArray

from moleworks.games.game import N_
from moleworks.press.checks import Misprint, miscounts
from moleworks.press.scene import Piece
from moleworks.press.solid.joints import BED
from moleworks.press.solid.mesh import Mesh, volume
from moleworks.press.solid.model import FLOOR, GAP, LINE, WALL, Model

LEAN = 50.0
"""Degrees from upright that a printer builds without supports."""
THINNEST = 0.8
"""Two lines of a common nozzle."""
TIP, CORNER = 1.0, 0.25
"""What a slice may lose in a tip (square millimetres) and in a corner (millimetres)."""
SLICES = 24
CLOSE = 0.02
ROUGH = 0.02
"""How much of an outline may be lost in its corners where its width is measured."""


def outlines(model: Model) -> Iterator[Misprint]:
    """Gaps, line widths, walls and floors of a board or a disc."""
    for one, other in combinations(model.raised, 2):
        if one.name in other.joins or other.name in one.joins or one.base != other.base:
            continue
        if _nearer(one.shape, other.shape, GAP):
            yield Misprint(
                model.title,
                one.name,
                N_("It is less than {gap} mm from {other}: fingers need that gap."),
                gap=GAP,
                other=other.name,
            )
    for item in model.raised:
        half = LINE / 2 - CLOSE
        opened = item.shape.offset(-half).offset(half + CLOSE / 2)
        if (item.shape - opened).area() > ROUGH * item.shape.area():
            yield Misprint(model.title, item.name, N_("It is thinner than {width} mm."), width=LINE)
    for cut, beside in combinations(model.hollows, 2):
        if _nearer(cut.shape, beside.shape, WALL):
            yield Misprint(
                model.title,
                cut.name,
                N_("The wall to {other} is thinner than {width} mm."),
                other=beside.name,
                width=WALL,
            )
    for cut in model.hollows:
        if 0 < model.thick - cut.depth < FLOOR:
            yield Misprint(
                model.title, cut.name, N_("The floor under it is thinner than {width} mm."), width=FLOOR
            )


def _nearer(one: CrossSection, other: CrossSection, gap: float) -> bool:
    left, bottom, right, top = one.bounds()
    west, south, east, north = other.bounds()
    if max(west - right, left - east, south - top, bottom - north) >= gap:
        return False
    return not (one.offset(gap - CLOSE, circular_segments=32) ^ other).is_empty()


def walls(model: Model) -> Iterator[Misprint]:
    """Cut in slices, nothing but corners and tips may be thinner than a printer draws."""
    _, _, low, _, _, high = model.body.bounding_box()
    step = max(0.4, (high - low) / SLICES)
    half = THINNEST / 2
    for n in range(int((high - low) / step)):
        height = low + 0.1 + n * step
        flat = model.body.slice(height)
        for thin in (flat - flat.offset(-half).offset(half + CORNER)).decompose():
            if thin.area() > TIP:
                left, bottom, right, top = thin.bounds()
                yield Misprint(
                    model.title,
                    f"{model.name}.stl",
                    N_("It is thinner than {width} mm at {x}, {y}, {z} mm."),
                    width=THINNEST,
                    x=round((left + right) / 2, 1),
                    y=round((bottom + top) / 2, 1),
                    z=round(height, 1),
                )


def counts(models: Iterable[Model], wanted: Mapping[Piece, int]) -> Iterator[Misprint]:
    """Whether there are as many of every piece as the rules ask for."""
    found: Counter[Piece] = Counter()
    for model in models:
        if model.piece:
            found[model.piece] += model.copies
    yield from miscounts(found, wanted)


def mesh(title: str, mesh: Mesh) -> Iterator[Misprint]:
    """Whether triangles, as read from a file, close up to a body that can be printed."""
    yield from _closed(title, mesh)
    if volume(mesh) <= 0:
        yield Misprint(title, _number(0), N_("The body is inside out."))
    size = np.ptp(mesh.vertices, axis=0)
    if max(size[0], size[1]) > BED:
        yield Misprint(
            title,
            f"{size[0]:.1f} × {size[1]:.1f} mm",
            N_("It does not fit on a bed of {bed} mm."),
            bed=BED,
        )
    if abs(mesh.vertices[:, 2].min()) > CLOSE:
        yield Misprint(title, _number(0), N_("It does not lie on the bed."))
    yield from _leaning(title, mesh)


def _number(place: int) -> str:
    return f"#{place + 1}"


def _closed(title: str, mesh: Mesh) -> Iterator[Misprint]:
    """Every edge belongs to two triangles that run along it in opposite directions."""
    edges = np.concatenate([mesh.triangles[:, pair] for pair in ([0, 1], [1, 2], [2, 0])])
    there, back = _keys(edges), _keys(edges[:, ::-1])
    _, first, times = np.unique(there, return_index=True, return_counts=True)
    wrong = np.concatenate([first[times > 1], np.flatnonzero(~np.isin(there, back))])
    if len(wrong):
        place = int(wrong[0]) % len(mesh.triangles)
        x, y, z = mesh.vertices[edges[wrong[0], 0]]
        yield Misprint(
            title,
            _number(place),
            N_("The surface is not closed at {x}, {y}, {z} mm."),
            x=round(float(x), 2),
            y=round(float(y), 2),
            z=round(float(z), 2),
        )


def _keys(edges: NDArray[np.int64]) -> NDArray[np.int64]:
    return edges[:, 0] * np.int64(1 << 31) + edges[:, 1]


def _leaning(title: str, mesh: Mesh) -> Iterator[Misprint]:
    """Whatever looks downwards, and does not lie on the bed, has to be steep."""
    corners = mesh.vertices[mesh.triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1) / 2
    down = -across[:, 2] / np.maximum(2 * area, 1e-12)
    over = (down > np.sin(np.radians(LEAN))) & (corners[:, :, 2].max(axis=1) > CLOSE) & (area > CLOSE)
    if over.any():
        place = int(np.flatnonzero(over)[np.argmax(area[over])])
        x, y, z = corners[place].mean(axis=0)
        yield Misprint(
            title,
            _number(place),
            N_("It leans out by {lean} degrees at {x}, {y}, {z} mm; without supports {most} are printable."),
            lean=round(float(np.degrees(np.arcsin(min(1.0, down[place]))))),
            x=round(float(x), 1),
            y=round(float(y), 1),
            z=round(float(z), 1),
            most=int(LEAN),
        )


def plate(title: str, boxes: Sequence[tuple[str, float, float, float, float]]) -> Iterator[Misprint]:
    """Whether the parts on a plate lie on the bed, and none on another: name, left, low, right, high."""
    for name, left, low, right, high in boxes:
        if min(left, low) < -CLOSE or max(right, high) > BED + CLOSE:
            yield Misprint(title, name, N_("It does not fit on a bed of {bed} mm."), bed=BED)
    for one, other in combinations(boxes, 2):
        if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]:
            yield Misprint(title, one[0], N_("It overlaps with {other}."), other=other[0])
