"""The fields of a view of Buddel Bande."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from moleworks.core.game import View


class BuddelBandeMole(TypedDict):
    at: int
    """The number of its hill; 0 is the haystack, the number after the last hill is home."""
    owner: NotRequired[int]
    """Its seat, for those who know it."""


class BuddelBandeView(View):
    moles: dict[str, BuddelBandeMole]
    """By name: S1, S2, ... L4."""
    dog: int
    """The number of its hill."""
    dice: str | None
    """The mole die and the symbol die, a letter each; None where they are not rolled."""
    turn: int


def own_view(view: View) -> BuddelBandeView:
    """A view that is known to be one of this game."""
    return cast(BuddelBandeView, view)
