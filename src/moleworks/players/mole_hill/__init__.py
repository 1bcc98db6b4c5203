"""The computer player of Mole Hill."""

from moleworks.players.mole_hill.player import Budget, Found, Line, choose
from moleworks.players.mole_hill.workshop import WORKSHOP, Stop

__all__ = ["WORKSHOP", "Budget", "Found", "Line", "Stop", "choose"]
