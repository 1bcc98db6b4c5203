"""The games as solid things: boards, moles and all the rest for a 3D printer, to be seen and to be felt.

The geometry library is an extra; whoever only prints on paper does without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.press.solid.job import Job, job

__all__ = ["Job", "files", "job"]


def files(job: Job) -> Iterator[tuple[str, bytes]]:
    """Names and contents: plates to print (3MF), every part alone (STL), and the list of parts.

    All parts are made and measured before the first file is handed out.
    """
    if find_spec("manifold3d") is None:
        raise Complaint(
            N_("For 3D printing the geometry library is missing. Install it with: {command}"),
            command='pip install "moleworks[press3d]"',
        )
    from moleworks.press.solid import works  # noqa: PLC0415 - it loads the library

    yield from works.files(job)
