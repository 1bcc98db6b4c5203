"""Run work in threads and processes, or at once where there are none.

A browser's Python (Pyodide) can start neither. There each function is called when its turn comes, and the
caller waits for it. Everything that starts a thread or a process for a match does it through this module.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

CLOSE_TIMEOUT = 5.0
"""Seconds to wait for processes to end."""

_long_work: list[Executor] = []
"""One item where there are no processes, but something else that does long work."""

_beside: list[bool] = [sys.platform != "emscripten"]
"""One item: whether threads and processes are used."""


def runs_beside() -> bool:
    """Whether work runs in threads and processes; otherwise it runs at once."""
    return _beside[0]


@contextmanager
def run_at_once() -> Iterator[None]:
    """Use neither threads nor processes for what is started within, as in a browser."""
    before, _beside[0] = _beside[0], False
    try:
        yield
    finally:
        _beside[0] = before


class CallingExecutor(Executor):
    """Calls each function when it is submitted."""

    def submit(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call it; the future is done."""
        done: Future[R] = Future()
        try:
            done.set_result(function(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - raised again by `result`
            done.set_exception(error)
        return done


def start(function: Callable[[], None], name: str) -> threading.Thread | None:
    """Call a function in a thread of this name, and return that; or call it at once."""
    if not runs_beside():
        function()
        return None
    thread = threading.Thread(target=function, name=name, daemon=True)
    thread.start()
    return thread


async def in_thread(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function that blocks, in a thread if there are any."""
    if runs_beside():
        import asyncio  # noqa: PLC0415 - players import this module, and need no event loop

        return await asyncio.to_thread(function, *args, **kwargs)
    return function(*args, **kwargs)


def thread_pool(count: int, name: str) -> Executor:
    """So many threads, or none."""
    return ThreadPoolExecutor(count, name) if runs_beside() else CallingExecutor()


def process_pool(count: int, begin: Callable[[], object]) -> Executor:
    """So many new processes, each of which calls `begin` first; or none."""
    if not runs_beside():
        return CallingExecutor()
    import multiprocessing  # noqa: PLC0415 - a browser's Python has no processes
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=begin)


def long_work_pool(count: int, begin: Callable[[], object]) -> Executor:
    """Like `process_pool`, for work that nobody waits for while a match is played."""
    return _long_work[0] if _long_work and not runs_beside() else process_pool(count, begin)


def use_for_long_work(executor: Executor) -> None:
    """Use it for long work where there are no processes, as in a browser."""
    _long_work[:] = [executor]


def end_processes(pool: Executor) -> None:
    """End the processes of a pool at once.

    The program may end by a signal, after which nothing cleans up: this frees the pool's semaphores.
    """
    if isinstance(pool, CallingExecutor) or pool in _long_work:
        return
    parts = cast(Any, pool)
    processes, manager = list(parts._processes.values()), parts._executor_manager_thread
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if manager is not None:
        manager.join(CLOSE_TIMEOUT)
    gc.collect()
