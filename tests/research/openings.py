"""Set-ups to try everything on: small enough to be quick, and different enough."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from moleworks.games import CHANCE
from moleworks.players import lots
from moleworks.research import world
from moleworks.research.world import World

SETUPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mole-hill", {}),
    ("mole-hill", {"board": "patch", "options": {"rounds": 1, "diagonal": "edges"}}),
    ("mole-company", {"players": 3, "rotations": [0, 3, 1, 5], "options": {"turn_limit": 40}}),
    ("mole-company", {"board": "burrow", "preset": "tactile-pro", "options": {"turn_limit": 25}}),
    ("buddel-bande", {"players": 4}),
    ("buddel-bande", {"players": 3, "board": "stroll", "options": {"know_own": False, "either": "dog"}}),
)
IDS = [f"{game}-{number}" for number, (game, _) in enumerate(SETUPS)]


def found(number: int) -> World:
    game, agreed = SETUPS[number]
    return world.found(game, **agreed)


def walk(here: World, seed: int) -> Iterator[Any]:
    """All states of a random game, the last one too."""
    random, state = Random(seed), here.start
    while (actor := here.game.actor(state)) is not None:
        yield state
        if actor == CHANCE:
            state = here.game.play(state, lots.draw(here.game, state, random))
        else:
            state = here.game.play(state, lots.any_legal(here.game, state, random))
    yield state
