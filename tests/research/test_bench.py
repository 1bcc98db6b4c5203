"""What `scripts/bench research` measures; how fast it is, is not for a test."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from benchmarks.research import duels, main, openspiel, pace
from benchmarks.research.duels import DuelGame, TimeBudget


def test_the_parts_have_names_of_their_own() -> None:
    names = [measure.name for measure in main.BENCH.measures]
    assert len(set(names)) == len(names)


def test_all_of_openspiels_games_written_in_python_are_there() -> None:
    found = openspiel.peers()
    assert {"python_kuhn_poker", "python_tic_tac_toe", "python_liars_poker"} <= set(found)
    assert not any(name.startswith("moleworks") for name in found)
    assert 5 <= openspiel.player("python_tic_tac_toe")() <= 9
    assert openspiel.player(openspiel.OURS)() > 20


def test_the_faster_one_is_the_faster_one() -> None:
    def slow() -> int:
        return len([sum(range(2000))])

    found = pace.rates({"slow": slow, "fast": lambda: 1}, seconds=0.02, turns=3)
    assert [len(turns) for turns in found.values()] == [3, 3]
    times = pace.times(found["fast"], found["slow"])
    assert 1 < times.least <= times.middle <= times.most


def test_both_sides_get_the_same_time() -> None:
    budget = TimeBudget()
    assert budget.affordable_simulations() == TimeBudget.first / budget.each
    budget.ours = [6.0, 3]
    budget.theirs = [1.5, 1]
    budget.add_search(100, 1.0)
    assert budget.affordable_simulations() == 250  # 2 s a move for two moves, less 1.5 s


def test_a_duel_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int | None, int, int]] = []

    def play_game(simulations: int | None, seat: int, seed: int) -> DuelGame:
        asked.append((simulations, seat, seed))
        return DuelGame(float(seed != 1), 1.0, 2.0, 50.0)

    monkeypatch.setattr(duels, "play_game", play_game)
    one, other = duels.rows(argparse.Namespace(folder=tmp_path, duel_games=2))
    assert asked == [(None, 0, 0), (None, 1, 1), (1000, 0, 0), (1000, 1, 1)]
    assert one.measured.startswith("50.0 %")
    assert not one.good
    assert "2 games; 1.00 s and 2.00 s a move, 50 simulations" in other.counted
    asked.clear()
    rows = list(duels.rows(argparse.Namespace(folder=tmp_path, duel_games=4)))
    assert asked == [(None, 0, 2), (None, 1, 3), (1000, 0, 2), (1000, 1, 3)]
    assert rows[0].measured.startswith("75.0 %")
