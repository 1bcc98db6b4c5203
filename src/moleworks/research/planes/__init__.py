"""What a view shows as planes of numbers between 0 and 1, a module a game: nothing but a view is looked at.

The seat that looks on is always the first one: the others follow in the order of play.
"""

from __future__ import annotations

from importlib import import_module

from moleworks.games import Setup
from moleworks.research.planes.plane import Planes

__all__ = ["Planes", "of"]


def of(setup: Setup) -> Planes:
    """The planes of a set-up."""
    found: Planes = import_module(f"{__name__}.{setup.game.replace('-', '_')}").PLANES(setup)
    return found
