"""Measure what runs on the event loop: the CPU time of each step of a task, and which steps were too long.

A work has a meter. What the work leaves to the event loop for later, a task or a callback, has the same one.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, Protocol, TypeVar

from moleworks.matches import step_clock

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
        self._garbage_began = 0.0

    def note(self, name: str, seconds: float) -> None:
        """Note one step of the work of this name."""
        self.longest = max(self.longest, seconds)
        if seconds > LONG_STEP:
            self.long_steps += 1
            logger.warning("the event loop was kept for %.0f ms by %s", 1000 * seconds, name)

    def watch_garbage(self) -> None:
        """Note each collection of garbage, too: it falls into some step, which is not to blame."""
        gc.callbacks.append(self._collecting)

    def _collecting(self, phase: str, about: Mapping[str, int]) -> None:
        if phase == "start":
            self._garbage_began = time.thread_time()
        else:
            name = f"collecting garbage, generation {about['generation']}"
            self.note(name, time.thread_time() - self._garbage_began)

    def meter(self, name: str) -> Meter:
        """Notes the steps of a work under its name."""
        return _NamedMeter(self, name)


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
        self._began = step_clock.begin()

    def in_step(self) -> float:
        """CPU seconds of the current step so far."""
        return step_clock.used_since(self._began)


class _NamedMeter(StepMeter):
    """Notes the steps of a work under its name."""

    __slots__ = ("_name", "_watch")

    def __init__(self, watch: LoopWatch, name: str) -> None:
        self._watch, self._name = watch, name

    def end_step(self) -> None:
        self._watch.note(self._name, self.in_step())


current_meter: ContextVar[Meter | None] = ContextVar("current_meter", default=None)
"""That of the work that runs now. Tasks and callbacks inherit it, as they do all context."""


@contextmanager
def measured_step(meter: Meter | None) -> Iterator[None]:
    """One step of a callback, which no task measures."""
    if meter is None:
        yield
        return
    before = current_meter.get()
    current_meter.set(meter)
    meter.begin_step()
    try:
        yield
    finally:
        meter.end_step()
        current_meter.set(before)


def start_measured(work: Coroutine[Any, Any, T], meter: Meter | None = None) -> asyncio.Task[T]:
    """A task whose steps are measured; without a meter by that of the work that starts it."""
    meter = meter or current_meter.get()

    async def measured() -> T:
        return await (work if meter is None else MeasuredSteps(work, meter))

    task = asyncio.get_running_loop().create_task(measured())
    task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
    return task


class MeasuredSteps(Generic[T]):
    """Awaits a coroutine, and has each of its steps measured. It is all that its task does."""

    def __init__(self, work: Coroutine[Any, Any, T], meter: Meter) -> None:
        self._work, self._meter = work, meter

    def __await__(self) -> Generator[Any, Any, T]:
        # Every message passes here, so what stays the same is looked up once.
        begin_step, end_step = self._meter.begin_step, self._meter.end_step
        current_meter.set(self._meter)
        step: Callable[[Any], Any] = self._work.send
        value: Any = None
        while True:
            begin_step()
            try:
                pause = step(value)
            except StopIteration as stop:
                result: T = stop.value
                return result
            finally:
                end_step()
            try:
                value = yield pause
                step = self._work.send
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as error:  # noqa: BLE001 - the work handles it
                value, step = error, self._work.throw
