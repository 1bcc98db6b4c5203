"""Play-outs are the same interpreted and compiled, and as long as such games are."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks.core.kernel import arrays, compiled
from moleworks.core.random_kernels import next_seed, pick
from moleworks.games.buddel_bande.playouts import random_games
from moleworks.games.mole_company.playouts import digging_games
from moleworks.games.mole_hill.playouts import random_rounds
from moleworks.record import Match

KERNELS: dict[str, Any] = {
    "mole-hill": random_rounds,
    "mole-company": digging_games,
    "buddel-bande": random_games,
}


def table(game: str, **setup: Any) -> Any:
    if game == "mole-hill":
        setup = {"options": {"rounds": 1}} | setup
    state: Any = Match.begin(game, **setup).state
    return state.table


@pytest.mark.parametrize(
    ("game", "setup", "plays"),
    [
        ("mole-hill", {}, 40),
        ("mole-hill", {"board": "patch"}, 41),
        ("mole-company", {}, 6),
        ("mole-company", {"board": "burrow", "players": 4, "preset": "tactile-pro"}, 20),
        ("mole-company", {"players": 3, "preset": "tactile"}, 5),
        ("buddel-bande", {}, 15),
        ("buddel-bande", {"players": 4}, 15),
    ],
)
def test_the_same_seed_gives_the_same_games(game: str, setup: dict[str, Any], plays: int) -> None:
    kernel, numbers = KERNELS[game], table(game, **setup)
    native, columns = compiled(kernel), arrays(numbers)
    for seed in (1, 2**40 + 7, 2**62 - 1):
        once = kernel(numbers, seed, plays)
        assert native(columns, seed, plays) == once
        assert native(columns, seed, plays) == once
    assert native(columns, 1, plays) != native(columns, 2, plays)


@pytest.mark.parametrize("game", KERNELS)
def test_a_run_hands_on_its_seed(game: str) -> None:
    kernel, numbers = compiled(KERNELS[game]), arrays(table(game))
    *_, seed = kernel(numbers, 5, 20)
    assert 0 < seed < 2**63
    assert kernel(numbers, seed, 20) != kernel(numbers, 5, 20)


def test_a_round_of_mole_hill() -> None:
    """About 19 squares a round, says the page; as many rods, or one fewer."""
    plays = 20_000
    points, actions, _ = compiled(random_rounds)(arrays(table("mole-hill")), 1, plays)
    assert 12.6 < points / plays < 13.1
    assert 18.5 < (actions / plays + 1) / 2 < 19.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_mole_company(players: int) -> None:
    """80 to 110 moves by the digging policy; a flip before each, and the placing before all."""
    plays = 2_000
    numbers = table("mole-company", players=players)
    wins, actions, _ = compiled(digging_games)(arrays(numbers), 1, plays)
    moves = (actions / plays - players * numbers.each) / 2
    assert 60 < moves < 130
    assert 0.6 / players < wins / plays < 1.6 / players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_buddel_bande(players: int) -> None:
    """About 70 to 85 turns: a roll and an action each, after three deals."""
    plays = 5_000
    wins, actions, _ = compiled(random_games)(arrays(table("buddel-bande", players=players)), 1, plays)
    assert 60 < (actions / plays - 3) / 2 < 95
    assert 0.8 / players < wins / plays < 1.2 / players


def test_seeds_stay_within_bounds_and_spread() -> None:
    seed, shares = 1, [0] * 10
    for _ in range(5_000):
        seed = next_seed(seed)
        assert 0 < seed < 2**63
        shares[pick(seed, 10)] += 1
    assert min(shares) > 400
    assert pick(0, 10) == 0
    assert pick(2**32 - 1, 10) == 9
