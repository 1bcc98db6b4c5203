"""Clocks, and how long things are kept."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from moleworks.games import Complaint
from moleworks.service import looking
from moleworks.service.commands import Offer, Play, Rename, Resign, Undo
from moleworks.service.house import House, NoMatch
from moleworks.service.keep import Keep
from moleworks.service.orders import Order, SeatOrder
from moleworks.service.pace import LONGEST, SHORTEST, Pace
from moleworks.service.room import Who
from tests.service.tables import (
    ENGLISH,
    HOST,
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
PUT_AWAY = "This match has been put away"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/moles.db"


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
        await house.look_round()
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
        await house.look_round()
        await settled(house)
        assert table.course.late is None
        clock.turn(1)
        await house.look_round()
        await settled(house)
        assert thinkers.asked == [(1, 5)]
        assert (table.course.match.ply, table.course.late, table.course.actor) == (2, None, 0)
        assert table.course.hands[1].kind == "person"
        await table.play()
        await table.play()  # whoever is back plays on
        assert table.course.match.ply == 4
        assert table.names.count("!late") == 1
        await check_against_log(table.room)

    at_home(url, story, now=clock, thinkers=thinkers)


def test_who_is_late_may_still_be_first(url: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        table = await seated(house, pace=Pace(turn=60, absent="computer"))
        thinkers.may.clear()
        clock.turn(60)
        await house.look_round()
        assert table.room.table()["late"] == 0
        await table.play("e4")
        thinkers.may.set()
        await settled(house)
        assert table.course.match.names == ["e4"]
        assert table.course.late is None
        await check_against_log(table.room)

    at_home(url, story, now=clock, thinkers=thinkers)


def test_a_whole_turn_of_many_actions_is_played(url: str) -> None:
    clock, thinkers = Clock(), Mover()

    async def story(house: House) -> None:
        table = await seated(house, "mole-company", board="burrow", pace=Pace(turn=60, absent="computer"))
        while not table.course.outcome:
            clock.turn(60)
            await house.look_round()
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
        await house.look_round()
        await settled(house)
        assert table.course.resigned == {0}
        if game == "mole-hill":
            assert table.course.ending is not None
            assert table.course.ending.winner == 1
        else:
            assert table.course.actor == 1
            assert thinkers.asked == [(0, 2)]
        await house.look_round()
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
        await house.look_round()
        assert not table.course.outcome
        clock.turn(4)
        await house.look_round()
        assert table.course.resigned == {0}
        await check_against_log(table.room)

    at_home(url, story, now=clock)


def test_a_table_that_waits_has_no_clock(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here open", pace=Pace(turn=60, absent="resign"))
        clock.turn(1000)
        await house.look_round()
        assert table.course.seq == 2
        room, _ = await house.join(person(1), ENGLISH, token=table.keys[1].token)
        clock.turn(59)
        await house.look_round()
        assert not room.course.outcome
        clock.turn(1)
        await house.look_round()
        assert room.course.resigned == {0}

    at_home(url, story, now=clock)


# Keeping


def test_a_match_that_is_over_becomes_a_record(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", board="stroll")
        while not table.course.outcome:
            await table.play()
        name, ear = table.room.id, Listener(0)
        table.room.enter(ear)
        before = await table.room.since(5, (0,))
        record = looking.record(table.room)
        replay = list(looking.replay(table.course, 1, 0, 1000))
        clock.turn(29 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {"over": 1}
        clock.turn(2 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {"archived": 1}
        assert await house.store.entries(name, 0) == []
        assert ear.gone
        room = await house.room(name)
        assert room is not table.room
        assert await room.since(5, (0,)) == before
        assert looking.record(room) == record
        assert list(looking.replay(room.course, 1, 0, 1000)) == replay
        assert (await house.who(room, person(1), None)).seats == {1}
        for old in (room, table.room):  # a worker that has not heard of it behaves alike
            for command in (Offer(what="rematch"), Rename(name="Lina")):
                with pytest.raises(Complaint, match=PUT_AWAY):
                    await old.do(Who(frozenset({0})), command)
            assert (await old.since(5, (0,))) == before
        await house.clear_away()
        clock.turn(365 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {}
        with pytest.raises(NoMatch):
            await house.room(name)

    at_home(url, story, now=clock)


def test_a_link_to_a_record_shows_it(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        await table.do(1, Resign())
        clock.turn(31 * DAY)
        await house.clear_away()
        room, seat = await house.join("tablet", ENGLISH, token=table.keys[1].token)
        assert seat == 1
        assert room.course.ending is not None
        assert (await house.who(room, "tablet", None)).seats == {1}
        await house.forget_match(room, person(1))
        assert (await house.who(room, person(1), None)) == Who()
        await house.forget_match(room, "tablet")
        assert (await house.room(room.id)).seats[1].name == ""

    at_home(url, story, now=clock)


def test_what_nobody_goes_on_with_goes(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        playing, waiting = await seated(house), await seated(house, "mole-hill", "here open")
        clock.turn(5 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {"playing": 1, "waiting": 1}
        clock.turn(2 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {"playing": 1}
        with pytest.raises(NoMatch):
            await house.room(waiting.room.id)
        await playing.play("e4")
        clock.turn(59 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {"playing": 1}
        clock.turn(2 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {}
        assert house.rooms == {}
        assert await house.store.held_by(HOST) == []

    at_home(url, story, now=clock)


def test_more_than_fit_in_one_go(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        for _ in range(230):
            await house.create(Order("mole-hill", [SeatOrder("here"), SeatOrder()]), HOST, ENGLISH)
        clock.turn(2 * DAY)
        await house.clear_away()
        assert await house.store.counts() == {}
        assert house.rooms == {}

    at_home(url, story, now=clock, keep=Keep(abandoned=10))


def test_a_broken_match_is_cleared_away_too(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        await table.do(0, Resign())
        await house.store.commit([("UPDATE entries SET name = 'nonsense' WHERE name = '!resign'", ())])
        house.rooms.clear()
        for days in (31, 366):
            clock.turn(days * DAY)
            await house.clear_away()
        assert await house.store.counts() == {}

    at_home(url, story, now=clock)


def test_somebody_comes_back_while_it_is_put_away(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        await table.do(0, Resign())
        clock.turn(31 * DAY)
        entries = await house.store.entries(table.room.id, 0)
        await table.do(0, Offer(what="rematch"))
        await house.clear_away()
        assert await house.store.counts() == {"over": 1}
        assert (await house.store.entries(table.room.id, 0))[:-1] == entries
        with pytest.raises(Complaint):
            await table.do(0, Play(action="e4", seq=table.course.seq))

    at_home(url, story, now=clock)
