"""States of Buddel Bande that look the same to a seat."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from moleworks.core.bits import members
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import mole_name
from moleworks.games.buddel_bande.game import BuddelBandeState
from tests.boards.strategies import Draw


def known_owners(game: Any, state: Any, seat: int | None) -> dict[str, int]:
    """The owners that a seat is shown."""
    moles = game.view(state, seat)["moles"]
    return {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}


@st.composite
def same_view_states(draw: Draw, game: Any, state: BuddelBandeState, seat: int | None) -> BuddelBandeState:
    """The same but for secrets: owners of moles this seat does not know, and what other seats have seen."""
    position = state.position
    moles = list(members(state.table.moles))
    if game.phase(state) == "over":
        return state
    hidden = [mole for mole in moles if mole_name(mole) not in known_owners(game, state, seat)]
    owners = draw(st.permutations([rules.owner(position, mole) for mole in hidden]))
    dealt = position.owners
    for mole, owner in zip(hidden, owners, strict=True):
        dealt = dealt & ~(3 << 2 * mole) | owner << 2 * mole
    own = 0 if seat is None else 0xFFF << 12 * seat
    others = draw(st.integers(0, 2**48 - 1))
    known = position.seen & own | others & ~own
    return state._replace(position=position._replace(owners=dealt, seen=known))
