"""Notices between workers, over a real PostgreSQL server that restarts and loses connections."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg  # type: ignore[import-untyped]
import pytest

from moleworks.matches.bus import Bus, LocalBus, bus_at
from moleworks.matches.bus.postgres import CHANNEL, MAX_BYTES
from moleworks.matches.store import StoreUnavailable
from tests.postgres import Server

HANG_UP = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%{CHANNEL}%'"""

HEARTBEATS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT 1'"""


class Received:
    """The notices that a worker received, and how often it may have missed some."""

    def __init__(self) -> None:
        self.notices: list[tuple[str, bytes]] = []
        self.senders: set[str] = set()
        self.gaps = 0
        self._more = asyncio.Event()

    def hear(self, worker: str, match: str, notice: bytes) -> None:
        self.notices.append((match, notice))
        self.senders.add(worker)
        self._more.set()

    def missed(self) -> None:
        self.gaps += 1
        self._more.set()

    async def until(self, enough: Callable[[], bool]) -> None:
        while not enough():
            self._more.clear()
            await asyncio.wait_for(self._more.wait(), 60)


@asynccontextmanager
async def worker(url: str, name: str) -> AsyncIterator[tuple[Bus, Received]]:
    bus, received = bus_at(url, name), Received()
    await bus.open(received.hear, received.missed)
    try:
        yield bus, received
    finally:
        await bus.close()


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.database()


