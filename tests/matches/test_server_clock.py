"""A wrong clock deletes nothing and stops nobody; what is too old is kept for a week, unless people ask."""

from __future__ import annotations

import asyncio
import logging

import pytest

from moleworks.matches.bus import LocalBus
from moleworks.matches.commands import Resign
from moleworks.matches.leave import forget_person
from moleworks.matches.maintenance import WORKER_TIMEOUT, apply_retention, run_due
from moleworks.matches.notices import Alive
from moleworks.matches.server import MatchServer, NoMatch
from moleworks.matches.server_clock import DAY, CalendarCheck, ServerClock
from moleworks.matches.store import MatchStore, store_at
from moleworks.matches.time_control import TimeControl
from tests.matches.helpers import (
    HOST,
    Clock,
    RandomMover,
    RecordingListener,
    check_against_log,
    open_match,
    person,
    server_at,
    until,
    wait_idle,
    with_server,
)


async def clear_all(server: MatchServer, clock: Clock) -> None:
    """Let everything grow old, in time that really passes."""
    clock.turn(70 * DAY)
    await apply_retention(server)
    assert await server.store.counts() == {}


def test_a_server_that_starts_61_days_ahead_deletes_nothing_for_a_day(
    each_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()

    async def scenario() -> None:
        async with server_at(each_url, clock) as server:
            playing = await open_match(server, pace=TimeControl(turn=3600, absent="resign"))
            waiting = await open_match(server, kinds="here open")
        clock.turn(61 * DAY)  # while no server runs
        async with server_at(each_url, clock) as server:
            with caplog.at_level(logging.WARNING, "moleworks.matches"):
                await apply_retention(server)
            await run_due(server)
            assert await server.store.counts() == {"playing": 1, "waiting": 1}
            assert "nothing is deleted" in caplog.text
            live = await server.live_match(playing.live.id)
            assert not live.log.outcome, "nobody has lost by it"
            clock.turn(DAY / 2)
        async with server_at(each_url, clock) as server:  # it does not help to try again
            await apply_retention(server)
            assert await server.store.counts() == {"playing": 1, "waiting": 1}
            clock.turn(DAY / 2 + 1)
            await apply_retention(server)
            assert await server.store.counts() == {}, "it has stayed so for a day"
            with pytest.raises(NoMatch):
                await server.live_match(waiting.live.id)

    asyncio.run(scenario())


def test_a_calendar_that_jumps_while_the_server_runs(url: str) -> None:
    running, calendar = Clock(), Clock()

    async def scenario() -> None:
        store = store_at(url)
        await store.open()
        check = CalendarCheck(store, running)
        assert await check.look(calendar())
        for clock in (running, calendar):
            clock.turn(40 * DAY)
        assert await check.look(calendar()), "that time has passed"
        calendar.turn(61 * DAY)
        assert not await check.look(calendar())
        calendar.turn(-61 * DAY)
        assert await check.look(calendar()), "it is right again"
        calendar.turn(-DAY / 24)
        assert await check.look(calendar()), "an hour back deletes nothing"
        await store.close()

    asyncio.run(scenario())


def test_what_a_wrong_clock_has_cleared_away_comes_back(each_url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", board="stroll")
        await table.play()
        entries = await server.store.entries(table.live.id, 0)
        persons = await server.store.persons_by_seat(table.live.id)
        await clear_all(server, clock)
        clock.turn(-70 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"playing": 1}
        assert await server.store.entries(table.live.id, 0) == entries
        assert await server.store.persons_by_seat(table.live.id) == persons
        await check_against_log(await server.live_match(table.live.id))

    with_server(each_url, scenario, now=clock)


def test_what_is_cleared_away_is_kept_for_a_week(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        await open_match(server)
        await clear_all(server, clock)
        clock.turn(6 * DAY)
        await apply_retention(server)
        assert await kept(server.store) == 1
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await kept(server.store) == 0
        assert await server.store.bring_back(0) == 0

    with_server(url, scenario, now=clock)


def test_who_asks_to_be_forgotten_is_forgotten_at_once(each_url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        await open_match(server)
        await open_match(server, kinds="here computer")
        await wait_idle(server)
        await clear_all(server, clock)
        alone = await open_match(server, kinds="here computer")
        await wait_idle(server)
        assert await kept(server.store) == 2
        await forget_person(server, person(1))
        assert await kept(server.store) == 1
        await forget_person(server, HOST)
        assert await kept(server.store) == 0
        assert await server.store.match(alone.live.id) is None

    with_server(each_url, scenario, now=clock)


async def kept(store: MatchStore) -> int:
    return int((await store.fetch("SELECT COUNT(*) FROM cleared"))[0][0])


def test_an_hour_back_after_a_crash_the_computer_goes_on(each_url: str) -> None:
    """The claim of the crashed worker, and what was due, are of a time that comes again."""
    clock, thinking, heir = Clock(), RandomMover(), RandomMover()

    async def scenario() -> None:
        server = MatchServer(store_at(each_url), LocalBus(), thinking, worker="crashed", now=clock)
        await server.store.open()
        thinking.may.clear()
        table = await open_match(server, "mole-hill", "here computer:2")
        await table.play("e4")
        await until(lambda: thinking.asked)
        await server.store.close()  # it crashes in mid-thought
        for task in list(server._tasks):
            task.cancel()
        clock.turn(-3600)
        async with server_at(each_url, clock, engine_pool=heir, worker="heir") as other:
            await run_due(other)
            await wait_idle(other)
            live = await other.live_match(table.live.id)
            assert live.log.actor == 0
            assert heir.asked

    asyncio.run(scenario())


def test_one_process_forgets_its_old_claims_when_it_starts(url: str) -> None:
    """It need not wait for the lease of the process that crashed, which was its own."""

    async def scenario() -> None:
        store = store_at(url)
        async with server_at(url) as server:
            table = await open_match(server)
            await server.store.claim(table.live.id, table.log.seq, "crashed", 1.0, 2e9)
        server = MatchServer(store, LocalBus(), RandomMover(), worker="heir", now=Clock())
        await server.open(alone=True)
        assert await store.claim(table.live.id, table.log.seq, "heir", 1.0, 2.0)
        await server.close()

    asyncio.run(scenario())


def test_time_goes_on_from_the_newest_move(url: str) -> None:
    """By one process: the clock of the computer is set back, and no turn becomes longer by it."""

    async def scenario() -> None:
        ahead = Clock()
        ahead.time = 4_000_000_000.0
        async with server_at(url, ahead) as server:
            await open_match(server)
        store, clock = store_at(url), ServerClock()
        await store.open()
        await clock.read(store, first=True)
        assert 0 <= clock() - ahead() < 60
        clock.set(5.0)
        await clock.read(store, first=False)
        assert clock() < 60, "the clock of the computer does not matter while it runs"
        await store.close()

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_workers_go_by_the_clock_of_postgresql(postgres: object) -> None:
    async def scenario() -> None:
        store, clock = store_at(postgres.database()), ServerClock()  # type: ignore[attr-defined]
        await store.open()
        clock.set(5.0)
        await clock.read(store, first=False)
        assert abs(clock() - await store.time()) < 10
        await store.close()

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_a_worker_that_was_only_slow_is_asked_who_is_there(postgres: object) -> None:
    clock, url = Clock(), postgres.database()  # type: ignore[attr-defined]

    async def scenario() -> None:
        async with server_at(url, clock) as a, server_at(url, clock, worker="worker-b") as b:
            table = await open_match(a)
            there = await b.live_match(table.live.id)
            there.add_listener(RecordingListener(1))
            await until(lambda: 1 in table.live.present_seats())
            clock.turn(WORKER_TIMEOUT + 1)
            await run_due(a)
            assert 1 not in table.live.present_seats()
            b.publish("", Alive())
            await until(lambda: 1 in table.live.present_seats())

    asyncio.run(scenario())


def test_a_match_that_goes_on_is_not_cleared(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        before = await server.store.match(table.live.id)

        async def as_before(_match: str) -> object:
            return before

        await table.do(1, Resign())
        found, server.store.match = server.store.match, as_before  # type: ignore[assignment, method-assign]
        await server.clear(table.live.id)
        server.store.match = found  # type: ignore[method-assign]
        assert await server.store.counts() == {"over": 1}
        assert await kept(server.store) == 0

    with_server(url, scenario, now=clock)
