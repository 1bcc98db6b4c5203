"""OpenSpiel's bots as players of the arena, by import paths such as `moleworks.research.openspiel.bots:MCTS`.

Any other bot takes a few lines:

>>> from open_spiel.python.bots import uniform_random
>>> class Uniform(OpenSpielPlayer):
...     def bot(self, game, seat, random):
...         return uniform_random.UniformRandomBot(seat, random)
>>> from moleworks.engine import knowledge
>>> from moleworks.record import Match
>>> match = Match.begin("mole-hill", board="patch")
>>> match.play([Uniform()(knowledge(match), seed=1)])
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms import ismcts, mcts

from moleworks.core.messages import N_, Complaint
from moleworks.engine import Knowledge
from moleworks.research.openspiel.determinize import state_of
from moleworks.research.openspiel.states import OpenSpielState
from moleworks.research.playouts import random_returns

SEEDS = 1 << 32
"""NumPy's seeds are smaller than this."""


class OpenSpielPlayer(ABC):
    """A player of the arena that asks an OpenSpiel bot, a new one for every action.

    The bot gets a state that agrees with the knowledge of the seat (`state_of`), so it cannot see secrets.
    The same knowledge and seed lead to the same action if all its random numbers come from `random`.
    """

    @abstractmethod
    def bot(self, game: Any, seat: int, random: np.random.RandomState) -> Any:
        """A bot for that seat: an object with `step(state)`."""

    def __call__(self, knowledge: Knowledge, seed: int) -> str:
        """The name of the action that the bot chooses."""
        state = state_of(knowledge, seed)
        random = np.random.RandomState(seed % SEEDS)
        bot = self.bot(state.get_game(), state.current_player(), random)
        return str(state.action_to_string(state.current_player(), int(bot.step(state))))


class RolloutEvaluator(mcts.Evaluator):
    """OpenSpiel's `RandomRolloutEvaluator` with compiled games: hundreds of times as fast.

    Random numbers come from `random_state`, as there. Random actions are equally likely.
    """

    def __init__(self, n_rollouts: int = 1, random_state: np.random.RandomState | None = None) -> None:
        self.n_rollouts = n_rollouts
        self._random_state = random_state or np.random.RandomState()

    def evaluate(self, state: OpenSpielState) -> NDArray[np.float64]:
        """The mean return of each seat."""
        seed = int(self._random_state.randint(1, 1 << 62))
        return random_returns(state.moleworks_state, self.n_rollouts, seed)

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        """Each action with its probability in random games."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class TreeSearchPlayer(OpenSpielPlayer):
    """A bot that evaluates states by random games; subclasses may change the numbers."""

    simulations = 100
    exploration = 2.0
    rollouts = 1
    """Random games for each simulation."""

    def evaluator(self, random: np.random.RandomState) -> Any:
        """The evaluator of states."""
        return RolloutEvaluator(self.rollouts, random)


class MCTS(TreeSearchPlayer):
    """Monte Carlo tree search; secrets are guessed once (`state_of`)."""

    def bot(self, game: Any, seat: int, random: np.random.RandomState) -> Any:
        """OpenSpiel's MCTS bot with these settings."""
        del seat
        evaluator = self.evaluator(random)
        return mcts.MCTSBot(game, self.exploration, self.simulations, evaluator, random_state=random)


class ISMCTS(TreeSearchPlayer):
    """Information set MCTS: samples the secrets anew in each simulation, for games that have some."""

    def bot(self, game: Any, seat: int, random: np.random.RandomState) -> Any:
        """OpenSpiel's ISMCTS bot with these settings; `Complaint` for a game without secrets."""
        del seat
        if not game.encoding.has_secrets:
            text = N_("ISMCTS is for games that hide something: send MCTS to {game}.")
            raise Complaint(text, game=game.encoding.game.title)
        bot = ismcts.ISMCTSBot(
            game, self.evaluator(random), self.exploration, self.simulations, random_state=random
        )

        def resample(state: OpenSpielState, player: int) -> OpenSpielState:
            return state.resample_from_infostate(player, random.random_sample)

        bot.set_resampler(resample)  # its default ignores the seed
        return bot
