"""Clocks."""

from __future__ import annotations

import json

import msgspec
import pytest

from moleworks.service.commands import Play, Undo
from moleworks.service.house import House
from moleworks.service.joining import join
from moleworks.service.pace import LONGEST, SHORTEST, Pace
from moleworks.service.sweeping import look_round
from tests.service.tables import (
    ENGLISH,
    Clock,
    Listener,
    Mover,
    at_home,
    check_against_log,
    person,
    seated,
    settled,
)

DAY = 86400.0


def test_a_clock_is_minutes_to_days() -> None:
    for seconds, good in ((SHORTEST, True), (LONGEST, True), (SHORTEST - 1, False), (LONGEST + 1, False)):
        text = json.dumps({"turn": seconds, "absent": "resign"})
        if good:
            assert msgspec.json.decode(text, type=Pace).deadline(7.0) == 7.0 + seconds
        else:
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(text, type=Pace)


def test_without_a_clock_nothing_is_ever_late(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        tables = [await seated(house), await seated(house, pace=Pace(turn=60))]
        clock.turn(50 * DAY)
        await look_round(house)
        await settled(house)
        for table in tables:
            assert table.course.seq == 3
            assert table.course.late is None
            await table.play("e4")

    at_home(url, story, now=clock)


def test_a_computer_plays_the_turn_of_who_is_absent(url: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        table = await seated(house, board="patch", pace=Pace(turn=60, absent="computer", level=5))
        await table.play()
        clock.turn(59)
        await look_round(house)
        await settled(house)
        assert table.course.late is None
        clock.turn(1)
        await look_round(house)
        await settled(house)
        assert thinkers.asked == [(1, 5)]
        assert (table.course.match.ply, table.course.late, table.course.actor) == (2, None, 0)
        assert table.course.hands[1].kind == "person"
        assert table.room.table()["played_for"] == 1
        await table.play()
        assert table.room.table()["played_for"] is None
        await table.play()  # whoever is back plays on
        assert table.course.match.ply == 4
        assert table.names.count("!late computer") == 1
        await check_against_log(table.room)

    at_home(url, story, now=clock, thinkers=thinkers)


def test_who_is_late_may_still_be_first(url: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        table = await seated(house, pace=Pace(turn=60, absent="computer"))
        thinkers.may.clear()
        clock.turn(60)
        await look_round(house)
        assert table.room.table()["late"] == 0
        await table.do(0, Play(action="e4", seq=table.course.seq, id="c1"))
        thinkers.may.set()
        await settled(house)
        assert table.course.match.names == ["e4"]
        assert table.course.played_for is None
        assert table.course.late is None
        await check_against_log(table.room)

    at_home(url, story, now=clock, thinkers=thinkers)


def test_a_whole_turn_of_many_actions_is_played(url: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        table = await seated(house, "mole-company", board="burrow", pace=Pace(turn=60, absent="computer"))
        while not table.course.outcome:
            clock.turn(60)
            await look_round(house)
            await settled(house)
        assert {seat for seat, _ in thinkers.asked} == {0, 1}
        await check_against_log(table.room)

    at_home(url, story, now=clock, thinkers=thinkers)


@pytest.mark.parametrize("kinds", ["here link", "here link link"])
def test_absence_as_resignation(url: str, kinds: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        game = "mole-hill" if kinds == "here link" else "mole-company"
        table = await seated(house, game, kinds, pace=Pace(turn=60, absent="resign", level=2))
        clock.turn(60)
        await look_round(house)
        await settled(house)
        assert table.course.resigned == {0}
        if game == "mole-hill":
            assert table.course.ending is not None
            assert table.course.ending.winner == 1
        else:
            assert table.course.actor == 1
            assert thinkers.asked == [(0, 2)]
        await look_round(house)
        await settled(house)
        await check_against_log(table.room)

    at_home(url, story, now=clock, thinkers=thinkers)


def test_taking_back_wins_no_time(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, pace=Pace(turn=60, absent="resign"))
        for _ in range(8):  # 8 times 7 seconds
            clock.turn(7)
            await table.play("e4")
            clock.turn(20)
            await table.do(0, Undo(seq=table.course.seq))
        await look_round(house)
        assert not table.course.outcome
        clock.turn(4)
        await look_round(house)
        assert table.course.resigned == {0}
        await check_against_log(table.room)

    at_home(url, story, now=clock)


def test_the_table_is_told_what_time_is_left_after_every_action(url: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        table = await seated(house, pace=Pace(turn=60, absent="computer"))
        ear = Listener(0)
        table.room.enter(ear)
        clock.turn(20)
        assert table.room.table()["left"] == 40
        await table.play("e4")
        assert ear.told("table")[-1]["left"] == 60
        thinkers.may.clear()
        clock.turn(60)
        await look_round(house)
        assert table.room.table()["left"] is None, "it is the computer that plays now"
        thinkers.may.set()
        await settled(house)
        for pace, left in ((Pace(), None), (Pace(turn=60), 0.0)):
            other = await seated(house, pace=pace)
            clock.turn(70)
            assert other.room.table()["left"] == left

    at_home(url, story, now=clock, thinkers=thinkers)


def test_a_table_that_waits_has_no_clock(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here open", pace=Pace(turn=60, absent="resign"))
        clock.turn(1000)
        await look_round(house)
        assert table.course.seq == 2
        assert table.room.table()["left"] is None
        room, _ = await join(house, person(1), ENGLISH, token=table.keys[1].token)
        clock.turn(59)
        await look_round(house)
        assert not room.course.outcome
        clock.turn(1)
        await look_round(house)
        assert room.course.resigned == {0}

    at_home(url, story, now=clock)
