"""The yardstick plays, and plays what plain minimax with its window and its evaluation plays."""

from __future__ import annotations

from random import Random

from moleworks.games.mole_hill.rules import OVER, ROD, Position, Table, opening, play, points
from moleworks.players.mole_hill import reference
from tests.players.mole_hill.lawns import lawn, legal, somewhere


def minimax(table: Table, yard: reference.Yard, position: Position, depth: int, whole: bool) -> int:
    """For the mole."""
    if position.phase == OVER:
        left = table.supply - position.hills.bit_count()
        return 100 * (points(table, position.hills) - left)
    if depth == 0:
        return reference.flooded(table, yard, position)
    actions = [0] * 130
    number = reference.laid_out(yard, position, actions, 0, whole)
    values = [minimax(table, yard, play(table, position, a), depth - 1, False) for a in actions[:number]]
    return min(values) if position.phase == ROD else max(values)


def test_it_is_minimax() -> None:
    table = lawn("patch", rounds=1)
    yard = reference.yard(table)
    dice = Random(1)
    for hills in (1, 3, 5, 7, 8, 9):
        position = somewhere(table, dice, hills)
        action, _ = reference.best_action(table, yard, position, 2, [0] * 130, [0] * 1300)
        best = minimax(table, yard, position, 2, True)
        assert minimax(table, yard, play(table, position, action), 1, False) == best


def test_it_plays_a_round() -> None:
    table = lawn("patch", rounds=1)
    position = opening(table)
    while position.phase != OVER:
        action, nodes = reference.best_action(
            table, reference.yard(table), position, 2, [0] * 130, [0] * 1300
        )
        assert action in legal(position)
        assert nodes > 1
        position = play(table, position, action)
