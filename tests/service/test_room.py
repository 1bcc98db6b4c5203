"""A room, and a store that fails it: what is in memory is what is in the log, and play goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from moleworks.games import GAMES, Complaint
from moleworks.service.commands import Emote, Look, Offer, Play, Rename, Reseat, Resign, Undo
from moleworks.service.decisions import Line, Repeated, Stale
from moleworks.service.house import House, NoMatch
from moleworks.service.room import NEWS, TRIES, Who
from moleworks.service.store.rows import Entry, NoStore, SeatRow, Standing, Taken
from moleworks.service.store.sqlite import SQLiteStore
from moleworks.service.sweeping import look_round
from tests.service.tables import (
    HOST,
    Listener,
    Mover,
    at_home,
    check_against_log,
    house_at,
    person,
    seated,
    settled,
    until,
)


class Trouble(SQLiteStore):
    """A real store to which things happen, before or after an append is done."""

    before: BaseException | None = None
    after: BaseException | None = None
    deaf = False
    """Whether it cannot be read either."""

    async def append(
        self,
        match: str,
        entries: Sequence[Entry],
        standing: Standing,
        seats: Sequence[SeatRow] = (),
        holders: Sequence[tuple[int, str | None]] = (),
    ) -> None:
        before, self.before = self.before, None
        if before:
            raise before
        await super().append(match, entries, standing, seats, holders)
        after, self.after = self.after, None
        if after:
            raise after

    async def fetch(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        if self.deaf:
            raise NoStore("gone")
        return await super().fetch(statement, *values)


def trouble(tmp_path: Path) -> Trouble:
    return Trouble(tmp_path / "moles.db")


# What is told


def test_everybody_hears_an_action_through_their_own_eyes(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        ears = [Listener(0), Listener(1), Listener(), Listener(0, 1)]
        for ear in ears:
            table.room.enter(ear)
        await table.play("e4", client="x")
        for ear in ears:
            (told,) = ear.told("at")
            assert told["news"] == [{"seq": 4, "seat": 0, "name": "e4", "id": "x"}]
            assert (told["seq"], told["ply"], told["actor"], told["status"]) == (4, 1, 1, "playing")
            assert [seen["seat"] for seen in told["eyes"]] == list(ear.eyes or [None])
            legal = {seen["seat"]: bool(seen["legal"]) for seen in told["eyes"]}
            assert legal == {seat: seat == 1 for seat in ear.eyes or [None]}

    at_home(url, story)


def test_who_left_hears_nothing_more(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        ear, other = Listener(0), Listener(1)
        table.room.enter(ear)
        table.room.enter(other)
        table.room.leave(ear)
        table.room.leave(ear)
        before = len(ear.heard)
        await table.play("e4")
        assert len(ear.heard) == before
        assert [seat["here"] for seat in other.told("table")[-1]["seats"]] == [False, True]

    at_home(url, story)


def test_after_a_gap_nothing_is_missing(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, board="patch")
        for _ in range(6):
            await table.play()
        for seq in range(10):
            told = json.loads(await table.room.since(seq, (0,)))
            assert [entry["seq"] for entry in told["news"]] == list(range(seq + 1, 10))
        house.rooms.clear()
        again = await house.room(table.room.id)
        assert json.loads(await again.since(3, (0,))) == json.loads(await table.room.since(3, (0,)))

    at_home(url, story)


def test_a_long_gap_is_told_from_the_log(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        for n in range(2 * NEWS + 20):
            await table.room.write(partial(said, n))
        assert len(table.room.entries) <= 2 * NEWS
        told = json.loads(await table.room.since(0, (0,)))
        assert [entry["seq"] for entry in told["news"]] == list(range(1, table.course.seq + 1))
        await check_against_log(table.room)

    at_home(url, story)


def said(n: int) -> list[Line]:
    return [Line(0, "!offer draw" if n % 2 else "!decline draw")]


def test_a_client_that_knows_too_much_is_told_where_the_match_is(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        told = json.loads(await table.room.since(10**6, (0,)))
        assert (told["seq"], told["news"]) == (3, [])
        with pytest.raises(Stale):
            await table.do(0, Play(action="e4", seq=10**6))

    at_home(url, story)


def test_emotes_are_heard_and_not_kept(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener(1)
        table.room.enter(ear)
        await table.do(0, Emote(name="hello"))
        assert ear.told("emote") == [{"type": "emote", "seat": 0, "name": "hello"}]
        assert "There is no such thing to say" in await table.refused(0, Emote(name="<b>"))
        assert table.course.seq == 3

    at_home(url, story)


# Who may do what


def test_whose_seat_it_is(url: str) -> None:
    async def story(house: House) -> None:
        room = (await seated(house)).room

        async def refused(who: Who, command: Play | Resign) -> str:
            with pytest.raises(Complaint) as caught:
                await room.do(who, command)
            return str(caught.value)

        both, second = Who(frozenset({0, 1})), Who(frozenset({1}))
        assert await refused(both, Play(action="e4", seq=3)) == "Say which of your seats acts."
        assert await refused(second, Play(seat=0, action="e4", seq=3)) == "This is not your seat."
        assert await refused(Who(watches=True), Resign()) == "You only watch this match."
        assert await refused(Who(host=True), Resign()) == "You only watch this match."
        await room.do(both, Play(seat=0, action="e4", seq=3))
        await room.do(second, Play(action="a1|a2", seq=4))
        await room.do(Who(watches=True), Look())
        assert room.course.match.names == ["e4", "a1|a2"]

    at_home(url, story)


def test_reseating(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-company", "here link open", board="burrow")
        host, guest = Who(frozenset({0}), host=True), Who(frozenset({1}))

        async def refused(who: Who, whose: int, kind: str) -> str:
            with pytest.raises(Complaint) as caught:
                await table.room.do(who, Reseat(whose=whose, kind=kind))  # type: ignore[arg-type]
            return str(caught.value)

        assert await refused(guest, 2, "computer") == "Only who opened the match can do this."
        assert await refused(host, 1, "computer") == "This player may come back any moment: wait a minute."
        assert await refused(host, 1, "open") == "Only a computer's seat can be opened again."
        assert await refused(host, 2, "open") == "Only a computer's seat can be opened again."
        assert await refused(host, 3, "computer") == "There is no seat 3 at this table."
        await table.room.do(host, Reseat(whose=2, kind="computer", level=6))
        assert table.course.status == "playing"
        await table.room.do(host, Reseat(whose=2, kind="open"))
        assert table.course.status == "waiting"
        await table.room.do(host, Reseat(whose=2, kind="computer", level=2))
        await check_against_log(table.room)
        await table.do(1, Resign())
        await table.do(0, Resign())
        assert await refused(host, 2, "open") == "The match is over."
        await settled(house)

    at_home(url, story)


def test_renaming(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener()
        table.room.enter(ear)
        await table.do(1, Rename(name="  Lina\n  Maus ", id="n"))
        assert ear.told("table")[-1]["seats"][1]["name"] == "Lina Maus"
        with pytest.raises(Repeated):
            await table.do(1, Rename(name="Mira", id="n"))
        await table.do(1, Rename(name=""))
        await table.do(1, Rename(name="Lina Maus"))
        assert table.names[3:] == ["!name"]
        assert b"Lina" not in "".join(entry.name for entry in table.room.entries).encode()
        await check_against_log(table.room)

    at_home(url, story)


# A store that fails


@pytest.mark.parametrize("error", [NoStore("full"), asyncio.CancelledError(), RuntimeError("?")])
def test_what_was_not_kept_did_not_happen(url: str, tmp_path: Path, error: BaseException) -> None:
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener(0)
        table.room.enter(ear)
        heard = len(ear.heard)
        store.before = error
        with pytest.raises(type(error)):
            await table.play("e4", client="x")
        assert len(ear.heard) == heard
        await check_against_log(table.room)
        await table.play("e4", client="x")
        assert table.course.match.names == ["e4"]
        await check_against_log(table.room)

    at_home(url, story, store=store)


@pytest.mark.parametrize("error", [NoStore("no answer"), asyncio.CancelledError()])
def test_what_was_kept_did_happen_though_nobody_said_so(
    url: str, tmp_path: Path, error: BaseException
) -> None:
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener(1)
        table.room.enter(ear)
        store.after = error
        with pytest.raises(type(error)):
            await table.play("e4", client="x")
        assert ear.told("at") == []
        with pytest.raises(Repeated):
            await table.play("e4", client="x")
        assert [told["seq"] for told in ear.told("at")] == [4]
        await check_against_log(table.room)
        await table.play("a1|a2")
        await check_against_log(table.room)

    at_home(url, story, store=store)


def test_others_are_told_even_if_nobody_asks_again(url: str, tmp_path: Path) -> None:
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener(1)
        table.room.enter(ear)
        store.after = NoStore("no answer")
        with pytest.raises(NoStore):
            await table.play("e4")
        await look_round(house)
        assert [told["seq"] for told in ear.told("at")] == [4]
        await check_against_log(table.room)

    at_home(url, story, store=store)


def test_who_looks_sees_what_is_kept(url: str, tmp_path: Path) -> None:
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        store.after = NoStore("no answer")
        with pytest.raises(NoStore):
            await table.play("e4")
        assert json.loads(await table.room.since(3, (1,)))["seq"] == 4

    at_home(url, story, store=store)


def test_a_store_that_is_away_for_a_while(url: str, tmp_path: Path) -> None:
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        store.deaf = True
        store.after = NoStore("gone")
        for _ in range(3):
            with pytest.raises(NoStore):
                await table.play("e4", client="x")
            store.before = NoStore("gone")
        assert table.course.match.names == []  # nothing was tried on what is shown
        store.deaf, store.before = False, None
        with pytest.raises(Repeated):
            await table.play("e4", client="x")
        await check_against_log(table.room)

    at_home(url, story, store=store)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_of_what_was_tried(url: str, tmp_path: Path, game: str) -> None:
    """Dice drawn for a move that was not kept least of all; nor of a move that was taken back."""
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house, game)
        for turn in range(24):
            store.before = NoStore("full") if turn % 3 == 1 else None
            store.after = NoStore("no answer") if turn % 5 == 1 else None
            with suppress(NoStore):
                await table.play()
            if turn % 4 == 3:
                with suppress(Complaint):
                    await table.do(0, Undo(seq=table.course.seq))
            await table.room.catch_up()
            await check_against_log(table.room)

    at_home(url, story, store=store)


def test_who_goes_in_the_middle_takes_nothing_with_them(url: str) -> None:
    """Cancelled at any moment: the move is done or not, nobody is stuck, and all end up knowing which."""

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here link", board="patch")
        for steps in range(40):
            if table.course.outcome:
                break
            playing = asyncio.create_task(table.play(client=f"n{steps}"))
            for _ in range(steps % 7):
                await asyncio.sleep(0)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await house.store.commit([("SELECT 1", ())])  # after whatever waits to be written
            await look_round(house)
            await check_against_log(table.room)

    at_home(url, story)


def test_somebody_is_always_first(url: str, tmp_path: Path) -> None:
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        tried = 0

        def lines() -> list[Line]:
            nonlocal tried
            tried += 1
            store.before = Taken()
            return said(1)

        with pytest.raises(Stale):
            await table.room.write(lines)
        assert tried == TRIES
        store.before = None
        await check_against_log(table.room)
        await table.play("e4")

    at_home(url, story, store=store)


def test_nothing_is_shown_before_it_is_kept(url: str, tmp_path: Path) -> None:
    """Somebody comes in while a resignation is being written."""
    store = trouble(tmp_path)

    async def story(house: House) -> None:
        table = await seated(house)
        writing = asyncio.create_task(table.do(0, Resign()))
        await asyncio.sleep(0)
        assert table.room.lock.locked()
        ear = Listener(1)
        table.room.enter(ear)
        assert ear.told("table")[-1]["outcome"] is None
        await writing
        assert ear.told("table")[-1]["outcome"]["winner"] == 1

    at_home(url, story, store=store)


def test_commands_at_once_are_done_one_after_the_other(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        commands = [Play(action=name, seq=3, id=name) for name in ("e4", "e5", "d4", "e4")]
        results = await asyncio.gather(*(table.do(0, one) for one in commands), return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Stale, Stale, Repeated]
        assert table.course.match.names == ["e4"]
        undo = await asyncio.gather(
            *(table.do(0, Undo(seq=4, id=str(n))) for n in range(3)), return_exceptions=True
        )
        assert [type(result) for result in undo] == [type(None), Stale, Stale]
        await check_against_log(table.room)

    at_home(url, story)


# Two rooms of one match


def test_a_room_that_was_given_up_tells_the_one_that_came_after_it(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        thinkers.may.clear()
        table = await seated(house, "mole-hill", "here computer:1")
        await table.play("e4")
        await until(lambda: thinkers.asked)
        house.give_up(table.room)
        new = await house.room(table.room.id)
        assert new is not table.room
        ear = Listener(0)
        new.enter(ear)
        await until(lambda: not new.attending)  # it has seen that somebody thinks already
        thinkers.may.set()
        await settled(house)
        assert new.course.seq == 4
        assert [told["seq"] for told in ear.told("at")] == [4]
        await check_against_log(new)

    async def tell() -> None:
        async with house_at(url, thinkers=thinkers) as house:
            await story(house)

    asyncio.run(tell())


def test_a_match_that_is_gone(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener(0)
        table.room.enter(ear)
        await house.store.delete(table.room.id)
        with pytest.raises(NoMatch):
            await table.play("e4")
        assert ear.gone
        assert table.room.id not in house.rooms
        with pytest.raises(NoMatch):
            await house.room(table.room.id)
        with pytest.raises(NoMatch):
            await table.room.since(99, (0,))

    at_home(url, story)


def test_many_open_a_room_at_once(url: str) -> None:
    async def story(house: House) -> None:
        name = (await seated(house)).room.id
        house.rooms.clear()
        first = asyncio.create_task(house.room(name))
        others = [asyncio.create_task(house.room(name)) for _ in range(5)]
        await asyncio.sleep(0)
        first.cancel()
        rooms = await asyncio.gather(*others)
        assert {id(room) for room in rooms} == {id(house.rooms[name])}
        with pytest.raises(NoMatch):
            await asyncio.gather(house.room("none"), house.room("none"))
        await settled(house)

    at_home(url, story)


def test_what_others_hold(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here bot")
        who = await house.who(table.room, HOST, None)
        assert who == Who(frozenset({0}), host=True)
        assert not (await house.who(table.room, person(1), None)).known
        assert not (await house.who(table.room, None, "wrong")).known
        await table.do(0, Offer(what="draw"))

    at_home(url, story)


def test_a_seat_changes_hands_once_for_each_number(url: str) -> None:
    """A page that was cut off sends again what it heard nothing of."""

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here link open")
        room, host = table.room, Who(frozenset({0}), host=True)
        ear = Listener(0)
        room.enter(ear)
        await room.do(host, Reseat(whose=2, kind="computer", id="a1"))
        told = [news for message in ear.told("at") for news in message["news"]]
        assert [news["id"] for news in told if "id" in news] == ["a1"], "the page knows that it was done"
        await room.do(host, Reseat(whose=2, kind="open", id="a2"))
        for _ in range(2):
            with pytest.raises(Repeated):
                await room.do(host, Reseat(whose=2, kind="computer", id="a1"))
            house.rooms.clear()
            room = await house.room(room.id)  # another worker, later
        assert room.course.hands[2].kind == "open"
        await check_against_log(room)

    at_home(url, story, thinkers=Mover())


def test_what_is_said_twice_under_one_number_is_said_once(url: str) -> None:
    async def story(house: House) -> None:
        table = await seated(house)
        ear = Listener(1)
        table.room.enter(ear)
        for number, count in (("a1", 1), (None, 2), (None, 3), ("a2", 4)):
            await table.do(0, Emote(name="hello", id=number))
            assert len(ear.told("emote")) == count
        with pytest.raises(Repeated):
            await table.do(0, Emote(name="hello", id="a1"))
        await table.do(1, Emote(name="hello", id="a1"))
        assert len(ear.told("emote")) == 5

    at_home(url, story)
