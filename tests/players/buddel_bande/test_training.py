"""Training in small: a net that knew nothing learns who is ahead."""

from __future__ import annotations

import pytest

from moleworks.games.buddel_bande.rules import Position, Table
from moleworks.games.kernel import available
from moleworks.players.buddel_bande.strength import ACTIVE, ONE, WEIGHTS, chances
from moleworks.players.buddel_bande.training import Lesson
from moleworks.record import Match

GAMES = 2000
ANY = 1000.0
"""So much noise that every choice is alike: what is learned from then has no say in the games."""


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    if not available():
        pytest.skip("there is no Numba here, and training without it takes too long")
    return Lesson(_table(), None, None, seed=1)


def _table() -> Table:
    table: Table = Match.begin("buddel-bande", players=2, board="stroll").state.table
    return table


def _ahead(table: Table) -> Position:
    """Seat 0 has two moles at home and the third before the last hill; seat 1 has not begun."""
    match = Match.begin("buddel-bande", players=2, board="stroll")
    match.play(["deal:S=01", "deal:M=01", "deal:L=01"])
    position: Position = match.state.position
    places = table.last << 0 | table.last << 20 | table.last - 1 << 40
    occupied = 1 << table.last - 1
    return position._replace(places=places, occupied=occupied, able=table.moles & ~0x11, dog=1, home=2)


def _chance(lesson: Lesson) -> float:
    found = [0] * 4
    chances(lesson.table, lesson.net, _ahead(lesson.table), [0] * ACTIVE, found, 0)
    return found[0] / ONE


def test_it_learns_who_is_ahead(lesson: Lesson) -> None:
    before = _chance(lesson)
    first = lesson.go(200, noise=ANY, samples=1, rate=0.0, trust=1.0)
    lesson.go(GAMES, noise=ANY, samples=1, rate=0.01, trust=1.0)
    last = lesson.go(200, noise=ANY, samples=1, rate=0.0, trust=1.0)
    assert last < first
    assert _chance(lesson) > max(before, 0.9)


def test_without_a_rate_nothing_changes(lesson: Lesson) -> None:
    before = lesson.weights.copy()
    lesson.go(3, noise=0.02, samples=2, rate=0.0, trust=0.9)
    assert (lesson.weights == before).all()
    assert len(before) == WEIGHTS


def test_the_same_seed_learns_the_same() -> None:
    if not available():
        pytest.skip("there is no Numba here, and training without it takes too long")
    nets = []
    for _ in range(2):
        lesson = Lesson(_table(), None, None, seed=5)
        lesson.go(5, noise=0.02, samples=1, rate=0.02, trust=0.9)
        nets.append(list(lesson.net.weights))
    assert nets[0] == nets[1]
