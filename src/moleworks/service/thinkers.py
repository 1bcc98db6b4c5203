"""Processes that think for the computer's seats, so that the service itself never stops to think."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from moleworks import players
from moleworks.players import Advice, Sight

FAREWELL = 5.0
"""Seconds to wait for processes that were told to stop."""


class Thinkers:
    """A pool of processes that starts when it is first needed and survives the death of a member."""

    def __init__(self, processes: int = 0) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) // 2)
        self._pool: ProcessPoolExecutor | None = None

    async def move(self, sight: Sight, level: int) -> str:
        """The action that a computer of this level chooses."""
        advice: Advice = await self.run(_advise, sight, level, 1)
        return advice.action

    async def advice(self, sight: Sight, level: int, lines: int) -> Advice:
        """The best actions with their worth and a reason each."""
        advice: Advice = await self.run(_advise, sight, level, lines)
        return advice

    async def run(self, work: Any, *args: Any) -> Any:
        """Do work in the pool; if a process of it dies, once more in a new pool."""
        for last in (False, True):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_start)
            pool = self._pool
            try:
                return await asyncio.wrap_future(pool.submit(work, *args))
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
                if last:
                    raise
        raise AssertionError

    def close(self) -> None:
        """Nobody waits any more for whoever still thinks, and the program shall end: so they are stopped.

        It may end by a signal, after which nobody tidies up: the pool's semaphores have to be gone by then.
        """
        if self._pool is not None:
            thinking = list(self._pool._processes.values())
            manager: Any = self._pool._executor_manager_thread
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for process in thinking:
                process.terminate()
            if manager is not None:
                manager.join(FAREWELL)
            gc.collect()


def _start() -> None:
    """Ctrl-C is for the service, which then ends its thinkers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _advise(sight: Sight, level: int, lines: int) -> Advice:
    return players.best(sight.view, sight.setup, sight.heard, level=level, lines=lines)
