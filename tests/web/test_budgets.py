"""Budgets of CPU time: who spends more waits, one message at a time, and is refused in the end."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from moleworks.matches import step_clock
from moleworks.matches.loop_watch import LONG_STEP, LoopWatch, MeasuredSteps, measured_step
from moleworks.web import budgets
from moleworks.web.api.common import run_while_connected
from moleworks.web.budgets import BURST_SECONDS, CostBudget, ReadingCost, RequestCost, Turns
from moleworks.web.rate_limits import RateLimited
from moleworks.web.routes import Request


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


def test_a_collection_of_garbage_is_noted_by_its_name(caplog: pytest.LogCaptureFixture) -> None:
    watch = LoopWatch()
    watch.watch_garbage()
    try:
        garbage = [[number] for number in range(300_000)]
        for one in garbage:
            one.append(one)  # type: ignore[arg-type] # a cycle
        del garbage, one
        with caplog.at_level(logging.WARNING, "moleworks"):
            gc.collect()
    finally:
        gc.callbacks.remove(watch._collecting)
    assert watch.longest > LONG_STEP
    assert "by collecting garbage, generation 2" in caplog.text


def test_short_steps_are_charged_without_asking_for_the_cpu_time_of_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0
    cpu_time = time.thread_time

    def counted() -> float:
        nonlocal asked
        asked += 1
        return cpu_time()

    async def scenario() -> None:
        budget, watch = CostBudget(1e-6), LoopWatch()
        cost = RequestCost(budget, watch, ("a",), "play")

        async def work() -> None:
            for _ in range(1000):
                await cost.wait()
                await asyncio.sleep(0)

        monkeypatch.setattr(time, "thread_time", counted)
        began = time.monotonic()
        await MeasuredSteps(work(), cost)
        took = time.monotonic() - began
        cost.settle()
        spent = BURST_SECONDS - budget._account("a").left
        assert 0 < spent <= took
        assert asked <= 2 + 3 * took / step_clock.SHORT
        assert asked < 1000

    run(scenario)


def test_a_long_step_is_measured_whole_though_another_began_within_it() -> None:
    began = step_clock.begin()
    burn(0.01)
    step_clock.begin()  # reads the CPU time again
    burn(0.002)
    assert step_clock.used_since(began) >= 0.012


def test_a_request_is_charged_however_short_it_was() -> None:
    async def scenario() -> None:
        budget, watch = CostBudget(1e-6), LoopWatch()
        for _ in range(200):
            cost = RequestCost(budget, watch, ("a",), "GET /api/games")
            cost.begin_step()
            burn(0.0001)
            cost.end_step()
            cost.settle()
        assert BURST_SECONDS - budget._account("a").left >= 200 * 0.0001

    run(scenario)


def test_work_that_ends_with_its_client_is_charged() -> None:
    async def scenario() -> None:
        budget, watch = CostBudget(1e-6), LoopWatch()
        cost = RequestCost(budget, watch, ("a",), "GET /api/matches/x/hint")

        async def receive() -> Any:
            await asyncio.Event().wait()  # the client waits for the answer

        async def hint() -> str:
            burn(0.02)
            await asyncio.sleep(0)
            return "a hint"

        assert await MeasuredSteps(run_while_connected(Request({}, receive), hint()), cost) == "a hint"
        cost.settle()
        assert BURST_SECONDS - budget._account("a").left >= 0.02

    run(scenario)


def test_reading_is_charged_and_watched_but_takes_no_turn(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        budget, watch = CostBudget(1e-6), LoopWatch()
        cost = ReadingCost(budget, watch, ("a",))
        with caplog.at_level(logging.WARNING), measured_step(cost):
            burn(2 * LONG_STEP)
        assert BURST_SECONDS - budget._account("a").left >= 2 * LONG_STEP
        assert "by reading what a client sent" in caplog.text
        assert not budget.turns.crowded, "messages do not wait because much was read"

    run(scenario)


def test_connections_of_one_sender_share_what_is_left() -> None:
    """Each may go on for a moment before it is charged, and no longer."""

    async def scenario() -> None:
        budget, watch = CostBudget(1e-6), LoopWatch()
        costs = [RequestCost(budget, watch, ("a",), "emote") for _ in range(20)]
        for cost in costs:
            await cost.wait()
        budget.charge(("a",), 2 * BURST_SECONDS)
        for cost in costs:
            cost.begin_step()
            burn(2 * budgets.CHARGED_TOGETHER)
            cost.end_step()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(cost.wait(), 0.001)

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
            await MeasuredSteps(work(), LoopWatch().meter("work"))

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


def test_turns_go_by_order_and_nobody_waits_for_ever() -> None:
    async def scenario() -> None:
        turns, done = Turns(), list[str]()

        async def message(name: str, order: float) -> None:
            await turns.wait(order)
            done.append(name)
            turns.worked += budgets.TURN  # one message is a whole turn

        greedy = [asyncio.create_task(message(f"greedy {number}", 10)) for number in range(50)]
        await asyncio.sleep(0)
        await message("lina", 5)
        let_in = done.index("lina")
        assert let_in <= 1, "only who had been let in before comes first"
        later = [asyncio.create_task(message(f"later {number}", 11)) for number in range(50)]
        await asyncio.sleep(0)
        greedy[-1].cancel()
        await asyncio.gather(*greedy[:-1], *later)
        assert [name.split()[0] for name in done if name != "lina"] == ["greedy"] * 49 + ["later"] * 50
        turns.worked = 0.0
        assert not turns.crowded

    run(scenario)


def test_many_new_addresses_do_not_keep_others_waiting() -> None:
    """Each is within its budget; together they have more to do than can be done at once."""
    messages, addresses, work = 0, 60, 0.001

    async def scenario() -> None:
        budget = CostBudget(0.3, clock=lambda: 0.0)

        async def send(address: str, times: int) -> None:
            cost = RequestCost(budget, LoopWatch(), (address,), "look")

            async def one_after_the_other() -> None:
                nonlocal messages
                for _ in range(times):
                    await cost.wait()
                    burn(work)
                    messages += 1
                    await asyncio.sleep(0)

            await MeasuredSteps(one_after_the_other(), cost)

        for number in range(addresses):
            budget.charge((f"new {number}",), BURST_SECONDS / 5)
        greedy = [asyncio.create_task(send(f"new {number}", 20)) for number in range(addresses)]
        await asyncio.sleep(0.05)
        others = list[int]()
        for _ in range(10):
            before = messages
            await send("lina", 1)
            others.append(messages - before - 1)
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        assert max(others) < addresses / 2, "not all of them come first"

    run(scenario)
