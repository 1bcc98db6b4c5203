"""Proofs agree with a plain full-width search."""

from __future__ import annotations

from random import Random

import pytest

from moleworks.core.bits import count
from moleworks.games.mole_hill.player.choose_action import MoleHillBudget, choose
from moleworks.games.mole_hill.rules import OVER, MoleHillTable, play, points
from tests.games.mole_hill.player.positions import lawn, plain_value, random_position

LAWNS = {
    "classic-path": lawn("classic", "blatz", 1),
    "classic-edges": lawn("classic", "short", 1, diagonal="edges"),
    "patch-path": lawn("patch", "blatz", 1),
    "patch-edges": lawn("patch", "short", 1, diagonal="edges"),
    "patch-no-centre": lawn("patch", "blatz", 1, centre=False),
}


@pytest.mark.parametrize("table", LAWNS.values(), ids=LAWNS.keys())
def test_proven_actions_keep_the_exact_value(table: MoleHillTable) -> None:
    dice = Random(3)
    for n in range(30):
        position = random_position(table, dice, table.supply - (1 if n % 3 == 0 else 2))
        found = choose(table, position, MoleHillBudget(nodes=200_000), patience=120)
        assert found.exact
        truth = plain_value(table, position)
        after = play(table, position, found.action)
        kept = points(table, after.hills) if after.phase == OVER else plain_value(table, after)
        assert (found.value, kept) == (truth, truth)


@pytest.mark.parametrize("preset", ["blatz", "short"])
def test_the_second_round_is_proven_for_the_match(preset: str) -> None:
    table = lawn("patch", preset, 2)
    dice = Random(4)
    ends = set()
    for _ in range(40):
        position = random_position(table, dice, table.supply - 2)
        truth = plain_value(table._replace(rounds=1), position)
        first = max(0, truth + dice.choice((-1, 0, 1)))
        found = choose(
            table, position._replace(round=2, first=first), MoleHillBudget(nodes=200_000), patience=120
        )
        mole = (truth > first) + (truth == first) / 2
        assert found.exact
        assert found.value == (mole if position.phase != 2 else 1 - mole)
        ends.add(found.value)
    assert ends == {0, 0.5, 1}


def test_a_whole_small_round_is_proven() -> None:
    """Seven hills on nine squares: the solver from the placing on, and along its own line to the end."""
    table = lawn("patch", "blatz", 1)._replace(supply=5, light=1)
    from moleworks.games.mole_hill.rules import opening

    position = opening(table)
    values = []
    while position.phase != OVER:
        found = choose(table, position, MoleHillBudget(nodes=3_000_000), patience=120)
        assert found.exact
        values.append(found.value)
        position = play(table, position, found.action)
    assert set(values) == {points(table, position.hills)}
    assert count(position.hills) <= 5
