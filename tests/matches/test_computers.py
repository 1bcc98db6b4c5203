"""Seats played by computers: one move each turn, even if workers or processes die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from moleworks.engine import knowledge
from moleworks.matches import maintenance
from moleworks.matches.access import Access
from moleworks.matches.bus import bus_at
from moleworks.matches.commands import Reseat, Resign, Undo
from moleworks.matches.engine_pool import EnginePool
from moleworks.matches.join import invite, join
from moleworks.matches.leave import leave
from moleworks.matches.maintenance import run_due
from moleworks.matches.server import LEASE, MatchServer
from moleworks.matches.store import store_at
from moleworks.matches.time_control import TimeControl
from moleworks.record import Match
from tests.matches.helpers import (
    ENGLISH,
    Clock,
    OpenMatch,
    RandomMover,
    SlowEngine,
    check_against_log,
    open_match,
    person,
    server_at,
    until,
    wait_idle,
    with_server,
)

pytestmark = pytest.mark.slow

HOST_ACCESS = Access(frozenset({0}), host=True)


def test_one_move_a_turn_however_often_it_is_asked_for(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer:4", board="patch")
        for turn in range(1, 6):
            engine_pool.may.clear()
            await table.play()
            for _ in range(5):
                server.follow_up(table.live)
                await run_due(server)
            engine_pool.may.set()
            await wait_idle(server)
            assert len(engine_pool.asked) == turn
            assert table.log.match.ply == 2 * turn
        assert set(engine_pool.asked) == {(1, 4)}
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=engine_pool)


def test_computers_play_each_other_to_somebody_s_turn(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-company", "computer:2 computer:6 here", board="burrow")
        await wait_idle(server)
        assert table.log.actor == 2
        assert [*dict.fromkeys(engine_pool.asked)] == [(0, 2), (1, 6)]
        while not table.log.outcome:
            if table.log.actor is not None:
                assert table.log.actor == 2
                await table.play()
            await wait_idle(server)
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=engine_pool)


def test_a_long_thought_stays_with_who_thinks_it(each_url: str) -> None:
    """The claim is renewed as long as the worker lives, so that no other starts the same search."""
    engine_pool, clock = RandomMover(), Clock()

    async def scenario(server: MatchServer) -> None:
        server.lease = 0.3
        table = await open_match(server, "mole-hill", "here computer", board="patch")
        engine_pool.may.clear()
        await table.play()
        await until(lambda: engine_pool.asked)
        for _ in range(4):
            claimed = await claimed_until(server, table.live.id)
            clock.turn(0.25)
            while await claimed_until(server, table.live.id) == claimed:
                await asyncio.sleep(0.01)
        now = server.now()
        assert not await server.store.claim(table.live.id, table.log.seq, "another", now, now + 9)
        engine_pool.may.set()
        await wait_idle(server)
        assert (table.log.match.ply, len(engine_pool.asked)) == (2, 1)

    with_server(each_url, scenario, engine_pool=engine_pool, now=clock)


async def claimed_until(server: MatchServer, match: str) -> object:
    (found,) = await server.store.fetch("SELECT until FROM matches WHERE id = ?", match)
    return found


def test_what_was_taken_back_meanwhile_is_not_answered(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer")
        engine_pool.may.clear()
        await table.play("e4")
        await until(lambda: engine_pool.asked)
        await table.do(0, Undo(seq=table.log.seq))
        engine_pool.may.set()
        await wait_idle(server)
        assert table.log.match.names == []
        await table.play("e5")
        await wait_idle(server)
        assert table.log.match.ply == 2
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=engine_pool)


def test_a_person_takes_over_and_back(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer:2")
        key = await invite(table.live, HOST_ACCESS, 1)
        engine_pool.may.clear()
        await table.play("e4")
        await until(lambda: engine_pool.asked)
        await join(server, person(1), ENGLISH, token=key.token, name="Lina")
        engine_pool.may.set()
        await wait_idle(server)
        assert table.log.match.names == ["e4"]  # its move is dropped: the person decides
        assert (table.log.actor, table.live.computer_turn()) == (1, None)
        await table.play("a1|a2")
        await leave(table.server, table.live, person(1))
        await table.play("e5")
        await wait_idle(server)
        assert table.log.match.ply == 4
        assert engine_pool.asked[-1] == (1, 3)
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=engine_pool)


def test_seats_left_open_are_taken_by_the_computer(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "open here open")
        host = Access(frozenset({1}), host=True)
        await table.live.do(host, Reseat(whose=2, kind="computer", level=5))
        assert engine_pool.asked == []
        await table.live.do(host, Reseat(whose=0, kind="computer", level=1))
        await wait_idle(server)
        assert table.log.actor == 1
        assert engine_pool.asked == [(0, 1)]
        assert sum(name.startswith("deal:") for name in table.names) == 3
        await table.play()
        await wait_idle(server)
        assert engine_pool.asked == [(0, 1), (2, 5), (0, 1)]
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=engine_pool)


@pytest.mark.parametrize("game", ["mole-company", "buddel-bande"])
def test_who_resigned_is_played_on_to_the_end(url: str, game: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        board = "burrow" if game == "mole-company" else "stroll"
        table = await open_match(server, game, "here link link", board=board, pace=TimeControl(level=6))
        await table.do(1, Resign())
        assert table.log.holders[1] == ("computer", 6)
        while not table.log.outcome:
            if table.log.actor is not None:
                assert table.log.actor != 1
                await table.play()
            await wait_idle(server)
        assert table.log.ending is None  # by the rules
        assert set(engine_pool.asked) == {(1, 6)}
        assert table.live.table().seats[1].resigned
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=engine_pool)


class FailingMover(RandomMover):
    """Its first searches fail."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def move(self, knowledge, level, owner=""):  # type: ignore[no-untyped-def]
        if self.times:
            self.times -= 1
            self.asked.append((knowledge.seat, level))
            raise RuntimeError("no more")
        return await super().move(knowledge, level)


