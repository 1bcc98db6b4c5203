"""Seven levels: how far each looks, and how much it overlooks.

A level is a budget of nodes, so it plays the same on every machine; the seconds are only a cap. Weak levels
look at the next step only, and overlook some of what they could do; of what they see they take the best, so
they slip as people do. One action they always see, of a mole that is not at home yet if they have one: those
are the moles one looks at first, and nobody leaves a hole for nothing.
"""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    nodes: int
    depth: int
    """Choices looked ahead, at most."""
    blind: float = 0.0
    """How likely an action is overlooked altogether."""


LEVELS = (
    Level(nodes=2_000, depth=1, blind=0.965),
    Level(nodes=2_000, depth=1, blind=0.81),
    Level(nodes=2_000, depth=1, blind=0.62),
    Level(nodes=2_000, depth=1, blind=0.39),
    Level(nodes=20_000, depth=2, blind=0.26),
    Level(nodes=60_000, depth=3, blind=0.14),
    Level(nodes=200_000, depth=20),
)
