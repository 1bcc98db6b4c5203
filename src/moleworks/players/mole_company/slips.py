"""What a level overlooks: see `levels` for who overlooks how much, and why that looks human."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from moleworks.games.mole_company.game import State
from moleworks.games.mole_company.rules import GO, MOVE, PLACE, landings, play, taken

FURTHEST = 4
"""Steps of the longest move."""


def overlooked(
    state: State, actions: Sequence[int], blind: float, missed: float, dice: Random
) -> frozenset[int]:
    """Those of the actions that are not seen, never all of them and never one that wins."""
    position = state.position
    if not blind or position.phase not in (PLACE, MOVE):
        return frozenset()  # two things to choose from are seen at once
    into = 1 - (1 - missed) ** max(0, position.disc - 1)
    # Dice are thrown for each: what is seen of one action hangs on no other.
    unlucky = [a for a in actions if dice.random() < (into if enters(state, a) else blind)]
    return frozenset(a for a in unlucky if not wins(state, a)) - {first_seen(state, actions)}


def first_seen(state: State, actions: Sequence[int]) -> int:
    """An action of the mole that stands best: outside, and most discs lead from there into a hole.

    If it can be, one that enters none: whether those are seen is left to the dice.
    """
    if state.position.phase != MOVE:
        return actions[0]
    hopes = {start: _hope(state, start) for start in {_start(action) for action in actions}}

    def order(action: int) -> tuple[bool, bool, int]:
        hope = hopes[_start(action)]
        return hope >= 0, not enters(state, action), hope

    return max(actions, key=order)


def _hope(state: State, start: int) -> int:
    """How many values of discs lead from here into a free hole; who is in one has nothing to hope for."""
    table, position = state.table, state.position
    holes, occupied = table.holes[position.level], taken(position)
    if holes >> start & 1:
        return -1
    ends = (landings(table, position.level, start, disc, occupied) for disc in range(1, FURTHEST + 1))
    return sum(bool(reached & holes & ~occupied) for reached in ends)


def enters(state: State, action: int) -> bool:
    """Whether an action takes a mole from outside into a hole."""
    if state.position.phase != MOVE:
        return False
    holes = state.table.holes[state.position.level]
    return not holes >> _start(action) & 1 and bool(holes >> (action & 63) & 1)


def wins(state: State, action: int) -> bool:
    """Whether an action ends the game, and its seat has won: only a move into a hole can."""
    return enters(state, action) and play(state.table, state.position, action).winner == state.position.seat


def _start(action: int) -> int:
    """Where a move begins."""
    return (action - GO) >> 6
