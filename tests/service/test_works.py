"""Long work for many: done once, so much at a time, begun anew where it failed, and dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from moleworks.service.wanted import Unwanted, note
from moleworks.service.works import FORGOTTEN, KEPT, Busy, Works


class Thinker:
    """Does here, when it is told to, what others do in a process."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ready = asyncio.Event()

    async def run(self, do: Callable[[str, Path], str], given: str, notes: Path) -> str:
        self.asked.append(given)
        await self.ready.wait()
        return do(given, notes)

    def close(self) -> None:
        pass


def told(given: str, notes: Path) -> str:
    note(notes, given)
    if given == "fails":
        raise ValueError(given)
    return given.upper()


def at_work(most: int) -> tuple[Works[str], Thinker]:
    works, thinker = Works(most, told), Thinker()
    works._thinkers = thinker  # type: ignore[assignment]
    return works, thinker


def test_work_is_done_once_and_no_more_at_a_time_than_may_be() -> None:
    async def story() -> None:
        works, thinker = at_work(1)
        assert works.of("a", "one").found is None
        assert works.of("a", "one") is works.of("a", "one")
        with pytest.raises(Busy, match="ask again"):
            works.of("b", "two")
        thinker.ready.set()
        await works.of("a", "one").task
        assert works.of("a", "one").found == "ONE"
        assert works.of("a", "one").notes.read_text("ascii") == "one"
        await works.of("b", "two").task
        assert thinker.asked == ["one", "two"]
        works.close()

    asyncio.run(story())


def test_nobody_has_it_all() -> None:
    async def story() -> None:
        works, _ = at_work(2)
        works.each = 1
        works.of("a", "one", "lina")
        with pytest.raises(Busy):
            works.of("b", "two", "lina")
        assert works.of("a", "one", "max") is works.of("a", "one", "lina")
        works.of("b", "two", "max")
        with pytest.raises(Busy):
            works.of("c", "three", "somebody else")
        works.close()

    asyncio.run(story())


def test_what_failed_is_begun_anew_and_only_then() -> None:
    async def story() -> None:
        works, thinker = at_work(2)
        thinker.ready.set()
        for _ in range(2):
            with pytest.raises(ValueError, match="fails"):
                await works.of("a", "fails").task
        await works.of("a", "one").task
        assert works.of("a", "other").found == "ONE"
        assert thinker.asked == ["fails", "fails", "one"]
        works.close()

    asyncio.run(story())


def test_what_is_dropped_makes_room_and_notes_nothing_more() -> None:
    async def story() -> None:
        works, _ = at_work(1)
        dropped = works.of("a", "one")
        await asyncio.sleep(0)
        works.drop("a")
        works.drop("never begun")
        again = works.of("a", "one")
        assert again.notes != dropped.notes
        with pytest.raises(Unwanted):
            note(dropped.notes, "too late")
        note(again.notes, "half")
        assert not dropped.notes.exists()
        assert again.notes.read_text("ascii") == "half"
        works.close()
        assert not again.notes.exists()

    asyncio.run(story())


def test_what_nobody_asks_about_makes_way_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        now = 100.0
        monkeypatch.setattr("moleworks.service.works.time.monotonic", lambda: now)
        works, _ = at_work(1)
        given_up = works.of("a", "one")
        now += FORGOTTEN
        with pytest.raises(Busy):
            works.of("b", "two")
        now += 1
        wanted = works.of("b", "two")
        assert not given_up.notes.exists()
        now += FORGOTTEN
        assert works.of("b", "two") is wanted
        now += FORGOTTEN
        with pytest.raises(Busy):
            works.of("a", "one")
        works.close()

    asyncio.run(story())


def test_the_oldest_result_makes_room_for_the_newest() -> None:
    async def story() -> None:
        works, thinker = at_work(1)
        thinker.ready.set()
        first = works.of("0", "0")
        for number in range(KEPT + 1):
            await works.of(str(number), str(number)).task
        assert not first.notes.exists()
        await works.of("1", "1").task
        assert len(thinker.asked) == KEPT + 1
        await works.of("0", "0").task
        assert len(thinker.asked) == KEPT + 2
        works.close()

    asyncio.run(story())
