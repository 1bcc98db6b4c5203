"""Play random games of Buddel Bande to the end, by kernels.

Each play-out returns the next seed, so the first seed repeats a run.
"""

from __future__ import annotations

from moleworks.core.kernel import kernel
from moleworks.core.random_kernels import next_seed, pick
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.rules import BuddelBandeTable


@kernel
def random_games(table: BuddelBandeTable, seed: int, games: int) -> tuple[int, int, int]:
    """Play random games; return the wins of seat 0, the number of actions, and the next seed."""
    wins = actions = 0
    for _ in range(games):
        position = rules.opening(table)
        while position.phase != rules.OVER:
            seed = next_seed(seed)
            position = rules.play(
                table,
                position,
                rules.nth_legal(table, position, pick(seed, rules.legal_count(table, position))),
            )
            actions += 1
        wins += 1 if position.winner == 0 else 0
    return wins, actions, seed
