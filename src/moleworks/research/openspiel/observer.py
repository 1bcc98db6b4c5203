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
    """An observation, or with perfect recall an information state: all public actions so far too.

    With the parameter `one_hot` each of them is a row with a single 1, as networks need it; else a number.
    """

    def __init__(self, encoding: GameEncoding, kind: Any, params: dict[str, Any] | None) -> None:
        one_hot = bool((params or {}).get("one_hot", False))
        if set(params or {}) - {"one_hot"}:
            raise ValueError(f"The only observation parameter is one_hot, but {params} was given.")
        self._encoding = encoding
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is None or kind.public_info
        self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No seat knows what all the others know: ask for one player, or none.")
        shape = encoding.planes.shape
        self._numbers = len(encoding.seats) + len(encoding.chance)
        rows = (encoding.max_actions, self._numbers) if one_hot else (encoding.max_actions,)
        length = int(np.prod(rows)) if self._recall else 0
        self.tensor = np.zeros(int(np.prod(shape)) + length, np.float32)
        self.dict = {"observation": self.tensor[length:].reshape(shape)}
        if self._recall:
            self.dict = {"heard": self.tensor[:length].reshape(rows), **self.dict}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the planes; with perfect recall, 1 plus the number of each public action before them.

        The numbers of chance follow those of the seats there, and 0 is no action. One-hot rows have their 1
        in the column of that number, without the 1 more; no action is a row of zeros.
        """
        self.tensor.fill(0)
        if self._public:
            self.dict["observation"][:] = state.observe(player if self._private else None)
        elif self._private:
            self.dict["observation"][:] = state.observe(player) != state.observe(None)
        if self._recall and self._public:
            seats, chance = self._encoding.seats, self._encoding.chance
            numbers = [seats.number.get(n, -1) + 1 or chance.number[n] + len(seats) + 1 for n in state.heard]
            heard = self.dict["heard"]
            if heard.ndim == 1:
                heard[: len(numbers)] = numbers
            else:
                heard[np.arange(len(numbers)), np.array(numbers, np.intp) - 1] = 1

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the player knows as one line of text; different for different knowledge."""
        if self._recall and self._public and self._private:
            return state.known(player, lambda: self._text(state, player))
        return self._text(state, player)

    def _text(self, state: OpenSpielState, player: int) -> str:
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
