"""A Swiss tournament: in every round those meet who did about as well and have not met yet.

Late in a long tournament there may be no such round: then as few as possible meet again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Protocol

TRIES = 2_000
"""So long a round without a second meeting is looked for in the simplest way."""
PRIME = 2**61 - 1

Pair = tuple[str, str]


class Result(Protocol):
    """What has to be known of a game."""

    @property
    def set(self) -> int: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    def share(self, name: str) -> float: ...


class Table:
    """Where everybody stands."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.points = dict.fromkeys(players, 0.0)
        self._met: set[frozenset[str]] = set()
        self._rested: dict[str, int] = dict.fromkeys(players, 0)

    def pairs(self) -> list[Pair]:
        """The next round; with an odd number the last of those who rested least often rests.

        If nobody else is left for some, as few meet again as possible, and another rests if that helps.

        >>> table = Table(["a", "b", "c"])
        >>> table.pairs()
        [('a', 'b')]
        """
        order = sorted(self.players, key=lambda name: (-self.points[name], self.players.index(name)))
        orders = [order]
        if len(order) % 2:
            least = min(self._rested.values())
            resting = [name for name in reversed(order) if self._rested[name] == least]
            orders = [[name for name in order if name != rests] for rests in resting]
        for order in orders:
            self._left = TRIES
            if (found := self._matched(order)) is not None:
                return [self._seated(*pair) for pair in found]
        return [self._seated(*pair) for pair in self._least(min(orders, key=self._again))]

    def note(
        self, pairs: Sequence[Pair], games: Sequence[Result], each: int, void: Sequence[Sequence[str]] = ()
    ) -> None:
        """A round is over.

        Who rested has all the points of it, as is usual; of a `void` game both have half.
        """
        for pair in pairs:
            self._met.add(frozenset(pair))
        for game in games:
            for name in game.seats:
                self.points[name] += game.share(name)
        for seats in void:
            for name in seats:
                self.points[name] += 0.5
        for name in set(self.players) - {name for pair in pairs for name in pair}:
            self.points[name] += each
            self._rested[name] += 1

    def _matched(self, order: Sequence[str]) -> list[Pair] | None:
        """The first with the next one below whom it has not met, and so on; one step back if that fails."""
        if not order:
            return []
        first, *others = order
        for other in others:
            self._left -= 1
            if self._left < 0:
                return None
            if frozenset((first, other)) in self._met:
                continue
            rest = self._matched([name for name in others if name != other])
            if rest is not None:
                return [(first, other), *rest]
        return None

    def _least(self, order: Sequence[str]) -> list[Pair]:
        """As `_matched`, but with as many second meetings as there have to be."""
        spare, pairs = self._again(order), []
        while order:
            first, *others = order
            for other in others:
                order = [name for name in others if name != other]
                again = frozenset((first, other)) in self._met
                if again + self._again(order) <= spare:
                    spare -= again
                    pairs.append((first, other))
                    break
        return pairs

    def _again(self, names: Sequence[str]) -> int:
        """How many have to meet for a second time at least, if these are paired.

        By Tutte and Lovász: with any number for each pair that has not met, and its negative the other way
        round, the rank of the matrix is twice the number of such pairs that can play at once. By lot it is
        smaller with a chance of one in 10^16.
        """
        lot = Random(0)
        rows = [[0] * len(names) for _ in names]
        for one, other in combinations(range(len(names)), 2):
            if frozenset((names[one], names[other])) not in self._met:
                rows[one][other] = lot.randrange(1, PRIME)
                rows[other][one] = PRIME - rows[one][other]
        return (len(names) - _rank(rows)) // 2

    def _seated(self, one: str, other: str) -> Pair:
        """In the order of the list: a line-up is written in one way."""
        first, second = sorted((one, other), key=self.players.index)
        return first, second


def _rank(rows: list[list[int]]) -> int:
    """Of a matrix of numbers modulo `PRIME`, by elimination."""
    rank = 0
    for column in range(len(rows)):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        rank += 1
        inverse = pow(pivot[column], -1, PRIME)
        rows = [
            [(cell - row[column] * inverse * top) % PRIME for cell, top in zip(row, pivot, strict=True)]
            for row in rows
            if row is not pivot
        ]
    return rank
