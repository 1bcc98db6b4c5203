"""Triangles and their corners: what files hold, whatever made them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

FINE = 0.003
"""Edges shorter than this melt away before a body is written."""
DECIMALS = 3
"""Micrometres: as much as files and printers tell apart."""


class Mesh(NamedTuple):
    """Every triangle runs anticlockwise, seen from outside."""

    vertices: NDArray[np.float64]
    triangles: NDArray[np.int64]


def welded(vertices: NDArray[Any], triangles: NDArray[np.int64]) -> Mesh:
    """Corners in the same place become one vertex; triangles that lose their area go."""
    places, number = np.unique(vertices, axis=0, return_inverse=True)
    found = number.reshape(-1)[triangles]
    a, b, c = found.T
    kept = (a != b) & (b != c) & (c != a)
    return Mesh(places.astype(np.float64), found[kept])


def meshed(body: Manifold) -> Mesh:
    """A body as it will be written."""
    raw = body.simplify(FINE).to_mesh64()
    rounded = np.round(raw.vert_properties[:, :3], DECIMALS) + 0.0
    return welded(rounded, raw.tri_verts.astype(np.int64))


def volume(mesh: Mesh) -> float:
    a, b, c = (mesh.vertices[mesh.triangles[:, n]] for n in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
