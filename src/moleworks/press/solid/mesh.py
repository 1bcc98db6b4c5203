"""Triangle meshes: make them from bodies, merge equal vertices, measure the volume."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

FINE = 0.003
"""Shorter edges are removed before a body is written."""
DECIMALS = 3
"""Vertices are rounded to micrometres."""


class Mesh(NamedTuple):
    """Triangles run counterclockwise, seen from outside."""

    vertices: NDArray[np.float64]
    triangles: NDArray[np.int64]


def weld(vertices: NDArray[Any], triangles: NDArray[np.int64]) -> Mesh:
    """Merge vertices in the same place and remove triangles without area."""
    places, number = np.unique(vertices, axis=0, return_inverse=True)
    found = number.reshape(-1)[triangles]
    a, b, c = found.T
    has_area = (a != b) & (b != c) & (c != a)
    return Mesh(places.astype(np.float64), found[has_area])


def to_mesh(body: Manifold) -> Mesh:
    """The mesh of a body, as it will be written."""
    raw = body.simplify(FINE).to_mesh64()
    rounded = np.round(raw.vert_properties[:, :3], DECIMALS) + 0.0
    return weld(rounded, raw.tri_verts.astype(np.int64))


def volume(mesh: Mesh) -> float:
    """The enclosed volume in cubic millimetres; negative if the mesh is inside out."""
    a, b, c = (mesh.vertices[mesh.triangles[:, n]] for n in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