def test_a_process_that_is_alone() -> None:
    async def scenario() -> None:
        bus, received = LocalBus(), Received()
        await bus.open(received.hear, received.missed)
        bus.publish("m", b"e4")
        await bus.close()
        assert (received.notices, received.gaps) == ([], 0)

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_the_others_hear_it_in_order_and_nobody_hears_himself(url: str) -> None:
    sent = [(f"m{number % 7}", bytes([number % 256, 0, 255])) for number in range(2000)]

    async def scenario() -> None:
        async with (
            worker(url, "one") as (one, first),
            worker(url, "two") as (two, second),
            worker(url, "three") as (_, third),
        ):
            for match, notice in sent:
                one.publish(match, notice)
            two.publish("m", b"last")
            await third.until(lambda: len(third.notices) == 2001)
            await second.until(lambda: len(second.notices) == 2000)
            await first.until(lambda: len(first.notices) == 1)
            assert second.notices == sent
            assert [notice for notice in third.notices if notice != ("m", b"last")] == sent
            assert first.notices == [("m", b"last")]
            assert first.gaps == second.gaps == third.gaps == 0

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_what_is_meant_for_some_is_heard_by_them_alone(url: str) -> None:
    async def scenario() -> None:
        async with (
            worker(url, "one") as (one, first),
            worker(url, "two") as (two, second),
            worker(url, "three-_") as (_, third),
        ):
            one.publish("m", b"nobody", [])
            one.publish("m", b"first", ["three-_"])
            one.publish("m", b"both", ["two", "three-_"])
            two.publish("m", b"mine", ["two"])
            one.publish("m", b"end")
            for received in (second, third):
                await received.until(lambda: received.notices[-1:] == [("m", b"end")])  # noqa: B023
                assert received.senders == {"one"}
            assert second.notices == [("m", b"both"), ("m", b"end")]
            assert third.notices == [("m", b"first"), ("m", b"both"), ("m", b"end")]
            assert first.notices == []

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_the_same_note_twice_is_heard_twice(url: str) -> None:
    async def scenario() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, received):
            for _ in range(3):
                one.publish("m", b"same")
            one.publish("m", b"end")
            await received.until(lambda: received.notices[-1:] == [("m", b"end")])
            assert received.notices == [("m", b"same")] * 3 + [("m", b"end")]

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_of_a_note_that_is_too_long_the_match_is_told(url: str) -> None:
    async def scenario() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, received):
            for length in (MAX_BYTES // 2, MAX_BYTES - 50, MAX_BYTES, 10 * MAX_BYTES):
                one.publish("m", b"x" * length)
            one.publish("m", b"end")
            await received.until(lambda: received.notices[-1:] == [("m", b"end")])
            assert received.notices == [("m", b"x" * (MAX_BYTES // 2)), *[("m", b"")] * 3, ("m", b"end")]

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_every_length_up_to_the_longest_is_carried(url: str) -> None:
    async def scenario() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, received):
            lengths = range(5900, 6010)
            for length in lengths:
                one.publish("m", b"x" * length)
            await received.until(lambda: len(received.notices) == len(lengths))
            assert {len(notice) for _, notice in received.notices[-10:]} == {0}
            carried = [len(notice) for _, notice in received.notices if notice]
            assert carried == list(lengths[: len(carried)])
            assert carried

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_whoever_is_hung_up_on_comes_back_and_knows_of_the_gap(url: str) -> None:
    async def scenario() -> None:
        async with worker(url, "one") as (one, first), worker(url, "two") as (two, second):
            one.publish("m", b"before")
            await second.until(lambda: second.notices == [("m", b"before")])
            other = await asyncpg.connect(url)
            await other.execute(HANG_UP)
            await other.close()
            await first.until(lambda: first.gaps == 1)
            await second.until(lambda: second.gaps == 1)
            one.publish("m", b"after")
            two.publish("m", b"too")
            await second.until(lambda: second.notices == [("m", b"before"), ("m", b"after")])
            await first.until(lambda: first.notices == [("m", b"too")])

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_a_server_that_answers_nonsense_while_it_starts_does_not_end_the_bus(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, failures = asyncpg.connect, [asyncpg.InternalClientError("got an unexpected message")] * 2

    async def connecting(*args: object, **named: object) -> asyncpg.Connection:
        if failures:
            raise failures.pop()
        return await connect(*args, **named)

    async def scenario() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, received):
            other = await asyncpg.connect(url)
            monkeypatch.setattr(asyncpg, "connect", connecting)
            await other.fetch(HANG_UP)
            await other.close()
            await received.until(lambda: received.gaps > 0)
            one.publish("m", b"e4")
            await received.until(lambda: received.notices == [("m", b"e4")])
            assert not failures

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_what_is_told_on_a_dead_connection_is_heard_all_the_same(url: str) -> None:
    """A worker that stayed connected is told of no gap, so nothing may be lost."""
    sent = [("m", b"%d" % number) for number in range(100)]

    async def scenario() -> None:
        async with worker(url, "two") as (_, received):
            other = await asyncpg.connect(url)
            others = {row["pid"] for row in await other.fetch("SELECT pid FROM pg_stat_activity")}
            async with worker(url, "one") as (one, _):
                pids = {row["pid"] for row in await other.fetch("SELECT pid FROM pg_stat_activity")} - others
                for pid in pids:
                    await other.execute("SELECT pg_terminate_backend($1)", pid)
                for match, notice in sent:
                    one.publish(match, notice)
                await received.until(lambda: len(received.notices) == len(sent))
            await other.close()
            assert received.notices == sent
            assert received.gaps == 0

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_what_is_told_while_the_server_is_away_goes_out_later(
    postgres: Server, url: str, how: signal.Signals
) -> None:
    async def scenario() -> None:
        async with worker(url, "one") as (one, first), worker(url, "two") as (_, second):
            postgres.stop(how)
            try:
                for number in range(100):
                    one.publish("m", b"%d" % number)
                await asyncio.sleep(0.1)
            finally:
                postgres.start()
            await first.until(lambda: first.gaps > 0)
            await second.until(lambda: second.gaps > 0)
            # A worker that reconnects later has missed the first notices, but it is told of the gap.
            one.publish("m", b"end")
            await second.until(lambda: second.notices[-1:] == [("m", b"end")])
            heard = [int(notice) for _, notice in second.notices[:-1]]
            assert heard in ([], list(range(100)))

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_what_cannot_be_kept_for_a_server_that_is_away_is_told_by_match(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moleworks.matches.bus.postgres.MAX_OUTBOX", 5)

    async def scenario() -> None:
        async with worker(url, "one") as (one, _), worker(url, "two") as (_, received):
            for number in range(6):  # all before the bus gets to send anything
                one.publish(f"m{number % 2}", b"%d" % number)
            one.publish("m2", b"6")
            await received.until(lambda: len(received.notices) == 3)
            assert received.notices == [("m0", b""), ("m1", b""), ("m2", b"6")]

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_the_last_notes_go_out_before_it_is_closed(url: str) -> None:
    async def scenario() -> None:
        async with worker(url, "two") as (_, received):
            async with worker(url, "one") as (one, _):
                one.publish("m", b"last")
            await received.until(lambda: received.notices == [("m", b"last")])

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_closing_while_the_server_is_away(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moleworks.matches.bus.postgres.CLOSE_TIMEOUT", 0.2)

    async def scenario() -> None:
        async with worker(url, "one") as (one, _):
            postgres.stop()
            one.publish("m", b"lost")
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await bus_at(url, "two").open(lambda *_: None, lambda: None)

    try:
        asyncio.run(scenario())
    finally:
        postgres.start()


@pytest.mark.needs("postgresql")
def test_a_silent_bus_asks_whether_the_server_is_there(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.matches.bus.postgres.HEARTBEAT", 0.01)

    async def scenario() -> None:
        async with worker(url, "one") as (one, first), worker(url, "two") as (_, received):
            other = await asyncpg.connect(url)
            while await other.fetchval(HEARTBEATS) < 2:
                await asyncio.sleep(0.01)
            await other.close()
            one.publish("m", b"e4")
            await received.until(lambda: received.notices == [("m", b"e4")])
            assert first.gaps == received.gaps == 0

    asyncio.run(scenario())
