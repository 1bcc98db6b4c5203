"""List the legal actions of Mole Company by compiled rules, which is faster than interpreted ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moleworks.core.kernel import compiled
from moleworks.engine.kernel_pool import int_array, to_list
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_company.player.tables import native_table
from moleworks.games.mole_company.rules import DIRECTION_COUNT
from moleworks.games.mole_company.rules_fast import write_legal

MOST = 64 * DIRECTION_COUNT
"""Upper bound of the actions of a position: one for each space and direction."""


def make_lister() -> Callable[[MoleCompanyState], Sequence[int]]:
    """A function that lists legal actions, for one thread at a time."""
    write, actions = compiled(write_legal), int_array(True, MOST)

    def listed(state: MoleCompanyState) -> Sequence[int]:
        count = write(native_table(state.table), state.position, actions, 0)
        return to_list(actions[:count])

    return listed
