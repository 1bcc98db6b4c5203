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

from collections.abc import Iterator
from typing import NamedTuple

from moleworks.core.bits import members

PLAN, REFUSAL = "+", "-"

Place = tuple[int, int]
"""The squares visited, and the one where the mole stands."""
Edges = tuple[int, int]
"""Edges east and north of squares, as bit sets."""


class PlaceClaims:
    """The claims of one place, plans or refusals, in the order in which they were added.

    A place may have thousands. So for every edge there is one large number, with a bit for each claim that
    names this edge: a few of them tell all claims that fit.
    """

    def __init__(self) -> None:
        self._edges: list[Edges] = []
        self._naming: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def __len__(self) -> int:
        return len(self._edges)

    def __iter__(self) -> Iterator[Edges]:
        return iter(self._edges)

    def add(self, edges: Edges) -> None:
        """Add a claim."""
        claim = 1 << len(self._edges)
        self._edges.append(edges)
        for naming, named in zip(self._naming, edges, strict=True):
            for edge in members(named):
                naming[1 << edge] = naming.get(1 << edge, 0) | claim

    def first_within(self, free: Edges) -> Edges | None:
        """The first claim that names these edges only."""
        unfit = 0
        for naming, allowed in zip(self._naming, free, strict=True):
            for edge, claims in naming.items():
                if not edge & allowed:
                    unfit |= claims
        return self._first_but(unfit)

    def first_naming_one(self, free: Edges) -> Edges | None:
        """The first claim that names one of these edges at most."""
        once = twice = 0
        for naming, counted in zip(self._naming, free, strict=True):
            for edge, claims in naming.items():
                if edge & counted:
                    twice |= once & claims
                    once |= claims
        return self._first_but(twice)

    def _first_but(self, unfit: int) -> Edges | None:
        fit = (1 << len(self._edges)) - 1 & ~unfit
        return self._edges[(fit & -fit).bit_length() - 1] if fit else None


NO_CLAIMS = PlaceClaims()


class Claims(NamedTuple):
    """Plans or refusals, by the squares visited and the mole's place."""

    plans: dict[Place, PlaceClaims]
    refusals: dict[Place, PlaceClaims]


def lines_of(mark: str, claims: dict[Place, PlaceClaims]) -> list[str]:
    """Claims as lines: squares, the mole's place, edges east and edges north, as hexadecimal numbers."""
    return [
        f"{mark} {hills:x} {mole:x} {east:x} {north:x}"
        for (hills, mole), found in claims.items()
        for east, north in found
    ]
