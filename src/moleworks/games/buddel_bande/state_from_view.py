"""Rebuild a state of Buddel Bande from a view; owners that the seat does not know stay open."""

from __future__ import annotations

from functools import lru_cache

from moleworks.core.bits import count
from moleworks.core.game import Setup, View
from moleworks.core.messages import N_, Complaint
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import FACES, SYMBOLS, mole_number
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, PHASES, BuddelBandeState
from moleworks.games.buddel_bande.rules import ACT
from moleworks.games.buddel_bande.view_types import known_owners, own_view

NUMBERS = {name: phase for phase, name in PHASES.items()}


@lru_cache(maxsize=16)
def opening(setup: Setup) -> BuddelBandeState:
    """The state before the first action."""
    return BUDDEL_BANDE.start(setup)


def state(view: View, setup: Setup) -> BuddelBandeState:
    """A state with this view. A mole without a known owner gets seat 0, which means nothing.

    A view does not say what others have seen: `seen` holds only what this view's seat knows.
    """
    view = own_view(view)
    seat, dice = view["seat"], view["dice"]
    assert seat is not None, "a seat is to act"
    start = opening(setup)
    table = start.table
    if view["dog"] not in range(table.last + 1):
        raise ValueError(f"the dog is on no hill of the track: {view['dog']}")
    owners, known = known_owners(view)
    position = rules.position_before_roll(
        table,
        seat,
        view["turn"] - 1,
        sum(seen["at"] << 5 * mole_number(name) for name, seen in view["moles"].items()),
        owners,
        view["dog"],
        known << 12 * seat,
    )._replace(phase=NUMBERS[view["phase"]])
    if position.phase != ACT:
        return start._replace(position=position)
    if table.know_own and count(rules.known_own(position, seat)) < rules.MOLES_EACH:
        # A view of another seat is refused only if this is certain: that seat may know all these moles.
        raise Complaint(
            N_("This is not the view of the seat that is to act: it does not know all its moles.")
        )
    assert dice is not None, "dice were rolled before a seat acts"
    face, symbol = FACES.index(dice[0]), SYMBOLS.index(dice[1])
    choices = rules.legal_choices(table, position, face, symbol)
    acting = position._replace(face=face, symbol=symbol, choices=choices)
    return start._replace(position=acting)
