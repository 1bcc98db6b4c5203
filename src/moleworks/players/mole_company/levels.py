"""Seven levels: how far each looks, and how much it overlooks.

A level is a budget of nodes, so it plays the same on every machine; the seconds are only a cap. Weak levels
look at the next step only, and overlook some of what they could do; of what they see they take the best, so
they slip as people do (`slips`):

- Nobody overlooks a move that wins, a hole one step away, or either of two things to choose from.
- A way into a hole is overlooked the likelier the longer it is, and far less than a move that enters none.
- One action is always seen, of the mole that stands best before the holes: their eyes are there, and they
  move it on rather than wait for its disc. Moles at home stay there, if one outside can move.
"""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    nodes: int
    depth: int
    """Choices looked ahead, at most."""
    blind: float = 0.0
    """How likely a place, or a move that enters no hole, is overlooked."""
    missed: float = 0.0
    """How likely each step but the first of a move into a hole hides it."""


LEVELS = (
    Level(nodes=2_000, depth=1, blind=1.0, missed=0.64),
    Level(nodes=2_000, depth=1, blind=0.93, missed=0.3),
    Level(nodes=2_000, depth=1, blind=0.845, missed=0.06),
    Level(nodes=2_000, depth=1, blind=0.605, missed=0.03),
    Level(nodes=20_000, depth=2, blind=0.42),
    Level(nodes=60_000, depth=3, blind=0.265),
    Level(nodes=200_000, depth=20),
)
