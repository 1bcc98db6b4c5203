"""All games by id (`GAMES`), and the types that programs need to use them.

This imports the standard library only, and no game before it is used.

>>> GAMES["mole-hill"].player_counts
range(2, 3)
"""

from __future__ import annotations

from moleworks.core.game import CHANCE, AnyGame, Board, Game, Option, Outcome, Setup, State, Value, View
from moleworks.core.messages import BadSetup, Complaint, Malformed, Message, Refusal, Refused
from moleworks.core.registry import GAMES

__all__ = [
    "CHANCE",
    "GAMES",
    "AnyGame",
    "BadSetup",
    "Board",
    "Complaint",
    "Game",
    "Malformed",
    "Message",
    "Option",
    "Outcome",
    "Refusal",
    "Refused",
    "Setup",
    "State",
    "Value",
    "View",
]
