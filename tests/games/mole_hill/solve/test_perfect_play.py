"""Labels of perfect play: the same as trying every action, and never wrong where they are few."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from moleworks.core.registry import required_part
from moleworks.engine.solving.game_solver import GameSolver, PerfectPlay
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.rules import OVER
from moleworks.record import Match
from tests.games.mole_hill.player.positions import plain_value

ENOUGH = 1_000_000


def lawn(columns: int, rows: int, hills: int, centre: str, red: str, white: str) -> dict[str, Any]:
    return {
        "game": "mole-hill",
        "name": "small",
        "title": {"en": "Small"},
        "source": "own",
        "version": 1,
        "columns": columns,
        "rows": rows,
        "centre": centre,
        "red": [red],
        "white": [white],
        "light": hills // 2,
        "dark": hills - hills // 2,
        "rods": hills,
    }


TINY, SMALL = lawn(3, 3, 4, "b2", "a3", "c1"), lawn(4, 4, 8, "b2", "a4", "d1")


def a_game(board: dict[str, Any], seed: int, **rest: Any) -> Match:
    """A random game."""
    match, random = Match.begin("mole-hill", board=board, **rest), Random(seed)
    while match.outcome is None:
        match.act(random.choice(match.game.legal(match.state)))
    return match


def labels(match: Match, nodes: int = ENOUGH) -> list[PerfectPlay]:
    solver = required_part("mole-hill", "solver", GameSolver)
    return solver.perfect_play(match.setup, match.names, nodes)


@lru_cache
def points(state: MoleHillState) -> int:
    """The mole's points in this round, by trying everything."""
    table, position = state.table._replace(rounds=1), state.position._replace(round=1, first=0)
    if position.phase != OVER and position.mole < 0:
        starts = MOLE_HILL.legal(state)
        return max(points(MOLE_HILL.play(state, start)) for start in starts)
    return plain_value(table, position)


@pytest.mark.parametrize(("options", "seed"), [({}, 1), ({"diagonal": "edges"}, 2), ({"rounds": 1}, 3)])
def test_all_labels_are_what_trying_everything_finds(options: dict[str, Any], seed: int) -> None:
    match = a_game(TINY, seed, options=options)
    found = labels(match)
    assert len(found) == len(match.names)
    begins: Any = MOLE_HILL.start(match.setup)
    fresh = points(begins)
    for ply, label in enumerate(found, 1):
        state: Any = match.before(ply) if ply < len(found) else match.state
        if options.get("rounds") == 1:
            assert label == PerfectPlay(None, (points(state), 0))
            continue
        both = (points(state), fresh) if state.position.round == 1 else (state.position.first, points(state))
        first = 0.5 if both[0] == both[1] else float(both[0] > both[1])
        assert label == PerfectPlay((first, 1 - first), both)


@pytest.mark.parametrize("seed", range(6))
def test_nobody_gains_by_an_action_of_its_own_and_the_end_is_the_result(seed: int) -> None:
    match = a_game(SMALL, seed)
    found = labels(match)
    for ply, (before, after) in enumerate(pairwise(found), 1):
        seat = match.game.actor(match.before(ply))
        assert before.chances is not None
        assert after.chances is not None
        assert before.points is not None
        assert after.points is not None
        assert after.chances[seat or 0] <= before.chances[seat or 0]
        assert (None not in before.points, sum(after.chances)) == (True, 1)
    assert found[-1].points == match.game.scores(match.state)
    assert match.outcome
    assert found[-1].chances
    winner = match.outcome.winner
    assert found[-1].chances == ((0.5, 0.5) if winner is None else (float(winner == 0), float(winner == 1)))


def test_with_fewer_nodes_there_are_fewer_labels_and_no_others() -> None:
    match = a_game(SMALL, 3)
    all_labels = labels(match)
    counts = []
    for nodes in (1, 300, 3_000):
        found = labels(match, nodes)
        assert found == labels(match, nodes)
        for label, truth in zip(found, all_labels, strict=True):
            assert truth.points
            assert label.points
            assert label.chances in (None, truth.chances)
            assert all(one in (None, other) for one, other in zip(label.points, truth.points, strict=True))
        counts.append(sum(label.chances is not None for label in found))
    assert 0 < counts[0] < counts[-1] <= len(all_labels)
    assert counts == sorted(counts)


def test_a_game_that_has_not_begun_has_no_labels() -> None:
    assert labels(Match.begin("mole-hill")) == []
