"""A pool of processes that search moves for computers, so that the server is never blocked."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path
from typing import ParamSpec, TypeVar

from moleworks import engine
from moleworks.core import work
from moleworks.core.parent_process import end_with_parent
from moleworks.engine import Advice, Effort, Knowledge
from moleworks.matches.cancellation import JobFiles, stop_when_deleted
from moleworks.matches.fair_queue import FairQueue

P = ParamSpec("P")
R = TypeVar("R")

LONG_LEVEL = 4
"""From this level on, a search counts as long: short ones need not wait for it."""
NICENESS = 5
"""Answers to players come before the moves of computers."""


class EnginePool:
    """A process pool that starts when it is first used and is replaced when one of its processes dies."""

    def __init__(self, processes: int = 0, *, long_work: bool = False) -> None:
        """`long_work`: for jobs that nobody waits for while a match is played."""
        self._open = work.long_work_pool if long_work else work.process_pool
        self.processes = processes or max(2, (os.cpu_count() or 2) // 2)
        self._turns = FairQueue(self.processes, long_limit=max(1, self.processes - 1))
        self._pool: Executor | None = None
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
                return await self.run(_best_actions, knowledge, effort, lines, job_file)
            finally:
                job_file.unlink(missing_ok=True)

    async def run(self, function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Call a function in the pool; if a process dies, once more in a new pool."""
        for last in (False, True):
            if self._pool is None:
                self._pool = self._open(self.processes, _start)
            pool = self._pool
            try:
                return await asyncio.wrap_future(pool.submit(function, *args, **named))
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
                if last:
                    raise
        raise AssertionError

    def close(self) -> None:
        """Stop the processes at once."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            work.end_processes(pool)
        self._files.close()


def _start() -> None:
    """Ignore Ctrl-C: it is meant for the server, which stops these processes. End when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(getattr(signal, "SIGKILL", signal.SIGTERM))
    if sys.platform != "win32":
        os.nice(NICENESS)


def _best_actions(knowledge: Knowledge, effort: Effort, lines: int, job_file: Path) -> Advice:
    with stop_when_deleted(job_file) as stop:
        return engine.best(
            knowledge.view,
            knowledge.setup,
            knowledge.heard,
            level=effort.level,
            simulations=effort.nodes,
            seconds=effort.seconds,
            lines=lines,
            stop=stop,
        )
