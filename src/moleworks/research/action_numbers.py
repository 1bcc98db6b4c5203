"""Number the actions of a set-up from 0 without gaps, as learning programs need them.

An action's number is its place among all actions of the set-up, in the order of the rules' own numbers.
Chance has its own numbers; where one array holds both, chance's follow those of the seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from moleworks.core.bits import LabelRows, label_rows, labels
from moleworks.core.game import AnyGame, State

WORD = 64
ALL = (1 << WORD) - 1
BYTEWISE = 256
"""For games whose actions are all below this, bitsets are read a byte at a time."""
VALUES = bytes.maketrans(b"01", b"\0\1")
"""Turns binary digits into their values."""
BYTE = np.dtype(np.int8)


class BitsetLabels:
    """Lists the labels of bitsets. It caches the last result: the next set is often equal or one member less.

    Sets below 64 bits and larger ones have separate caches, because seats may alternate between them.
    """

    def __init__(self, labels: Sequence[int]) -> None:
        whole = label_rows(labels)
        self._rows: tuple[LabelRows, LabelRows] = whole, whole[: WORD // 8]
        self._last: list[tuple[int, list[int]]] = [(0, []), (0, [])]

    def labels(self, bits: int) -> list[int]:
        """The labels of the members, smallest member first.

        >>> bitset_labels = BitsetLabels(range(100, 200))
        >>> [bitset_labels.labels(bits) for bits in (0b1011, 0b1001, 0b1001 << 70)]
        [[100, 101, 103], [100, 103], [170, 173]]
        """
        small = bits <= ALL
        last, found = self._last[small]
        if bits != last:
            removed = last ^ bits
            if removed & (removed - 1) == 0 and removed & last:
                place = (last & (removed - 1)).bit_count()
                found = found.copy()
                del found[place]
            else:
                found = labels(bits, self._rows[small])
            self._last[small] = bits, found
        return found.copy()


class ActionNumbers:
    """The numbers, names and actions of the seats, or of chance. Numbers are in the order of actions."""

    def __init__(self, game: AnyGame, names: Mapping[str, int]) -> None:
        self._game = game
        self._legal_bits = game.legal_bits
        self.actions = tuple(sorted(set(names.values())))
        """By number."""
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        """By action."""
        self.number = {name: self.numbers[action] for name, action in names.items()}
        """By name. Several names have one number if it depends on the position how an action is called."""
        called: list[list[str]] = [[] for _ in self.actions]
        for name, number in self.number.items():
            called[number].append(name)
        self.names = tuple(map(tuple, called))
        """By number, all names of the action."""
        self._only_names = tuple(some[0] if len(some) == 1 else None for some in called)
        top = max(self.actions, default=0) + 1
        self._labels: BitsetLabels | None = None
        self._digits = f"{{:0{top}b}}".format
        self._places = np.array([top - 1 - action for action in self.actions], np.intp)
        """By number, the place of its digit in a bitset written in binary: the smallest member comes last."""
        if top <= BYTEWISE:
            self._labels = BitsetLabels([self.numbers.get(action, -1) for action in range(top)])

    def __len__(self) -> int:
        return len(self.actions)

    def name(self, state: State, number: int) -> str:
        """The name of an action in a state, or if it is not legal there one that it has elsewhere."""
        only = self._only_names[number]
        if only is not None:
            return only
        name = self._game.name(state, self.actions[number])
        return name if name in self.number else self.names[number][0]

    def legal(self, state: State) -> list[int]:
        """The numbers of all legal actions, the smallest first."""
        if self._labels is not None:
            return self._labels.labels(self._legal_bits(state))
        return [self.numbers[action] for action in self._game.legal(state)]

    def allows(self, state: State, number: int) -> bool:
        """Whether the action of that number is legal; False if there is no such number."""
        if not 0 <= number < len(self.actions):
            return False
        return self._legal_bits(state) >> self.actions[number] & 1 == 1

    def mask(self, state: State) -> NDArray[np.int8]:
        """1 for every legal action, else 0."""
        if self._labels is not None:
            digits = self._digits(self._legal_bits(state)).encode().translate(VALUES)
            return np.frombuffer(digits, BYTE).take(self._places)
        mask = np.zeros(len(self), np.int8)
        mask[self.legal(state)] = 1
        return mask
