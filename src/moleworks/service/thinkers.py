"""Processes that think for the computer's seats, so that the service itself never stops to think."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from moleworks import players
from moleworks.players import Advice, Effort, Sight
from moleworks.service.wanted import Notes, search

FAREWELL = 5.0
"""Seconds to wait for processes that were told to stop."""


class Thinkers:
    """A pool of processes that starts when it is first needed and survives the death of a member."""

    def __init__(self, processes: int = 0) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) // 2)
        self._pool: ProcessPoolExecutor | None = None
        self._notes = Notes()

    async def move(self, sight: Sight, level: int) -> str:
        """The action that a computer of this level chooses."""
        return (await self.advice(sight, level, 1)).action

    async def advice(self, sight: Sight, level: int, lines: int) -> Advice:
        """The best actions with their worth and a reason each."""
        return await self.think(sight, Effort(level=level), lines)

    async def think(self, sight: Sight, effort: Effort, lines: int) -> Advice:
        """As `players.best`, but who stops waiting for the answer stops the search."""
        wanted = self._notes.new()
        try:
            advice: Advice = await self.run(_advise, sight, effort, lines, wanted)
            return advice
        finally:
            wanted.unlink(missing_ok=True)

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
        self._notes.close()


def _start() -> None:
    """Ctrl-C is for the service, which then ends its thinkers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _advise(sight: Sight, effort: Effort, lines: int, wanted: Path) -> Advice:
    level, nodes, seconds = effort
    with search(wanted) as stop:
        return players.best(
            sight.view,
            sight.setup,
            sight.heard,
            level=level,
            simulations=nodes,
            seconds=seconds,
            lines=lines,
            stop=stop,
        )
