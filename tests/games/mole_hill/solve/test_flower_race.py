"""The bound by a race for the flowers is never below the value of a round."""

from __future__ import annotations

from random import Random

import pytest

from moleworks import boards
from moleworks.core.game import Setup
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import square_name
from moleworks.games.mole_hill.game import MOLE_HILL
from moleworks.games.mole_hill.solve.flower_check import flowers_keep
from moleworks.games.mole_hill.solve.flower_race import most_points
from tests.games.mole_hill.solve.lawns import lawn_setup, plain_round, table_of

CORNERS = ("a1", "c1", "a3", "c3")


@pytest.mark.parametrize(
    "setup",
    [
        lawn_setup(3, 3, 3, "b2", CORNERS),
        lawn_setup(3, 3, 4, "b2", ("a1",), ("c3",)),
        lawn_setup(3, 3, 4, None, CORNERS, ("b2",), "edges"),
        lawn_setup(4, 3, 3, "b2", ("a1", "d3"), ("d1", "a3"), "edges"),
        lawn_setup(4, 3, 4, "b2", ("d3",), ("d1",)),
    ],
)
def test_no_round_is_worth_more(setup: Setup) -> None:
    table = table_of(setup)
    assert plain_round(table) <= most_points(table) <= rules.most_points(table)


@pytest.mark.slow
def test_the_classic_lawn_is_worth_at_most_19() -> None:
    """The gardener keeps five of the twelve points of the flowers from a mole that begins anywhere."""
    table = table_of(MOLE_HILL.setup(boards.named("mole-hill", "classic"), 2, "blatz", {"rounds": 1}))
    assert (most_points(table), rules.most_points(table)) == (19, 24)


def test_a_lawn_without_flowers_or_with_many_has_the_plain_bound() -> None:
    bare = table_of(lawn_setup(3, 3, 4))
    assert most_points(bare) == rules.most_points(bare)
    full = table_of(lawn_setup(4, 4, 8, None, [f"{column}{row}" for column in "abcd" for row in range(1, 4)]))
    assert most_points(full) == rules.most_points(full)


@pytest.mark.parametrize("diagonal", ["path", "edges"])
def test_the_checkers_own_calculation_finds_the_same_bound(diagonal: str) -> None:
    """Two programs that share the rules only agree on lawns with flowers drawn anywhere."""
    dice, lower = Random(23), 0
    for _ in range(40):
        columns, rows = dice.choice(((3, 3), (4, 4), (5, 4), (6, 4)))
        squares = [square_name(columns, n) for n in range(columns * rows)]
        dice.shuffle(squares)
        red, white = squares[: dice.randrange(4)], squares[3 : 3 + dice.randrange(4)]
        centre = dice.choice((None, squares[6]))
        table = table_of(lawn_setup(columns, rows, dice.randrange(5, 9), centre, red, white, diagonal))
        bound = most_points(table)
        assert flowers_keep(table, bound)
        assert not flowers_keep(table, bound - 1)
        lower += bound < rules.most_points(table)
    assert lower > 10


@pytest.mark.slow
def test_the_checkers_own_calculation_finds_19_on_the_classic_lawn() -> None:
    table = table_of(MOLE_HILL.setup(boards.named("mole-hill", "classic"), 2, "blatz", {"rounds": 1}))
    assert flowers_keep(table, 19)
    assert not flowers_keep(table, 18)
