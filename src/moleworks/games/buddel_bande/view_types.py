"""The fields of a view of Buddel Bande."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from moleworks.core.game import View
from moleworks.games.buddel_bande.board import mole_number


class BuddelBandeMole(TypedDict):
    """A mole in a view."""

    at: int
    """The number of its hill; 0 is the haystack, the number after the last hill is home."""
    owner: NotRequired[int]
    """Its seat, for those who know it."""


class BuddelBandeView(View):
    """What a seat may know of a game of Buddel Bande."""

    moles: dict[str, BuddelBandeMole]
    """By name: S1, S2, ... L4."""
    dog: int
    """The number of its hill."""
    dice: str | None
    """The mole die and the symbol die, a letter each; None where they are not rolled."""
    turn: int


def known_owners(view: BuddelBandeView) -> tuple[int, int]:
    """The owners in a view, two bits for each mole as in the rules, and the set of these moles."""
    owners = known = 0
    for name, mole in view["moles"].items():
        if "owner" in mole:
            number = mole_number(name)
            owners |= mole["owner"] << 2 * number
            known |= 1 << number
    return owners, known


def moles_at(view: BuddelBandeView, hill: int) -> list[str]:
    """The moles on a hill, or in another place."""
    return [name for name, mole in view["moles"].items() if mole["at"] == hill]


def moles_at_home(view: BuddelBandeView, seat: int, last: int) -> list[str]:
    """The moles of a seat that are at home; `last` is the number of the last hill."""
    return [name for name in moles_at(view, last) if view["moles"][name]["owner"] == seat]


def own_view(view: View) -> BuddelBandeView:
    """A view that is known to be one of this game."""
    return cast(BuddelBandeView, view)
