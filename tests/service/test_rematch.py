"""Playing again."""

from __future__ import annotations

import asyncio

import pytest

from moleworks.service import looking
from moleworks.service.commands import Answer, Offer, Reseat, Resign
from moleworks.service.house import LEASE, House
from moleworks.service.joining import join
from moleworks.service.leaving import leave
from moleworks.service.pace import Pace
from moleworks.service.room import Room
from moleworks.service.store.rows import WATCHER
from moleworks.service.sweeping import look_round
from moleworks.service.tokens import digest
from tests.service.tables import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    Listener,
    Mover,
    Table,
    at_home,
    check_against_log,
    person,
    seated,
    settled,
)


async def rematch(table: Table) -> Room:
    house = table.house
    persons = [seat for seat, hand in enumerate(table.course.hands) if hand.decides]
    await table.do(persons[0], Offer(what="rematch", id="again"))
    for seat in persons[1:]:
        await table.do(seat, Answer(what="rematch", yes=True))
    await settled(house)
    assert table.course.next
    return await house.room(table.course.next)


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("mole-hill", "here link"),
        ("mole-hill", "here bot"),
        ("mole-hill", "computer:5 link"),
        ("mole-company", "here link computer:2"),
        ("buddel-bande", "here link bot computer:7"),
    ],
)
def test_a_rematch_turns_the_seats(url: str, game: str, kinds: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, game, kinds)
        await join(house, LINA, ENGLISH, token=table.watch)
        await settled(house)
        old, count = table.room, len(table.keys)
        for seat in [seat for seat, hand in enumerate(table.course.hands) if hand.kind == "person"]:
            if not table.course.outcome:
                await table.do(seat, Resign()) if count == 2 else await _lost(table)
        await settled(house)
        new = await rematch(table)
        assert new.course.match.setup.game == game
        assert new.course.match.setup.options == old.course.match.setup.options
        for seat in range(count):
            before = old.seats[(seat + 1) % count]
            after = new.seats[seat]
            assert (after.kind, after.level, after.name) == (before.kind, before.level, before.name)
        held, was = await house.store.holders(new.id), await house.store.holders(old.id)
        assert held.pop(WATCHER) == was.pop(WATCHER) == {LINA}
        assert {(seat + 1) % count: people for seat, people in held.items()} == was
        for key in table.keys:
            if key.token:
                where = await house.store.by_token(digest(key.token))
                assert where == (new.id, (key.seat - 1) % count)
                by_token = {key.seat} if key.kind == "bot" else set()
                assert (await house.who(old, None, digest(key.token))).seats == by_token
        assert await house.who(new, HOST, None) == await house.who(new, HOST, None)
        assert new.course.status == "playing"
        await check_against_log(old)
        await check_against_log(new)
        assert (await house.store.counts()) == {"over": 1, "playing": 1}

    at_home(url, story)


async def _lost(table: Table) -> None:
    """A larger table plays to its end."""
    while not table.course.outcome:
        await settled(table.house)
        if table.course.actor is not None:
            await table.play()


def test_one_rematch_though_many_ask(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer")
        await table.do(0, Resign())
        ear = Listener(0)
        table.room.enter(ear)
        await asyncio.gather(
            table.do(0, Offer(what="rematch")), *(house.rematch(table.room) for _ in range(5))
        )
        for _ in range(5):
            house.follow_up(table.room)
        await settled(house)
        assert await house.store.counts() == {"over": 1, "playing": 1}
        assert ear.told("table")[-1]["next"] == table.course.next
        assert table.names[-1] == f"!next {table.course.next}"

    at_home(url, story)


def test_a_rematch_that_was_agreed_is_opened_by_who_comes_next(url: str) -> None:
    """The worker died between the last yes and the new match."""

    async def story(house: House) -> None:
        table = await seated(house)
        await table.do(0, Resign())
        await table.do(0, Offer(what="rematch"))
        house.rooms.clear()  # nobody follows up
        await table.do(1, Answer(what="rematch", yes=True))
        assert table.course.next is None
        room = await house.room(table.room.id)
        await settled(house)
        assert room.course.next
        await check_against_log(room)

    at_home(url, story)


def test_a_rematch_waits_for_nobody_who_has_left(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link link", board="stroll", pace=Pace(level=2))
        await _lost(table)
        record = looking.record(table.room)
        await table.do(2, Offer(what="rematch"))
        await leave(table.room, person(1))
        await check_against_log(table.room)
        assert looking.record(table.room) == str(record).replace("Person 1", "?")
        new = await rematch(table)
        assert [hand.kind for hand in new.course.hands] == ["computer", "person", "person"]
        assert new.course.hands[0].level == 2
        assert new.course.status == "playing"
        assert (await house.store.holders(new.id)) == {1: {person(2)}, 2: {HOST}}
        await settled(house)
        assert new.course.actor == 1  # the computer has begun
        await check_against_log(new)

    at_home(url, story, thinkers=Mover())


def test_a_rematch_that_failed_is_opened_in_the_end(url: str) -> None:
    """The store failed, or the worker died, after all had agreed."""
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        await table.do(0, Resign())
        await table.do(0, Offer(what="rematch"))
        create = house.store.create

        async def fails(*_: object) -> None:
            raise OSError

        house.store.create = fails  # type: ignore[assignment, method-assign]
        await table.do(1, Answer(what="rematch", yes=True))
        await settled(house)
        assert table.course.rematch_agreed
        assert table.course.next is None
        await check_against_log(table.room)
        house.store.create = create  # type: ignore[method-assign]
        await look_round(house)  # too early: somebody may be at it
        await settled(house)
        assert table.course.next is None
        clock.turn(LEASE + 1)
        await look_round(house)
        await settled(house)
        assert table.course.next
        assert await house.store.due(clock(), 10) == []
        await check_against_log(table.room)

    at_home(url, story, now=clock)


def test_a_rematch_does_not_wait_for_who_has_gone(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link link", board="stroll", pace=Pace(level=2))
        ears = [Listener(0), Listener(1), Listener(2)]
        for ear in ears:
            table.room.enter(ear)
        await _lost(table)
        await table.do(0, Offer(what="rematch"))
        table.room.leave(ears[2])
        clock.turn(61)
        await look_round(house)
        assert table.names[-1] == "!offer rematch", "who is alone waits"
        await table.do(1, Answer(what="rematch", yes=True))
        table.room.enter(ears[2])
        await look_round(house)
        assert table.names[-1] == "!accept rematch", "they have come back"
        table.room.leave(ears[2])
        clock.turn(59)
        await look_round(house)
        assert table.names[-1] == "!accept rematch"
        clock.turn(1)
        await look_round(house)
        await settled(house)
        assert table.names[-2] == "!absent rematch"
        assert table.course.next
        new = await house.room(table.course.next)
        assert [hand.kind for hand in new.course.hands] == ["person", "computer", "person"]
        assert new.course.hands[1].level == 2
        assert new.seats[1].name == "Person 2"
        back = await house.who(new, person(2), None)
        assert back.seats == {1}
        await new.do(back, Reseat(whose=1, kind="person"))
        assert new.course.hands[1].kind == "person"
        await check_against_log(table.room)
        await check_against_log(new)

    at_home(url, story, now=clock, thinkers=Mover())
