"""A queue for work that is limited in number: those that wait take turns by owner, not by who came first."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from moleworks.core.messages import N_, Complaint


class QueueFull(Complaint):
    """Too much work of one owner is waiting."""

    def __init__(self) -> None:
        super().__init__(N_("That is a bit much at once: please wait a moment and try again."))


class _Waiter(NamedTuple):
    ready: asyncio.Future[None]
    long: bool


class FairQueue:
    """Lets `limit` work at once; `long_limit` of them may do long work, so that short work need not wait.

    An owner is an address or a person. One that asks for much waits for itself, not others for it.
    """

    def __init__(
        self,
        limit: int,
        *,
        long_limit: int | None = None,
        per_owner: int | None = None,
        max_waiting: int | None = None,
    ) -> None:
        """`per_owner`: works at once of one owner; `max_waiting`: of how many one owner may wait."""
        self.limit, self.long_limit = limit, limit if long_limit is None else long_limit
        self.per_owner, self.max_waiting = per_owner or limit, max_waiting
        self._waiting: OrderedDict[str, deque[_Waiter]] = OrderedDict()
        """By owner, the one whose turn is next first."""
        self._running: Counter[str] = Counter()
        self._long_running = 0

    @asynccontextmanager
    async def turn(self, owner: str, *, long: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it meanwhile; `QueueFull` if too much of this owner waits already."""
        await self._enter(owner, long)
        try:
            yield
        finally:
            self._leave(owner, long)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(map(len, self._waiting.values()))

    async def _enter(self, owner: str, long: bool) -> None:
        waiter = _Waiter(asyncio.get_running_loop().create_future(), long)
        queue = self._waiting.setdefault(owner, deque())
        if self.max_waiting is not None and len(queue) >= self.max_waiting:
            raise QueueFull
        queue.append(waiter)
        self._wake()
        try:
            await waiter.ready
        except BaseException:
            if waiter.ready.done() and not waiter.ready.cancelled():
                self._leave(owner, long)
            else:
                self._remove(owner, waiter)
            raise

    def _leave(self, owner: str, long: bool) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._long_running -= long
        self._wake()

    def _wake(self) -> None:
        """Give free places to those whose turn it is."""
        while self._running.total() < self.limit and (found := self._next()):
            owner, waiter = found
            self._remove(owner, waiter)
            if owner in self._waiting:
                self._waiting.move_to_end(owner)
            self._running[owner] += 1
            self._long_running += waiter.long
            waiter.ready.set_result(None)

    def _next(self) -> tuple[str, _Waiter] | None:
        for owner, queue in self._waiting.items():
            if self._running[owner] >= self.per_owner:
                continue
            for waiter in queue:
                if waiter.ready.done():  # cancelled just now
                    continue
                if not waiter.long or self._long_running < self.long_limit:
                    return owner, waiter
        return None

    def _remove(self, owner: str, waiter: _Waiter) -> None:
        queue = self._waiting[owner]
        queue.remove(waiter)
        if not queue:
            del self._waiting[owner]
