"""Coming in: by a code, by a link, to watch."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moleworks.games import Complaint
from moleworks.service.commands import Reseat, Resign
from moleworks.service.house import House, NoMatch
from moleworks.service.joining import invite, join
from moleworks.service.room import SeatTaken, Who
from moleworks.service.tokens import digest
from tests.service.tables import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    Listener,
    at_home,
    check_against_log,
    order,
    person,
    seated,
    settled,
)


def test_by_a_code_each_gets_a_seat_of_their_own(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link", "link", "link", game="buddel-bande"), HOST, ENGLISH)
        people = [f"digest-{n}" for n in range(5)]
        results = await asyncio.gather(
            *(join(house, one, ENGLISH, code=opened.code, name=one) for one in people), return_exceptions=True
        )
        seats = [result[1] for result in results if isinstance(result, tuple)]
        assert sorted(seat for seat in seats if seat is not None) == [1, 2, 3]
        assert (
            sorted(str(error) for error in results if isinstance(error, Exception))
            == ["All seats at this table are taken."] * 2
        )
        room = await house.room(opened.id)
        held = await house.store.holders(opened.id)
        assert {seat: len(holders) for seat, holders in held.items()} == {0: 1, 1: 1, 2: 1, 3: 1}
        assert [held[row.seat] for row in room.seats[1:]] == [{row.name} for row in room.seats[1:]]
        await check_against_log(room)

    at_home(url, story)


def test_a_code_opens_nothing_once_all_are_there(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        await settled(house)
        with pytest.raises(NoMatch):
            await join(house, LINA, ENGLISH, code=table.code)
        found = await house.store.match(table.room.id)
        assert found is not None
        assert found[0].code is None

    at_home(url, story)


def test_codes_as_they_are_typed(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link"), HOST, ENGLISH)
        code = opened.code or ""
        for wrong in ("", "1", code[:-1], code + "0", "x" * 99):
            with pytest.raises(NoMatch):
                await join(house, LINA, ENGLISH, code=wrong)
        with pytest.raises(Complaint, match="cookie"):
            await join(house, None, ENGLISH, code=code, bot=True)
        assert (await join(house, LINA, ENGLISH, code=f"{code[:4]} {code[4:]}"))[1] == 1

    at_home(url, story)


def test_by_a_link_again_it_is_the_same_seat(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link"), HOST, ENGLISH)
        token = opened.seats[1].token
        both = await asyncio.gather(*(join(house, LINA, ENGLISH, token=token, name="Lina") for _ in range(3)))
        assert {seat for _, seat in both} == {1}
        room = both[0][0]
        assert [entry.name for entry in room.entries].count("!seat 1 person") == 1
        assert (await join(house, LINA, ENGLISH, token=token))[1] == 1
        assert room.seats[1].name == "Lina"
        await join(house, LINA, ENGLISH, token=token, name="Lina M.")
        assert room.seats[1].name == "Lina M."
        assert await house.store.person(LINA) == "Lina M."
        assert (await house.store.holders(room.id))[1] == {LINA}
        await check_against_log(room)

    at_home(url, story)


def test_the_seat_and_who_holds_it_are_kept_at_once(url: str) -> None:
    """A worker that dies right after the commit leaves no seat taken by nobody."""

    class Dead(Exception):
        pass

    async def story(house: House) -> None:
        opened = await house.create(order("here", "link"), HOST, ENGLISH)
        append, commits = house.store.append, house.store.commit

        async def last(*what: Any) -> None:
            await append(*what)
            house.store.commit = dead  # type: ignore[method-assign]
            raise Dead

        async def dead(*_: Any, **__: Any) -> list[int]:
            raise Dead

        house.store.append = last  # type: ignore[assignment, method-assign]
        with pytest.raises(Dead):
            await join(house, LINA, ENGLISH, token=opened.seats[1].token)
        house.store.append, house.store.commit = append, commits  # type: ignore[method-assign]
        house.rooms.clear()
        room = await house.room(opened.id)
        assert room.course.hands[1].kind == "person"
        assert (await house.who(room, LINA, None)).seats == {1}
        await settled(house)

    at_home(url, story)


def test_who_gives_no_name_keeps_the_one_they_have(url: str) -> None:
    async def story(house: House) -> None:
        for name in ("Lina", ""):
            opened = await house.create(order("here", "link"), HOST, ENGLISH)
            room, _ = await join(house, LINA, ENGLISH, token=opened.seats[1].token, name=name)
            assert room.seats[1].name
            assert room.seats[1].name != room.seats[0].name
        assert await house.store.person(LINA) == "Lina"

    at_home(url, story)


def test_watching(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        room, seat = await join(house, LINA, ENGLISH, token=table.watch, name="Lina")
        assert (room, seat) == (table.room, None)
        assert await house.who(room, LINA, None) == Who(watches=True)
        assert [row.id for row, _, _ in await house.store.held_by(LINA)] == [room.id]
        with pytest.raises(NoMatch):
            await join(house, LINA, ENGLISH, token="wrong")

    at_home(url, story)


def test_after_the_end_a_link_only_shows(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-company", "here link link", board="burrow")
        for seat in (2, 1, 0):
            await table.do(seat, Resign())
        before = table.course.seq
        assert table.course.outcome
        assert (await join(house, person(2), ENGLISH, token=table.keys[2].token, name="Lina"))[1] == 2
        with pytest.raises(SeatTaken):
            await join(house, "tablet", ENGLISH, token=table.keys[2].token, name="Max")
        assert not (await house.who(table.room, "tablet", None)).known
        assert table.course.seq == before
        assert table.course.resigned == {0, 1, 2}

    at_home(url, story)


def test_a_new_link_closes_the_old_one(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link"), HOST, ENGLISH)
        room = await house.room(opened.id)
        host = await house.who(room, HOST, None)
        old = opened.seats[1].token
        key = await invite(room, host, 1)
        with pytest.raises(NoMatch):
            await join(house, LINA, ENGLISH, token=old)
        assert not (await house.who(room, None, digest(old or ""))).known
        assert (await join(house, LINA, ENGLISH, token=key.token))[1] == 1
        for seat, reason in ((1, "wait a minute"), (2, "no seat 2"), (-1, "no seat -1")):
            with pytest.raises(Complaint, match=reason):
                await invite(room, host, seat)
        with pytest.raises(Complaint, match="Only who opened"):
            await invite(room, Who(frozenset({1})), 0)
        await invite(room, host, 0)  # one's own seat, for another device
        await check_against_log(room)

    at_home(url, story)


def test_a_link_answers_only_to_who_has_the_seat(url: str) -> None:
    """The host has every link; another's secrets are none of theirs."""

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link bot link")
        room, before = table.room, table.course.seq
        for seat in (1, 3):
            token = table.keys[seat].token or ""
            assert not (await house.who(room, None, digest(token))).known, "the bare token opens nothing"
            for who in (HOST, "stranger", None):
                with pytest.raises(SeatTaken, match=r"taken.*new link"):
                    await join(house, who, ENGLISH, token=token, name="Me", bot=who is None)
        assert (await join(house, person(1), ENGLISH, token=table.keys[1].token))[1] == 1
        assert (await house.who(room, HOST, None)).seats == {0}
        assert (table.course.seq, room.seats[1].name) == (before, "Person 1")
        bot = table.keys[2].token or ""
        assert (await house.who(room, None, digest(bot))).seats == {2}, "a bot has nothing else"
        assert (await join(house, None, ENGLISH, token=bot, bot=True))[1] == 2
        with pytest.raises(SeatTaken):
            await join(house, HOST, ENGLISH, token=bot)
        assert await house.store.holders(room.id) == {0: {HOST}, 1: {person(1)}, 3: {person(3)}}

    at_home(url, story)


