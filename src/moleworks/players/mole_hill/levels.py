"""Seven levels: how far each looks, how far it misjudges what it sees, and how often it does not look.

A level is a budget of nodes, so it plays the same on every machine; the seconds are only a cap. Weak levels
look a few steps ahead, misjudge by a point or so, and now and then see no further than the next step: they
slip as people do, and throw nothing away.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks.games.mole_hill.rules import Position, Table
from moleworks.players.advice import CAPS
from moleworks.players.mole_hill.question import question
from moleworks.players.mole_hill.thought import Budget


class Level(NamedTuple):
    nodes: int
    depth: int = Budget().depth
    slip: float = 0.0
    """By how many points an action is misjudged, typically."""
    exact: bool = False
    """Whether ends of rounds are proven."""
    lapse: float = 0.0
    """How often it does not look ahead."""
    lapse_slip: float = 0.0
    """By how many points it misjudges an action then."""


class Care(NamedTuple):
    """How one action is thought about."""

    budget: Budget
    slip: float
    exact: bool


LEVELS = (
    Level(4_000, depth=3, slip=0.6, lapse=0.345, lapse_slip=2.5),
    Level(6_000, depth=4, slip=0.25, lapse=0.225, lapse_slip=2.0),
    Level(10_000, depth=5, slip=0.1, lapse=0.151, lapse_slip=2.0),
    Level(20_000, depth=6, slip=0.03, lapse=0.092, lapse_slip=2.0),
    Level(40_000, depth=7, slip=0.01, lapse=0.054, lapse_slip=2.0),
    Level(150_000, exact=True, lapse=0.024, lapse_slip=2.0),
    Level(1_000_000, exact=True),
)
LAPSE = Budget(2_000, depth=1)


def care(level: int, table: Table, position: Position, seed: int) -> Care:
    """How level 1 to 7 thinks here; whether it lapses hangs on the seed and the position alone."""
    chosen, seconds = LEVELS[level - 1], CAPS[level - 1]
    if Random(f"{seed} lapse {question(table, position).key}").random() < chosen.lapse:
        return Care(LAPSE._replace(seconds=seconds), chosen.lapse_slip, False)
    return Care(Budget(chosen.nodes, seconds, chosen.depth), chosen.slip, chosen.exact)
