"""Play random games to the end from a state, compiled, for evaluators of tree searches."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.core.game import CHANCE, NOBODY, State
from moleworks.core.kernel import compiled, kernel, specialize
from moleworks.core.random_kernels import next_seed, pick
from moleworks.research.batches.host_memory import game_parts
from moleworks.research.encoded_planes import table_fields

game: Any = None
"""The kernels of a game, replaced by `specialize`."""


@kernel
def play_out(
    table_numbers: Sequence[Any],
    position_numbers: Sequence[int],
    players: int,
    games: int,
    seed: int,
    rewards: MutableSequence[float],
) -> None:
    """Add up the rewards of each seat in so many random games; all actions of a seat are equally likely."""
    table = game.table(*table_numbers)
    begin = game.position(*position_numbers)
    for _ in range(games):
        position = begin
        seat = game.actor(table, position)
        while seat != NOBODY:
            seed = next_seed(seed)
            if seat == CHANCE:
                number = pick(seed, game.chance_count(table, position))
                position = game.play(table, position, game.chance_action(table, position, number))
            else:
                number = pick(seed, game.legal_count(table, position))
                position = game.play(table, position, game.nth_legal(table, position, number))
            seat = game.actor(table, position)
        for other in range(players):
            rewards[other] += game.reward(table, position, other, players)


@cache
def _compiled_play_out(game_id: str) -> Callable[..., None]:
    return compiled(specialize(play_out, game_id, **game_parts(game_id)))


def random_returns(state: State, games: int, seed: int) -> NDArray[np.float64]:
    """The mean return of each seat in random games from a state on; the seed is a number from 1 to 2**62.

    >>> from moleworks import Match
    >>> returns = random_returns(Match.begin("buddel-bande", players=3).state, 1000, seed=5)
    >>> returns.shape, bool(abs(returns.sum()) < 1e-9), bool(abs(returns).max() < 0.2)
    ((3,), True, True)
    """
    here: Any = state
    rewards = np.zeros(state.setup.players)
    play = _compiled_play_out(state.setup.game)
    play(table_fields(here.table), tuple(here.position), state.setup.players, games, seed, rewards)
    return rewards / games
