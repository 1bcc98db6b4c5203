"""What is to be decided, in the terms of the kernels."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from moleworks.games.bits import count, members
from moleworks.games.mole_hill.rules import EAST, NORTH, ROD, Position, Table
from moleworks.players.mole_hill import search
from moleworks.players.mole_hill.evaluation import POINT
from moleworks.players.mole_hill.lawn import ACTIONS, MATCH, SPREAD, lawn

TRIFLE, PLACING_TRIFLE = 1 / 32, 1 / 4
"""Actions that differ by less, in points, are played by turns; more so where the mole is placed."""


class Question(NamedTuple):
    """A position, and what is played for."""

    table: Table
    """Of one round: the other one is another question."""
    position: Position
    first: int | None
    """The points to beat, where the match is played for."""
    key: int
    pattern: int
    """The key without the rods; its turn tells who acts."""

    @property
    def mole_acts(self) -> bool:
        return self.position.phase != ROD


def question(table: Table, position: Position) -> Question:
    first = position.first if table.rounds == 2 and position.round == 2 else None
    tables = lawn(table._replace(rounds=1))
    pattern = tables.mole_keys[position.mole & 63]
    for square in members(position.hills):
        pattern ^= tables.action_keys[square]
    key = pattern
    for square in members(table.east & ~position.east):
        key ^= tables.action_keys[EAST + square]
    for square in members(table.north & ~position.north):
        key ^= tables.action_keys[NORTH + square]
    if position.phase == ROD:
        pattern ^= tables.mole_keys[63]
    return Question(table._replace(rounds=1), position._replace(round=1, first=0), first, key, pattern)


def every_action(position: Position) -> list[int]:
    if position.phase != ROD:
        return list(members(position.reach))
    return [*(EAST + s for s in members(position.east)), *(NORTH + s for s in members(position.north))]


def worth_trying(asked: Question, lines: int) -> list[int]:
    """The actions at the root: steps, or rods that change one of the next steps."""
    position = asked.position
    if asked.mole_acts:
        return every_action(position)
    east, north = search.candidate_rods(
        asked.table,
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


def bias(asked: Question, seed: int, slip: float) -> list[int]:
    """By action, how far its value is misjudged: by a trifle even without slips, so that seeds differ."""
    dice = Random(f"{seed} {asked.key}")
    unit = POINT if asked.first is None else MATCH / (4 * SPREAD)
    trifle = PLACING_TRIFLE if asked.position.mole < 0 else TRIFLE
    return [int(unit * (dice.gauss(0.0, slip) + trifle * dice.random())) for _ in range(ACTIONS)]
