"""The certificate of a proven value: a strategy for the mole and one for the gardener, as lines of text.

Each line is one claim about a mole that stands somewhere and has visited certain squares.

- *A plan of the mole* (`+`): the gardener is to act, and certain edges are free. Then the mole reaches the
  goal, whatever rods lie on the other edges.
- *A refusal of the gardener* (`-`): the mole is to act, and certain rods are laid. Then the mole stays below
  the goal, whatever other edges are free.

A plan rests on plans with one more square visited, whose edges are free after any one rod; a refusal on
refusals that lack at most one rod. So nobody's action has to be written down, and a claim serves every
position that it fits. `checker.py` verifies them.
"""

from __future__ import annotations

from typing import NamedTuple

PLAN, REFUSAL = "+", "-"

Place = tuple[int, int]
"""The squares visited, and the one where the mole stands."""
Edges = tuple[int, int]
"""Edges east and north of squares, as bit sets."""


class Claims(NamedTuple):
    """Plans or refusals, by the squares visited and the mole's place."""

    plans: dict[Place, list[Edges]]
    refusals: dict[Place, list[Edges]]


def lines_of(mark: str, claims: dict[Place, list[Edges]]) -> list[str]:
    """Claims as lines: squares, the mole's place, edges east and edges north, as hexadecimal numbers."""
    return [
        f"{mark} {hills:x} {mole:x} {east:x} {north:x}"
        for (hills, mole), found in claims.items()
        for east, north in found
    ]
