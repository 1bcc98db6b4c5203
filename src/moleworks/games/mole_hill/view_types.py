"""The fields of a view of Mole Hill."""

from __future__ import annotations

from typing import cast

from moleworks.core.game import View
from moleworks.games.mole_hill.rules import mole_seat

PAGE_CONSTANTS = {"MOLE_SEATS": [mole_seat(round_) for round_ in (1, 2)]}
"""Written into the types of the page: the mole's seat by round (MH1)."""


class MoleHillView(View):
    """What everybody knows of a game of Mole Hill."""

    round: int
    mole: str | None
    """Its square; None before it is placed."""
    hills: list[str]
    """The squares of this round's molehills, in the order in which they were dug."""
    rods: list[str]
    jump: bool
    """Whether the mole may jump to any free square."""
    scores: list[int]


def own_view(view: View) -> MoleHillView:
    """A view that is known to be one of this game."""
    return cast(MoleHillView, view)
