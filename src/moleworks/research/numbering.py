"""Actions as learning programs want them: numbers from 0, the same ones in every game of a set-up.

An action's number is the place of its name in the table `Game.names` of that set-up; chance has its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moleworks.games import Game
from moleworks.games.bits import Rows, listed, rows

WORD = 64
ALL = (1 << WORD) - 1
BYTEWISE = 256
"""Games whose actions are below this are read off their sets of bits, a byte at a time."""
VALUES = bytes.maketrans(b"01", b"\0\1")
"""From the digits of a set, written down, to their values."""
BYTE = np.dtype(np.int8)


class Lister:
    """Lists the labels of sets. It remembers the last: the next often has one member less, or is the same.

    It does so for sets of small numbers and for others apart, as seats may take turns with them.
    """

    def __init__(self, labels: Sequence[int]) -> None:
        whole = rows(labels)
        self._rows: tuple[Rows, Rows] = whole, whole[: WORD // 8]
        self._last: list[tuple[int, list[int]]] = [(0, []), (0, [])]

    def listed(self, bits: int) -> list[int]:
        """The labels of the members, smallest member first.

        >>> lister = Lister(range(100, 200))
        >>> [lister.listed(bits) for bits in (0b1011, 0b1001, 0b1001 << 70)]
        [[100, 101, 103], [100, 103], [170, 173]]
        """
        small = bits <= ALL
        last, labels = self._last[small]
        if bits != last:
            gone = last ^ bits
            if gone & (gone - 1) == 0 and gone & last:
                place = (last & (gone - 1)).bit_count()
                labels = labels.copy()
                del labels[place]
            else:
                labels = listed(bits, self._rows[small])
            self._last[small] = bits, labels
        return labels.copy()


class Numbering:
    """The numbers, names and actions of seats, or of chance."""

    def __init__(self, game: Game[Any], names: Mapping[str, int]) -> None:
        self._game = game
        self._choices = game.choices
        self.names = tuple(names)
        self.number = {name: number for number, name in enumerate(names)}
        self.actions = tuple(names.values())
        """By number."""
        numbers = {action: number for number, action in enumerate(self.actions)}
        # Where one action has several names, its name hangs on the position.
        self._numbers = numbers if len(numbers) == len(self.actions) else None
        top = max(self.actions, default=0) + 1
        self._lister: Lister | None = None
        self._digits = f"{{:0{top}b}}".format
        self._places = np.array([top - 1 - action for action in self.actions], np.intp)
        """By number, where its digit is in a set that is written down: the smallest member comes last."""
        if self._numbers is not None and top <= BYTEWISE:
            labels = [self._numbers.get(action, -1) for action in range(top)]
            self._lister = Lister(labels)

    def __len__(self) -> int:
        return len(self.names)

    def numbered(self, state: Any, action: int) -> int:
        """The number of a legal action."""
        if self._numbers is not None:
            return self._numbers[action]
        return self.number[self._game.name(state, action)]

    def legal(self, state: Any) -> list[int]:
        """The numbers of all legal actions, the smallest first."""
        if self._lister is not None:
            return self._lister.listed(self._choices(state))
        if self._numbers is not None:
            return [self._numbers[action] for action in self._game.legal(state)]
        name, number = self._game.name, self.number
        return sorted(number[name(state, action)] for action in self._game.legal(state))

    def allows(self, state: Any, number: int) -> bool:
        """Whether the action of that number is legal; there may be no such number."""
        if not 0 <= number < len(self.actions):
            return False
        action = self.actions[number]
        legal = self._choices(state) >> action & 1 == 1
        return legal and (self._numbers is not None or self._game.name(state, action) == self.names[number])

    def mask(self, state: Any) -> NDArray[np.int8]:
        """1 for every legal action, else 0."""
        if self._lister is not None:
            digits = self._digits(self._choices(state)).encode().translate(VALUES)
            return np.frombuffer(digits, BYTE).take(self._places)
        mask = np.zeros(len(self), np.int8)
        mask[self.legal(state)] = 1
        return mask
