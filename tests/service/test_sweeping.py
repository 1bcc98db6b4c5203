"""What happens by itself: rooms are put away, matches become records, and all of it goes."""

from __future__ import annotations

import pytest

from moleworks.games import Complaint
from moleworks.service import looking
from moleworks.service.commands import Offer, Play, Rename, Reseat, Resign
from moleworks.service.house import House, NoMatch
from moleworks.service.joining import join
from moleworks.service.keep import Keep
from moleworks.service.leaving import leave
from moleworks.service.orders import Order, SeatOrder
from moleworks.service.room import Who
from moleworks.service.sweeping import clear_away, look_round
from tests.service.tables import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    Listener,
    at_home,
    order,
    person,
    seated,
)

DAY = 86400.0
PUT_AWAY = "This match has been put away"


def test_rooms_that_nobody_looks_at_leave(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        names = [(await house.create(order("here", "link"), HOST, ENGLISH)).id for _ in range(5)]
        kept_open = await house.room(names[0])
        ear = Listener()
        kept_open.enter(ear)
        for round_ in range(200):
            for name in names[1:]:
                await house.room(name)
            clock.turn(house.keep.idle + 1)
            if round_ % 2:
                await house.room(names[1])  # was asked for just now: whoever asked may be about to write
                await look_round(house)
                assert set(house.rooms) == {names[0], names[1]}
            else:
                await look_round(house)
                assert set(house.rooms) == {names[0]}
        kept_open.leave(ear)
        clock.turn(house.keep.idle + 1)
        await look_round(house)
        assert house.rooms == {}
        assert house._opening == {}

    at_home(url, story, now=clock)


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
        await clear_away(house)
        assert await house.store.counts() == {"over": 1}
        clock.turn(2 * DAY)
        await clear_away(house)
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
        await clear_away(house)
        clock.turn(365 * DAY)
        await clear_away(house)
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
        await clear_away(house)
        room, seat = await join(house, person(1), ENGLISH, token=table.keys[1].token)
        assert seat == 1
        assert room.course.ending is not None
        assert (await house.who(room, person(1), None)).seats == {1}
        await leave(room, person(1))
        assert (await house.who(room, person(1), None)) == Who()
        assert (await house.room(room.id)).seats[1].name == ""

    at_home(url, story, now=clock)


def test_what_nobody_goes_on_with_goes(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        playing, waiting = await seated(house), await seated(house, "mole-hill", "here open")
        clock.turn(5 * DAY)
        await clear_away(house)
        assert await house.store.counts() == {"playing": 1, "waiting": 1}
        clock.turn(2 * DAY)
        await clear_away(house)
        assert await house.store.counts() == {"playing": 1}
        with pytest.raises(NoMatch):
            await house.room(waiting.room.id)
        await playing.play("e4")
        clock.turn(59 * DAY)
        await clear_away(house)
        assert await house.store.counts() == {"playing": 1}
        clock.turn(2 * DAY)
        await clear_away(house)
        assert await house.store.counts() == {}
        assert house.rooms == {}
        assert await house.store.held_by(HOST) == []

    at_home(url, story, now=clock)


def test_a_match_that_has_begun_is_kept_though_a_seat_is_open_again(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        await table.play("e4")
        clock.turn(61)
        for kind in ("computer", "open"):
            await table.room.do(Who(host=True), Reseat(whose=1, kind=kind))
        assert await house.store.counts() == {"waiting": 1}
        clock.turn(59 * DAY)
        await clear_away(house)
        assert await house.store.counts() == {"waiting": 1}
        clock.turn(2 * DAY)
        await clear_away(house)
        assert await house.store.counts() == {}

    at_home(url, story, now=clock)


def test_more_than_fit_in_one_go(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        for _ in range(230):
            await house.create(Order("mole-hill", [SeatOrder("here"), SeatOrder()]), HOST, ENGLISH)
        clock.turn(2 * DAY)
        await clear_away(house)
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
            await clear_away(house)
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
        await clear_away(house)
        assert await house.store.counts() == {"over": 1}
        assert (await house.store.entries(table.room.id, 0))[:-1] == entries
        with pytest.raises(Complaint):
            await table.do(0, Play(action="e4", seq=table.course.seq))

    at_home(url, story, now=clock)


def test_a_name_without_matches_is_forgotten(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        gone, hosts = "digest-of-gone", "digest-of-a-mere-host"
        opened = await house.create(order("bot", "bot"), hosts, ENGLISH)
        for one in (gone, hosts, LINA):
            await house.store.remember(one, "Name", clock())
        clock.turn(364 * DAY)
        await house.store.remember(LINA, "Lina", clock())
        await table.play("e4")  # it is not abandoned
        await house.store.commit([("UPDATE matches SET changed = ? WHERE id = ?", (clock(), opened.id))])
        await clear_away(house)
        assert await house.store.person(gone) == "Name"
        clock.turn(2 * DAY)
        await clear_away(house)
        assert await house.store.person(gone) is None
        kept_names = [await house.store.person(one) for one in (LINA, hosts, person(1))]
        assert kept_names == ["Lina", "Name", "Person 1"]

    at_home(url, story, now=clock)
