"""Processes that read what strangers sent; one that exceeds its CPU time or memory is killed."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from moleworks.core import work
from moleworks.core.messages import N_, Complaint
from moleworks.matches.fair_queue import FairQueue

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

logger = logging.getLogger("moleworks.matches")

P = ParamSpec("P")
R = TypeVar("R")

CPU_SECONDS = 10
"""CPU time of one work: the longest honest match takes less than five."""
WALL_SECONDS = 60.0
"""Time after which a work is ended even if it got no CPU time."""
MEMORY = 400_000_000
"""Bytes that a work may use beside the program itself."""
NICENESS = 10
"""Reading for strangers comes after play."""
MAX_WAITING = 32
"""Works of one owner that may wait."""


class TooCostly(Complaint):
    """Reading an upload took more CPU time or memory than is allowed."""

    def __init__(self) -> None:
        super().__init__(N_("This would take too long to read: it is not a usual board or record."))


class WorkPool:
    """A few processes, each started when it is first needed and replaced when it was killed."""

    def __init__(self, processes: int = 2) -> None:
        # One owner never has all processes.
        per_owner = max(1, processes - 1)
        self._queue = FairQueue(processes, per_owner=per_owner, max_waiting=MAX_WAITING)
        self._idle: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._threads = ThreadPoolExecutor(processes, "work-pool")
        self.killed = 0
        """How many processes were killed because of their work."""

    async def run(self, owner: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function in a process; `TooCostly` if it exceeds the limits, and its own complaints.

        Where there are no processes, as in a browser, the upload is the reader's own, and is read at once.
        """
        if not work.runs_beside():
            return function(*args, **kwargs)
        task = pickle.dumps((function, args, kwargs))
        async with self._queue.turn(owner):
            worker = self._idle.pop() if self._idle else await self._start()
            try:
                answer = await self._ask(worker, task)
            except BaseException:
                self._kill(worker)
                raise
            self._idle.append(worker)
        result, error = pickle.loads(answer)
        if error is not None:
            try:
                raise error
            finally:
                del (
                    error
                )  # it and this frame would hold each other, with the upload, until garbage is collected
        found: R = result
        return found

    def close(self) -> None:
        """Kill all processes."""
        for worker in list(self._workers):
            self._kill(worker)
        self._idle.clear()
        self._threads.shutdown(wait=True)

    async def _start(self) -> _Worker:
        # In a thread: to start a process takes a large one like this up to a tenth of a second.
        starting = asyncio.get_running_loop().run_in_executor(self._threads, _Worker)
        starting.add_done_callback(self._started)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._kill_started)
            raise

    def _started(self, starting: asyncio.Future[_Worker]) -> None:
        if not starting.exception():
            self._workers.add(starting.result())

    def _kill_started(self, starting: asyncio.Future[_Worker]) -> None:
        if not starting.exception():
            self._kill(starting.result())

    def _kill(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        worker.kill()

    async def _ask(self, worker: _Worker, task: bytes) -> bytes:
        # In a thread: a large answer comes in parts, and the process may be slow to write them.
        asked = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, task)
        try:
            async with asyncio.timeout(WALL_SECONDS):
                return await asyncio.shield(asked)
        except (EOFError, OSError, TimeoutError) as error:
            self.killed += 1
            logger.warning("a work of a client was ended: it took too long or too much memory")
            raise TooCostly from error
        finally:
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        import multiprocessing  # noqa: PLC0415 - a browser's Python has no processes

        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=[theirs], name="work-pool", daemon=True)
        self._process.start()
        theirs.close()  # so that reading ends when the process does

    def ask(self, task: bytes) -> bytes:
        self._pipe.send_bytes(task)
        return self._pipe.recv_bytes()

    def kill(self) -> None:
        """End the process; a thread that waits for its answer gets an error."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """Work until the server closes the pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICENESS)
    limited = False
    while True:
        try:
            task = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        result: object = None
        error: Exception | None = None
        try:
            function, args, kwargs = pickle.loads(task)
            if not limited:  # after the imports, which are ours
                _limit_memory()
                limited = True
            _limit_cpu_time()
            result = function(*args, **kwargs)
        except MemoryError:
            error = TooCostly()
        except Exception as raised:  # noqa: BLE001 - the caller handles it
            error = raised
        with suppress(OSError):  # the server has ended
            pipe.send_bytes(_pickled(result, error))


def _pickled(result: object, error: Exception | None) -> bytes:
    try:
        return pickle.dumps((result, error))
    except Exception:  # noqa: BLE001 - an error of any library
        return pickle.dumps((None, RuntimeError(repr(error or result)[:1000])))


def _limit_cpu_time() -> None:
    """Let the kernel kill this process if the next work takes longer."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + CPU_SECONDS), most))


def _limit_memory() -> None:
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - not on Windows

        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file, a window
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
