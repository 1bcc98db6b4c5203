"""Actions as learning programs want them: numbers from 0, the same ones in every game of a set-up.

An action's number is the place of its name in the table `Game.names` of that set-up; chance has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Game
from moleworks.games.bits import Rows, listed, rows

BYTEWISE = 256
"""Games whose actions are below this are read off their sets of bits, a byte at a time."""


class Numbering:
    """The numbers, names and actions of seats, or of chance."""

    def __init__(self, game: Game[Any], names: Mapping[str, int]) -> None:
        self._game = game
        self.names = tuple(names)
        self.number = {name: number for number, name in enumerate(names)}
        self.actions = tuple(names.values())
        """By number."""
        numbers = {action: number for number, action in enumerate(self.actions)}
        # Where one action has several names, its name hangs on the position.
        self._numbers = numbers if len(numbers) == len(self.actions) else None
        top = max(self.actions, default=0) + 1
        self._rows: Rows | None = None
        self._marks: list[list[bytes]] = []
        if self._numbers is not None and top <= BYTEWISE:
            self._rows = rows([self._numbers.get(action, -1) for action in range(top)])
            # The numbers go up with the actions, so a byte of the set is a stretch of the mask.
            self._marks = [[_marks(row[-1], part) for part in row] for row in self._rows]

    def __len__(self) -> int:
        return len(self.names)

    def numbered(self, state: Any, action: int) -> int:
        """The number of a legal action."""
        if self._numbers is not None:
            return self._numbers[action]
        return self.number[self._game.name(state, action)]

    def legal(self, state: Any) -> list[int]:
        """The numbers of all legal actions, the smallest first."""
        if self._rows is not None:
            return listed(self._game.choices(state), self._rows)
        if self._numbers is not None:
            return [self._numbers[action] for action in self._game.legal(state)]
        name, number = self._game.name, self.number
        return sorted(number[name(state, action)] for action in self._game.legal(state))

    def allows(self, state: Any, number: int) -> bool:
        """Whether the action of that number is legal; there may be no such number."""
        if not 0 <= number < len(self.actions):
            return False
        action = self.actions[number]
        legal = self._game.choices(state) >> action & 1 == 1
        return legal and (self._numbers is not None or self._game.name(state, action) == self.names[number])

    def mask(self, state: Any) -> NDArray[np.int8]:
        """1 for every legal action, else 0."""
        if self._marks:
            chosen = self._game.choices(state).to_bytes(len(self._marks), "little")
            marks = [row[byte] for row, byte in zip(self._marks, chosen, strict=True)]
            return np.frombuffer(bytearray().join(marks), np.int8)
        mask = np.zeros(len(self), np.int8)
        mask[self.legal(state)] = 1
        return mask


def _marks(all_: tuple[int, ...], some: tuple[int, ...]) -> bytes:
    return bytes(number in some for number in all_ if number >= 0)
