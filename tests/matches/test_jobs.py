"""The job queue: jobs are done once, limited in number, repeated after a failure, and cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from moleworks.matches.cancellation import Cancelled, write_progress
from moleworks.matches.jobs import FORGOTTEN_AFTER, MAX_RESULTS, JobQueue, JobQueueFull

pytestmark = pytest.mark.slow


class FakePool:
    """Runs a function in this process, when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ready = asyncio.Event()

    async def run(self, do: Callable[[str, Path], str], argument: str, progress_file: Path) -> str:
        self.asked.append(argument)
        await self.ready.wait()
        return do(argument, progress_file)

    def close(self) -> None:
        pass


def work(argument: str, progress_file: Path) -> str:
    write_progress(progress_file, argument)
    if argument == "fails":
        raise ValueError(argument)
    return argument.upper()


def queue_of(most: int) -> tuple[JobQueue[str, str], FakePool]:
    queue, pool = JobQueue(most, work), FakePool()
    queue._engine_pool = pool  # type: ignore[assignment]
    return queue, pool


def test_work_is_done_once_and_no_more_at_a_time_than_may_be() -> None:
    async def scenario() -> None:
        queue, pool = queue_of(1)
        assert queue.get("a", "one").result is None
        assert queue.get("a", "one") is queue.get("a", "one")
        with pytest.raises(JobQueueFull, match="ask again"):
            queue.get("b", "two")
        pool.ready.set()
        await queue.get("a", "one").task
        assert queue.get("a", "one").result == "ONE"
        assert queue.get("a", "one").progress_file.read_text("ascii") == "one"
        await queue.get("b", "two").task
        assert pool.asked == ["one", "two"]
        queue.close()

    asyncio.run(scenario())


def test_nobody_has_it_all() -> None:
    async def scenario() -> None:
        queue, _ = queue_of(2)
        queue.limit_per_owner = 1
        queue.get("a", "one", "lina")
        with pytest.raises(JobQueueFull):
            queue.get("b", "two", "lina")
        assert queue.get("a", "one", "max") is queue.get("a", "one", "lina")
        queue.get("b", "two", "max")
        with pytest.raises(JobQueueFull):
            queue.get("c", "three", "somebody else")
        queue.close()

    asyncio.run(scenario())


def test_what_failed_is_begun_anew_and_only_then() -> None:
    async def scenario() -> None:
        queue, pool = queue_of(2)
        pool.ready.set()
        for _ in range(2):
            with pytest.raises(ValueError, match="fails"):
                await queue.get("a", "fails").task
        await queue.get("a", "one").task
        assert queue.get("a", "other").result == "ONE"
        assert pool.asked == ["fails", "fails", "one"]
        queue.close()

    asyncio.run(scenario())


def test_what_is_dropped_makes_room_and_notes_nothing_more() -> None:
    async def scenario() -> None:
        queue, _ = queue_of(1)
        dropped = queue.get("a", "one")
        await asyncio.sleep(0)
        queue.cancel("a")
        queue.cancel("never begun")
        again = queue.get("a", "one")
        assert again.progress_file != dropped.progress_file
        with pytest.raises(Cancelled):
            write_progress(dropped.progress_file, "too late")
        write_progress(again.progress_file, "half")
        assert not dropped.progress_file.exists()
        assert again.progress_file.read_text("ascii") == "half"
        queue.close()
        assert not again.progress_file.exists()

    asyncio.run(scenario())


def test_what_nobody_asks_about_makes_way_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        now = 100.0
        monkeypatch.setattr("moleworks.matches.jobs.time.monotonic", lambda: now)
        queue, _ = queue_of(1)
        given_up = queue.get("a", "one")
        now += FORGOTTEN_AFTER
        with pytest.raises(JobQueueFull):
            queue.get("b", "two")
        now += 1
        wanted = queue.get("b", "two")
        assert not given_up.progress_file.exists()
        now += FORGOTTEN_AFTER
        assert queue.get("b", "two") is wanted
        now += FORGOTTEN_AFTER
        with pytest.raises(JobQueueFull):
            queue.get("a", "one")
        queue.close()

    asyncio.run(scenario())


def test_the_oldest_result_makes_room_for_the_newest() -> None:
    async def scenario() -> None:
        queue, pool = queue_of(1)
        pool.ready.set()
        first = queue.get("0", "0")
        for number in range(MAX_RESULTS + 1):
            await queue.get(str(number), str(number)).task
        assert not first.progress_file.exists()
        await queue.get("1", "1").task
        assert len(pool.asked) == MAX_RESULTS + 1
        await queue.get("0", "0").task
        assert len(pool.asked) == MAX_RESULTS + 2
        queue.close()

    asyncio.run(scenario())
