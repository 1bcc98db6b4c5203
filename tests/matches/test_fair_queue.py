"""The fair queue: those that wait take turns by owner, short work passes long work, limits hold."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from moleworks.matches.fair_queue import FairQueue, QueueFull


class Works:
    """Works that hold their turn until they are told to end."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.began: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    def start(self, name: str, *, long: bool = False) -> asyncio.Task[None]:
        """The owner is the first letter of the name."""
        self.ends[name] = asyncio.Event()

        async def work() -> None:
            async with self.queue.turn(name[0], long=long):
                self.began.append(name)
                await self.ends[name].wait()

        return asyncio.get_running_loop().create_task(work())

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_a_newcomer_waits_for_one_work_not_for_all_of_another() -> None:
    async def scenario() -> None:
        works = Works(FairQueue(1))
        tasks = [works.start(f"a{number}") for number in range(100)]
        await settle()
        tasks.append(works.start("b0"))
        await settle()
        assert works.began == ["a0"]
        assert works.queue.waiting == 100
        await works.end("a0")
        await works.end(works.began[-1])
        assert "b0" in works.began[:3]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert works.queue.waiting == 0

    run(scenario)


def test_owners_take_turns() -> None:
    async def scenario() -> None:
        works = Works(FairQueue(1))
        names = ["a0", "a1", "a2", "b0", "b1", "c0"]
        tasks = [works.start(name) for name in names]
        await settle()
        while len(works.began) < len(names):
            await works.end(works.began[-1])
        await works.end(works.began[-1])
        assert works.began == ["a0", "a1", "b0", "c0", "a2", "b1"]
        await asyncio.gather(*tasks)

    run(scenario)


def test_short_work_does_not_wait_for_long_work() -> None:
    async def scenario() -> None:
        works = Works(FairQueue(2, long_limit=1))
        tasks = [works.start(f"a{number}", long=True) for number in range(5)]
        await settle()
        assert works.began == ["a0"]
        tasks += [works.start("b0"), works.start("a9")]
        await settle()
        assert works.began == ["a0", "b0"]
        await works.end("b0")
        assert works.began == ["a0", "b0", "a9"]
        await works.end("a0")
        assert works.began[-1] == "a1"
        await works.end(*works.ends)
        await asyncio.gather(*tasks)

    run(scenario)


def test_one_owner_has_neither_all_places_nor_an_endless_queue() -> None:
    async def scenario() -> None:
        works = Works(FairQueue(2, per_owner=1, max_waiting=3))
        tasks = [works.start(f"a{number}") for number in range(4)]
        await settle()
        assert works.began == ["a0"]
        with pytest.raises(QueueFull):
            await works.start("a4")
        tasks.append(works.start("b0"))
        await settle()
        assert works.began == ["a0", "b0"]
        await works.end(*works.ends)
        await asyncio.gather(*tasks)

    run(scenario)


def test_a_waiter_that_is_cancelled_leaves_no_trace() -> None:
    async def scenario() -> None:
        works = Works(FairQueue(1))
        first, second, third = works.start("a0"), works.start("b0"), works.start("c0")
        await settle()
        second.cancel()
        await settle()
        assert works.queue.waiting == 1
        works.ends["a0"].set()
        third.cancel()  # at the very moment its turn comes
        await asyncio.gather(first, second, third, return_exceptions=True)
        last = works.start("d0")
        await settle()
        assert works.began[-1] == "d0"
        await works.end("d0")
        await last

    run(scenario)
