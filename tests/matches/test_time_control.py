"""The time for a turn, and what happens when it is over."""

from __future__ import annotations

import json

import msgspec
import pytest

from moleworks.matches.commands import Play, Undo
from moleworks.matches.join import join
from moleworks.matches.maintenance import run_due
from moleworks.matches.server import MatchServer
from moleworks.matches.time_control import LONGEST, SHORTEST, TimeControl
from tests.matches.helpers import (
    ENGLISH,
    Clock,
    RandomMover,
    RecordingListener,
    check_against_log,
    open_match,
    person,
    wait_idle,
    with_server,
)

DAY = 86400.0


def test_a_clock_is_minutes_to_days() -> None:
    for seconds, good in ((SHORTEST, True), (LONGEST, True), (SHORTEST - 1, False), (LONGEST + 1, False)):
        text = json.dumps({"turn": seconds, "absent": "resign"})
        if good:
            assert msgspec.json.decode(text, type=TimeControl).deadline(7.0) == 7.0 + seconds
        else:
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(text, type=TimeControl)


def test_without_a_clock_nothing_is_ever_late(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        tables = [await open_match(server), await open_match(server, pace=TimeControl(turn=60))]
        clock.turn(50 * DAY)
        await run_due(server)
        await wait_idle(server)
        for table in tables:
            assert table.log.seq == 3
            assert table.log.late is None
            await table.play("e4")

    with_server(url, scenario, now=clock)


def test_a_computer_plays_the_turn_of_who_is_absent(url: str) -> None:
    clock, engine_pool = Clock(), RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, board="patch", pace=TimeControl(turn=60, absent="computer", level=5))
        await table.play()
        clock.turn(59)
        await run_due(server)
        await wait_idle(server)
        assert table.log.late is None
        clock.turn(1)
        await run_due(server)
        await wait_idle(server)
        assert engine_pool.asked == [(1, 5)]
        assert (table.log.match.ply, table.log.late, table.log.actor) == (2, None, 0)
        assert table.log.holders[1].kind == "person"
        assert table.live.table().played_for == 1
        await table.play()
        assert table.live.table().played_for is None
        await table.play()  # the player is back and plays on
        assert table.log.match.ply == 4
        assert table.names.count("!late computer") == 1
        await check_against_log(table.live)

    with_server(url, scenario, now=clock, engine_pool=engine_pool)


def test_who_is_late_may_still_be_first(url: str) -> None:
    clock, engine_pool = Clock(), RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, pace=TimeControl(turn=60, absent="computer"))
        engine_pool.may.clear()
        clock.turn(60)
        await run_due(server)
        assert table.live.table().late == 0
        await table.do(0, Play(action="e4", seq=table.log.seq, id="c1"))
        engine_pool.may.set()
        await wait_idle(server)
        assert table.log.match.names == ["e4"]
        assert table.log.played_for is None
        assert table.log.late is None
        await check_against_log(table.live)

    with_server(url, scenario, now=clock, engine_pool=engine_pool)


def test_a_whole_turn_of_many_actions_is_played(url: str) -> None:
    clock, engine_pool = Clock(), RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(
            server, "mole-company", board="burrow", pace=TimeControl(turn=60, absent="computer")
        )
        while not table.log.outcome:
            clock.turn(60)
            await run_due(server)
            await wait_idle(server)
        assert {seat for seat, _ in engine_pool.asked} == {0, 1}
        await check_against_log(table.live)

    with_server(url, scenario, now=clock, engine_pool=engine_pool)


@pytest.mark.parametrize("kinds", ["here link", "here link link"])
def test_absence_as_resignation(url: str, kinds: str) -> None:
    clock, engine_pool = Clock(), RandomMover()

    async def scenario(server: MatchServer) -> None:
        game = "mole-hill" if kinds == "here link" else "mole-company"
        table = await open_match(server, game, kinds, pace=TimeControl(turn=60, absent="resign", level=2))
        clock.turn(60)
        await run_due(server)
        await wait_idle(server)
        assert table.log.resigned == {0}
        if game == "mole-hill":
            assert table.log.ending is not None
            assert table.log.ending.winner == 1
        else:
            assert table.log.actor == 1
            assert engine_pool.asked == [(0, 2)]
        await run_due(server)
        await wait_idle(server)
        await check_against_log(table.live)

    with_server(url, scenario, now=clock, engine_pool=engine_pool)


def test_taking_back_wins_no_time(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, pace=TimeControl(turn=60, absent="resign"))
        for _ in range(8):  # 8 times 7 seconds
            clock.turn(7)
            await table.play("e4")
            clock.turn(20)
            await table.do(0, Undo(seq=table.log.seq))
        await run_due(server)
        assert not table.log.outcome
        clock.turn(4)
        await run_due(server)
        assert table.log.resigned == {0}
        outcome = table.live.table().outcome
        assert outcome is not None
        assert outcome.why == "out of time"
        await check_against_log(table.live)

    with_server(url, scenario, now=clock)


def test_the_table_is_told_what_time_is_left_after_every_action(url: str) -> None:
    clock, engine_pool = Clock(), RandomMover()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, pace=TimeControl(turn=60, absent="computer"))
        listener = RecordingListener(0)
        table.live.add_listener(listener)
        clock.turn(20)
        assert table.live.table().left == 40
        await table.play("e4")
        assert listener.received("table")[-1]["left"] == 60
        engine_pool.may.clear()
        clock.turn(60)
        await run_due(server)
        assert table.live.table().left is None, "it is the computer that plays now"
        engine_pool.may.set()
        await wait_idle(server)
        for pace, left in ((TimeControl(), None), (TimeControl(turn=60), 0.0)):
            other = await open_match(server, pace=pace)
            clock.turn(70)
            assert other.live.table().left == left

    with_server(url, scenario, now=clock, engine_pool=engine_pool)


def test_a_table_that_waits_has_no_clock(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here open", pace=TimeControl(turn=60, absent="resign"))
        clock.turn(1000)
        await run_due(server)
        assert table.log.seq == 2
        assert table.live.table().left is None
        live, _ = await join(server, person(1), ENGLISH, token=table.keys[1].token)
        clock.turn(59)
        await run_due(server)
        assert not live.log.outcome
        clock.turn(1)
        await run_due(server)
        assert live.log.resigned == {0}

    with_server(url, scenario, now=clock)
