"""The reference players agree with plain minimax over the same window and evaluation."""

from __future__ import annotations

from random import Random

from moleworks.games.mole_hill.player import reference
from moleworks.games.mole_hill.rules import OVER, ROD, MoleHillPosition, MoleHillTable, opening, play, points
from tests.games.mole_hill.player.positions import lawn, legal, random_position


def minimax(
    table: MoleHillTable,
    tables: reference.ReferenceTables,
    position: MoleHillPosition,
    depth: int,
    whole: bool,
) -> int:
    """For the mole."""
    if position.phase == OVER:
        left = table.supply - position.hills.bit_count()
        return 100 * (points(table, position.hills) - left)
    if depth == 0:
        return reference.evaluate(table, tables, position)
    actions = [0] * 130
    number = reference.write_actions(tables, position, actions, 0, whole)
    values = [minimax(table, tables, play(table, position, a), depth - 1, False) for a in actions[:number]]
    return min(values) if position.phase == ROD else max(values)


def test_it_is_minimax() -> None:
    table = lawn("patch", rounds=1)
    tables = reference.reference_tables(table)
    dice = Random(1)
    for hills in (1, 3, 5, 7, 8, 9):
        position = random_position(table, dice, hills)
        action, _ = reference.best_action(table, tables, position, 2, [0] * 130, [0] * 1300)
        best = minimax(table, tables, position, 2, True)
        assert minimax(table, tables, play(table, position, action), 1, False) == best


def test_it_plays_a_round() -> None:
    table = lawn("patch", rounds=1)
    position = opening(table)
    while position.phase != OVER:
        action, nodes = reference.best_action(
            table, reference.reference_tables(table), position, 2, [0] * 130, [0] * 1300
        )
        assert action in legal(position)
        assert nodes > 1
        position = play(table, position, action)
