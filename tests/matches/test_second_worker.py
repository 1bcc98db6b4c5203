"""Long work in a second worker: its results, its errors and its progress come back, and it can be ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moleworks import boards
from moleworks.core import work
from moleworks.core.messages import Complaint
from moleworks.matches.board_trials import BoardTrials, TrialRequest
from moleworks.matches.cancellation import write_progress
from moleworks.matches.jobs import JobQueue
from moleworks.matches.second_worker import SecondWorker, Tell, run_task


class InThisLoop:
    """A second worker that is none: it does its tasks here, when it is their turn."""

    def __init__(self) -> None:
        self.ended = 0
        self.fetched: list[str] = []
        self.held = asyncio.Event()
        self.held.set()

    async def ask(self, task: bytes, tell: Tell) -> bytes:
        await self.held.wait()
        return await run_task(task, tell, self.fetch)

    def end(self) -> None:
        self.ended += 1

    async def fetch(self, module: str) -> bool:
        self.fetched.append(module)
        return len(self.fetched) == 1


@pytest.fixture(autouse=True)
def _in_a_browser() -> Iterator[None]:
    with work.run_at_once():
        yield
    work._long_work.clear()


def _sum_up(numbers: list[int], progress_file: Path) -> int:
    for done, _ in enumerate(numbers):
        write_progress(progress_file, str(done))
    return sum(numbers)


def _divide(by: int, _: Path) -> float:
    return 1 / by


def _complain(what: str) -> None:
    raise Complaint("There is no {what}.", what=what)


def _import_what_is_missing() -> None:
    raise ModuleNotFoundError(name="cheese")


def asked(function: Any, *args: Any) -> Any:
    async def whole() -> Any:
        return await asyncio.wrap_future(SecondWorker(InThisLoop()).submit(function, *args))

    return asyncio.run(whole())


def test_results_and_complaints_come_back() -> None:
    assert asked(sum, [1, 2, 3]) == 6
    with pytest.raises(Complaint, match="There is no cheese"):
        asked(_complain, "cheese")


def test_what_is_missing_is_fetched_once() -> None:
    async def whole() -> InThisLoop:
        helper = InThisLoop()
        with pytest.raises(ModuleNotFoundError):
            await asyncio.wrap_future(SecondWorker(helper).submit(_import_what_is_missing))
        return helper

    assert asyncio.run(whole()).fetched == ["cheese", "cheese"]


def test_jobs_tell_their_progress_and_errors_are_raised() -> None:
    async def whole() -> None:
        work.use_for_long_work(SecondWorker(InThisLoop()))
        jobs, broken = JobQueue(1, _sum_up), JobQueue(1, _divide)
        job = jobs.get("sum", [4, 5, 6])
        assert await job.task == 15
        assert job.progress_file.read_text("ascii") == "2"
        with pytest.raises(ZeroDivisionError):
            await broken.get("none", 0).task
        jobs.close()
        broken.close()

    asyncio.run(whole())


def test_a_job_that_is_cancelled_ends_the_worker_and_the_next_one_runs() -> None:
    async def whole() -> None:
        helper = InThisLoop()
        work.use_for_long_work(SecondWorker(helper))
        jobs = JobQueue(2, _sum_up)
        helper.held.clear()
        job = jobs.get("first", [1])
        other = jobs.get("second", [2, 3])
        await asyncio.sleep(0.01)
        jobs.cancel("first")
        helper.held.set()
        assert await other.task == 5
        assert helper.ended == 1
        assert job.task.cancelled()
        jobs.close()

    asyncio.run(whole())


def test_a_trial_of_a_board_does_not_hold_up_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        helper = InThisLoop()
        helper.held.clear()
        work.use_for_long_work(SecondWorker(helper))
        trials = BoardTrials(1)
        request = TrialRequest(boards.data("mole-hill", boards.named("mole-hill", "patch")), 2, 1)
        begun = time.monotonic()
        assert trials.get(request).done == 0
        await asyncio.sleep(0)
        assert time.monotonic() - begun < 1
        trials.stop(request)
        await asyncio.sleep(0.01)
        assert helper.ended == 1
        trials.close()

    asyncio.run(whole())
