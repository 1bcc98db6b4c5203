"""What may be taken back: a seat's own last action, never across chance or a revealed secret.

If others have acted since, all people have to agree, and everything is taken back to before the seat's own
last action. Computers always agree, also those that play for players who have resigned or left.
"""

from __future__ import annotations

from moleworks.core.game import CHANCE
from moleworks.core.messages import N_, Message
from moleworks.record import Match


def undo_problem(match: Match, seat: int) -> Message | None:
    """Why this seat cannot take back the last action; None if it can."""
    if not match.ply:
        return Message(N_("Nothing has been played yet."))
    before = match.before(match.ply - 1)
    actor = match.game.actor(before)
    if actor == CHANCE:
        return Message(N_("Dice, discs and deals cannot be undone."))
    if actor != seat:
        return Message(N_("Only your own last action can be undone, and somebody else has acted since."))
    if match.game.reveals(before, match.state):
        return Message(N_("This action has shown a secret, so it cannot be undone."))
    return None


def steps_back(match: Match, seat: int) -> int | None:
    """How many actions back the seat's own last one is; None if it cannot be taken back."""
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
