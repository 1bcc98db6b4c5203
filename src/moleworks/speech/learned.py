"""What a seat has learned lately, for tables where nobody keeps a notebook."""

from __future__ import annotations

from moleworks import speech
from moleworks.core.messages import Message
from moleworks.record import Match
from moleworks.speech.sentences import Names


def newly_learned(match: Match, names: Names, seat: int) -> tuple[Message, ...]:
    """What this seat learned by its last action and since; before its first, all that it learned."""
    found: list[Message] = []
    for ply in reversed(range(match.ply)):
        before, after = match.before(ply), match.before(ply + 1)
        learned = speech.secret(match.game, before, match.name(ply), after, names, seat)
        if learned:
            found.append(learned)
        if match.game.actor(before) == seat:
            break
    return tuple(reversed(found))
