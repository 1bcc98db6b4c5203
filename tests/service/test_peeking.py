"""A seat's secrets on a phone: by a link that is good once, not for long, and not unnoticed."""

from __future__ import annotations

import pytest

from moleworks.games import Complaint
from moleworks.service import looking, peeking
from moleworks.service.commands import Reseat, Resign
from moleworks.service.house import House
from moleworks.service.room import Who
from moleworks.service.tokens import digest
from tests.service.tables import HOST, Clock, Listener, at_home, check_against_log, seated
from tests.service.test_rematch import rematch

USED = "This link has been used already, or it is too old: ask for a new one."


def test_a_phone_sees_one_seat_and_does_nothing(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here here", board="stroll")
        device = await house.who(table.room, HOST, None)
        watcher = Listener()
        await table.room.since(0, (), watcher)
        once = await peeking.link(table.room, device, 1)
        assert not table.room.table()["seats"][1]["phone"]
        seat, token = await peeking.come(table.room, once)
        assert seat == 1
        assert [one["phone"] for one in watcher.told("table")[-1]["seats"]] == [False, True]
        phone = await house.who(table.room, None, digest(token))
        assert phone == Who(peeks=frozenset({1}))
        assert phone.known
        assert looking.secrets(table.room, phone, 1) == 1
        with pytest.raises(Complaint, match="once the match is over"):
            looking.secrets(table.room, phone, 0)
        with pytest.raises(Complaint, match="once the match is over"):
            looking.eyes(table.room, phone, 1)
        with pytest.raises(Complaint, match="You only watch this match"):
            await table.room.do(phone, Resign())
        with pytest.raises(Complaint, match="not your seat"):
            await peeking.link(table.room, phone, 1)
        heard = b"".join(watcher.heard).decode()
        assert not any(secret in heard for secret in (once, token, digest(once), digest(token)))
        await check_against_log(table.room)

    at_home(url, story)


def test_a_link_is_good_once_and_not_for_long(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here here", board="stroll")
        device = await house.who(table.room, HOST, None)

        async def refused(token: str) -> str:
            with pytest.raises(Complaint) as caught:
                await peeking.come(table.room, token)
            return str(caught.value)

        once = await peeking.link(table.room, device, 0)
        _, first = await peeking.come(table.room, once)
        assert await refused(once) == await refused("nonsense") == USED
        again = await peeking.link(table.room, device, 0)
        assert not (await house.who(table.room, None, digest(first))).known, "a new link ends the old phone"
        clock.turn(peeking.LASTS + 1)
        assert await refused(again) == USED
        last = await peeking.link(table.room, device, 0)
        assert await refused(again) == USED, "only the newest link opens anything"
        _, token = await peeking.come(table.room, last)
        await table.room.seat_hand(0, "computer", 1)
        assert not (await house.who(table.room, None, digest(token))).known, "somebody else plays"
        with pytest.raises(Complaint, match="A computer plays"):
            await peeking.link(table.room, device, 0)
        await check_against_log(table.room)

    at_home(url, story, now=clock)


def test_who_plays_again_keeps_the_phone_on_the_new_seat(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here here", board="stroll")
        device = await house.who(table.room, HOST, None)
        _, token = await peeking.come(table.room, await peeking.link(table.room, device, 0))
        unused = await peeking.link(table.room, device, 1)
        lina, max_ = (row.name for row in table.room.seats)
        await table.do(0, Resign())
        new = await rematch(table)
        assert [row.name for row in new.seats] == [max_, lina]
        assert await house.who(new, None, digest(token)) == Who(peeks=frozenset({1})), "the same person"
        assert await peeking.come(new, token) == (1, token), "and the phone is told which seat that is"
        assert [seat["phone"] for seat in new.table()["seats"]] == [False, True]
        with pytest.raises(Complaint, match="used already"):
            await peeking.come(new, unused)
        await check_against_log(new)
        await new.seat_hand(1, "computer", 1)
        assert not (await house.who(new, None, digest(token))).known, "somebody else plays"
        with pytest.raises(Complaint, match="used already"):
            await peeking.come(new, token)
        await check_against_log(new)

    at_home(url, story)


def test_a_phone_does_not_follow_a_seat_that_changed_hands(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here here", board="stroll")
        device = await house.who(table.room, HOST, None)
        _, token = await peeking.come(table.room, await peeking.link(table.room, device, 0))
        await table.room.seat_hand(0, "computer", 1)
        await table.do(1, Resign())
        new = await rematch(table)
        assert not (await house.who(new, None, digest(token))).known
        assert not any(seat["phone"] for seat in new.table()["seats"])
        await check_against_log(new)

    at_home(url, story)


def test_who_has_gone_gives_way_to_a_computer_and_sits_down_again(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here link")
        host, guest = Who(frozenset({0}), host=True), Who(frozenset({1}))

        async def refused(who: Who, kind: str) -> str:
            with pytest.raises(Complaint) as caught:
                await table.room.do(who, Reseat(whose=1, kind=kind))  # type: ignore[arg-type]
            return str(caught.value)

        ear = Listener(1)
        await table.room.since(0, (1,), ear)
        clock.turn(house.keep.away + 1)
        assert await refused(host, "computer") == "Somebody has this seat."
        assert await refused(guest, "person") == "You have this seat."
        table.room.leave(ear)
        assert "wait a minute" in await refused(host, "computer")
        clock.turn(house.keep.away + 1)
        await table.room.do(host, Reseat(whose=1, kind="computer", level=1))
        assert table.course.hands[1].kind == "computer"
        assert await refused(host, "person") == "This is not your seat."
        await table.room.do(guest, Reseat(whose=1, kind="person"))
        assert table.course.hands[1].kind == "person"
        await check_against_log(table.room)

    at_home(url, story, now=clock)
