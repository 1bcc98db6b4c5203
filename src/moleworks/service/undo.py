"""What may be taken back: one's own last action, never across chance or a secret shown.

Across another's action only if all people agree, and then back to before one's own last action. Computers
always agree, also those that play for who has resigned or gone.
"""

from __future__ import annotations

from moleworks.games import CHANCE, Message
from moleworks.games.game import N_
from moleworks.record import Match


def why_not_undo(match: Match, seat: int) -> Message | None:
    """Why this seat cannot take back the last action; None if it can."""
    if not match.ply:
        return Message(N_("Nothing has been played yet."))
    before = match.before(match.ply - 1)
    actor = match.game.actor(before)
    if actor == CHANCE:
        return Message(N_("Dice, discs and deals cannot be taken back."))
    if actor != seat:
        return Message(N_("Only your own last action can be taken back, and somebody else has acted since."))
    if match.game.reveals(before, match.state):
        return Message(N_("This action has shown a secret, so it cannot be taken back."))
    return None


def steps_back(match: Match, seat: int) -> int | None:
    """How many actions back a seat's own last one is; None if there is none, or chance or a secret since."""
    after = match.state
    for count in range(1, match.ply + 1):
        before = match.before(match.ply - count)
        actor = match.game.actor(before)
        if actor == CHANCE or match.game.reveals(before, after):
            return None
        if actor == seat:
            return count
        after = before
    return None
