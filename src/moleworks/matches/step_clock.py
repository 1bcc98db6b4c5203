"""Measure the CPU time of steps on the event loop: by the clock first, by the thread's CPU time where needed.

To read a thread's CPU time is a system call. Several of them for each message were a fifth of the cost of a
move; the clock of the machine is read without one.
"""

from __future__ import annotations

import threading
import time
from typing import TypeAlias

SHORT = 0.001
"""A step that ends within so many seconds counts by the clock: it cannot have used more."""
READ_EVERY = 0.002
"""Seconds after which the CPU time is read again. A longer step may count as so much too long, if the machine
ran something else meanwhile."""


_cpu_time = getattr(time, "thread_time", time.process_time)
"""A browser's Python knows no CPU time of threads, because it has none."""


class _LastReading(threading.local):
    """The thread's CPU time when it was last read, and when that was."""

    at, cpu = float("-inf"), 0.0


_last = _LastReading()


StepStart: TypeAlias = tuple[float, float]
"""When a step began: by the clock, and by the thread's CPU time, which may be a little older.

A plain tuple, because a named one takes three times as long to make.
"""


def begin() -> StepStart:
    """The moment at which a step begins, for `used_since` in the same thread."""
    now = time.monotonic()
    if now - _last.at > READ_EVERY:
        _last.at, _last.cpu = now, _cpu_time()
    return now, _last.cpu


def elapsed_since(began: StepStart) -> float:
    """Seconds by the clock since that moment."""
    return time.monotonic() - began[0]


def used_since(began: StepStart) -> float:
    """CPU seconds that this thread has used since that moment, whatever else was measured meanwhile.

    >>> began = begin()
    >>> time.sleep(0.03)  # uses none
    >>> used_since(began) < 0.01
    True
    """
    return used_of(elapsed_since(began), began)


def used_of(elapsed: float, began: StepStart) -> float:
    """CPU seconds that this thread has used of those that have elapsed since that moment."""
    return elapsed if elapsed < SHORT else min(elapsed, _cpu_time() - began[1])
