"""Players by import path, for tests."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

from moleworks.client import Bot
from moleworks.engine import Knowledge, state
from tests.arena.example_players import MARK


class Lot:
    """As short as a bot can be."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        assert view["phase"]
        return random.choice(legal)


class Seated(Bot):
    """One that could sit at a table too; it looks at all that a bot can look at."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        assert self.seat == view["seat"] == self.knowledge().seat
        return legal[-1]


def first(knowledge: Knowledge, seed: int) -> str:
    del seed
    here = state(knowledge)
    return knowledge.game.name(here, knowledge.game.legal(here)[0])


def guest(knowledge: Knowledge, seed: int) -> str:
    """Leaves the number of the worker of Ray that it plays in, if it is one, where a test finds it."""
    ray: Any = sys.modules.get("ray")
    there = ray is not None and ray.is_initialized()  # to ask for more would begin one
    where = ray.get_runtime_context().get_actor_id() if there else None
    Path(os.environ[MARK]).write_text(where or "")
    return first(knowledge, seed)


class Cheat:
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view, legal
        return "z99"


class Quits:
    """Ends the program it plays in, as programs do."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view, legal
        sys.exit(4)


class Dies:
    """Ends its process so that nothing can be said any more."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view, legal
        os._exit(5)


class Dies3:
    """Once it has chosen twice."""

    chosen = 0

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view
        self.chosen += 1
        if self.chosen == 3:
            os._exit(5)
        return legal[0]


class Hangs:
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view, legal
        while True:
            time.sleep(1)


class Stillborn:
    """Can be made in the process that gives the orders, and nowhere else."""

    def __init__(self) -> None:
        if multiprocessing.parent_process() is not None:
            sys.exit(6)

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view
        return legal[0]


class Patient:
    """Takes its time, but not too much."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        del view
        time.sleep(0.05)
        return legal[0]


class Needy:
    def __init__(self, what: str) -> None:
        self.what = what


class Mute:
    pass


NUMBER = 3
