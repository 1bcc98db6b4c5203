"""The names of the players' colours, which are the same in every game."""

from __future__ import annotations

from moleworks.core.messages import N_, Message

TEAMS = (N_("sky blue"), N_("yellow"), N_("vermilion"), N_("black"))


def team(seat: int) -> Message:
    """The colour of a seat's pieces.

    >>> str(team(2))
    'vermilion'
    """
    return Message(TEAMS[seat])
