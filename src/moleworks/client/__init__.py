"""Programs at the table: a bot takes a seat by its link, and sees and does what a person could.

    from moleworks.client import Bot

    class Mine(Bot):
        def choose(self, view, legal):
            return legal[0]

    Mine("Digger").join("http://127.0.0.1:8000/#join=...")

The whole story is in docs/bots.md.
"""

from __future__ import annotations

from moleworks.client.bot import Bot
from moleworks.client.computer import ComputerBot
from moleworks.client.engine import EngineBot
from moleworks.client.links import SeatLink, WrongLink, seat_link
from moleworks.client.sitting import BotFailed, MovedOn, NotDone, Result
from moleworks.client.wire import TurnedAway, Unreachable
from moleworks.engine import EngineFailed

__all__ = [
    "Bot",
    "BotFailed",
    "ComputerBot",
    "EngineBot",
    "EngineFailed",
    "MovedOn",
    "NotDone",
    "Result",
    "SeatLink",
    "TurnedAway",
    "Unreachable",
    "WrongLink",
    "seat_link",
]
