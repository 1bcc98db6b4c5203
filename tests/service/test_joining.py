"""Coming in: by a code, by a link, to watch."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moleworks.games import Complaint
from moleworks.service.commands import Resign
from moleworks.service.house import House, NoMatch
from moleworks.service.joining import invite, join
from moleworks.service.room import Who
from moleworks.service.tokens import digest
from tests.service.tables import (
    ENGLISH,
    HOST,
    LINA,
    at_home,
    check_against_log,
    order,
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
        await join(house, "phone", ENGLISH, token=token)
        assert (await house.store.holders(room.id))[1] == {LINA, "phone"}
        assert room.seats[1].name == "Lina"
        await join(house, "phone", ENGLISH, token=token, name="Lina M.")
        assert room.seats[1].name == "Lina M."
        assert await house.store.person(LINA) == "Lina"
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
        assert (await join(house, "tablet", ENGLISH, token=table.keys[2].token, name="Lina"))[1] == 2
        assert (await house.who(table.room, "tablet", None)).seats == {2}
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
        for seat, reason in ((1, "Somebody has this seat."), (2, "no seat 2"), (-1, "no seat -1")):
            with pytest.raises(Complaint, match=reason):
                await invite(room, host, seat)
        with pytest.raises(Complaint, match="Only who opened"):
            await invite(room, Who(frozenset({1})), 1)
        await invite(room, host, 0)  # one's own seat, for another device
        await check_against_log(room)

    at_home(url, story)
