"""What the ways found are shown to be worth: points are put right where they are only believed."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.games.mole_hill.rules import OVER, ROD, Position, Table, play
from moleworks.players.mole_hill.chances import put_right
from moleworks.players.mole_hill.proof import most
from moleworks.players.mole_hill.thought import Found


def shown(table: Table, position: Position, found: Found) -> list[float]:
    """By way: the mole's points, or the chance of who acts in the second of two rounds."""
    values = [way.value for way in found.ways]
    if found.exact or (table.rounds == 2 and position.round == 2):
        return values
    table, position = table._replace(rounds=1), position._replace(round=1)
    ended = [_ends(table, position, way.line) for way in found.ways]
    values = [
        value if over else min(put_right(table, position.hills, value), float(most(table, position)))
        for value, over in zip(values, ended, strict=True)
    ]
    # Whoever acts may choose to end the round: the best way is worth that at least, and the others no more.
    better, worse = (min, max) if position.phase == ROD else (max, min)
    best = better([values[0], *(value for value, over in zip(values, ended, strict=True) if over)])
    return [best, *(worse(value, best) for value in values[1:])]


def _ends(table: Table, position: Position, line: Sequence[int]) -> bool:
    for action in line:
        position = play(table, position, action)
    return position.phase == OVER
