"""The names of the boards of Mole Company."""

from __future__ import annotations

from moleworks.core.messages import N_, Message

BOARDS = (N_("the green board"), N_("the dark red board"), N_("the light brown board"), N_("the blue board"))


def board(level: int) -> Message:
    """A board of the stack; the top one has level 1."""
    return Message(BOARDS[level - 1])
