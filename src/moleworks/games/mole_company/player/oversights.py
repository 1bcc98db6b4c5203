"""Choose the actions that a level overlooks; `levels` says how many, and why that looks human."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_company.rules import (
    HIGHEST,
    MOVE,
    PLACE,
    board_holes,
    enters_hole,
    free_holes,
    landings,
    move_start,
    occupied,
    play,
)


def overlooked(
    state: MoleCompanyState, actions: Sequence[int], blind: float, missed: float, dice: Random
) -> frozenset[int]:
    """The actions that are overlooked: never all of them, and never a winning one."""
    position = state.position
    if not blind or position.phase not in (PLACE, MOVE):
        return frozenset()  # one of only two actions is never overlooked
    into = 1 - (1 - missed) ** max(0, position.disc - 1)
    # A random number for each action, so that they are independent.
    unlucky = [a for a in actions if dice.random() < (into if enters(state, a) else blind)]
    return frozenset(a for a in unlucky if not wins(state, a)) - {first_seen(state, actions)}


def first_seen(state: MoleCompanyState, actions: Sequence[int]) -> int:
    """An action of the mole that stands best: outside, with the most discs that lead into a hole.

    If possible it is one that enters no hole: moves into holes are left to chance.
    """
    if state.position.phase != MOVE:
        return actions[0]
    entering = {start: _entering_values(state, start) for start in set(map(move_start, actions))}

    def order(action: int) -> tuple[bool, bool, int]:
        values = entering[move_start(action)]
        return values >= 0, not enters(state, action), values

    return max(actions, key=order)


def _entering_values(state: MoleCompanyState, start: int) -> int:
    """The number of disc values that lead from here into a free hole; -1 for a mole that is in one."""
    table, position = state.table, state.position
    if board_holes(table, position.level) >> start & 1:
        return -1
    taken, free = occupied(position), free_holes(table, position)
    ends = (landings(table, position.level, start, disc, taken) for disc in range(1, HIGHEST + 1))
    return sum(bool(reached & free) for reached in ends)


def enters(state: MoleCompanyState, action: int) -> bool:
    """Whether an action takes a mole from outside into a hole."""
    return state.position.phase == MOVE and enters_hole(state.table, state.position, action)


def wins(state: MoleCompanyState, action: int) -> bool:
    """Whether an action ends the game, and its seat has won: only a move into a hole can."""
    return enters(state, action) and play(state.table, state.position, action).winner == state.position.seat
