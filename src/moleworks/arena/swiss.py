"""Pairings of a Swiss tournament: players with about the same score meet who have not met before.

Late in a long tournament there may be no such round: then there are as few rematches as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Protocol

SEARCH_STEPS = 2_000
"""Steps of the simple search for a round without rematches."""
PRIME = 2**61 - 1

Pair = tuple[str, str]


class SwissResult(Protocol):
    """What the standings need of a finished game."""

    @property
    def set(self) -> int:
        """The number of its set: one line-up in all rotations of the seats."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players by seat."""

    def share(self, name: str) -> float:
        """The share of the game that a player won; where nobody wins, all share it."""


class SwissStandings:
    """The standings of a tournament, which give the next round."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.points = dict.fromkeys(players, 0.0)
        self._met: set[frozenset[str]] = set()
        self._byes: dict[str, int] = dict.fromkeys(players, 0)

    def next_round(self) -> list[Pair]:
        """The pairs of the next round. If their number is odd, the last one with the fewest byes has a bye.

        If rematches are needed there are as few as possible, and another player has the bye if that helps.

        >>> standings = SwissStandings(["a", "b", "c"])
        >>> standings.next_round()
        [('a', 'b')]
        """
        order = sorted(self.players, key=lambda name: (-self.points[name], self.players.index(name)))
        orders = [order]
        if len(order) % 2:
            least = min(self._byes.values())
            resting = [name for name in reversed(order) if self._byes[name] == least]
            orders = [[name for name in order if name != rests] for rests in resting]
        for order in orders:
            self._steps_left = SEARCH_STEPS
            if (found := self._pair_without_rematch(order)) is not None:
                return [self._in_list_order(*pair) for pair in found]
        return [
            self._in_list_order(*pair)
            for pair in self._pair_with_fewest_rematches(min(orders, key=self._fewest_rematches))
        ]

    def add_round(
        self,
        pairs: Sequence[Pair],
        games: Sequence[SwissResult],
        each: int,
        void: Sequence[Sequence[str]] = (),
    ) -> None:
        """Add the results of a round.

        A bye scores all points of the round, as usual; a `void` game scores half for both.
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
            self._byes[name] += 1

    def _pair_without_rematch(self, order: Sequence[str]) -> list[Pair] | None:
        """Pair each player with the next one below it that it has not met, by backtracking."""
        if not order:
            return []
        first, *others = order
        for other in others:
            self._steps_left -= 1
            if self._steps_left < 0:
                return None
            if frozenset((first, other)) in self._met:
                continue
            rest = self._pair_without_rematch([name for name in others if name != other])
            if rest is not None:
                return [(first, other), *rest]
        return None

    def _pair_with_fewest_rematches(self, order: Sequence[str]) -> list[Pair]:
        """As `_pair_without_rematch`, but with as many rematches as are needed."""
        rematches_left, pairs = self._fewest_rematches(order), []
        while order:
            first, *others = order
            for other in others:
                order = [name for name in others if name != other]
                again = frozenset((first, other)) in self._met
                if again + self._fewest_rematches(order) <= rematches_left:
                    rematches_left -= again
                    pairs.append((first, other))
                    break
        return pairs

    def _fewest_rematches(self, names: Sequence[str]) -> int:
        """The least number of rematches if these players are paired.

        By Tutte and Lovász: fill a matrix with a random number for each pair that has not met, and its
        negative in the transposed cell. Its rank is twice the size of a maximum matching; it is smaller with
        a probability of 10^-16.
        """
        random = Random(0)
        rows = [[0] * len(names) for _ in names]
        for one, other in combinations(range(len(names)), 2):
            if frozenset((names[one], names[other])) not in self._met:
                rows[one][other] = random.randrange(1, PRIME)
                rows[other][one] = PRIME - rows[one][other]
        return (len(names) - _rank(rows)) // 2

    def _in_list_order(self, one: str, other: str) -> Pair:
        """A pair in the order of the player list, so that each line-up is written in one way."""
        first, second = sorted((one, other), key=self.players.index)
        return first, second


def _rank(rows: list[list[int]]) -> int:
    """The rank of a matrix of numbers modulo `PRIME`, by elimination."""
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
