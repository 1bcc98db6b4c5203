"""Rebuild a state of Buddel Bande from a view; owners that the seat does not know stay open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from moleworks.core.bits import bitset
from moleworks.core.game import Setup, View
from moleworks.core.messages import N_, Complaint
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import FACES, SIZES, SYMBOLS
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, PHASES, BuddelBandeState
from moleworks.games.buddel_bande.rules import ACT, DOG_TO, PASS, ROLL, BuddelBandePosition
from moleworks.games.buddel_bande.view_types import own_view

NUMBERS = {name: phase for phase, name in PHASES.items()}


@lru_cache(maxsize=16)
def opening(setup: Setup) -> BuddelBandeState:
    """The state before the first action."""
    return BUDDEL_BANDE.start(setup)


def mole(name: str) -> int:
    """
    >>> mole("M2")
    5
    """
    return 4 * SIZES.index(name[0]) + int(name[1:]) - 1


def state(view: View, setup: Setup) -> BuddelBandeState:
    """A state with this view. A mole without a known owner gets seat 0, which means nothing.

    A view does not say what others have seen: `seen` holds only what this view's seat knows.
    """
    view = own_view(view)
    seat, dice = view["seat"], view["dice"]
    assert seat is not None, "a seat is to act"
    start = opening(setup)
    table = start.table
    moles = {mole(name): seen for name, seen in view["moles"].items()}
    hills = bitset([seen["at"] for seen in moles.values()]) & table.hills
    if view["dog"] not in range(table.last + 1):
        raise ValueError(f"the dog is on no hill of the track: {view['dog']}")
    held = [number for number, seen in moles.items() if seen["at"] in {view["dog"], table.last}]
    home = [seen["owner"] for seen in moles.values() if seen["at"] == table.last]
    known = bitset([number for number, seen in moles.items() if "owner" in seen])
    position = BuddelBandePosition(
        NUMBERS[view["phase"]],
        seat,
        view["turn"] - 1,
        sum(seen["at"] << 5 * number for number, seen in moles.items()),
        sum(seen.get("owner", 0) << 2 * number for number, seen in moles.items()),
        hills,
        table.moles & ~bitset(held),
        view["dog"],
        0,
        0,
        rules.DICE,
        known << 12 * seat,
        sum(1 << 2 * owner for owner in home),
        -1,
    )
    if position.phase != ACT:
        return start._replace(position=position)
    own = [number for number, seen in moles.items() if seen.get("owner") == seat]
    if table.know_own and len(own) < len(SIZES):
        # A view of another seat is refused only if this is certain: that seat may know all these moles.
        raise Complaint(
            N_("This is not the view of the seat that is to act: it does not know all its moles.")
        )
    assert dice is not None, "dice were rolled before a seat acts"
    face, symbol = FACES.index(dice[0]), SYMBOLS.index(dice[1])
    choices = rules.legal_choices(table, position, face, symbol)
    acting = position._replace(face=face, symbol=symbol, choices=choices)
    return start._replace(position=acting)


def action_numbers(heard: Sequence[str]) -> list[int]:
    """The actions heard, as numbers of the rules.

    >>> action_numbers(["=Sc", "S2>7", "=Dl", "dog>9", "pass"])
    [64, 129, 81, 153, 140]
    """
    return [_action(name) for name in heard]


@lru_cache(maxsize=512)
def _action(name: str) -> int:
    if name[0] == "=":
        return (ROLL << 6) + 4 * FACES.index(name[1]) + SYMBOLS.index(name[2])
    if name == "pass":
        return (ACT << 6) + PASS
    what, _, where = name.partition(">")
    return (ACT << 6) + (DOG_TO + int(where) if what == "dog" else mole(what))
