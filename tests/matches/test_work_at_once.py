"""Matches where there are neither threads nor processes, as in a browser."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from moleworks.core import work
from moleworks.engine.timers import TimerThread

PROGRAM = """
import asyncio, sys, threading
from pathlib import Path

def refuse(thread):
    raise RuntimeError(f"{thread.name} was started")

threading.Thread.start = refuse

from moleworks.core import work
from moleworks.matches.engine_pool import EnginePool
from tests.matches.helpers import open_match, server_at, wait_idle

URL = f"sqlite:///{sys.argv[1]}/moles.db"

async def main():
    async with server_at(URL, engine_pool=EnginePool(1)) as server:
        table = await open_match(server, "mole-hill", "here computer:2", board="patch")
        while table.log.outcome is None:
            await table.play()
            await wait_idle(server)
        print(table.log.match.ply > 10, server.store.commits > 0)
    async with server_at(URL) as server:
        again = await server.live_match(table.live.id)
        print(again.log.match.names == table.log.match.names)
    print("multiprocessing.connection" in sys.modules)

with work.run_at_once():
    asyncio.run(main())
"""


def test_a_match_against_a_computer_is_played_kept_and_read_again(tmp_path: object) -> None:
    """In a process of its own, in which no thread can be started."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["True", "True", "True", "False"], done.stderr


def test_what_is_submitted_is_called_at_once() -> None:
    with work.run_at_once():
        pool, here = work.process_pool(4, threading.main_thread), threading.current_thread()
        assert pool.submit(threading.current_thread).result() is here
        assert work.thread_pool(1, "reader").submit(threading.current_thread).result() is here
        assert asyncio.run(work.in_thread(threading.current_thread)) is here
        with pytest.raises(ZeroDivisionError):
            pool.submit(lambda: 1 // 0).result()
        work.end_processes(pool)
    assert work.runs_beside()
    assert asyncio.run(work.in_thread(threading.current_thread)) is not here


def test_timers_are_called_when_somebody_asks() -> None:
    called: list[str] = []
    with work.run_at_once():
        timers = TimerThread()
        timers.call_later(0, lambda: called.append("due"))
        timers.call_later(0, lambda: called.append("cancelled")).cancel()
        timers.call_later(3600, lambda: called.append("later"))
        assert called == []
        timers.call_due()
    assert called == ["due"]
