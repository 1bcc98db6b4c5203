"""Two workers on one PostgreSQL database: one match, whoever writes first."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable

import pytest

from moleworks.games import Complaint
from moleworks.service.commands import Answer, Emote, Offer, Play, Rename, Resign
from moleworks.service.decisions import Repeated, Stale
from moleworks.service.house import LEASE, House
from moleworks.service.joining import invite, join
from moleworks.service.leaving import forget, leave
from moleworks.service.pace import Pace
from moleworks.service.room import Room, Who
from moleworks.service.sweeping import SILENCE, clear_away, look_round
from moleworks.service.tokens import digest
from tests.postgres import Server
from tests.service.tables import (
    ENGLISH,
    Clock,
    Listener,
    Mover,
    check_against_log,
    house_at,
    person,
    seated,
    settled,
    until,
)

pytestmark = pytest.mark.needs("postgresql")

Story = Callable[[House, House], Awaitable[None]]


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.database()


def two(url: str, story: Story, clock: Clock | None = None) -> None:
    """Two workers, which share nothing but the database."""

    async def tell() -> None:
        now = clock or Clock()
        async with house_at(url, now, worker="a") as a, house_at(url, now, worker="b") as b:
            await story(a, b)

    asyncio.run(tell())


async def do(room: Room, seat: int, action: str, seq: int, client: str | None = None) -> None:
    await room.do(Who(frozenset({seat})), Play(action=action, seq=seq, id=client))


def test_what_one_writes_the_other_tells(url: str) -> None:
    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        ear = Listener(1)
        there.enter(ear)
        await until(lambda: here.present() == {1})
        await do(here, 0, "e4", 3)
        await until(lambda: there.course.seq == 4)
        assert ear.told("at")[-1]["news"][-1]["name"] == "e4"
        await do(there, 1, "a1|a2", 4)
        await until(lambda: here.course.seq == 5)
        await here.do(Who(frozenset({0})), Emote(name="wow"))
        await until(lambda: ear.told("emote"))
        await here.do(Who(frozenset({0})), Rename(name="Lina"))
        await until(lambda: there.seats[0].name == "Lina")
        there.leave(ear)
        await until(lambda: not here.present())
        for room in (here, there):
            await check_against_log(room)

    two(url, story)


def test_one_of_two_is_first(url: str) -> None:
    """Both play for the same seat in the same position, again and again: one is done, nobody is stuck."""

    async def story(a: House, b: House) -> None:
        here = (await seated(a, "mole-hill", board="patch")).room
        there = await b.room(here.id)
        rng = random.Random(5)
        for turn in range(8):
            await until(lambda: here.course.seq == there.course.seq)
            course, seq = here.course, here.course.seq
            actor = course.actor
            assert actor is not None
            game, state = course.match.game, course.state
            names = [game.name(state, action) for action in rng.choices(game.legal(state), k=2)]
            plays = [
                do(room, actor, name, seq, f"{turn}{room.house.worker}")
                for room, name in zip((here, there), names, strict=True)
            ]
            results = await asyncio.gather(*plays, return_exceptions=True)
            assert sorted(type(result).__name__ for result in results) == ["NoneType", "Stale"]
            won = names[results.index(None)]
            for room in (here, there):
                told = json.loads(await room.since(seq, (actor,)))
                assert [entry["name"] for entry in told["news"]] in ([won], [])
                assert room.course.match.names[-1] == won or room.course.seq == seq
            assert (here if results[0] is None else there).course.seq == seq + 1
            assert (there if results[0] is None else here).course.seq == seq + 1  # the loser has read on
        for room in (here, there):
            await check_against_log(room)

    two(url, story)


def test_the_same_move_sent_to_both_is_done_once(url: str) -> None:
    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        results = await asyncio.gather(
            *(do(room, 0, "e4", 3, "x") for room in (here, there)), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["NoneType", "Repeated"]
        with pytest.raises(Repeated):
            await do(there, 0, "e4", 3, "x")
        assert there.course.match.names == ["e4"]

    two(url, story)


def test_a_client_that_comes_over_knows_more_than_the_worker(url: str) -> None:
    """No note arrives: it comes with the number it knows, and is neither refused nor sent back in time."""

    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        await b.bus.close()
        await do(here, 0, "e4", 3)
        await do(here, 1, "a1|a2", 4)
        assert there.course.seq == 3
        assert json.loads(await there.since(5, (0,)))["seq"] == 5
        await do(here, 0, "e5", 5)
        await do(there, 1, "a2|a3", 6)
        assert there.course.match.names == ["e4", "a1|a2", "e5", "a2|a3"]

    two(url, story)


def test_lost_notes_are_made_up_for(url: str) -> None:
    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        ear = Listener(1)
        there.enter(ear)
        await settled(a)
        await b.bus.close()
        await do(here, 0, "e4", 3)
        await here.do(Who(frozenset({1})), Rename(name="Lina"))
        assert there.course.seq == 3
        b._missed()
        await settled(b)
        assert there.course.seq == 5
        assert there.seats[1].name == "Lina"
        assert [entry["seq"] for entry in ear.told("at")[-1]["news"]] == [4, 5]
        await check_against_log(there)

    two(url, story)


def test_a_note_that_comes_twice_does_no_harm(url: str) -> None:
    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        await do(here, 0, "e4", 3)
        for note in (b'{"seq": 4, "worker": "a"}', b'{"seq": 1, "worker": "a"}', b"", b'{"worker": "a"}'):
            b._heard(here.id, note)
            b._heard("no such match", note)
        await settled(b)
        await check_against_log(there)
        assert there.course.match.names == ["e4"]

    two(url, story)


def test_one_computer_s_move_though_both_are_asked(url: str) -> None:
    async def story(a: House, b: House) -> None:
        here = (await seated(a, "mole-hill", "here computer:2", board="patch")).room
        there = await b.room(here.id)
        assert isinstance(a.thinkers, Mover)
        assert isinstance(b.thinkers, Mover)
        for turn in range(1, 6):
            room = (here, there)[turn % 2]
            game = room.course.match.game
            action = game.name(room.course.state, random.choice(game.legal(room.course.state)))
            await do(room, 0, action, room.course.seq)
            for house in (a, b):
                await look_round(house)
            await until(lambda: here.course.match.ply == there.course.match.ply == 2 * turn)  # noqa: B023
            await settled(a)
            await settled(b)
            assert len(a.thinkers.asked + b.thinkers.asked) == turn
        for room in (here, there):
            await check_against_log(room)

    two(url, story)


def test_a_worker_that_died_over_a_move(url: str) -> None:
    clock = Clock()

    async def story(a: House, b: House) -> None:
        assert isinstance(a.thinkers, Mover)
        a.thinkers.may.clear()
        here = (await seated(a, "mole-hill", "here computer:2")).room
        await do(here, 0, "e4", 2)
        await until(lambda: a.thinkers.asked)  # type: ignore[attr-defined]
        for task in list(a._tasks):
            task.cancel()
        await look_round(b)
        assert b.rooms == {}
        clock.turn(LEASE + 1)
        await look_round(b)
        await settled(b)
        there = await b.room(here.id)
        assert there.course.match.ply == 2
        await check_against_log(there)

    two(url, story, clock)


def test_who_listened_at_a_worker_that_died_is_away(url: str) -> None:
    clock = Clock()

    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        ear = Listener(1)
        there.enter(ear)
        await until(lambda: here.present() == {1})
        clock.turn(SILENCE - 1)
        await look_round(a)
        assert here.present() == {1}
        b.bus_tell("", {"alive": True})
        await until(lambda: a.workers["b"] == clock.time)
        clock.turn(SILENCE - 1)
        await look_round(a)
        assert here.present() == {1}
        clock.turn(2)
        await look_round(a)
        assert here.present() == frozenset()

    two(url, story, clock)


def test_a_clock_rings_once(url: str) -> None:
    clock = Clock()

    async def story(a: House, b: House) -> None:
        here = (await seated(a, pace=Pace(turn=60, absent="resign"))).room
        there = await b.room(here.id)
        clock.turn(60)
        await asyncio.gather(look_round(a), look_round(b))
        for house in (a, b):
            await settled(house)
            await house.rooms[here.id].catch_up()
        for room in (here, there):
            assert [entry.name for entry in room.entries].count("!resign") == 1
            await check_against_log(room)

    two(url, story, clock)


def test_by_a_code_at_two_workers_each_gets_a_seat(url: str) -> None:
    async def story(a: House, b: House) -> None:
        table = await seated(a, "buddel-bande", "here open open open")
        await b.room(table.room.id)
        people = [f"digest-{n}" for n in range(4)]
        results = await asyncio.gather(
            *(join((a, b)[n % 2], one, ENGLISH, code=table.code, name=one) for n, one in enumerate(people)),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Complaint) for result in results) == 1
        held = await a.store.holders(table.room.id)
        assert {seat: len(holders) for seat, holders in held.items()} == {0: 1, 1: 1, 2: 1, 3: 1}
        for house in (a, b):
            await settled(house)
            await house.rooms[table.room.id].catch_up()
            await check_against_log(house.rooms[table.room.id])

    two(url, story)


def test_one_rematch(url: str) -> None:
    async def story(a: House, b: House) -> None:
        table = await seated(a)
        there = await b.room(table.room.id)
        await table.do(0, Resign())
        await table.do(0, Offer(what="rematch"))
        await until(lambda: there.course.offers)
        await there.do(Who(frozenset({1})), Answer(what="rematch", yes=True))
        await until(lambda: table.course.next and there.course.next)
        await settled(a)
        await settled(b)
        assert table.course.next == there.course.next
        assert await a.store.counts() == {"over": 1, "playing": 1}
        for house in (a, b):
            await check_against_log(await house.room(table.course.next or ""))
        assert table.keys[1].token is not None
        assert await b.store.by_token(digest(table.keys[1].token)) == (table.course.next, 0)

    two(url, story)


def test_a_new_link_closes_the_old_one_everywhere(url: str) -> None:
    async def story(a: House, b: House) -> None:
        table = await seated(a, "mole-hill", "here bot")
        there = await b.room(table.room.id)
        old = digest(table.keys[1].token or "")
        assert (await b.who(there, None, old)).known
        await invite(table.room, Who(frozenset({0, 1}), host=True), 1)
        await until(lambda: there.seats == table.room.seats)
        assert not (await b.who(there, None, old)).known


def test_who_sits_down_at_one_worker_has_the_seat_at_all(url: str) -> None:
    """Also before the other worker has been told; and who had it before hears no more anywhere."""

    async def story(a: House, b: House) -> None:
        table = await seated(a, "buddel-bande", "here link open")
        there, ear = await b.room(table.room.id), Listener(1)
        there.enter(ear)
        async with there.lock:  # it is a little behind
            token = table.keys[2].token or ""
            await join(a, None, ENGLISH, token=token, name="Digger", bot=True)
            asked = asyncio.create_task(b.who(there, None, digest(token)))
            await asyncio.sleep(0)
        assert (await asked).seats == {2}
        key = await invite(table.room, Who(frozenset({1})), 1)
        assert (await join(b, "tablet", ENGLISH, token=key.token))[1] == 1
        assert ear.gone
        assert not (await a.who(table.room, person(1), None)).known

    two(url, story)

    two(url, story)


def test_what_is_deleted_or_put_away_is_so_everywhere(url: str) -> None:
    clock = Clock()

    async def story(a: House, b: House) -> None:
        alone, shared = await seated(a, "mole-hill", "here computer"), await seated(a)
        await shared.do(0, Resign())
        ear, other = Listener(0), Listener(0)
        (await b.room(alone.room.id)).enter(ear)
        there = await b.room(shared.room.id)
        there.enter(other)
        await leave(alone.room, "digest-of-the-host")
        await until(lambda: ear.gone)
        clock.turn(31 * 86400)
        await clear_away(a)
        await until(lambda: there.row.record is not None)
        with pytest.raises(Complaint, match="put away"):
            await there.do(Who(frozenset({0})), Offer(what="rematch"))
        await forget(a, person(1))
        await until(lambda: there.seats[1].name == "")

    two(url, story, clock)


def test_stale_is_what_it_says(url: str) -> None:
    """A room that lost every race ends in a resync, not in an error."""

    async def story(a: House, b: House) -> None:
        here = (await seated(a)).room
        there = await b.room(here.id)
        await b.bus.close()
        await do(here, 0, "e4", 3)
        with pytest.raises(Stale):
            await do(there, 0, "e5", 3)
        assert there.course.match.names == ["e4"]

    two(url, story)
