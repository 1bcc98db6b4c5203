"""What a seat knows, as strings and tensors."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from moleworks.research.openspiel.states import State
from moleworks.research.world import World


class Observer:
    """What a seat knows: now (an observation), or with all it has heard so far (an information state)."""

    def __init__(self, here: World, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"There are no observation parameters, but {params} was given.")
        self._world = here
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No seat knows what all the others know: ask for one player, or none.")
        shape = here.planes.shape
        length = here.longest if self._recall else 0
        self.tensor = np.zeros(int(np.prod(shape)) + length, np.float32)
        self.dict = {"observation": self.tensor[length:].reshape(shape)}
        if self._recall:
            self.dict = {"heard": self.tensor[:length], **self.dict}

    def set_from(self, state: State, player: int) -> None:
        """The planes; before them, with perfect recall, one more than the number of each action heard.

        Chance's numbers follow those of the seats there, and 0 is no action.
        """
        self.tensor.fill(0)
        if self._public:
            self.dict["observation"][:] = state.observed(player if self._private else None)
        elif self._private:
            self.dict["observation"][:] = state.observed(player) != state.observed(None)
        if self._recall and self._public:
            seats, chance = self._world.seats, self._world.chance
            told = [seats.number.get(n, -1) + 1 or chance.number[n] + len(seats) + 1 for n in state.heard]
            self.dict["heard"][: len(told)] = told

    def string_from(self, state: State, player: int) -> str:
        here, inside = self._world, state.moleworks_state
        view: dict[str, Any] = {}
        if self._private and not self._public:
            view = here.private(inside, player)
        elif not self._recall or here.is_secret:  # else all follows from what was heard
            view = here.game.view(inside, player if self._private else None)
        told = [f"p{player}"] if self._private else []
        if self._recall and self._public:
            told.extend(state.heard)
        if view:
            told.append(json.dumps(view, separators=(",", ":")))
        return " ".join(told)
