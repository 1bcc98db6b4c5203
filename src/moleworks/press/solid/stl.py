"""Write and read binary STL: triangles in millimetres."""

from __future__ import annotations

import numpy as np

from moleworks.press.solid.mesh import Mesh, weld

TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
HEADER = 80


def write_stl(mesh: Mesh) -> bytes:
    """The mesh as a binary STL file."""
    corners = mesh.vertices[mesh.triangles]
    found = np.zeros(len(corners), TRIANGLE)
    found["corners"] = corners
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    found["normal"] = across / np.linalg.norm(across, axis=1, keepdims=True)
    # Programs take a file that begins with "solid" for a text file.
    head = b"Moleworks, millimetres".ljust(HEADER)
    return head + len(corners).to_bytes(4, "little") + found.tobytes()


def read_stl(content: bytes) -> Mesh:
    """The mesh of a file; corners in the same place are merged."""
    found = np.frombuffer(
        content, TRIANGLE, int.from_bytes(content[HEADER : HEADER + 4], "little"), HEADER + 4
    )
    return weld(found["corners"].reshape(-1, 3), np.arange(3 * len(found)).reshape(-1, 3))
