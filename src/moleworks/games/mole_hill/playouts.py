"""Play random rounds of Mole Hill to the end, by kernels.

Each play-out returns the next seed, so the first seed repeats a run.
"""

from __future__ import annotations

from moleworks.core.kernel import kernel
from moleworks.core.random_kernels import WORD, next_seed, pick
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.rules import MoleHillPosition, MoleHillTable


@kernel
def random_turn(table: MoleHillTable, position: MoleHillPosition, seed: int) -> MoleHillPosition:
    """Play a legal action, each equally likely."""
    return rules.play(
        table,
        position,
        rules.nth_legal(table, position, pick(seed, rules.legal_count(table, position))),
    )


@kernel
def random_rounds(table: MoleHillTable, seed: int, rounds: int) -> tuple[int, int, int]:
    """Play rounds (of a table with `rounds` 1); return their points and actions in total, and the next seed.

    Two rounds are interleaved, so that the processor need not wait for either. Each of the two streams plays
    a fixed share of the rounds: taking those that end first would favour short ones.
    """
    total = actions = 0
    left, other_left = rounds - rounds // 2, rounds // 2
    other_seed = next_seed(next_seed(seed) ^ WORD)
    one = other = rules.opening(table)
    while left and other_left:
        seed, other_seed = next_seed(seed), next_seed(other_seed)
        one = random_turn(table, one, seed)
        other = random_turn(table, other, other_seed)
        actions += 2
        if one.phase == rules.OVER:
            total += rules.points(table, one.hills)
            left -= 1
            one = rules.opening(table)
        if other.phase == rules.OVER:
            total += rules.points(table, other.hills)
            other_left -= 1
            other = rules.opening(table)
    if other_left:
        one, left = other, other_left
    while left:
        seed = next_seed(seed)
        one = random_turn(table, one, seed)
        actions += 1
        if one.phase == rules.OVER:
            total += rules.points(table, one.hills)
            left -= 1
            one = rules.opening(table)
    return total, actions, seed
