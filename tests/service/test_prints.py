"""The press at work for many: who waits, who is sent away, and what is kept at hand."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moleworks.service.prints import KEPT, WAITING, Crowded, Printed, Prints, Wish


class Press:
    """Prints when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.ready = asyncio.Event()

    async def run(self, work: Any, wish: Wish) -> Printed:
        self.asked += 1
        await self.ready.wait()
        return Printed(wish.paper, (), {})

    def close(self) -> None:
        pass


def wish(paper: object) -> Wish:
    return Wish({}, str(paper), "color", "en")


def test_some_wait_and_only_then_somebody_is_sent_away() -> None:
    async def story() -> None:
        prints, press = Prints(1), Press()
        prints._thinkers = press  # type: ignore[assignment]
        waiting = [asyncio.ensure_future(prints.of(wish(paper))) for paper in range(1 + WAITING)]
        await asyncio.sleep(0)
        assert prints.busy == 1 + WAITING
        with pytest.raises(Crowded, match="ask again"):
            await prints.of(wish("one more"))
        again = asyncio.ensure_future(prints.of(wish(0)))
        press.ready.set()
        assert [printed.name for printed in await asyncio.gather(*waiting)] == [
            str(n) for n in range(1 + WAITING)
        ]
        assert (await again).name == "0"
        assert press.asked == 1 + WAITING, "the same print is made once"
        assert prints.busy == 0

    asyncio.run(story())


def test_what_was_asked_for_last_is_at_hand() -> None:
    async def story() -> None:
        prints, press = Prints(1), Press()
        prints._thinkers = press  # type: ignore[assignment]
        press.ready.set()
        for paper in range(KEPT + 1):
            await prints.of(wish(paper))
        await prints.of(wish(KEPT))
        assert press.asked == KEPT + 1
        await prints.of(wish(0))
        assert press.asked == KEPT + 2

    asyncio.run(story())
