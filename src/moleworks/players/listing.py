"""Every legal action, listed by compiled rules: for games in which that takes an interpreter its time."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from typing import Any

from moleworks.games import GAMES
from moleworks.games.kernel import available, compiled, kernel
from moleworks.games.mole_company import rules
from moleworks.players.mole_company.ground import native_table
from moleworks.players.workshop import numbers, plain

MOST = 64 * 6
"""No position has more actions: a way in each direction from each space."""

Legal = Callable[[Any], Sequence[int]]
"""Lists the legal actions of a state, in the order of the game's own `legal`."""


@kernel
def laid_out(table: rules.Table, position: rules.Position, actions: MutableSequence[int]) -> int:
    """Write all legal actions down, in their order; how many there are."""
    number = rules.legal_count(table, position)
    for n in range(number):
        actions[n] = rules.nth_legal(table, position, n)
    return number


LAID_OUT = {"mole-company": laid_out}
"""The games of which an interpreter takes longer to list the actions than to call a compiled kernel."""


@cache
def legal(game: str) -> Legal:
    """The quickest way to list what is legal; the first call compiles it, or loads what is compiled."""
    return listing(game) if game in LAID_OUT and available() else GAMES[game].legal


def listing(game: str) -> Legal:
    """A new list to write on, for one thread at a time."""
    lay_out, actions = compiled(LAID_OUT[game]), numbers(True, MOST)

    def listed(state: Any) -> Sequence[int]:
        count = lay_out(native_table(state.table), state.position, actions)
        return plain(actions[:count])

    return listed