def test_a_move_that_came_to_nothing_is_tried_again_after_the_lease(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    clock, engine_pool = Clock(), FailingMover(2)

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer")
        await table.play("e4")
        await wait_idle(server)
        for asked in (1, 2, 3):
            assert len(engine_pool.asked) == asked
            assert table.log.match.ply == 1 + (asked > 2)
            clock.turn(LEASE - 1)
            await run_due(server)
            await wait_idle(server)
            assert len(engine_pool.asked) == asked  # it is still claimed
            clock.turn(2)
            await run_due(server)
            await wait_idle(server)
        assert table.log.match.ply == 2
        assert len(engine_pool.asked) == 3

    with_server(url, scenario, now=clock, engine_pool=engine_pool)
    assert caplog.text.count("something failed in the background") == 2


def test_another_worker_takes_over(url: str) -> None:
    """A worker claims the move and dies; another reads the same file, as after a restart."""
    clock, first, second = Clock(), RandomMover(), RandomMover()

    async def scenario() -> None:
        async with server_at(url, clock, engine_pool=first) as server:
            first.may.clear()
            table = await open_match(server, "mole-hill", "here computer:2")
            await table.play("e4")
            await until(lambda: first.asked)
            async with server_at(url, clock, engine_pool=second, worker="worker-b") as other:
                await run_due(other)
                assert other.live_matches == {}
                await other.live_match(table.live.id)
                await wait_idle(other)
                assert second.asked == []
                clock.turn(LEASE + 1)
                await run_due(other)
                await wait_idle(other)
                assert second.asked == [(1, 2)]
                live = await other.live_match(table.live.id)
                assert live.log.match.ply == 2
                first.may.set()  # it was only slow: its move is dropped
                await wait_idle(server)
                await check_against_log(table.live)
                await check_against_log(live)
                assert table.log.match.names == live.log.match.names

    asyncio.run(scenario())


def test_a_server_that_starts_looks_for_what_is_due_at_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash the computers of its matches are to move, and nobody else would make them."""
    monkeypatch.setattr(maintenance, "INTERVAL", 3600.0)
    clock, first = Clock(), RandomMover()

    async def scenario() -> None:
        async with server_at(url, clock, engine_pool=first) as server:
            first.may.clear()
            table = await open_match(server, "mole-hill", "here computer:2")
            await table.play("e4")
            await until(lambda: first.asked)
        again = MatchServer(store_at(url), bus_at(url, "b"), RandomMover(), worker="b", now=clock)
        await again.open(alone=True)
        try:
            async with asyncio.timeout(20):  # nobody asks for the match
                await until(lambda: [live for live in again.live_matches.values() if live.log.match.ply == 2])
        finally:
            await again.close()

    asyncio.run(scenario())


def test_one_broken_match_holds_up_no_other(url: str, caplog: pytest.LogCaptureFixture) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        broken = await open_match(server, "mole-hill", "here computer")
        good = await open_match(server, "mole-hill", "here computer")
        server.live_matches.clear()
        for table in (broken, good):
            await table.play("e4")
        await server.store.commit(
            [("UPDATE entries SET name = 'nonsense' WHERE match = ? AND name = 'e4'", (broken.live.id,))]
        )
        await run_due(server)
        await wait_idle(server)
        assert (await server.live_match(good.live.id)).log.match.ply == 2

    with_server(url, scenario, engine_pool=engine_pool)
    assert "something failed in the sweep" in caplog.text


async def _undo(table: OpenMatch, _url: str) -> None:
    await table.do(0, Undo(seq=table.log.seq))


async def _resign(table: OpenMatch, _url: str) -> None:
    await table.do(0, Resign())


async def _take_over(table: OpenMatch, _url: str) -> None:
    key = await invite(table.live, HOST_ACCESS, 1)
    await join(table.server, person(1), ENGLISH, token=key.token, name="Lina")


async def _delete(table: OpenMatch, _url: str) -> None:
    await table.server.delete(table.live.id)


async def _write_elsewhere(table: OpenMatch, url: str) -> None:
    """Another worker writes, and this one receives its notice."""
    async with server_at(url, worker="worker-b") as other:
        live = await other.live_match(table.live.id)
        await live.do(Access(frozenset({0})), Resign())
    await table.live.catch_up()


@pytest.mark.parametrize("happens", [_undo, _resign, _take_over, _delete, _write_elsewhere])
def test_a_search_ends_when_nobody_waits_for_its_answer(
    url: str, happens: Callable[[OpenMatch, str], Awaitable[None]]
) -> None:
    """The only process becomes free, though its search has an hour."""
    engine_pool = SlowEngine()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer:7")
        await table.play("e4")
        await until(lambda: table.live.pending_move)
        await until(lambda: engine_pool.thoughts)
        await happens(table, url)
        await wait_idle(server)
        assert table.live.pending_move is None
        assert await engine_pool.free()
        assert engine_pool.thoughts == 1

    with_server(url, scenario, engine_pool=engine_pool)


def test_what_changes_nothing_for_a_computer_does_not_stop_it(url: str) -> None:
    engine_pool = RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here computer:7 link", board="stroll")
        engine_pool.may.clear()
        await table.play()
        await until(lambda: engine_pool.asked)
        thought = table.live.pending_move
        await table.do(2, Resign())
        assert thought is not None
        assert table.live.pending_move is thought
        assert not thought.task.cancelled()
        engine_pool.may.set()
        await until(thought.task.done)
        await wait_idle(server)
        assert engine_pool.asked[:2] == [(1, 7), (2, 3)]

    with_server(url, scenario, engine_pool=engine_pool)


# Processes


def _dies_once(path: str, answer: int) -> int:
    if not Path(path).exists():
        Path(path).touch()
        os._exit(1)
    return answer


def _dies() -> None:
    os._exit(1)


def test_a_thinker_that_dies(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        engine_pool = EnginePool(1)
        try:
            answers = await asyncio.gather(
                *(engine_pool.run(_dies_once, str(tmp_path / "died"), n) for n in range(3))
            )
            assert answers == [0, 1, 2]
            with pytest.raises(Exception, match="abruptly"):
                await engine_pool.run(_dies)
            assert await engine_pool.run(abs, -4) == 4
            match = Match.begin("mole-hill", board="patch")
            match.play([await engine_pool.move(knowledge(match), 1)])
        finally:
            engine_pool.close()

    asyncio.run(scenario())


ENDING = """
import asyncio, os, signal, time
from moleworks.matches.engine_pool import EnginePool

async def scenario():
    pool = EnginePool(2)
    thought = asyncio.create_task(pool.run(time.sleep, 600))
    while pool._pool is None or not pool._pool._processes:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.5)
    pool.close()

asyncio.run(scenario())
os.kill(os.getpid(), signal.SIGTERM)
"""


def test_nothing_is_left_of_who_was_thinking_when_the_program_was_told_to_end() -> None:
    """Python would complain on standard error, where only the log belongs."""
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGTERM, "")
