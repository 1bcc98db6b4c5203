"""Winners and rewards at the end of a game, as most games have them."""

from __future__ import annotations

from typing import Any

from moleworks.core.kernel import kernel


@kernel
def shared_reward(winner: int, seat: int, players: int) -> float:
    """1 for the winner, -1 shared by the others; 0 if nobody won."""
    if winner < 0:
        return 0.0
    return 1.0 if seat == winner else -1.0 / (players - 1)


@kernel
def stored_winner(table: Any, position: Any) -> int:
    """The winner that a position has stored."""
    return int(position.winner)


@kernel
def winner_reward(table: Any, position: Any, seat: int, players: int) -> float:
    """The reward of a seat, by the winner that a position has stored."""
    return shared_reward(position.winner, seat, players)


@kernel
def no_points(table: Any, position: Any, seat: int) -> int:
    """No points are counted."""
    return 0
