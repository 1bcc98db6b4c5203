"""Rate limits by address (token buckets, in bounded memory) and limits on what happens at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from moleworks.core.messages import N_, Complaint

MAX_ADDRESSES = 20_000
"""How many addresses are remembered; the least recently used ones are forgotten."""


class RateLimited(Complaint):
    """Too many requests; `after` is the number of seconds to wait."""

    def __init__(self, after: float) -> None:
        super().__init__(N_("That is a bit much at once: please wait a moment and try again."))
        self.after = max(1, round(after))


class TokenBucket:
    """Allows `burst` at once, and `rate` a second after that."""

    __slots__ = ("burst", "left", "rate", "seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.seen = burst, now

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        self.left = left - 1 if left >= 1 else left
        return left >= 1


class RateLimit:
    """A token bucket for each address."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one token, or raise `RateLimited`."""
        now = self.clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self.rate, self.burst, now)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        if not bucket.take(now):
            raise RateLimited((1 - bucket.left) / self.rate)


class ConcurrencyLimit:
    """Limits how many of something there are at once, for each name and perhaps in total."""

    def __init__(self, limit: int, total_limit: int | None = None) -> None:
        self.limit, self.total_limit = limit, total_limit
        self._counts: dict[str, int] = {}

    def enter(self, name: str = "") -> None:
        """Count one more use; `RateLimited` if there are too many."""
        full = self.total_limit is not None and self.total >= self.total_limit
        if full or self._counts.get(name, 0) >= self.limit:
            raise RateLimited(5)
        self._counts[name] = self._counts.get(name, 0) + 1

    def leave(self, name: str = "") -> None:
        """Count one use less."""
        left = self._counts.get(name, 0) - 1
        if left > 0:
            self._counts[name] = left
        else:
            self._counts.pop(name, None)

    @property
    def total(self) -> int:
        """The uses of all names together."""
        return sum(self._counts.values())
