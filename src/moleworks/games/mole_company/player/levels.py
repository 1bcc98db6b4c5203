"""The seven levels of Mole Company: search depth, and how much a level overlooks.

A level is a budget of nodes, so it plays the same on every machine; the seconds are only a cap. Weak levels
look one choice ahead and overlook some actions. They take the best of the others, so they err as people do
(see `oversights`):

- No level overlooks a winning move, a hole one step away, or one of only two actions.
- A move into a hole is overlooked more often the longer it is, and far less often than one that enters none.
- One action of the mole that stands best before the holes is always seen: people look there, and move it on
  rather than wait for its disc. Moles in holes stay there if one outside can move.
"""

from __future__ import annotations

from typing import NamedTuple


class MoleCompanyLevel(NamedTuple):
    """The budget of a level, and the errors that it makes."""

    nodes: int
    depth: int
    """The search depth, in choices."""
    blind: float = 0.0
    """The probability that a place, or a move that enters no hole, is overlooked."""
    missed: float = 0.0
    """The probability, for each step after the first, that a move into a hole is overlooked."""


LEVELS = (
    MoleCompanyLevel(nodes=2_000, depth=1, blind=1.0, missed=0.86),
    MoleCompanyLevel(nodes=2_000, depth=1, blind=0.945, missed=0.53),
    MoleCompanyLevel(nodes=2_000, depth=1, blind=0.917, missed=0.06),
    MoleCompanyLevel(nodes=2_000, depth=1, blind=0.688, missed=0.03),
    MoleCompanyLevel(nodes=20_000, depth=2, blind=0.455),
    MoleCompanyLevel(nodes=60_000, depth=3, blind=0.25),
    MoleCompanyLevel(nodes=200_000, depth=20),
)
