"""Players for tests, found by name: simple ones that differ, and some that go wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

from moleworks import engine
from moleworks.engine import Knowledge, player_names
from moleworks.engine.player_names import ChooseAction

MARK = "MOLEWORKS_TEST_MARK"
"""The environment names a file here; it is there once somebody has died."""


def player_named(game: str, name: str) -> ChooseAction:
    return OWN.get(name) or player_names.player_named(game, name)


def _names(knowledge: Knowledge) -> list[str]:
    state = engine.state(knowledge)
    return [knowledge.game.name(state, action) for action in knowledge.game.legal(state)]


def first(knowledge: Knowledge, seed: int) -> str:
    del seed
    return _names(knowledge)[0]


def last(knowledge: Knowledge, seed: int) -> str:
    del seed
    return _names(knowledge)[-1]


def choosy(knowledge: Knowledge, seed: int) -> str:
    """Varies from set to set, but not as the random player does."""
    names = _names(knowledge)
    return names[(seed // 7) % len(names)]


def raises(knowledge: Knowledge, seed: int) -> str:
    del knowledge, seed
    raise RuntimeError("a mole bit me")


def cheats(knowledge: Knowledge, seed: int) -> str:
    del knowledge, seed
    return "z99"


def dies(knowledge: Knowledge, seed: int) -> str:
    del knowledge, seed
    os._exit(3)


def dies_once(knowledge: Knowledge, seed: int) -> str:
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return first(knowledge, seed)


def slow(knowledge: Knowledge, seed: int) -> str:
    time.sleep(0.02)
    return first(knowledge, seed)


def signed(knowledge: Knowledge, seed: int) -> str:
    """Slow, and leaves the number of its process where a test finds it."""
    Path(os.environ[MARK]).write_text(str(os.getpid()))
    time.sleep(0.01)
    return choosy(knowledge, seed)


OWN: dict[str, ChooseAction] = {
    "first": first,
    "last": last,
    "choosy": choosy,
    "raises": raises,
    "cheats": cheats,
    "dies": dies,
    "dies_once": dies_once,
    "slow": slow,
    "signed": signed,
}
