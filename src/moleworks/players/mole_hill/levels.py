"""Seven levels: how far each looks, and how far it misjudges what it sees.

A level is a budget of nodes, so it plays the same on every machine; the seconds are only a cap. Weak levels
look a few steps ahead and misjudge by a point or two: they slip as people do, and throw nothing away.
"""

from __future__ import annotations

from typing import NamedTuple

from moleworks.games.mole_hill.rules import Position, Table
from moleworks.players.mole_hill.player import Budget, Found, choose
from moleworks.players.mole_hill.workshop import Stop


class Level(NamedTuple):
    budget: Budget
    slip: float
    """By how many points an action is misjudged, typically."""
    exact: bool
    """Whether ends of rounds are proven."""


# First guesses: the arena has yet to even out the steps.
LEVELS = (
    Level(Budget(nodes=2_000, seconds=0.3, depth=1), slip=3.0, exact=False),
    Level(Budget(nodes=2_000, seconds=0.3, depth=2), slip=1.5, exact=False),
    Level(Budget(nodes=5_000, seconds=0.3, depth=3), slip=0.8, exact=False),
    Level(Budget(nodes=20_000, seconds=0.3, depth=5), slip=0.4, exact=False),
    Level(Budget(nodes=60_000, seconds=1.0, depth=8), slip=0.15, exact=False),
    Level(Budget(nodes=500_000, seconds=1.0), slip=0.0, exact=True),
    Level(Budget(nodes=20_000_000, seconds=3.0), slip=0.0, exact=True),
)


def play_at(
    level: int, table: Table, position: Position, seed: int, *, lines: int = 1, stop: Stop | None = None
) -> Found:
    """What level 1 to 7 plays."""
    budget, slip, exact = LEVELS[level - 1]
    return choose(table, position, budget, lines=lines, seed=seed, slip=slip, exact=exact, stop=stop)
