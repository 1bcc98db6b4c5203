"""How much one address may ask for: buckets that fill with time, in bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from moleworks.games import Complaint
from moleworks.games.game import N_

MOST_ADDRESSES = 20_000
"""So many are remembered; beyond that, those that were quiet longest are forgotten."""


class TooMuch(Complaint):
    """Somebody asks too often; `after` says in how many seconds to try again."""

    def __init__(self, after: float) -> None:
        super().__init__(N_("That is a bit much at once: please wait a moment and try again."))
        self.after = max(1, round(after))


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("burst", "left", "rate", "seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.seen = burst, now

    def take(self, now: float) -> bool:
        """Whether there is one more."""
        left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        self.left = left - 1 if left >= 1 else left
        return left >= 1


class Limit:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one, or `TooMuch`."""
        now = self.clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        if not bucket.take(now):
            raise TooMuch((1 - bucket.left) / self.rate)


class AtOnce:
    """How many of something there may be at once, for each name and perhaps in all."""

    def __init__(self, most: int, in_all: int | None = None) -> None:
        self.most, self.in_all = most, in_all
        self._counts: dict[str, int] = {}

    def enter(self, name: str = "") -> None:
        full = self.in_all is not None and self.total >= self.in_all
        if full or self._counts.get(name, 0) >= self.most:
            raise TooMuch(5)
        self._counts[name] = self._counts.get(name, 0) + 1

    def leave(self, name: str = "") -> None:
        left = self._counts.get(name, 0) - 1
        if left > 0:
            self._counts[name] = left
        else:
            self._counts.pop(name, None)

    @property
    def total(self) -> int:
        return sum(self._counts.values())
