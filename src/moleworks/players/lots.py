"""Whatever is drawn by lot: what chance does in a game, the turns of the boards, the random mover."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from moleworks.games import Game
from moleworks.players.same import same

SYSTEM: Random = secrets.SystemRandom()
"""The operating system's randomness, so that nothing foretells a roll."""


def draw(game: Game[Any], state: Any, random: Random = SYSTEM) -> int:
    """An action of chance, by its exact odds."""
    return drawn(game.odds(state), random)


def drawn(odds: Mapping[int, Fraction], random: Random = SYSTEM) -> int:
    """One of these actions, by its exact odds."""
    if not odds:
        raise ValueError("chance does not act here")
    tickets = _tickets(odds)
    return tickets[random.randrange(len(tickets))]


@partial(same, most=128)
def _tickets(odds: Mapping[int, Fraction]) -> list[int]:
    """Each action as often as its odds say: whoever draws one of these draws fairly."""
    whole = math.lcm(*(chance.denominator for chance in odds.values()))
    return [action for action, chance in odds.items() for _ in range(int(whole * chance))]


def any_legal(game: Game[Any], state: Any, random: Random = SYSTEM) -> int:
    """Any legal action, each alike: the random mover."""
    return random.choice(game.legal(state))


def rotations(game: Game[Any], random: Random = SYSTEM) -> tuple[int, ...] | None:
    """How the boards lie when nobody says how."""
    return tuple(random.randrange(6) for _ in range(game.turns)) if game.turns else None
