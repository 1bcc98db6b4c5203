"""The faces of players: what their moles wear, in every game. The team's colour stays that of the seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast, get_args

from moleworks.core.messages import N_, Complaint
from moleworks.speech.emblems import complete

Face = Literal["helmet", "scarf", "glasses", "hat"]
FACES: tuple[Face, ...] = get_args(Face)
"""In the order of seats."""


def check(chosen: Sequence[str | None]) -> None:
    """Complain about a face that two players chose."""
    known = [face for face in chosen if face is not None]
    if len(set(known)) < len(known):
        raise Complaint(N_("Somebody else at this table has this mole: choose another one."))


def assign(chosen: Sequence[str | None]) -> tuple[Face, ...]:
    """The faces of all seats: those chosen; the others get that of their seat, or one that is free.

    >>> assign([None, "helmet", None])
    ('scarf', 'helmet', 'glasses')
    """
    return cast(tuple[Face, ...], complete(FACES, chosen))
