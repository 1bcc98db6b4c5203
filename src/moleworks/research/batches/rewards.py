"""What the end of a game brings to a seat."""

from __future__ import annotations

from moleworks.games.kernel import kernel


@kernel
def shared(winner: int, seat: int, players: int) -> float:
    """1 to the winner and -1 shared by the others; nothing if nobody won."""
    if winner < 0:
        return 0.0
    return 1.0 if seat == winner else -1.0 / (players - 1)
