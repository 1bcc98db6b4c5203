"""A search request: the position, the goal and the candidate actions, in the numbers that kernels use."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks.core.bits import count, members
from moleworks.games.mole_hill.player import search
from moleworks.games.mole_hill.player.evaluation import POINT
from moleworks.games.mole_hill.player.tables import MATCH, SPREAD, search_tables
from moleworks.games.mole_hill.rules import (
    ACTIONS,
    EAST,
    NORTH,
    ROD,
    MoleHillPosition,
    MoleHillTable,
    decides_match,
    legal_sets,
)

TIE_NOISE, PLACING_TIE_NOISE = 1 / 32, 1 / 4
"""Actions whose values differ by less, in points, are chosen at random; placing has its own bound."""


class SearchRequest(NamedTuple):
    """A position and the goal in it."""

    table: MoleHillTable
    """Of one round: the other round is another request."""
    position: MoleHillPosition
    first: int | None
    """The points to beat, where the goal is to win the match; None where it is points."""
    key: int
    pattern: int
    """The key of the place: the visited squares and where the mole stands, without the rods."""

    @property
    def mole_acts(self) -> bool:
        """Whether the mole is to act, and not the gardener."""
        return self.position.phase != ROD


def make_request(table: MoleHillTable, position: MoleHillPosition) -> SearchRequest:
    """What a search needs to know of a position, its hash keys included."""
    first = position.first if decides_match(position.round) else None
    tables = search_tables(table._replace(rounds=1))
    pattern = tables.mole_keys[position.mole & 63]
    for square in members(position.hills):
        pattern ^= tables.action_keys[square]
    key = pattern
    for square in members(table.east & ~position.east):
        key ^= tables.action_keys[EAST + square]
    for square in members(table.north & ~position.north):
        key ^= tables.action_keys[NORTH + square]
    return SearchRequest(table._replace(rounds=1), position._replace(round=1, first=0), first, key, pattern)


def every_action(position: MoleHillPosition) -> list[int]:
    """All legal actions, in the order of their numbers."""
    squares, east, north = legal_sets(position)
    return list(members(squares | east << EAST | north << NORTH))


def candidate_actions(request: SearchRequest, lines: int) -> list[int]:
    """The actions at the root: steps, or rods that change one of the next steps."""
    position = request.position
    if request.mole_acts:
        return every_action(position)
    east, north = search.candidate_rods(
        request.table,
        position.mole,
        position.hills,
        position.east,
        position.north,
        position.reach,
        search.WIDE,
    )
    if count(east) + count(north) < max(lines, 1):
        return every_action(position)
    return every_action(position._replace(east=east, north=north))


def bias(request: SearchRequest, seed: int, noise: float) -> list[int]:
    """By action, the error added to its value. Without noise it still breaks ties, differently by seed."""
    dice = Random(f"{seed} {request.key}")
    unit = POINT if request.first is None else MATCH / (4 * SPREAD)
    tie_noise = PLACING_TIE_NOISE if request.position.mole < 0 else TIE_NOISE
    return [int(unit * (dice.gauss(0.0, noise) + tie_noise * dice.random())) for _ in range(ACTIONS)]