def test_an_open_seat_shows_nothing_before_somebody_sits_down(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here open")
        assert not (await house.who(table.room, None, digest(table.keys[1].token or ""))).known

    at_home(url, story)


def test_who_lost_their_seat_comes_by_a_new_link(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link link")
        room, host = table.room, Who(frozenset({0}), host=True)
        ears = [Listener(0), Listener(1), Listener(2)]
        for ear in ears:
            room.enter(ear)
        with pytest.raises(Complaint, match=r"Somebody has this seat\."):
            await invite(room, host, 1)
        room.leave(ears[1])
        with pytest.raises(Complaint, match="wait a minute"):
            await invite(room, host, 1)
        clock.turn(61)
        key = await invite(room, host, 1)
        assert (await house.who(room, person(1), None)).seats == {1}, "until somebody comes by it"
        room.enter(ears[1])
        with pytest.raises(SeatTaken):  # she has come back meanwhile
            await join(house, "tablet", ENGLISH, token=key.token)
        room.leave(ears[1])
        with pytest.raises(Complaint, match="another player's secrets"):
            await join(house, HOST, ENGLISH, token=key.token)
        with pytest.raises(Complaint, match="another player's secrets"):
            await join(house, person(2), ENGLISH, token=key.token)
        assert (await join(house, "tablet", ENGLISH, token=key.token, name="Lina"))[1] == 1
        assert table.names[-3:] == ["!link 1", "!out 1", "!seat 1 person"]
        assert (await house.store.holders(room.id))[1] == {"tablet"}
        assert not (await house.who(room, person(1), None)).known
        with pytest.raises(SeatTaken):
            await join(house, person(1), ENGLISH, token=key.token)
        assert not ears[0].gone
        await check_against_log(room)

    at_home(url, story, now=clock)


def test_who_lost_a_seat_hears_no_more(url: str) -> None:
    """A second device takes the first one's place, even while that listens; others stay."""

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link link")
        ears = [Listener(0), Listener(1), Listener(2), Listener()]
        for ear in ears:
            table.room.enter(ear)
        key = await invite(table.room, Who(frozenset({1})), 1)
        assert (await join(house, person(1), ENGLISH, token=key.token))[1] == 1, (
            "the same browser: nothing new"
        )
        assert table.names[-1] == "!link 1"
        await join(house, "tablet", ENGLISH, token=key.token, name="Lina")
        assert [ear.gone for ear in ears] == [False, True, False, False]
        assert ears[1] not in table.room.ears
        told = ears[0].told("at")[-1]["news"]
        assert [news["name"] for news in told] == ["!out 1", "!seat 1 person"]
        await check_against_log(table.room)

    at_home(url, story)


def test_a_person_comes_back_to_the_computer_s_seat_until_somebody_else_sits_there(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link link")
        room, host = table.room, Who(frozenset({0}), host=True)
        clock.turn(61)
        await room.do(host, Reseat(whose=1, kind="computer"))
        for who in (HOST, "stranger"):
            with pytest.raises(SeatTaken):  # by the old link
                await join(house, who, ENGLISH, token=table.keys[1].token)
        assert (await join(house, person(1), ENGLISH, token=table.keys[1].token))[1] == 1
        assert "!out 1" not in table.names
        clock.turn(61)
        await room.do(host, Reseat(whose=1, kind="computer"))
        await room.do(Who(frozenset({1})), Reseat(whose=1, kind="person"))
        clock.turn(61)
        await room.do(host, Reseat(whose=1, kind="computer"))
        key = await invite(room, host, 1)
        await join(house, "stranger", ENGLISH, token=key.token)
        assert not (await house.who(room, person(1), None)).known
        await settled(house)
        await check_against_log(room)

    at_home(url, story, now=clock)


def test_a_seat_goes_from_a_person_to_a_bot_only_by_a_new_link(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here link")
        key = await invite(table.room, Who(frozenset({1})), 1)
        assert (await join(house, None, ENGLISH, token=key.token, name="Digger", bot=True))[1] == 1
        assert table.names[-2:] == ["!out 1", "!seat 1 bot"]
        assert (await house.who(table.room, None, digest(key.token or ""))).seats == {1}
        assert not (await house.who(table.room, person(1), None)).known

    at_home(url, story)


def test_two_seats_at_one_device_where_nothing_is_secret_yet(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link", game="buddel-bande"), HOST, ENGLISH)
        assert (await join(house, HOST, ENGLISH, token=opened.seats[1].token))[1] == 1
        room = await house.room(opened.id)
        assert (await house.who(room, HOST, None)).seats == {0, 1}

    at_home(url, story)
