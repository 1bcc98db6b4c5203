"""Set-ups to try everything on: small enough to be quick, and different enough."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from moleworks.engine import chance
from moleworks.games import CHANCE
from moleworks.research import encoding
from moleworks.research.encoding import GameEncoding

SETUPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mole-hill", {}),
    ("mole-hill", {"board": "patch", "options": {"rounds": 1, "diagonal": "edges"}}),
    ("mole-company", {"players": 3, "rotations": [0, 3, 1, 5], "options": {"turn_limit": 40}}),
    ("mole-company", {"board": "burrow", "preset": "tactile-pro", "options": {"turn_limit": 25}}),
    ("mole-company", {"board": "funnel", "rotations": [1, 0, 5, 2], "options": {"turn_limit": 60}}),
    ("buddel-bande", {"players": 4}),
    ("buddel-bande", {"players": 3, "board": "stroll", "options": {"know_own": False, "either": "dog"}}),
)
IDS = [f"{game}-{number}" for number, (game, _) in enumerate(SETUPS)]


def found(number: int) -> GameEncoding:
    game, agreed = SETUPS[number]
    return encoding.for_game(game, **agreed)


def walk(here: GameEncoding, seed: int) -> Iterator[Any]:
    """All states of a random game, the last one too."""
    random, state = Random(seed), here.start
    while (actor := here.game.actor(state)) is not None:
        yield state
        if actor == CHANCE:
            state = here.game.play(state, chance.draw(here.game, state, random))
        else:
            state = here.game.play(state, chance.random_legal(here.game, state, random))
    yield state
