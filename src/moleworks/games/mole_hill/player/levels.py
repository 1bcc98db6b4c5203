"""The seven levels of Mole Hill: search depth, evaluation noise, and how often a level does not look ahead.

A level is a budget of nodes, so it plays the same on every machine; the seconds are only a cap. Weak levels
look a few steps ahead, misjudge actions by about a point, and sometimes see no further than the next step.
They err as people do and give nothing away on purpose.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks.engine.advice import LEVEL_SECONDS, Effort
from moleworks.games.mole_hill.player.choose_action import MoleHillBudget
from moleworks.games.mole_hill.player.search_request import make_request
from moleworks.games.mole_hill.rules import MoleHillPosition, MoleHillTable


class MoleHillLevel(NamedTuple):
    """The budget of a level, and the errors that it makes."""

    nodes: int
    depth: int = MoleHillBudget().depth
    noise: float = 0.0
    """Standard deviation, in points, of the error in an action's value."""
    exact: bool = False
    """Whether ends of rounds are proven."""
    lapse: float = 0.0
    """How often it looks at the next step only."""
    lapse_noise: float = 0.0
    """The noise in that case."""


class MoleHillSearchSettings(NamedTuple):
    """How one action is searched for."""

    budget: MoleHillBudget
    noise: float
    exact: bool


LEVELS = (
    MoleHillLevel(4_000, depth=3, noise=0.6, lapse=0.345, lapse_noise=2.5),
    MoleHillLevel(6_000, depth=4, noise=0.25, lapse=0.225, lapse_noise=2.0),
    MoleHillLevel(10_000, depth=5, noise=0.1, lapse=0.151, lapse_noise=2.0),
    MoleHillLevel(20_000, depth=6, noise=0.03, lapse=0.092, lapse_noise=2.0),
    MoleHillLevel(40_000, depth=7, noise=0.01, lapse=0.054, lapse_noise=2.0),
    MoleHillLevel(150_000, exact=True, lapse=0.024, lapse_noise=2.0),
    MoleHillLevel(1_000_000, exact=True),
)
RING_LEVELS = (
    MoleHillLevel(4_000, depth=3, noise=0.6, lapse=0.3, lapse_noise=2.5),
    MoleHillLevel(6_000, depth=4, noise=0.25, lapse=0.245, lapse_noise=2.0),
    MoleHillLevel(16_000, depth=6, noise=0.1, lapse=0.14, lapse_noise=2.0),
    MoleHillLevel(40_000, depth=7, noise=0.03, lapse=0.072, lapse_noise=2.0),
    MoleHillLevel(100_000, depth=9, noise=0.01, lapse=0.034, lapse_noise=2.0),
    MoleHillLevel(250_000, exact=True, lapse=0.012, lapse_noise=2.0),
    MoleHillLevel(1_000_000, exact=True),
)
"""The levels where the mole starts beside the centre (MH2): there a deeper search wins more often."""
LAPSE_BUDGET = MoleHillBudget(2_000, depth=1)


def search_settings(
    effort: Effort, table: MoleHillTable, position: MoleHillPosition, seed: int
) -> MoleHillSearchSettings:
    """How level 1 to 7 searches here; whether it lapses depends on the seed and the position alone."""
    assert effort.level is not None, "a level searches"
    levels = LEVELS if table.starts == table.squares else RING_LEVELS
    level = levels[effort.level - 1]
    seconds = LEVEL_SECONDS[effort.level - 1] if effort.share is None else None
    if Random(f"{seed} lapse {make_request(table, position).key}").random() < level.lapse:
        return MoleHillSearchSettings(LAPSE_BUDGET._replace(seconds=seconds), level.lapse_noise, False)
    budget = MoleHillBudget(effort.nodes_of(level.nodes), seconds, level.depth)
    return MoleHillSearchSettings(budget, level.noise, level.exact)
