"""A short training: a random network learns which seat is ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.core.kernel import available
from moleworks.engine.weights import read_weights
from moleworks.games.buddel_bande.player import tables
from moleworks.games.buddel_bande.player.evaluation import ACTIVE, ONE, WEIGHTS, WIDTH, chances
from moleworks.games.buddel_bande.rules import BuddelBandePosition, BuddelBandeTable
from moleworks.record import Match
from tests.games.buddel_bande.player.matches import state_of
from training import buddel_bande
from training.buddel_bande import Trainer
from training.weights_file import write_weights

GAMES = 3000
ANY = 1000.0
"""So much noise that every choice is alike: what is learned from then has no say in the games."""


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    if not available():
        pytest.skip("there is no Numba here, and training without it takes too long")
    return Trainer(_table(), None, None, seed=1)


def _table() -> BuddelBandeTable:
    return state_of(Match.begin("buddel-bande", players=2, board="stroll")).table


def _ahead(table: BuddelBandeTable) -> BuddelBandePosition:
    """Seat 0 has two moles at home and the third before the last hill; seat 1 has not begun."""
    match = Match.begin("buddel-bande", players=2, board="stroll")
    match.play(["deal:S=01", "deal:M=01", "deal:L=01"])
    position = state_of(match).position
    places = table.last << 0 | table.last << 20 | table.last - 1 << 40
    occupied = 1 << table.last - 1
    return position._replace(places=places, occupied=occupied, able=table.moles & ~0x11, dog=1, home=2)


def _chance(trainer: Trainer) -> float:
    found = [0] * 4
    chances(trainer.table, trainer.network, _ahead(trainer.table), [0] * ACTIVE, found, 0)
    return found[0] / ONE


def test_it_learns_who_is_ahead(trainer: Trainer) -> None:
    before = _chance(trainer)
    first = trainer.train(200, noise=ANY, samples=1, rate=0.0, trace_decay=1.0)
    trainer.train(GAMES, noise=ANY, samples=1, rate=0.01, trace_decay=1.0)
    last = trainer.train(200, noise=ANY, samples=1, rate=0.0, trace_decay=1.0)
    assert last < first
    assert _chance(trainer) > max(before, 0.9)


def test_without_a_rate_nothing_changes(trainer: Trainer) -> None:
    before = trainer.weights.copy()
    trainer.train(3, noise=0.02, samples=2, rate=0.0, trace_decay=0.9)
    assert (trainer.weights == before).all()
    assert len(before) == WEIGHTS


def test_the_same_seed_learns_the_same() -> None:
    if not available():
        pytest.skip("there is no Numba here, and training without it takes too long")
    nets = []
    for _ in range(2):
        trainer = Trainer(_table(), None, None, seed=5)
        trainer.train(5, noise=0.02, samples=1, rate=0.02, trace_decay=0.9)
        nets.append(list(trainer.network.weights))
    assert nets[0] == nets[1]


def test_a_file_is_written_as_the_weights_in_use_are(tmp_path: Path) -> None:
    in_use = Path(tables.__file__).with_name("weights_3.json")
    copy = tmp_path / "copy.json"
    write_weights(copy, read_weights(in_use), WIDTH)
    assert copy.read_text("utf-8") == in_use.read_text("utf-8")


def test_the_command_writes_weights_that_it_can_go_on_from(tmp_path: Path) -> None:
    if not available():
        pytest.skip("there is no Numba here, and training without it takes too long")
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    buddel_bande.main(2, 0.2, str(first))
    buddel_bande.main(2, 0.2, str(second), str(first), "-")
    assert [len(read_weights(file)) for file in (first, second)] == [WEIGHTS, WEIGHTS]
