"""Write bots: programs that take a seat by its link, and see and do what a person could.

    from moleworks.client import Bot

    class Mine(Bot):
        def choose(self, view, legal):
            return legal[0]

    Mine("Digger").join("http://127.0.0.1:8000/#join=...")

See docs/bots.md.
"""

from __future__ import annotations

from moleworks.client.bot import Bot
from moleworks.client.computer import ComputerBot
from moleworks.client.connection import ServerRefused, Unreachable
from moleworks.client.engine import EngineBot
from moleworks.client.links import SeatLink, WrongLink, seat_link
from moleworks.client.session import BotFailed, CommandRefused, PositionChanged, Result
from moleworks.engine.external_engine import EngineFailed

__all__ = [
    "Bot",
    "BotFailed",
    "CommandRefused",
    "ComputerBot",
    "EngineBot",
    "EngineFailed",
    "PositionChanged",
    "Result",
    "SeatLink",
    "ServerRefused",
    "Unreachable",
    "WrongLink",
    "seat_link",
]
