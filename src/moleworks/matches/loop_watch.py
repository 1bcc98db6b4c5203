"""Measure what runs on the event loop: the CPU time of each step of a task, and which steps were too long."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, Protocol, TypeVar

logger = logging.getLogger("moleworks.matches")

T = TypeVar("T")

LONG_STEP = 0.02
"""Seconds of CPU time. Everybody else waits while one step runs, so a longer one is a fault of ours."""


class LoopWatch:
    """Counts and logs the steps that kept the event loop for too long."""

    def __init__(self) -> None:
        self.long_steps = 0
        self.longest = 0.0
        """CPU seconds of the longest step so far."""

    def note(self, name: str, seconds: float) -> None:
        """Note one step of the work of this name."""
        self.longest = max(self.longest, seconds)
        if seconds > LONG_STEP:
            self.long_steps += 1
            logger.warning("the event loop was kept for %.0f ms by %s", 1000 * seconds, name)

    def watch(self, work: Coroutine[Any, Any, T], name: str) -> MeasuredSteps[T]:
        """An awaitable that does the work and notes each of its steps."""
        return MeasuredSteps(work, _NamedMeter(self, name))


class Meter(Protocol):
    """Measures the steps of a work."""

    def begin_step(self) -> None:
        """A step begins."""

    def end_step(self) -> None:
        """The step has ended."""


class StepMeter:
    """Measures the CPU time of each step between two pauses.

    CPU time, because the machine may run something else meanwhile, which is not the fault of this work.
    """

    __slots__ = ("_began",)

    def begin_step(self) -> None:
        """A step begins."""
        self._began = time.thread_time()

    def in_step(self) -> float:
        """CPU seconds of the current step so far."""
        return time.thread_time() - self._began


class _NamedMeter(StepMeter):
    """Notes the steps of a work under its name."""

    __slots__ = ("_name", "_watch")

    def __init__(self, watch: LoopWatch, name: str) -> None:
        self._watch, self._name = watch, name

    def end_step(self) -> None:
        self._watch.note(self._name, self.in_step())


class MeasuredSteps(Generic[T]):
    """Awaits a coroutine, and has each of its steps measured."""

    def __init__(self, work: Coroutine[Any, Any, T], meter: Meter) -> None:
        self._work, self._meter = work, meter

    def __await__(self) -> Generator[Any, Any, T]:
        step: Callable[[Any], Any] = self._work.send
        value: Any = None
        while True:
            self._meter.begin_step()
            try:
                pause = step(value)
            except StopIteration as stop:
                result: T = stop.value
                return result
            finally:
                self._meter.end_step()
            try:
                value = yield pause
                step = self._work.send
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as error:  # noqa: BLE001 - the work handles it
                value, step = error, self._work.throw
