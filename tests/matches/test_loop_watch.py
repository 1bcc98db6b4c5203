"""What runs on the event loop is watched and charged, whoever started it; long steps are logged by name."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from moleworks.matches import maintenance
from moleworks.matches.access import Access
from moleworks.matches.bus import LocalBus
from moleworks.matches.client_messages import SharedMessage
from moleworks.matches.commands import Emote, Rename
from moleworks.matches.live import TABLE_INTERVAL
from moleworks.matches.loop_watch import LONG_STEP, MeasuredSteps, StepMeter, start_measured
from moleworks.matches.server import MatchServer
from moleworks.matches.store import store_at
from moleworks.matches.store.sqlite import SQLiteStore
from tests.matches.helpers import RandomMover, RecordingListener, open_match, server_at, until, with_server
from tests.postgres import Server


def burn(seconds: float) -> None:
    """Use so much CPU time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class SlowStore(SQLiteStore):
    """Keeps the event loop, as a fault of ours would."""

    async def due(self, now: float, limit: int) -> list[str]:
        burn(2 * LONG_STEP)
        return await super().due(now, limit)

    async def bring_back(self, after: float) -> int:
        burn(3 * LONG_STEP)
        return await super().bring_back(after)


def test_maintenance_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(maintenance, "INTERVAL", 0.01)

    async def scenario() -> None:
        server = MatchServer(SlowStore(tmp_path / "moles.db"), LocalBus(), RandomMover())
        await server.open(alone=True)
        try:
            await until(lambda: "by run_retention" in caplog.text)
        finally:
            await server.close()
        assert "by run_sweep" in caplog.text
        assert server.loop_watch.longest >= 3 * LONG_STEP

    asyncio.run(scenario())


class Sum(StepMeter):
    """Adds up what is charged."""

    seconds = 0.0

    def end_step(self) -> None:
        self.seconds += self.in_step()


class SlowListener(RecordingListener):
    """Takes some CPU time for each message."""

    cost = 0.002

    def send(self, message: SharedMessage) -> None:
        burn(self.cost)
        super().send(message)


def test_all_slices_of_a_broadcast_are_charged_to_its_sender(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        watchers = [SlowListener() for _ in range(50)]
        for watcher in watchers:
            table.live.add_listener(watcher)
        meters = Sum(), Sum()
        emote = Emote(name="wow")
        for seat, meter in enumerate(meters):
            await MeasuredSteps(table.live.do(Access(frozenset({seat})), emote), meter)
        assert any(not watcher.received("emote") for watcher in watchers), "most of it comes later"
        await until(lambda: all(len(watcher.received("emote")) == 2 for watcher in watchers))
        for meter in meters:
            assert meter.seconds >= len(watchers) * SlowListener.cost

    with_server(url, scenario)


def test_a_table_that_is_sent_later_is_charged_to_who_changed_it(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        watcher, meter = SlowListener(), Sum()
        table.live.add_listener(watcher)
        watcher.cost = 0.05
        await asyncio.sleep(2 * TABLE_INTERVAL)
        rename = (Rename(name=f"Lina {number}") for number in range(2))
        await start_measured(table.live.do(Access(frozenset({0})), next(rename)))
        await start_measured(table.live.do(Access(frozenset({0})), next(rename)), meter)
        before = meter.seconds
        await until(lambda: "Lina 1" in watcher.messages_sent[-1])
        assert meter.seconds >= before + watcher.cost

    with_server(url, scenario)


def test_a_task_is_charged_to_the_work_that_starts_it() -> None:
    async def part() -> str:
        await asyncio.sleep(0)
        burn(0.02)
        return "done"

    async def work() -> str:
        return await start_measured(part())

    async def scenario() -> None:
        meter = Sum()
        assert await MeasuredSteps(work(), meter) == "done"
        assert meter.seconds >= 0.02
        cancelled = start_measured(part(), meter)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_a_notice_of_another_worker_is_watched(postgres: Server, caplog: pytest.LogCaptureFixture) -> None:
    url = postgres.database()

    async def scenario() -> None:
        async with server_at(url, worker="a") as a, server_at(url, worker="b") as b:
            here = (await open_match(a)).live
            there = await b.live_match(here.id)
            watcher = SlowListener()
            there.add_listener(watcher)
            await until(lambda: here.other_workers)
            watcher.cost = 2 * LONG_STEP
            await here.do(Access(frozenset({0})), Emote(name="wow"))
            await until(lambda: watcher.received("emote"))
            assert b.loop_watch.longest >= watcher.cost
            assert "by a notice of another worker" in caplog.text

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_what_a_database_answers_is_charged_to_who_asked(postgres: Server) -> None:
    async def scenario() -> None:
        store = store_at(postgres.database())
        await store.open()
        meter = Sum()
        try:
            await MeasuredSteps(store.fetch("SELECT repeat('mole', 1000000)"), meter)
        finally:
            await store.close()
        assert meter.seconds > 0

    asyncio.run(scenario())
