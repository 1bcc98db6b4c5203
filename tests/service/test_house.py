"""Opening matches, sitting down, playing again, and leaving for good."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from moleworks.games import BadSetup, Complaint
from moleworks.record import read
from moleworks.service import house as houses
from moleworks.service import looking
from moleworks.service.commands import Answer, Offer, Resign
from moleworks.service.house import WATCHER, House, NoMatch
from moleworks.service.orders import Order, SeatOrder
from moleworks.service.pace import Pace
from moleworks.service.room import Room, Who
from moleworks.service.store.rows import Taken
from moleworks.service.tokens import digest
from tests.service.tables import (
    ENGLISH,
    HOST,
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

LINA = "digest-of-lina"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/moles.db"


def kept(tmp_path: Path) -> str:
    """Every value in every table, as text."""
    connection = sqlite3.connect(tmp_path / "moles.db")
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = [str(row) for name in tables for row in connection.execute(f"SELECT * FROM {name}")]
    connection.close()
    return "\n".join(rows)


def order(*kinds: str, game: str = "mole-hill", **more: Any) -> Order:
    return Order(game, [SeatOrder(kind) for kind in kinds], **more)  # type: ignore[arg-type]


# Opening


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


# Sitting down


def test_by_a_code_each_gets_a_seat_of_their_own(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link", "link", "link", game="buddel-bande"), HOST, ENGLISH)
        people = [f"digest-{n}" for n in range(5)]
        results = await asyncio.gather(
            *(house.join(one, ENGLISH, code=opened.code, name=one) for one in people), return_exceptions=True
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
            await house.join(LINA, ENGLISH, code=table.code)
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
                await house.join(LINA, ENGLISH, code=wrong)
        with pytest.raises(Complaint, match="cookie"):
            await house.join(None, ENGLISH, code=code, bot=True)
        assert (await house.join(LINA, ENGLISH, code=f"{code[:4]} {code[4:]}"))[1] == 1

    at_home(url, story)


def test_by_a_link_again_it_is_the_same_seat(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("here", "link"), HOST, ENGLISH)
        token = opened.seats[1].token
        both = await asyncio.gather(*(house.join(LINA, ENGLISH, token=token, name="Lina") for _ in range(3)))
        assert {seat for _, seat in both} == {1}
        room = both[0][0]
        assert [entry.name for entry in room.entries].count("!seat 1 person") == 1
        await house.join("phone", ENGLISH, token=token)
        assert (await house.store.holders(room.id))[1] == {LINA, "phone"}
        assert room.seats[1].name == "Lina"
        await house.join("phone", ENGLISH, token=token, name="Lina M.")
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
            await house.join(LINA, ENGLISH, token=opened.seats[1].token)
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
            room, _ = await house.join(LINA, ENGLISH, token=opened.seats[1].token, name=name)
            assert room.seats[1].name
            assert room.seats[1].name != room.seats[0].name
        assert await house.store.person(LINA) == "Lina"

    at_home(url, story)


def test_watching(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        room, seat = await house.join(LINA, ENGLISH, token=table.watch, name="Lina")
        assert (room, seat) == (table.room, None)
        assert await house.who(room, LINA, None) == Who(watches=True)
        assert [row.id for row, _, _ in await house.store.held_by(LINA)] == [room.id]
        with pytest.raises(NoMatch):
            await house.join(LINA, ENGLISH, token="wrong")

    at_home(url, story)


def test_after_the_end_a_link_only_shows(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-company", "here link link", board="burrow")
        for seat in (2, 1, 0):
            await table.do(seat, Resign())
        before = table.course.seq
        assert table.course.outcome
        assert (await house.join("tablet", ENGLISH, token=table.keys[2].token, name="Lina"))[1] == 2
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
        key = await house.invite(room, host, 1)
        with pytest.raises(NoMatch):
            await house.join(LINA, ENGLISH, token=old)
        assert not (await house.who(room, None, digest(old or ""))).known
        assert (await house.join(LINA, ENGLISH, token=key.token))[1] == 1
        for seat, reason in ((1, "Somebody has this seat."), (2, "no seat 2"), (-1, "no seat -1")):
            with pytest.raises(Complaint, match=reason):
                await house.invite(room, host, seat)
        with pytest.raises(Complaint, match="Only who opened"):
            await house.invite(room, Who(frozenset({1})), 1)
        await house.invite(room, host, 0)  # one's own seat, for another device
        await check_against_log(room)

    at_home(url, story)


# Playing again


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
        await house.join(LINA, ENGLISH, token=table.watch)
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
                assert (await house.who(old, None, digest(key.token))).seats == {key.seat}
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
        await house.forget_match(table.room, person(1))
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


# Leaving


def test_a_host_who_leaves_is_no_host_any_more(url: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        other = await seated(house)
        await house.forget_match(table.room, HOST)
        assert await house.who(table.room, HOST, None) == Who()
        assert (await house.who(other.room, HOST, None)).host
        assert HOST not in "".join(line for line in kept(tmp_path).splitlines() if table.room.id in line)
        await settled(house)  # a computer may have played in the host's place
        await check_against_log(table.room)

    at_home(url, story, thinkers=Mover())


def test_a_name_without_matches_is_forgotten(url: str) -> None:
    clock = Clock()

    async def story(house: House) -> None:
        table = await seated(house)
        gone, hosts = "digest-of-gone", "digest-of-a-mere-host"
        opened = await house.create(order("bot", "bot"), hosts, ENGLISH)
        for one in (gone, hosts, LINA):
            await house.store.remember(one, "Name", clock())
        clock.turn(364 * 86400)
        await house.store.remember(LINA, "Lina", clock())
        await table.play("e4")  # it is not abandoned
        await house.store.commit([("UPDATE matches SET changed = ? WHERE id = ?", (clock(), opened.id))])
        await house.clear_away()
        assert await house.store.person(gone) == "Name"
        clock.turn(2 * 86400)
        await house.clear_away()
        assert await house.store.person(gone) is None
        kept_names = [await house.store.person(one) for one in (LINA, hosts, person(1))]
        assert kept_names == ["Lina", "Name", "Person 1"]

    at_home(url, story, now=clock)


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


def test_leaving_alone_deletes_the_match(url: str, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer")
        ear = Listener(0)
        table.room.enter(ear)
        await house.forget_match(table.room, HOST)
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
        await house.forget_match(table.room, person(1))
        await settled(house)
        assert await house.who(table.room, person(1), None) == Who()
        assert table.room.seats[1].name == ""
        assert table.room.seats[1].token is None
        assert table.course.hands[1].kind == ("open" if over else "computer")
        await house.store.forget(person(1))
        assert person(1) not in kept(tmp_path)
        assert "Person 1" not in kept(tmp_path)
        with pytest.raises(NoMatch):
            await house.join(LINA, ENGLISH, token=table.keys[1].token)
        if not over:
            await table.play("e4")
            await settled(house)
            assert table.course.actor == 0  # the computer has played on
        await check_against_log(table.room)

    at_home(url, story)


def test_a_watcher_deletes_nothing(url: str) -> None:
    async def story(house: House) -> None:
        opened = await house.create(order("bot", "bot"), None, ENGLISH)
        room, _ = await house.join(LINA, ENGLISH, token=opened.watch)
        await house.forget_match(room, LINA)
        assert await house.store.match(room.id) is not None
        assert await house.store.holders(room.id) == {}
        assert not (await house.who(room, LINA, None)).known
        await house.forget_match(room, "somebody")
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
        await house.clear_away()
        hosted = await house.create(order("link", "link"), HOST, ENGLISH)
        await house.join(LINA, ENGLISH, token=hosted.seats[0].token)
        other = await house.create(order("here", "link"), LINA, ENGLISH)
        await house.join(HOST, ENGLISH, token=other.watch)
        await house.join(HOST, ENGLISH, token=other.seats[1].token, name="Host of Hosts")
        for _ in range(105):
            opened = await house.create(
                Order("mole-hill", [SeatOrder("here", name="Zebulon"), SeatOrder()]), HOST, ENGLISH
            )
            await house.join(LINA, ENGLISH, token=opened.seats[1].token, name="Lina")
        await settled(house)
        assert kept(tmp_path).count(HOST) > 200
        await house.forget(HOST)
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


# Memory


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
                await house.look_round()
                assert set(house.rooms) == {names[0], names[1]}
            else:
                await house.look_round()
                assert set(house.rooms) == {names[0]}
        kept_open.leave(ear)
        clock.turn(house.keep.idle + 1)
        await house.look_round()
        assert house.rooms == {}
        assert house._opening == {}

    at_home(url, story, now=clock)
