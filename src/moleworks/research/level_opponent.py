"""A level of the computer player as the opponent in an environment."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from random import Random

from moleworks import engine
from moleworks.core.game import State
from moleworks.core.kernel import available
from moleworks.engine import Effort, Knowledge
from moleworks.research.encoding import GameEncoding
from moleworks.research.episode import Episode

PATIENCE = 120.0
"""Seconds to wait for compiled kernels: without them, play depends on the clock, not on the seed alone."""


class LevelOpponent:
    """Plays any seat by what that seat knows. It is compiled and loaded when it is made."""

    def __init__(self, encoding: GameEncoding, level: int) -> None:
        if level not in engine.LEVELS:
            raise ValueError(f"There is no level {level}: they go from 1 to 7.")
        self._player, self._effort = engine.player(encoding.setup.game), Effort(level=level)
        if not self._player.warm_up(PATIENCE):
            if available():
                raise TimeoutError(
                    f"The computer player was not compiled within {PATIENCE:.0f} s, and uncompiled its moves"
                    " depend on the clock. Try again, or take another opponent."
                )
            warnings.warn(
                "Without Numba the computer player is slow, and its moves depend on the clock.", stacklevel=4
            )
        # The first answer is dropped: a level has limited time for it.
        begun = Episode(encoding, Random(0))
        self.choose(encoding, begun.state, begun.names, seed=1)

    def choose(self, encoding: GameEncoding, state: State, names: Iterable[str], seed: int) -> int:
        """The number of its action for the seat to act, after actions of these names."""
        game = encoding.game
        view = game.view(state, game.actor(state))
        heard = tuple(filter(game.is_public, names))
        advice = self._player.advise(Knowledge(encoding.setup, view, heard), self._effort, seed=seed)
        return encoding.seats.number[advice.action]
