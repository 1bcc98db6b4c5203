"""Players by import path, for tests."""

from __future__ import annotations

import random
from typing import Any

from moleworks.client import Bot
from moleworks.players import Sight, state


class Lot:
    """As short as a bot can be."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        assert view["phase"]
        return random.choice(legal)


class Seated(Bot):
    """One that could sit at a table too; it looks at all that a bot can look at."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        assert self.seat == view["seat"] == self.sight().seat
        return legal[-1]


def mover(sight: Sight, seed: int) -> str:
    del seed
    here = state(sight)
    return sight.game.name(here, sight.game.legal(here)[0])


class Cheat:
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view, legal
        return "z99"


class Needy:
    def __init__(self, what: str) -> None:
        self.what = what


class Mute:
    pass


NUMBER = 3
