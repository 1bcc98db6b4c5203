"""Leaving for good: what goes, and what others keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.service.commands import Resign
from moleworks.service.house import House, NoMatch
from moleworks.service.joining import join
from moleworks.service.leaving import forget, leave
from moleworks.service.orders import Order, SeatOrder
from moleworks.service.room import Who
from moleworks.service.sweeping import clear_away
from tests.service.tables import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    Listener,
    Mover,
    at_home,
    check_against_log,
    kept,
    order,
    person,
    seated,
    settled,
)


def test_a_host_who_leaves_is_no_host_any_more(url: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        other = await seated(house)
        await leave(table.room, HOST)
        assert await house.who(table.room, HOST, None) == Who()
        assert (await house.who(other.room, HOST, None)).host
        assert HOST not in "".join(line for line in kept(tmp_path).splitlines() if table.room.id in line)
        await settled(house)  # a computer may have played in the host's place
        await check_against_log(table.room)

    at_home(url, story, thinkers=Mover())


def test_leaving_alone_deletes_the_match(url: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer")
        ear = Listener(0)
        table.room.enter(ear)
        await leave(table.room, HOST)
        assert ear.gone
        assert HOST not in kept(tmp_path)
        assert table.room.id not in kept(tmp_path)
        assert house.rooms == {}

    at_home(url, story)


@pytest.mark.parametrize("over", [False, True])
def test_leaving_others_leaves_no_name(url: str, tmp_path: Path, *, over: bool) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        if over:
            await table.do(0, Resign())
        await leave(table.room, person(1))
        await settled(house)
        assert await house.who(table.room, person(1), None) == Who()
        assert table.room.seats[1].name == ""
        assert table.room.seats[1].token is None
        assert table.course.hands[1].kind == ("open" if over else "computer")
        await house.store.forget(person(1))
        assert person(1) not in kept(tmp_path)
        assert "Person 1" not in kept(tmp_path)
        with pytest.raises(NoMatch):
            await join(house, LINA, ENGLISH, token=table.keys[1].token)
        if not over:
            await table.play("e4")
            await settled(house)
            assert table.course.actor == 0  # the computer has played on
        await check_against_log(table.room)

    at_home(url, story)


def test_a_watcher_deletes_nothing(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("bot", "bot"), None, ENGLISH)
        room, _ = await join(house, LINA, ENGLISH, token=opened.watch)
        await leave(room, LINA)
        assert await house.store.match(room.id) is not None
        assert await house.store.holders(room.id) == {}
        assert not (await house.who(room, LINA, None)).known
        await leave(room, "somebody")
        assert await house.store.match(room.id) is not None

    at_home(url, story)


def test_forgetting_everything(url: str, tmp_path: Path) -> None:
    """Matches alone and with others, begun, over, put away, watched, hosted; more than fit in one list."""
    clock = Clock()

    async def story(house: House) -> None:
        alone = [await seated(house, "mole-hill", "here computer") for _ in range(3)]
        shared = [await seated(house) for _ in range(3)]
        await shared[1].do(0, Resign())
        await shared[2].do(0, Resign())
        clock.turn(31 * 86400)
        await clear_away(house)
        hosted = await house.create(order("link", "link"), HOST, ENGLISH)
        await join(house, LINA, ENGLISH, token=hosted.seats[0].token)
        other = await house.create(order("here", "link"), LINA, ENGLISH)
        await join(house, HOST, ENGLISH, token=other.watch)
        await join(house, HOST, ENGLISH, token=other.seats[1].token, name="Host of Hosts")
        for _ in range(105):
            opened = await house.create(
                Order("mole-hill", [SeatOrder("here", name="Zebulon"), SeatOrder()]), HOST, ENGLISH
            )
            await join(house, LINA, ENGLISH, token=opened.seats[1].token, name="Lina")
        await settled(house)
        assert kept(tmp_path).count(HOST) > 200
        await forget(house, HOST)
        await settled(house)
        left = kept(tmp_path)
        assert HOST not in left
        assert "Zebulon" not in left
        assert "Host of Hosts" not in left
        for table in alone:
            with pytest.raises(NoMatch):
                await house.room(table.room.id)
        for table in shared:
            room = await house.room(table.room.id)
            assert (await house.who(room, person(1), None)).seats == {1}
            assert not (await house.who(room, HOST, None)).known
            found = await house.store.match(table.room.id)
            assert found is not None
            assert found[1][0].name == ""
        assert not (await house.who(await house.room(hosted.id), HOST, None)).known

    at_home(url, story, now=clock, thinkers=Mover())


def test_a_host_without_a_seat_can_be_forgotten(url: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        seats = [SeatOrder(), SeatOrder(name="Uncle Zebulon"), SeatOrder("computer", name="Aunt Zora")]
        empty = await house.create(Order("buddel-bande", seats), HOST, ENGLISH)
        shared = await house.create(Order("buddel-bande", seats), HOST, ENGLISH)
        await join(house, LINA, ENGLISH, token=shared.seats[0].token, name="Lina")
        assert {row.id for row, _, _ in await house.store.held_by(HOST)} == {empty.id, shared.id}
        await forget(house, HOST)
        left = kept(tmp_path)
        assert HOST not in left
        assert "Zebulon" not in left
        assert "Zora" not in left
        assert "Lina" in left
        assert await house.store.counts() == {"waiting": 1}
        await check_against_log(await house.room(shared.id))

    at_home(url, story)
