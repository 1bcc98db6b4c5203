"""Notes from worker to worker, over a real server that comes and goes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg  # type: ignore[import-untyped]
import pytest

from moleworks.service.bus import Bus, LocalBus, bus_at
from moleworks.service.bus.postgres import CHANNEL, LONGEST
from moleworks.service.store import NoStore
from tests.postgres import Server

HANG_UP = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%{CHANNEL}%'"""

HEARTBEATS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT 1'"""


class Ear:
    """What a worker has heard, and how often it may have missed something."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, bytes]] = []
        self.gaps = 0
        self._more = asyncio.Event()

    def hear(self, match: str, note: bytes) -> None:
        self.notes.append((match, note))
        self._more.set()

    def missed(self) -> None:
        self.gaps += 1
        self._more.set()

    async def until(self, enough: Callable[[], bool]) -> None:
        while not enough():
            self._more.clear()
            await asyncio.wait_for(self._more.wait(), 60)


@asynccontextmanager
async def worker(url: str, name: str) -> AsyncIterator[tuple[Bus, Ear]]:
    bus, ear = bus_at(url, name), Ear()
    await bus.open(ear.hear, ear.missed)
    try:
        yield bus, ear
    finally:
        await bus.close()


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.database()


def test_a_process_that_is_alone() -> None:
    async def story() -> None:
        bus, ear = LocalBus(), Ear()
        await bus.open(ear.hear, ear.missed)
        bus.tell("m", b"e4")
        await bus.close()
        assert (ear.notes, ear.gaps) == ([], 0)

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_the_others_hear_it_in_order_and_nobody_hears_himself(url: str) -> None:
    told = [(f"m{number % 7}", bytes([number % 256, 0, 255])) for number in range(2000)]

    async def story() -> None:
        async with (
            worker(url, "one") as (one, first),
            worker(url, "two") as (two, second),
            worker(url, "three") as (_, third),
        ):
            for match, note in told:
                one.tell(match, note)
            two.tell("m", b"last")
            await third.until(lambda: len(third.notes) == 2001)
            await second.until(lambda: len(second.notes) == 2000)
            await first.until(lambda: len(first.notes) == 1)
            assert second.notes == told
            assert [note for note in third.notes if note != ("m", b"last")] == told
            assert first.notes == [("m", b"last")]
            assert first.gaps == second.gaps == third.gaps == 0

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_the_same_note_twice_is_heard_twice(url: str) -> None:
    async def story() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, ear):
            for _ in range(3):
                one.tell("m", b"same")
            one.tell("m", b"end")
            await ear.until(lambda: ear.notes[-1:] == [("m", b"end")])
            assert ear.notes == [("m", b"same")] * 3 + [("m", b"end")]

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_of_a_note_that_is_too_long_the_match_is_told(url: str) -> None:
    async def story() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, ear):
            for length in (LONGEST // 2, LONGEST - 50, LONGEST, 10 * LONGEST):
                one.tell("m", b"x" * length)
            one.tell("m", b"end")
            await ear.until(lambda: ear.notes[-1:] == [("m", b"end")])
            assert ear.notes == [("m", b"x" * (LONGEST // 2)), *[("m", b"")] * 3, ("m", b"end")]

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_every_length_up_to_the_longest_is_carried(url: str) -> None:
    async def story() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, ear):
            lengths = range(5900, 6010)
            for length in lengths:
                one.tell("m", b"x" * length)
            await ear.until(lambda: len(ear.notes) == len(lengths))
            assert {len(note) for _, note in ear.notes[-10:]} == {0}
            carried = [len(note) for _, note in ear.notes if note]
            assert carried == list(lengths[: len(carried)])
            assert carried

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_whoever_is_hung_up_on_comes_back_and_knows_of_the_gap(url: str) -> None:
    async def story() -> None:
        async with worker(url, "one") as (one, first), worker(url, "two") as (two, second):
            one.tell("m", b"before")
            await second.until(lambda: second.notes == [("m", b"before")])
            other = await asyncpg.connect(url)
            await other.execute(HANG_UP)
            await other.close()
            await first.until(lambda: first.gaps == 1)
            await second.until(lambda: second.gaps == 1)
            one.tell("m", b"after")
            two.tell("m", b"too")
            await second.until(lambda: second.notes == [("m", b"before"), ("m", b"after")])
            await first.until(lambda: first.notes == [("m", b"too")])

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_what_is_told_on_a_dead_connection_is_heard_all_the_same(url: str) -> None:
    """Whoever was there all the time knows of no gap, so nothing may be lost."""
    told = [("m", b"%d" % number) for number in range(100)]

    async def story() -> None:
        async with worker(url, "two") as (_, ear):
            other = await asyncpg.connect(url)
            others = {row["pid"] for row in await other.fetch("SELECT pid FROM pg_stat_activity")}
            async with worker(url, "one") as (one, _):
                pids = {row["pid"] for row in await other.fetch("SELECT pid FROM pg_stat_activity")} - others
                for pid in pids:
                    await other.execute("SELECT pg_terminate_backend($1)", pid)
                for match, note in told:
                    one.tell(match, note)
                await ear.until(lambda: len(ear.notes) == len(told))
            await other.close()
            assert ear.notes == told
            assert ear.gaps == 0

    asyncio.run(story())


@pytest.mark.needs("postgresql")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_what_is_told_while_the_server_is_away_goes_out_later(
    postgres: Server, url: str, how: signal.Signals
) -> None:
    async def story() -> None:
        async with worker(url, "one") as (one, first), worker(url, "two") as (_, second):
            postgres.stop(how)
            try:
                for number in range(100):
                    one.tell("m", b"%d" % number)
                await asyncio.sleep(0.1)
            finally:
                postgres.start()
            await first.until(lambda: first.gaps > 0)
            await second.until(lambda: second.gaps > 0)
            # Whoever comes back later has missed the first notes, and knows that there was a gap.
            one.tell("m", b"end")
            await second.until(lambda: second.notes[-1:] == [("m", b"end")])
            heard = [int(note) for _, note in second.notes[:-1]]
            assert heard in ([], list(range(100)))

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_what_cannot_be_kept_for_a_server_that_is_away_is_told_by_match(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moleworks.service.bus.postgres.MOST", 5)

    async def story() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, ear):
            for number in range(6):  # all before the bus gets to send anything
                one.tell(f"m{number % 2}", b"%d" % number)
            one.tell("m2", b"6")
            await ear.until(lambda: len(ear.notes) == 3)
            assert ear.notes == [("m0", b""), ("m1", b""), ("m2", b"6")]

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_the_last_notes_go_out_before_it_is_closed(url: str) -> None:
    async def story() -> None:
        async with worker(url, "two") as (_, ear):
            async with worker(url, "one") as (one, _):
                one.tell("m", b"last")
            await ear.until(lambda: ear.notes == [("m", b"last")])

    asyncio.run(story())


@pytest.mark.needs("postgresql")
def test_closing_while_the_server_is_away(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moleworks.service.bus.postgres.FAREWELL", 0.2)

    async def story() -> None:
        async with worker(url, "one") as (one, _):
            postgres.stop()
            one.tell("m", b"lost")
        with pytest.raises(NoStore, match="cannot be reached"):
            await bus_at(url, "two").open(lambda *_: None, lambda: None)

    try:
        asyncio.run(story())
    finally:
        postgres.start()


@pytest.mark.needs("postgresql")
def test_a_silent_bus_asks_whether_the_server_is_there(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.service.bus.postgres.HEARTBEAT", 0.01)

    async def story() -> None:
        async with worker(url, "one") as (one, first), worker(url, "two") as (_, ear):
            other = await asyncpg.connect(url)
            while await other.fetchval(HEARTBEATS) < 2:
                await asyncio.sleep(0.01)
            await other.close()
            one.tell("m", b"e4")
            await ear.until(lambda: ear.notes == [("m", b"e4")])
            assert first.gaps == ear.gaps == 0

    asyncio.run(story())
