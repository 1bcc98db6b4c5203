"""The work pool: results and complaints come back, what takes too much is killed, others go on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from moleworks import boards
from moleworks.boards import BoardError
from moleworks.matches import work_pool
from moleworks.matches.fair_queue import QueueFull
from moleworks.matches.work_pool import TooCostly, WorkPool

pytestmark = pytest.mark.slow


def run(scenario: Callable[[WorkPool], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        pool = WorkPool()
        try:
            await asyncio.wait_for(scenario(pool), 120)
        finally:
            pool.close()

    asyncio.run(whole())


def test_results_and_complaints_come_back_from_one_process() -> None:
    async def scenario(pool: WorkPool) -> None:
        process = await pool.run("a", os.getpid)
        assert process != os.getpid()
        assert await pool.run("a", boards.parse, "rods = 7") == {"rods": 7}
        with pytest.raises(BoardError, match="not written as a board file"):
            await pool.run("a", boards.parse, "rods = ")
        assert await pool.run("b", os.getpid) == process
        assert pool.killed == 0

    run(scenario)


def test_what_takes_too_long_is_killed_and_others_go_on() -> None:
    async def scenario(pool: WorkPool) -> None:
        # The processes read the limit of their own copy of the module: this takes its whole CPU time.
        endless = asyncio.create_task(pool.run("a", sum, range(10**12)))
        assert await pool.run("b", max, (1, 2)) == 2
        with pytest.raises(TooCostly):
            await endless
        assert pool.killed == 1
        assert await pool.run("a", max, (1, 2)) == 2

    run(scenario)


def test_what_takes_too_much_memory_is_refused() -> None:
    async def scenario(pool: WorkPool) -> None:
        with pytest.raises(TooCostly):
            await pool.run("a", bytes, work_pool.MEMORY + 1)
        assert await pool.run("a", max, (1, 2)) == 2

    run(scenario)


def test_a_work_that_nobody_wants_any_more_is_ended() -> None:
    async def scenario(pool: WorkPool) -> None:
        await pool.run("a", os.getpid)
        endless = asyncio.create_task(pool.run("a", sum, range(10**12)))
        await asyncio.sleep(0.05)
        endless.cancel()
        await asyncio.gather(endless, return_exceptions=True)
        assert await pool.run("a", max, (1, 2)) == 2

    run(scenario)


def test_one_owner_cannot_fill_the_queue() -> None:
    async def scenario(pool: WorkPool) -> None:
        works = [pool.run("a", max, (1, number)) for number in range(2 * work_pool.MAX_WAITING)]
        done = await asyncio.gather(*works, return_exceptions=True)
        assert any(isinstance(found, QueueFull) for found in done)
        assert await pool.run("b", max, (1, 2)) == 2

    run(scenario)


def test_a_process_is_not_started_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody would wait for it."""
    threads: list[threading.Thread] = []

    class NotingWorker(work_pool._Worker):
        def __init__(self) -> None:
            threads.append(threading.current_thread())
            super().__init__()

    monkeypatch.setattr(work_pool, "_Worker", NotingWorker)

    async def scenario(pool: WorkPool) -> None:
        assert await pool.run("a", max, (1, 2)) == 2
        assert len(threads) == 1
        assert threads[0] is not threading.current_thread()

    run(scenario)


def test_a_process_that_nobody_waits_for_any_more_is_ended() -> None:
    async def scenario(pool: WorkPool) -> None:
        asked = asyncio.create_task(pool.run("a", max, (1, 2)))
        while not pool._threads._threads:  # it is being started
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        while multiprocessing.active_children():
            await asyncio.sleep(0.01)
        assert not pool._workers
        assert await pool.run("a", max, (1, 2)) == 2

    run(scenario)
