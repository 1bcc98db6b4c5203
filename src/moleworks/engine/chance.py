"""Random draws: the actions of chance by their odds, board rotations, random legal actions."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from random import Random

from moleworks.core.game import Game, S
from moleworks.engine.identity_cache import cached_by_identity

SYSTEM: Random = secrets.SystemRandom()
"""The operating system's randomness, so that no roll can be predicted."""


def draw(game: Game[S], state: S, random: Random = SYSTEM) -> int:
    """An action of chance, by its exact odds."""
    return draw_by_odds(game.odds(state), random)


def draw_by_odds(odds: Mapping[int, Fraction], random: Random = SYSTEM) -> int:
    """One of these actions, by its exact odds."""
    if not odds:
        raise ValueError("chance does not act here")
    tickets = _tickets(odds)
    return tickets[random.randrange(len(tickets))]


@partial(cached_by_identity, most=128)
def _tickets(odds: Mapping[int, Fraction]) -> list[int]:
    """Each action repeated in proportion to its odds, so that a uniform draw is fair."""
    whole = math.lcm(*(chance.denominator for chance in odds.values()))
    return [action for action, chance in odds.items() for _ in range(int(whole * chance))]


def random_legal(game: Game[S], state: S, random: Random = SYSTEM) -> int:
    """A legal action, each equally likely."""
    return random.choice(game.legal(state))


def draw_rotations(game: Game[S], random: Random = SYSTEM) -> tuple[int, ...] | None:
    """Random rotations of the boards; None if the game has none that can be turned."""
    if not game.rotating_boards:
        return None
    return tuple(random.randrange(game.rotation_steps) for _ in range(game.rotating_boards))
