"""The worked examples run as they stand, on the processor."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest

from benchmarks.gpu.search import EXAMPLE, example
from moleworks.research import batch
from moleworks.research.batches.random_keys import keys_from_seed


def test_the_examples_are_short() -> None:
    for path in EXAMPLE.parent.glob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) < 150, path.name


@pytest.mark.parametrize("game", ["mole-hill", "mole-company"])
def test_batched_mcts_counts_every_simulation_on_legal_actions(game: str) -> None:
    mcts = example()
    games = batch(game, 12, seed=4, auto_reset=False)
    for _ in range(6):
        games.step(games.sample())
    before = games.save()
    search = mcts.Search(np, games, mcts.Network(np, games), 20)
    visits = search.run(games, luck=1)
    assert visits.shape == (12, games.actions)
    assert visits.sum(1).tolist() == [20] * 12
    assert not visits[~games.mask].any()
    np.testing.assert_array_equal(games.save(), before)


def flat(planes: Any) -> tuple[Any, Any]:
    """A network that knows nothing: the search has the ends of games alone."""
    return np.zeros((len(planes), 65), np.float32), np.zeros(len(planes), np.float32)


def test_batched_mcts_gains_points_by_looking_ahead() -> None:
    """A mole that looks ahead gets more points than one that moves at random. The gardener is random."""
    mcts = example()
    gains = []
    for searches in (True, False):
        keys = keys_from_seed(6, 24)
        games = batch("mole-hill", 24, keys=keys, auto_reset=False, board="patch", options={"rounds": 1})
        search = mcts.Search(np, games, flat, 60)
        for move in range(70):
            if (games.seats < 0).all():
                break
            actions = games.sample()
            if searches and (games.seats == 0).any():
                found = search.run(games, luck=move).argmax(1)
                actions = np.where(games.seats == 0, found, actions)
            games.step(actions)
        assert games.points is not None
        gains.append(float(games.points[:, 0].mean()))
    assert gains[0] > gains[1] + 1, gains


def test_batched_mcts_runs_from_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["batched_mcts.py", "--games", "16", "--simulations", "4", "--moves", "2"]
    monkeypatch.setattr("sys.argv", words)
    example().main()
    out = capsys.readouterr().out
    assert out.count("positions/s, a network of 104,544 weights") == 2


def test_exact_cfr_solves_a_game_with_secrets() -> None:
    """Where states look alike to a seat, random play can be beaten, and CFR+ leaves less and less to win."""
    solver = runpy.run_path(str(EXAMPLE.parent / "exact_cfr.py"))
    game = solver["small_game"]()
    alike: dict[str, set[str]] = {}
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.current_player() >= 0:
            alike.setdefault(state.information_state_string(), set()).add(str(state))
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(alike) == 2184
    assert sum(map(len, alike.values())) == 3654
    lost = solver["uniform"](game)
    assert lost > 0.04
    assert solver["solve"](game, 4) < lost / 5
