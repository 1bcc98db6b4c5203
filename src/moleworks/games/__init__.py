"""The three games. Standard library only: `import moleworks.games` loads no other package."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from moleworks.games.buddel_bande.game import BUDDEL_BANDE
from moleworks.games.game import (
    CHANCE,
    BadSetup,
    Complaint,
    Game,
    Malformed,
    Message,
    Option,
    Outcome,
    Refusal,
    Refused,
    Setup,
    Value,
    View,
)
from moleworks.games.mole_company.game import MOLE_COMPANY
from moleworks.games.mole_hill.game import MOLE_HILL

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {game.id: game for game in (MOLE_HILL, MOLE_COMPANY, BUDDEL_BANDE)}
)
"""Every game by its id."""

__all__ = [
    "CHANCE",
    "GAMES",
    "BadSetup",
    "Complaint",
    "Game",
    "Malformed",
    "Message",
    "Option",
    "Outcome",
    "Refusal",
    "Refused",
    "Setup",
    "Value",
    "View",
]
