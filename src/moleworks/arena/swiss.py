"""A Swiss tournament: in every round those meet who did about as well, and nobody meets anybody twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

TRIES = 20_000
"""So long a round without a second meeting is looked for."""

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

        >>> table = Table(["a", "b", "c"])
        >>> table.pairs()
        [('a', 'b')]
        """
        order = sorted(self.players, key=lambda name: (-self.points[name], self.players.index(name)))
        if len(order) % 2:
            least = min(self._rested.values())
            order.remove(next(name for name in reversed(order) if self._rested[name] == least))
        self._left = TRIES
        found = self._matched(order) or list(zip(order[::2], order[1::2], strict=True))
        return [self._seated(one, other) for one, other in found]

    def note(self, pairs: Sequence[Pair], games: Sequence[Result], each: int) -> None:
        """A round is over. Who rested has all the points of it, as is usual."""
        for pair in pairs:
            self._met.add(frozenset(pair))
        for game in games:
            for name in game.seats:
                self.points[name] += game.share(name)
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

    def _seated(self, one: str, other: str) -> Pair:
        """In the order of the list: a line-up is written in one way."""
        first, second = sorted((one, other), key=self.players.index)
        return first, second
