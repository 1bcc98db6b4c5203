"""One clock for all searches: a thread for each would cost more than many a search."""

from __future__ import annotations

import heapq
import itertools
import math
import threading
import time
from collections.abc import Callable


class Alarm:
    """Rings once, unless it is put off before."""

    __slots__ = ("ring",)

    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring: Callable[[], None] | None = ring

    def cancel(self) -> None:
        self.ring = None


class Alarms:
    """Rings alarms in a thread of its own, which is begun when it is first needed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int, Alarm]] = []
        self._count = itertools.count()
        self._wakes = math.inf
        """When the thread looks again, if nobody tells it."""
        self._thread: threading.Thread | None = None

    def after(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        """Have something done in so many seconds; it has to be quick."""
        alarm, at = Alarm(ring), time.monotonic() + max(seconds, 0.0)
        with self._changed:
            heapq.heappush(self._waiting, (at, next(self._count), alarm))
            if self._thread is None or not self._thread.is_alive():  # a forked process has none
                self._thread = threading.Thread(target=self._watch, name="alarms", daemon=True)
                self._thread.start()
            elif at < self._wakes:
                self._wakes = at  # whoever comes before it has looked need not tell it again
                self._changed.notify()
        return alarm

    def _watch(self) -> None:
        while True:
            for ring in self._due():
                ring()

    def _due(self) -> list[Callable[[], None]]:
        """Waits until something is to ring. Most alarms were put off by then: nobody wakes for those."""
        with self._changed:
            while True:
                now, due = time.monotonic(), []
                while self._waiting and (self._waiting[0][0] <= now or self._waiting[0][2].ring is None):
                    ring = heapq.heappop(self._waiting)[2].ring
                    if ring is not None:
                        due.append(ring)
                if due:
                    return due
                self._wakes = self._waiting[0][0] if self._waiting else math.inf
                left = self._wakes - now
                self._changed.wait(min(left, threading.TIMEOUT_MAX) if left < math.inf else None)


ALARMS = Alarms()
