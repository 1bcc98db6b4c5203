"""Correct the displayed values of lines whose score is an estimate, not a proof."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.games.mole_hill.player.choose_action import MoleHillSearchResult
from moleworks.games.mole_hill.player.proof import most_reachable_points
from moleworks.games.mole_hill.player.win_chances import correct_points
from moleworks.games.mole_hill.rules import (
    OVER,
    ROD,
    MoleHillPosition,
    MoleHillTable,
    decides_match,
    play,
)


def displayed_values(
    table: MoleHillTable, position: MoleHillPosition, found: MoleHillSearchResult
) -> list[float]:
    """By option: the mole's points; in the second of two rounds, the chance of the seat to act."""
    values = [option.value for option in found.options]
    if found.exact or decides_match(position.round):
        return values
    table, position = table._replace(rounds=1), position._replace(round=1)
    ended = [_ends(table, position, option.line) for option in found.options]
    most = float(most_reachable_points(table, position))
    values = [
        value if over else min(correct_points(table, position.hills, value), most)
        for value, over in zip(values, ended, strict=True)
    ]
    # The seat to act may end the round, so the best option is worth at least that, and no other one more.
    better, worse = (min, max) if position.phase == ROD else (max, min)
    best = better([values[0], *(value for value, over in zip(values, ended, strict=True) if over)])
    return [best, *(worse(value, best) for value in values[1:])]


def _ends(table: MoleHillTable, position: MoleHillPosition, line: Sequence[int]) -> bool:
    for action in line:
        position = play(table, position, action)
    return position.phase == OVER
