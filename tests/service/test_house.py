"""Opening matches: what cannot be opened, and what is kept of what can."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.games import BadSetup, Complaint
from moleworks.record import read
from moleworks.service import house as houses
from moleworks.service import looking
from moleworks.service.house import House
from moleworks.service.orders import Order, SeatOrder
from moleworks.service.room import Who
from moleworks.service.store.rows import Taken
from moleworks.service.tokens import digest
from tests.service.tables import (
    ENGLISH,
    HOST,
    at_home,
    check_against_log,
    kept,
    order,
    seated,
)


def test_what_the_host_gets(url: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        opened = await house.create(
            order("here", "link", "computer", "bot", game="buddel-bande"), HOST, ENGLISH
        )
        assert [key.kind for key in opened.seats] == ["here", "link", "computer", "bot"]
        assert [bool(key.token) for key in opened.seats] == [False, True, False, True]
        assert opened.code is not None
        room = await house.room(opened.id)
        assert [hand.kind for hand in room.course.hands] == ["person", "open", "computer", "open"]
        assert room.course.status == "waiting"
        assert (await house.who(room, HOST, None)).seats == {0}
        assert (await house.who(room, None, digest(opened.watch))).watches
        await check_against_log(room)
        for token in (opened.watch, *(key.token for key in opened.seats if key.token)):
            assert token not in kept(tmp_path)

    at_home(url, story)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (order("here", "link", game="chess"), "There is no game chess"),
        (order("computer", "computer"), "Somebody has to play"),
        (order("here", "link", "link"), "Mole Hill is for 2 players, not 3."),
        (order("here", "link", board="moon"), "moon"),
        (order("here", "link", board={"game": "mole-hill"}), "."),
        (order("here", "link", options={"x": 1}), "has no option x"),
        (order("here", "link", preset="x"), "has no preset x"),
        (order("here", "link", rotations=[1]), "is not turned"),
    ],
)
def test_what_cannot_be_opened(url: str, asked: Order, reason: str) -> None:
    async def story(house: House) -> None:
        with pytest.raises((Complaint, BadSetup), match=reason):
            await house.create(asked, HOST, ENGLISH)
        assert await house.store.counts() == {}

    at_home(url, story)


def test_nobody_sits_here_without_a_cookie(url: str) -> None:
    async def story(house: House) -> None:
        with pytest.raises(Complaint, match="cookie"):
            await house.create(order("here", "link"), None, ENGLISH)
        opened = await house.create(order("bot", "bot"), None, ENGLISH)
        room = await house.room(opened.id)
        assert (await house.who(room, None, None)) == Who()

    at_home(url, story)


def test_a_code_that_another_match_has(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["11111111", "11111111", "22222222"])
    monkeypatch.setattr(houses, "new_code", lambda: next(codes, "22222222"))

    async def story(house: House) -> None:
        first = await house.create(order("here", "link"), HOST, ENGLISH)
        second = await house.create(order("here", "link"), HOST, ENGLISH)
        assert (first.code, second.code) == ("11111111", "22222222")
        with pytest.raises(Taken):  # and if there were no other, it ends all the same
            await house.create(order("here", "link"), HOST, ENGLISH)

    at_home(url, story)


def test_the_record_tells_computers_and_their_levels(url: str) -> None:
    async def story(house: House) -> None:
        names = ["Lina", "", "Moritz " * 6, ""]
        kinds = ["here", "computer", "computer", "computer"]
        orders = zip(kinds, (3, 4, 5, 6), names, strict=True)
        seats = [SeatOrder(kind, level, name) for kind, level, name in orders]  # type: ignore[arg-type]
        opened = await house.create(Order("mole-company", seats), HOST, ENGLISH)
        text = looking.record(await house.room(opened.id)) or ""
        assert read(text).seats == (
            "Lina",
            "Computer 1 (level 4)",
            "Moritz Moritz Moritz (computer, level 5)",
            "Computer 2 (level 6)",
        )
        table = await seated(house, "mole-hill", "here computer:3")
        assert '[Seat1 "Computer (level 3)"]' in (looking.record(table.room) or "")

    at_home(url, story)
