"""Check parts for a 3D printer: gaps, walls, overhangs, closed surfaces, counts.

Outlines and bodies are measured before anything is written, triangles after reading the written files back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from manifold3d import CrossSection, Manifold
from numpy.typing import NDArray

from moleworks.core.messages import N_
from moleworks.press.checks import PrintError, count_differences
from moleworks.press.sheet import GamePiece
from moleworks.press.solid.mesh import Mesh, volume
from moleworks.press.solid.model import FLOOR, GAP, LINE, WALL, SolidModel
from moleworks.press.solid.order import USUAL_BED

LEAN = 50.0
"""The steepest overhang, in degrees from vertical, that prints without supports."""
THINNEST = 0.8
"""The thinnest wall: two lines of a common nozzle."""
TIP, CORNER = 1.0, 0.25
"""Parts of a slice that may be thinner: the area of a tip (square millimetres), the size of a corner."""
BETWEEN_SLICES = 0.5
"""From slice to slice: a wall of a millimetre is cut twice."""
CLOSE = 0.02
ROUGH = 0.02
"""The share of an outline that may be lost in its corners when its width is measured."""


def check_outlines(model: SolidModel) -> Iterator[PrintError]:
    """Check gaps and widths of what is raised on a board or a disc, and walls between its hollows."""
    for one, other in combinations(model.raised, 2):
        if one.name in other.joins or other.name in one.joins or one.base != other.base:
            continue
        if _nearer(one.shape, other.shape, GAP):
            yield PrintError(
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
            yield PrintError(model.title, item.name, N_("It is thinner than {width} mm."), width=LINE)
    for cut, beside in combinations(model.hollows, 2):
        if _nearer(cut.shape, beside.shape, WALL):
            yield PrintError(
                model.title,
                cut.name,
                N_("The wall to {other} is thinner than {width} mm."),
                other=beside.name,
                width=WALL,
            )


def check_hollows(model: SolidModel) -> Iterator[PrintError]:
    """Check on the body itself that every hollow has walls all around, and a floor unless it is a hole.

    A hollow that a seam cuts in two is left out: its other half is on the next tile.
    """
    whole = model.body.project()
    for cut in model.hollows:
        if model.tiles > 1 and (cut.shape - whole).area() > CLOSE:
            continue
        top, bottom = model.thick - CLOSE, max(0.0, model.thick - cut.depth) + CLOSE
        around = cut.shape.offset(WALL - CLOSE, circular_segments=32) - cut.shape.offset(CLOSE)
        if _lacks(model.body, around, (top, (top + bottom) / 2, bottom)):
            yield PrintError(
                model.title, cut.name, N_("The wall around it is thinner than {width} mm."), width=WALL
            )
        if cut.depth < model.thick:
            under = bottom - 2 * CLOSE
            if _lacks(model.body, cut.shape, (under, under - FLOOR / 2, under - FLOOR + 2 * CLOSE)):
                yield PrintError(
                    model.title, cut.name, N_("The floor under it is thinner than {width} mm."), width=FLOOR
                )


def _lacks(body: Manifold, needed: CrossSection, heights: Iterable[float]) -> bool:
    """Whether a body has no material somewhere in an area, at one of these heights."""
    return any(not (needed - body.slice(height)).offset(-CLOSE).is_empty() for height in heights)


def _nearer(one: CrossSection, other: CrossSection, gap: float) -> bool:
    left, bottom, right, top = one.bounds()
    west, south, east, north = other.bounds()
    if max(west - right, left - east, south - top, bottom - north) >= gap:
        return False
    return not (one.offset(gap - CLOSE, circular_segments=32) ^ other).is_empty()


class SliceDirection(NamedTuple):
    """A direction to slice bodies in: how a body is turned for it, and the way back to the body's axes."""

    turn: tuple[float, float, float]
    place: Callable[[float, float, float], tuple[float, float, float]]
    """Gives x, y, z for a place on a slice and the height of the slice."""


DIRECTIONS = (
    SliceDirection((0, 0, 0), lambda u, v, height: (u, v, height)),
    SliceDirection((90, 0, 0), lambda u, v, height: (u, height, -v)),
    SliceDirection((0, 90, 0), lambda u, v, height: (-height, v, u)),
)


def check_walls(model: SolidModel) -> Iterator[PrintError]:
    """Check slices of a body in three directions: only corners and tips may be thinner than `THINNEST`.

    A thin wall shows in horizontal slices, a thin floor or roof in upright ones. On a slanting wall the slice
    that cuts it best is at most 1.23 times as thick as the wall.
    """
    for direction in DIRECTIONS:
        body = model.body.rotate(direction.turn)
        for height, thin in _thin_parts(body):
            left, bottom, right, top = thin.bounds()
            x, y, z = direction.place((left + right) / 2, (bottom + top) / 2, height)
            yield PrintError(
                model.title,
                f"{model.name}.stl",
                N_("It is thinner than {width} mm at {x}, {y}, {z} mm."),
                width=THINNEST,
                x=round(x, 1),
                y=round(y, 1),
                z=round(z, 1),
            )


