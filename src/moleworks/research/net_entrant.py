"""Seat a network that learned on batches in the arena or on a server: a bot that gets planes and a mask.

>>> import numpy as np
>>> class Mine(NetEntrant):
...     def scores(self, planes, mask):
...         return np.arange(mask.shape[1])[::-1]  # a network: logits, or visits of a search

`moleworks arena GAME --players bots:Mine,level1 --games 100` plays it if it stands in `bots.py`, and
`Mine("Digger").join(link)` on a server.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moleworks.client.bot import Bot, JsonView
from moleworks.core.game import Setup
from moleworks.engine import Knowledge
from moleworks.engine.determinize import state
from moleworks.research.batches import Batch


class NetEntrant(Bot):
    """A bot that scores all actions from the arrays of a batch with one game, and plays the best legal one.

    The planes show what the seat knows. What it does not know is in none of them, so any state that agrees
    with its knowledge has the same. A network that learned in another adapter sets `floats`.
    """

    floats = False
    """Whether planes are floats between 0 and 1, as all other adapters show them, and not a batch's bytes."""

    @abstractmethod
    def scores(self, planes: NDArray[Any], mask: NDArray[np.bool_]) -> ArrayLike:
        """A number for each action, from the arrays of a batch with one game."""

    def choose(self, view: JsonView, legal: list[str]) -> str:
        """The legal action with the highest score."""
        del view, legal
        return self.choose_by(self.knowledge())

    def choose_by(self, knowledge: Knowledge) -> str:
        """The legal action with the highest score, for what the seat to act knows."""
        games = batch_of_one(knowledge)
        planes = games.planes / games.largest if self.floats else games.planes
        scores = np.asarray(self.scores(planes, games.mask), np.float64).reshape(-1)
        if scores.shape != (games.actions,):
            raise ValueError(f"scores has to return {games.actions} numbers, not {scores.size}")
        return games.name(0, int(np.where(games.mask[0], scores, -np.inf).argmax()))


def batch_of_one(knowledge: Knowledge) -> Batch:
    """A batch with one game, whose planes and mask are those of the seat to act.

    >>> from moleworks import Match, engine
    >>> match = Match.begin("buddel-bande", players=3)
    >>> match.play(["deal:S=012", "deal:M=120", "deal:L=201", "=Ac"])
    >>> games = batch_of_one(engine.knowledge(match))
    >>> games.planes.shape, [games.name(0, action) for action in games.legal(0)][:2]
    ((1, 78, 26), ['S1>1', 'S2>1'])
    """
    games = _empty_batch(knowledge.setup)
    games.load_states([state(knowledge)])
    return games


@lru_cache(maxsize=64)
def _empty_batch(setup: Setup) -> Batch:
    # It is not compiled: that takes longer than to play a match.
    options: dict[str, Any] = {"auto_reset": False, "native": False}
    return Batch(setup, 1, **options)
