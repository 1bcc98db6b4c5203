"""Whatever is drawn by lot: what chance does in a game, the turns of the boards, the random mover."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from moleworks.games import Game

SYSTEM: Random = secrets.SystemRandom()
"""The operating system's randomness, so that nothing foretells a roll."""


def draw(game: Game[Any], state: Any, random: Random = SYSTEM) -> int:
    """An action of chance, by its exact odds."""
    return drawn(game.odds(state), random)


def drawn(odds: Mapping[int, Fraction], random: Random = SYSTEM) -> int:
    """One of these actions, by its exact odds."""
    whole = math.lcm(*(chance.denominator for chance in odds.values()))
    ticket = random.randrange(whole)
    for action, chance in odds.items():
        ticket -= chance.numerator * (whole // chance.denominator)
        if ticket < 0:
            return action
    raise ValueError("chance does not act here")


def any_legal(game: Game[Any], state: Any, random: Random = SYSTEM) -> int:
    """Any legal action, each alike: the random mover."""
    return random.choice(game.legal(state))


def rotations(game: Game[Any], random: Random = SYSTEM) -> tuple[int, ...] | None:
    """How the boards lie when nobody says how."""
    return tuple(random.randrange(6) for _ in range(game.turns)) if game.turns else None
