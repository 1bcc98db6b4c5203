"""A pool of processes that search moves for computers, so that the server is never blocked."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from moleworks import engine
from moleworks.core.parent_process import end_with_parent
from moleworks.engine import Advice, Effort, Knowledge
from moleworks.matches.cancellation import JobFiles, stop_when_deleted
from moleworks.matches.fair_queue import FairQueue

LONG_LEVEL = 4
"""From this level on, a search counts as long: short ones need not wait for it."""
NICENESS = 5
"""Answers to players come before the moves of computers."""
CLOSE_TIMEOUT = 5.0
"""Seconds to wait for the processes to end."""


class EnginePool:
    """A process pool that starts when it is first used and is replaced when one of its processes dies."""

    def __init__(self, processes: int = 0) -> None:
        self.processes = processes or max(2, (os.cpu_count() or 2) // 2)
        self._turns = FairQueue(self.processes, long_limit=max(1, self.processes - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._files = JobFiles()

    async def move(self, knowledge: Knowledge, level: int, owner: str = "") -> str:
        """The action that a computer of this level chooses."""
        return (await self.advice(knowledge, level, 1, owner)).action

    async def advice(self, knowledge: Knowledge, level: int, lines: int, owner: str = "") -> Advice:
        """The best actions, each with its value and a reason."""
        return await self.think(knowledge, Effort(level=level), lines, owner)

    async def think(self, knowledge: Knowledge, effort: Effort, lines: int, owner: str = "") -> Advice:
        """Like `engine.best` in another process. Cancelling the call stops the search.

        Searches that wait take turns by owner: an address that opened many matches waits for itself.
        """
        async with self._turns.turn(owner, long=effort.level is None or effort.level >= LONG_LEVEL):
            job_file = self._files.new()
            try:
                advice: Advice = await self.run(_best_actions, knowledge, effort, lines, job_file)
                return advice
            finally:
                job_file.unlink(missing_ok=True)

    async def run(self, function: Any, *args: Any) -> Any:
        """Call a function in the pool; if a process dies, once more in a new pool."""
        for last in (False, True):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_start)
            pool = self._pool
            try:
                return await asyncio.wrap_future(pool.submit(function, *args))
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
                if last:
                    raise
        raise AssertionError

    def close(self) -> None:
        """Stop the processes at once.

        The program may end by a signal, after which nothing cleans up: free the pool's semaphores here.
        """
        if self._pool is not None:
            processes = list(self._pool._processes.values())
            manager: Any = self._pool._executor_manager_thread
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for process in processes:
                process.terminate()
            if manager is not None:
                manager.join(CLOSE_TIMEOUT)
            gc.collect()
        self._files.close()


def _start() -> None:
    """Ignore Ctrl-C: it is meant for the server, which stops these processes. End when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(getattr(signal, "SIGKILL", signal.SIGTERM))
    if sys.platform != "win32":
        os.nice(NICENESS)


def _best_actions(knowledge: Knowledge, effort: Effort, lines: int, job_file: Path) -> Advice:
    level, nodes, seconds = effort
    with stop_when_deleted(job_file) as stop:
        return engine.best(
            knowledge.view,
            knowledge.setup,
            knowledge.heard,
            level=level,
            simulations=nodes,
            seconds=seconds,
            lines=lines,
            stop=stop,
        )
