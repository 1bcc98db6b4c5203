"""Timers that share one thread: a thread for each would take longer than a short search."""

from __future__ import annotations

import heapq
import itertools
import math
import threading
import time
from collections.abc import Callable

from moleworks.core import work


class Timer:
    """A call that is due later; it can be cancelled."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        """Do not call back; to cancel twice, or too late, does no harm."""
        self.callback = None


class TimerThread:
    """Makes the calls of all timers in one thread, which starts when it is first needed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()
        self._wake_at = math.inf
        """When the thread wakes up unless it is notified."""
        self._thread: threading.Thread | None = None

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call a function after some seconds, in the timer thread; it has to be quick."""
        timer, at = Timer(callback), time.monotonic() + max(seconds, 0.0)
        with self._changed:
            heapq.heappush(self._waiting, (at, next(self._count), timer))
            if not work.runs_beside():
                return timer
            if self._thread is None or not self._thread.is_alive():  # a forked process has none
                self._thread = threading.Thread(target=self._run, name="timers", daemon=True)
                self._thread.start()
            elif at < self._wake_at:
                self._wake_at = at  # so that timers set before it wakes up do not notify it again
                self._changed.notify()
        return timer

    def call_due(self) -> None:
        """Make the calls that are due, where no thread can do it: what a timer ends has to ask for that."""
        while not work.runs_beside() and self._waiting and self._waiting[0][0] <= time.monotonic():
            callback = heapq.heappop(self._waiting)[2].callback
            if callback is not None:
                callback()

    def _run(self) -> None:
        while True:
            for callback in self._wait_for_due():
                callback()

    def _wait_for_due(self) -> list[Callable[[], None]]:
        """Wait until calls are due. The thread does not wake up for cancelled timers, which most are."""
        with self._changed:
            while True:
                now, due = time.monotonic(), []
                while self._waiting and (self._waiting[0][0] <= now or self._waiting[0][2].callback is None):
                    callback = heapq.heappop(self._waiting)[2].callback
                    if callback is not None:
                        due.append(callback)
                if due:
                    return due
                self._wake_at = self._waiting[0][0] if self._waiting else math.inf
                left = self._wake_at - now
                self._changed.wait(min(left, threading.TIMEOUT_MAX) if left < math.inf else None)


TIMERS = TimerThread()
