"""OpenSpiel observers: the knowledge of a seat as strings and tensors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from moleworks.research.encoding import GameEncoding
from moleworks.research.openspiel.states import OpenSpielState


class Observer:
    """An observation, or with perfect recall an information state: all public actions so far too."""

    def __init__(self, encoding: GameEncoding, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"There are no observation parameters, but {params} was given.")
        self._encoding = encoding
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No seat knows what all the others know: ask for one player, or none.")
        shape = encoding.planes.shape
        length = encoding.max_actions if self._recall else 0
        self.tensor = np.zeros(int(np.prod(shape)) + length, np.float32)
        self.dict = {"observation": self.tensor[length:].reshape(shape)}
        if self._recall:
            self.dict = {"heard": self.tensor[:length], **self.dict}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the planes; with perfect recall, 1 plus the number of each public action before them.

        The numbers of chance follow those of the seats there, and 0 is no action.
        """
        self.tensor.fill(0)
        if self._public:
            self.dict["observation"][:] = state.observe(player if self._private else None)
        elif self._private:
            self.dict["observation"][:] = state.observe(player) != state.observe(None)
        if self._recall and self._public:
            seats, chance = self._encoding.seats, self._encoding.chance
            numbers = [seats.number.get(n, -1) + 1 or chance.number[n] + len(seats) + 1 for n in state.heard]
            self.dict["heard"][: len(numbers)] = numbers

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the player knows as one line of text; different for different knowledge."""
        encoding, own_state = self._encoding, state.moleworks_state
        view: Mapping[str, object] = {}
        if self._private and not self._public:
            view = encoding.private(own_state, player)
        elif not self._recall or encoding.has_secrets:  # else the public actions tell everything
            view = encoding.game.view(own_state, player if self._private else None)
        parts = [f"p{player}"] if self._private else []
        if self._recall and self._public:
            parts.extend(state.heard)
        if view:
            parts.append(json.dumps(view, separators=(",", ":")))
        return " ".join(parts)
