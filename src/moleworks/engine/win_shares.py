"""The shares of a win at the end of a game."""

from __future__ import annotations

from collections.abc import Collection

from moleworks.core.game import Outcome


def win_shares(
    outcome: Outcome | None, players: int, drawn: Collection[int] | None = None
) -> tuple[float, ...]:
    """By seat: 1 for the winner; if nobody won, equal shares for the seats in `drawn`, by default for all.

    >>> win_shares(Outcome("X1", 1, draw=False), 3), win_shares(Outcome("X2", None, draw=True), 3, [0, 2])
    ((0.0, 1.0, 0.0), (0.5, 0.0, 0.5))
    """
    seats = range(players)
    if outcome is not None and outcome.winner is not None:
        return tuple(float(seat == outcome.winner) for seat in seats)
    drawn = seats if drawn is None else drawn
    return tuple(1 / len(drawn) if seat in drawn else 0.0 for seat in seats)
