"""OpenSpiel's bots in the arena, by their import path, such as `moleworks.research.openspiel.bots:MCTS`.

A bot of one's own is a few lines more:

>>> from open_spiel.python.bots import uniform_random
>>> class Uniform(Entrant):
...     def bot(self, game, seat, random):
...         return uniform_random.UniformRandomBot(seat, random)
>>> from moleworks.players import sight
>>> from moleworks.record import Match
>>> match = Match.begin("mole-hill", board="patch")
>>> match.play([Uniform()(sight(match), seed=1)])
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.players import Sight
from moleworks.research.openspiel.sights import state_of
from moleworks.research.openspiel.states import State

SEEDS = 1 << 32
"""NumPy takes no larger ones."""


class Entrant(ABC):
    """Sits in a seat of the arena and asks a bot of OpenSpiel's, a new one for every action.

    The bot is shown the state as the seat may imagine it (`state_of`), so it cannot know more than the seat
    does; and the same sight and seed lead to the same action if all its luck comes from `random`.
    """

    @abstractmethod
    def bot(self, game: Any, seat: int, random: np.random.RandomState) -> Any:
        """A bot for that seat: whatever has `step(state)`."""

    def __call__(self, sight: Sight, seed: int) -> str:
        """The name of the action that the bot takes."""
        state = state_of(sight, seed)
        random = np.random.RandomState(seed % SEEDS)
        bot = self.bot(state.get_game(), state.current_player(), random)
        return str(state.action_to_string(state.current_player(), int(bot.step(state))))


class Searcher(Entrant):
    """One that plays games to their end at random; another number of them is a class of two lines."""

    simulations = 100
    exploration = 2.0
    rollouts = 1
    """Random games for each simulation."""

    def evaluator(self, random: np.random.RandomState) -> Any:
        """What tells how good a state is."""
        return mcts.RandomRolloutEvaluator(self.rollouts, random)


class MCTS(Searcher):
    """Monte Carlo tree search; in Buddel Bande it takes one deal that may be for the real one."""

    def bot(self, game: Any, seat: int, random: np.random.RandomState) -> Any:
        del seat
        evaluator = self.evaluator(random)
        return mcts.MCTSBot(game, self.exploration, self.simulations, evaluator, random_state=random)


class ISMCTS(Searcher):
    """The same over all deals that may be, for Buddel Bande."""

    def bot(self, game: Any, seat: int, random: np.random.RandomState) -> Any:
        del seat
        if not game.world.is_secret:
            text = N_("ISMCTS is for games that hide something: send MCTS to {game}.")
            raise Complaint(text, game=game.world.game.title)
        found = ismcts.ISMCTSBot(
            game, self.evaluator(random), self.exploration, self.simulations, random_state=random
        )

        def dealt(state: State, player: int) -> State:
            return state.resample_from_infostate(player, random.random_sample)

        found.set_resampler(dealt)  # its own draws by luck that no seed settles
        return found
