"""List the legal actions of Mole Company by compiled rules, which is faster than interpreted ones."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence

from moleworks.core.kernel import compiled, kernel
from moleworks.engine.kernel_pool import int_array, to_list
from moleworks.games.mole_company import rules
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_company.player.tables import native_table
from moleworks.games.mole_company.rules import MoleCompanyPosition, MoleCompanyTable

MOST = 64 * 6
"""Upper bound of the actions of a position: one for each space and direction."""


@kernel
def write_legal(table: MoleCompanyTable, position: MoleCompanyPosition, actions: MutableSequence[int]) -> int:
    """Write all legal actions in their order; return their number."""
    number = rules.legal_count(table, position)
    for n in range(number):
        actions[n] = rules.nth_legal(table, position, n)
    return number


def make_lister() -> Callable[[MoleCompanyState], Sequence[int]]:
    """A function that lists legal actions, for one thread at a time."""
    write, actions = compiled(write_legal), int_array(True, MOST)

    def listed(state: MoleCompanyState) -> Sequence[int]:
        count = write(native_table(state.table), state.position, actions)
        return to_list(actions[:count])

    return listed
