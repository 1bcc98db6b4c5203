"""The usual reward at the end of a game."""

from __future__ import annotations

from moleworks.core.kernel import kernel


@kernel
def shared_reward(winner: int, seat: int, players: int) -> float:
    """1 for the winner, -1 shared by the others; 0 if nobody won."""
    if winner < 0:
        return 0.0
    return 1.0 if seat == winner else -1.0 / (players - 1)
