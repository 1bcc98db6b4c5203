"""Budgets of CPU time: who spends more waits, one message at a time, and is refused in the end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from moleworks.matches.loop_watch import LONG_STEP, LoopWatch, MeasuredSteps
from moleworks.web import budgets
from moleworks.web.budgets import BURST_SECONDS, CostBudget, RequestCost
from moleworks.web.rate_limits import RateLimited


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(), 60))


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_what_is_within_the_budget_does_not_wait() -> None:
    async def scenario() -> None:
        budget = CostBudget(0.1, clock=lambda: 0.0)
        for _ in range(5):
            await budget.wait(("a", "lina"))
            budget.charge(("a", "lina"), BURST_SECONDS / 5)
        assert budget.waits == 0

    run(scenario)


def test_a_spent_budget_lets_one_in_at_a_time_and_others_at_once() -> None:
    async def scenario() -> None:
        budget = CostBudget(1.0)
        budget.charge(("a",), BURST_SECONDS)
        done: list[int] = []

        async def message(number: int) -> None:
            await budget.wait(("a",))
            budget.charge(("a",), 0.02)
            done.append(number)

        began = time.monotonic()
        tasks = [asyncio.create_task(message(number)) for number in range(10)]
        await asyncio.sleep(0)
        await budget.wait(("b",))  # another address
        assert len(done) < 2
        await asyncio.gather(*tasks)
        assert done == list(range(10))
        assert time.monotonic() - began >= 9 * 0.02 * 0.9
        assert budget.waits >= 8

    run(scenario)


def test_a_person_pays_whatever_the_address() -> None:
    async def scenario() -> None:
        budget = CostBudget(1e-6)
        budget.charge(("a", "lina"), 2 * BURST_SECONDS)
        await budget.wait(("b",))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(budget.wait(("b", "lina")), 0.05)

    run(scenario)


def test_who_would_wait_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        budget = CostBudget(1e-6)
        budget.charge(("a",), 2 * BURST_SECONDS)
        monkeypatch.setattr(budgets, "MAX_WAIT", 0.02)
        with pytest.raises(RateLimited):
            await budget.wait(("a",))
        monkeypatch.setattr(budgets, "MAX_WAITING", 0)
        with pytest.raises(RateLimited):
            await budget.wait(("a",))
        assert budget.refusals == 2

    run(scenario)


def test_only_the_own_steps_are_measured_and_long_ones_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        budget, watch = CostBudget(1e-6), LoopWatch()
        cost = RequestCost(budget, watch, ("a",), "GET /api/long")

        async def work() -> str:
            burn(0.001)
            await asyncio.sleep(0.05)
            burn(2 * LONG_STEP)
            with pytest.raises(ValueError, match="thrown in"):
                await failing()
            return "done"

        async def failing() -> None:
            await asyncio.sleep(0)
            raise ValueError("thrown in")

        async def beside() -> None:
            while True:
                burn(0.003)
                await asyncio.sleep(0)

        other = asyncio.create_task(beside())
        with caplog.at_level(logging.WARNING):
            assert await MeasuredSteps(work(), cost) == "done"
        other.cancel()
        spent = BURST_SECONDS - budget._account("a").left
        assert 2 * LONG_STEP <= spent < 3 * LONG_STEP
        assert watch.long_steps == 1
        assert watch.longest >= 2 * LONG_STEP
        assert "by GET /api/long" in caplog.text

    run(scenario)


def test_a_measured_work_can_be_cancelled() -> None:
    async def scenario() -> None:
        ended: list[str] = []

        async def work() -> None:
            try:
                await asyncio.sleep(60)
            finally:
                ended.append("cleaned up")

        async def measured() -> None:
            await LoopWatch().watch(work(), "work")

        task = asyncio.create_task(measured())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == ["cleaned up"]

    run(scenario)


def test_many_addresses_together_leave_time_to_those_who_use_little() -> None:
    now = 0.0
    budget = CostBudget(0.3, clock=lambda: now)
    greedy = [f"attacker {number}" for number in range(9)]
    used, honest_waits, honest_next, last = defaultdict[str, float](float), 0, 0.0, 0.0
    while now < 20:
        ready = [name for name in greedy if budget.has_left(name)]
        if now >= honest_next:
            honest_next += 0.1
            honest_waits += not budget.has_left("lina")
            ready = ["lina"]
        name = min(ready, key=used.__getitem__, default="")
        now += 0.002
        if name:
            budget.charge((name,), 0.002, 0.002)
            used[name] += 0.002
        if now < 2:
            used.clear()
            last = now
    together = sum(used[name] for name in greedy) / (now - last)
    assert together < budgets.BUSY + 0.1, "there is time left"
    assert together > 0.3, "and it is used, if somebody wants it"
    assert min(used[name] for name in greedy) > 0.8 * max(used[name] for name in greedy), "all get the same"
    assert honest_waits == 0
    now += 60
    for _ in range(200):
        now += budgets.PERIOD
        budget.charge(("lina",), 0.001, 0.001)
    assert budget.share == budget.rate, "the whole budget is back once it is quiet"
