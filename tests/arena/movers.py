"""Players for tests, found by name: simple ones that differ, and some that go wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

from moleworks import players
from moleworks.players import Sight, ladder
from moleworks.players.ladder import Mover

MARK = "MOLEWORKS_TEST_MARK"
"""The environment names a file here; it is there once somebody has died."""


def mover(game: str, name: str) -> Mover:
    return OWN.get(name) or ladder.mover(game, name)


def _names(sight: Sight) -> list[str]:
    state = players.state(sight)
    return [sight.game.name(state, action) for action in sight.game.legal(state)]


def first(sight: Sight, seed: int) -> str:
    del seed
    return _names(sight)[0]


def last(sight: Sight, seed: int) -> str:
    del seed
    return _names(sight)[-1]


def choosy(sight: Sight, seed: int) -> str:
    """Varies from set to set, but not as the random mover does."""
    names = _names(sight)
    return names[(seed // 7) % len(names)]


def raises(sight: Sight, seed: int) -> str:
    del sight, seed
    raise RuntimeError("a mole bit me")


def cheats(sight: Sight, seed: int) -> str:
    del sight, seed
    return "z99"


def dies(sight: Sight, seed: int) -> str:
    del sight, seed
    os._exit(3)


def dies_once(sight: Sight, seed: int) -> str:
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return first(sight, seed)


def slow(sight: Sight, seed: int) -> str:
    time.sleep(0.02)
    return first(sight, seed)


def signed(sight: Sight, seed: int) -> str:
    """Slow, and leaves the number of its process where a test finds it."""
    Path(os.environ[MARK]).write_text(str(os.getpid()))
    time.sleep(0.01)
    return choosy(sight, seed)


OWN: dict[str, Mover] = {
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