def _thin_parts(body: Manifold) -> Iterator[tuple[float, CrossSection]]:
    """What is thin in a horizontal slice and in the next one, with the height of the first.

    In a single slice a mark on a thick body is thin, too: where the slice grazes the body.
    """
    _, _, low, _, _, high = body.bounding_box()
    before = CrossSection()
    for n in range(math.ceil((high - low) / BETWEEN_SLICES)):
        height = low + 0.1 + n * BETWEEN_SLICES
        thin = _thin(body.slice(height))
        for part in (before ^ thin).decompose():
            if part.area() > TIP:
                yield height - BETWEEN_SLICES, part
        before = thin


def _thin(flat: CrossSection) -> CrossSection:
    """The parts of a slice that are thinner than `THINNEST`; corners are left out."""
    half = THINNEST / 2
    return flat - flat.offset(-half).offset(half + CORNER)


def check_counts(models: Iterable[SolidModel], expected: Mapping[GamePiece, int]) -> Iterator[PrintError]:
    """Check that every piece is there as often as the rules ask for."""
    found: Counter[GamePiece] = Counter()
    for model in models:
        if model.piece:
            found[model.piece] += model.copies
    yield from count_differences(found, expected)


def check_mesh(title: str, check_mesh: Mesh, bed: float = USUAL_BED) -> Iterator[PrintError]:
    """Check that the triangles of a file form a closed body that can be printed on a bed of that size."""
    yield from _closed(title, check_mesh)
    if volume(check_mesh) <= 0:
        yield PrintError(title, _number(0), N_("The body is inside out."))
    size = np.ptp(check_mesh.vertices, axis=0)
    if max(size[0], size[1]) > bed:
        yield PrintError(
            title,
            f"{size[0]:.1f} × {size[1]:.1f} mm",
            N_("It does not fit on a bed of {bed} mm."),
            bed=bed,
        )
    if abs(check_mesh.vertices[:, 2].min()) > CLOSE:
        yield PrintError(title, _number(0), N_("It does not lie on the bed."))
    yield from _leaning(title, check_mesh)


def _number(place: int) -> str:
    return f"#{place + 1}"


def _closed(title: str, check_mesh: Mesh) -> Iterator[PrintError]:
    """Each edge must belong to exactly two triangles, in opposite directions."""
    edges = np.concatenate([check_mesh.triangles[:, pair] for pair in ([0, 1], [1, 2], [2, 0])])
    there, back = _keys(edges), _keys(edges[:, ::-1])
    _, first, times = np.unique(there, return_index=True, return_counts=True)
    wrong = np.concatenate([first[times > 1], np.flatnonzero(~np.isin(there, back))])
    if len(wrong):
        place = int(wrong[0]) % len(check_mesh.triangles)
        x, y, z = check_mesh.vertices[edges[wrong[0], 0]]
        yield PrintError(
            title,
            _number(place),
            N_("The surface is not closed at {x}, {y}, {z} mm."),
            x=round(float(x), 2),
            y=round(float(y), 2),
            z=round(float(z), 2),
        )


def _keys(edges: NDArray[np.int64]) -> NDArray[np.int64]:
    return edges[:, 0] * np.int64(1 << 31) + edges[:, 1]


def _leaning(title: str, check_mesh: Mesh) -> Iterator[PrintError]:
    """Surfaces that face downwards must be steep, unless they lie on the bed."""
    corners = check_mesh.vertices[check_mesh.triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1) / 2
    down = -across[:, 2] / np.maximum(2 * area, 1e-12)
    over = (down > np.sin(np.radians(LEAN))) & (corners[:, :, 2].max(axis=1) > CLOSE) & (area > CLOSE)
    if over.any():
        place = int(np.flatnonzero(over)[np.argmax(area[over])])
        x, y, z = corners[place].mean(axis=0)
        yield PrintError(
            title,
            _number(place),
            N_("It leans out by {lean} degrees at {x}, {y}, {z} mm; without supports {most} are printable."),
            lean=round(float(np.degrees(np.arcsin(min(1.0, down[place]))))),
            x=round(float(x), 1),
            y=round(float(y), 1),
            z=round(float(z), 1),
            most=int(LEAN),
        )


def check_plate(
    title: str, boxes: Sequence[tuple[str, float, float, float, float]], bed: float = USUAL_BED
) -> Iterator[PrintError]:
    """Check that parts stay on the bed and do not overlap; boxes are name, left, low, right, high."""
    for name, left, low, right, high in boxes:
        if min(left, low) < -CLOSE or max(right, high) > bed + CLOSE:
            yield PrintError(title, name, N_("It does not fit on a bed of {bed} mm."), bed=bed)
    for one, other in combinations(boxes, 2):
        if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]:
            yield PrintError(title, one[0], N_("It overlaps with {other}."), other=other[0])
