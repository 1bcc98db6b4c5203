"""Print jobs for many: waiting, refusing, and keeping results."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moleworks.matches.print_jobs import (
    MAX_RESULTS,
    MAX_WAITING,
    PrintJobs,
    PrintQueueFull,
    PrintRequest,
    PrintResult,
)


class FakePool:
    """Returns a result when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.ready = asyncio.Event()

    async def run(self, work: Any, request: PrintRequest) -> PrintResult:
        self.asked += 1
        await self.ready.wait()
        return PrintResult(request.paper, (), {}, {})

    def close(self) -> None:
        pass


def request(paper: object) -> PrintRequest:
    return PrintRequest({}, str(paper), "color", "en")


def test_some_wait_and_only_then_somebody_is_sent_away() -> None:
    async def scenario() -> None:
        prints, pool = PrintJobs(1), FakePool()
        prints._engine_pool = pool  # type: ignore[assignment]
        waiting = [asyncio.ensure_future(prints.get(request(paper))) for paper in range(1 + MAX_WAITING)]
        await asyncio.sleep(0)
        assert prints.busy == 1 + MAX_WAITING
        with pytest.raises(PrintQueueFull, match="ask again"):
            await prints.get(request("one more"))
        again = asyncio.ensure_future(prints.get(request(0)))
        pool.ready.set()
        assert [printed.name for printed in await asyncio.gather(*waiting)] == [
            str(n) for n in range(1 + MAX_WAITING)
        ]
        assert (await again).name == "0"
        assert pool.asked == 1 + MAX_WAITING, "the same print is made once"
        assert prints.busy == 0

    asyncio.run(scenario())


def test_what_was_asked_for_last_is_at_hand() -> None:
    async def scenario() -> None:
        prints, pool = PrintJobs(1), FakePool()
        prints._engine_pool = pool  # type: ignore[assignment]
        pool.ready.set()
        for paper in range(MAX_RESULTS + 1):
            await prints.get(request(paper))
        await prints.get(request(MAX_RESULTS))
        assert pool.asked == MAX_RESULTS + 1
        await prints.get(request(0))
        assert pool.asked == MAX_RESULTS + 2

    asyncio.run(scenario())
