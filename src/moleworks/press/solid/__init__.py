"""Make sets for a 3D printer: tactile boards and pieces as 3MF and STL files.

The geometry library is an optional dependency.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from moleworks.core.messages import N_, Complaint
from moleworks.press.solid.order import BEDS, USUAL_BED, SolidOrder, order

__all__ = ["BEDS", "USUAL_BED", "SolidOrder", "files", "order"]


def files(order: SolidOrder) -> Iterator[tuple[str, bytes]]:
    """Yield file names and contents: plates to print (3MF), every part alone (STL) with its
    picture (SVG), and the list of parts.

    All parts are made and checked before the first file is yielded.
    """
    if find_spec("manifold3d") is None:
        raise Complaint(
            N_("For 3D printing the geometry library is missing. Install it with: {command}"),
            command='pip install "moleworks[press3d]"',
        )
    from moleworks.press.solid import export  # noqa: PLC0415 - it loads the geometry library

    yield from export.files(order)
