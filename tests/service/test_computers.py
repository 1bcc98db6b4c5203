"""Seats that computers play: one move a turn, whoever dies."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from moleworks.players import sight
from moleworks.record import Match
from moleworks.service.commands import Reseat, Resign, Undo
from moleworks.service.house import LEASE, House
from moleworks.service.joining import invite, join
from moleworks.service.leaving import leave
from moleworks.service.pace import Pace
from moleworks.service.room import Who
from moleworks.service.sweeping import look_round
from moleworks.service.thinkers import Thinkers
from tests.service.tables import (
    ENGLISH,
    Clock,
    Mover,
    Ponders,
    Table,
    at_home,
    check_against_log,
    house_at,
    person,
    seated,
    settled,
    until,
)

HOST_WHO = Who(frozenset({0}), host=True)


def test_one_move_a_turn_however_often_it_is_asked_for(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer:4", board="patch")
        for turn in range(1, 6):
            thinkers.may.clear()
            await table.play()
            for _ in range(5):
                house.follow_up(table.room)
                await look_round(house)
            thinkers.may.set()
            await settled(house)
            assert len(thinkers.asked) == turn
            assert table.course.match.ply == 2 * turn
        assert set(thinkers.asked) == {(1, 4)}
        await check_against_log(table.room)

    at_home(url, story, thinkers=thinkers)


def test_computers_play_each_other_to_somebody_s_turn(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        table = await seated(house, "mole-company", "computer:2 computer:6 here", board="burrow")
        await settled(house)
        assert table.course.actor == 2
        assert [*dict.fromkeys(thinkers.asked)] == [(0, 2), (1, 6)]
        while not table.course.outcome:
            if table.course.actor is not None:
                assert table.course.actor == 2
                await table.play()
            await settled(house)
        await check_against_log(table.room)

    at_home(url, story, thinkers=thinkers)


def test_a_long_thought_stays_with_who_thinks_it(each_url: str) -> None:
    """The claim is renewed for as long as the worker lives: nobody else begins the same."""
    thinkers, clock = Mover(), Clock()

    async def story(house: House) -> None:
        house.lease = 0.3
        table = await seated(house, "mole-hill", "here computer", board="patch")
        thinkers.may.clear()
        await table.play()
        await until(lambda: thinkers.asked)
        for _ in range(4):
            claimed = await until_of(house, table.room.id)
            clock.turn(0.25)
            while await until_of(house, table.room.id) == claimed:
                await asyncio.sleep(0.01)
        now = house.now()
        assert not await house.store.claim(table.room.id, table.course.seq, "another", now, now + 9)
        thinkers.may.set()
        await settled(house)
        assert (table.course.match.ply, len(thinkers.asked)) == (2, 1)

    at_home(each_url, story, thinkers=thinkers, now=clock)


async def until_of(house: House, match: str) -> object:
    (found,) = await house.store.fetch("SELECT until FROM matches WHERE id = ?", match)
    return found


def test_what_was_taken_back_meanwhile_is_not_answered(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer")
        thinkers.may.clear()
        await table.play("e4")
        await until(lambda: thinkers.asked)
        await table.do(0, Undo(seq=table.course.seq))
        thinkers.may.set()
        await settled(house)
        assert table.course.match.names == []
        await table.play("e5")
        await settled(house)
        assert table.course.match.ply == 2
        await check_against_log(table.room)

    at_home(url, story, thinkers=thinkers)


def test_a_person_takes_over_and_back(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer:2")
        key = await invite(table.room, HOST_WHO, 1)
        thinkers.may.clear()
        await table.play("e4")
        await until(lambda: thinkers.asked)
        await join(house, person(1), ENGLISH, token=key.token, name="Lina")
        thinkers.may.set()
        await settled(house)
        assert table.course.match.names == ["e4"]  # it thought in vain: the person decides
        assert (table.course.actor, table.room.computer_turn()) == (1, None)
        await table.play("a1|a2")
        await leave(table.room, person(1))
        await table.play("e5")
        await settled(house)
        assert table.course.match.ply == 4
        assert thinkers.asked[-1] == (1, 3)
        await check_against_log(table.room)

    at_home(url, story, thinkers=thinkers)


def test_seats_left_open_are_taken_by_the_computer(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "open here open")
        host = Who(frozenset({1}), host=True)
        await table.room.do(host, Reseat(whose=2, kind="computer", level=5))
        assert thinkers.asked == []
        await table.room.do(host, Reseat(whose=0, kind="computer", level=1))
        await settled(house)
        assert table.course.actor == 1
        assert thinkers.asked == [(0, 1)]
        assert sum(name.startswith("deal:") for name in table.names) == 3
        await table.play()
        await settled(house)
        assert thinkers.asked == [(0, 1), (2, 5), (0, 1)]
        await check_against_log(table.room)

    at_home(url, story, thinkers=thinkers)


@pytest.mark.parametrize("game", ["mole-company", "buddel-bande"])
def test_who_resigned_is_played_on_to_the_end(url: str, game: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        board = "burrow" if game == "mole-company" else "stroll"
        table = await seated(house, game, "here link link", board=board, pace=Pace(level=6))
        await table.do(1, Resign())
        assert table.course.hands[1] == ("computer", 6)
        while not table.course.outcome:
            if table.course.actor is not None:
                assert table.course.actor != 1
                await table.play()
            await settled(house)
        assert table.course.ending is None  # by the rules
        assert set(thinkers.asked) == {(1, 6)}
        assert table.room.table()["seats"][1]["resigned"]
        await check_against_log(table.room)

    at_home(url, story, thinkers=thinkers)


class Dies(Mover):
    """Its first thoughts come to nothing."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def move(self, sight, level):  # type: ignore[no-untyped-def]
        if self.times:
            self.times -= 1
            self.asked.append((sight.seat, level))
            raise RuntimeError("no more")
        return await super().move(sight, level)


def test_a_move_that_came_to_nothing_is_tried_again_after_the_lease(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    clock, thinkers = Clock(), Dies(2)

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer")
        await table.play("e4")
        await settled(house)
        for asked in (1, 2, 3):
            assert len(thinkers.asked) == asked
            assert table.course.match.ply == 1 + (asked > 2)
            clock.turn(LEASE - 1)
            await look_round(house)
            await settled(house)
            assert len(thinkers.asked) == asked  # it is still claimed
            clock.turn(2)
            await look_round(house)
            await settled(house)
        assert table.course.match.ply == 2
        assert len(thinkers.asked) == 3

    at_home(url, story, now=clock, thinkers=thinkers)
    assert caplog.text.count("something failed in the background") == 2


def test_another_worker_takes_over(url: str) -> None:
    """One that has claimed a computer's move and dies; the other reads the same file, as after a restart."""
    clock, first, second = Clock(), Mover(), Mover()

    async def story() -> None:
        async with house_at(url, clock, thinkers=first) as house:
            first.may.clear()
            table = await seated(house, "mole-hill", "here computer:2")
            await table.play("e4")
            await until(lambda: first.asked)
            async with house_at(url, clock, thinkers=second, worker="worker-b") as other:
                await look_round(other)
                assert other.rooms == {}
                await other.room(table.room.id)
                await settled(other)
                assert second.asked == []
                clock.turn(LEASE + 1)
                await look_round(other)
                await settled(other)
                assert second.asked == [(1, 2)]
                room = await other.room(table.room.id)
                assert room.course.match.ply == 2
                first.may.set()  # it was not dead, only slow: its move comes to nothing
                await settled(house)
                await check_against_log(table.room)
                await check_against_log(room)
                assert table.course.match.names == room.course.match.names

    asyncio.run(story())


def test_one_broken_match_holds_up_no_other(url: str, caplog: pytest.LogCaptureFixture) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        broken = await seated(house, "mole-hill", "here computer")
        good = await seated(house, "mole-hill", "here computer")
        house.rooms.clear()
        for table in (broken, good):
            await table.play("e4")
        await house.store.commit(
            [("UPDATE entries SET name = 'nonsense' WHERE match = ? AND name = 'e4'", (broken.room.id,))]
        )
        await look_round(house)
        await settled(house)
        assert (await house.room(good.room.id)).course.match.ply == 2

    at_home(url, story, thinkers=thinkers)
    assert "something failed in the sweep" in caplog.text


async def _taken_back(table: Table, _url: str) -> None:
    await table.do(0, Undo(seq=table.course.seq))


async def _given_up(table: Table, _url: str) -> None:
    await table.do(0, Resign())


async def _taken_over(table: Table, _url: str) -> None:
    key = await invite(table.room, HOST_WHO, 1)
    await join(table.house, person(1), ENGLISH, token=key.token, name="Lina")


async def _deleted(table: Table, _url: str) -> None:
    await table.house.delete(table.room.id)


async def _written_elsewhere(table: Table, url: str) -> None:
    """Another worker has written, and this one hears of it."""
    async with house_at(url, worker="worker-b") as other:
        room = await other.room(table.room.id)
        await room.do(Who(frozenset({0})), Resign())
    await table.room.catch_up()


@pytest.mark.parametrize("happens", [_taken_back, _given_up, _taken_over, _deleted, _written_elsewhere])
def test_a_search_ends_when_nobody_waits_for_its_answer(
    url: str, happens: Callable[[Table, str], Awaitable[None]]
) -> None:
    """The one process that thinks does something else, though it was given an hour."""
    thinkers = Ponders()

    async def story(house: House) -> None:
        table = await seated(house, "mole-hill", "here computer:7")
        await table.play("e4")
        await until(lambda: table.room.thought)
        await until(lambda: thinkers.thoughts)
        await happens(table, url)
        await settled(house)
        assert table.room.thought is None
        assert await thinkers.free()
        assert thinkers.thoughts == 1

    at_home(url, story, thinkers=thinkers)


def test_what_changes_nothing_for_a_computer_does_not_stop_it(url: str) -> None:
    thinkers = Mover()

    async def story(house: House) -> None:
        table = await seated(house, "buddel-bande", "here computer:7 link", board="stroll")
        thinkers.may.clear()
        await table.play()
        await until(lambda: thinkers.asked)
        thought = table.room.thought
        await table.do(2, Resign())
        assert thought is not None
        assert table.room.thought is thought
        assert not thought.task.cancelled()
        thinkers.may.set()
        await until(thought.task.done)
        await settled(house)
        assert thinkers.asked[:2] == [(1, 7), (2, 3)]

    at_home(url, story, thinkers=thinkers)


# Processes


def _dies_once(path: str, answer: int) -> int:
    if not Path(path).exists():
        Path(path).touch()
        os._exit(1)
    return answer


def _dies() -> None:
    os._exit(1)


def test_a_thinker_that_dies(url: str, tmp_path: Path) -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        try:
            answers = await asyncio.gather(
                *(thinkers.run(_dies_once, str(tmp_path / "died"), n) for n in range(3))
            )
            assert answers == [0, 1, 2]
            with pytest.raises(Exception, match="abruptly"):
                await thinkers.run(_dies)
            assert await thinkers.run(abs, -4) == 4
            match = Match.begin("mole-hill", board="patch")
            match.play([await thinkers.move(sight(match), 1)])
        finally:
            thinkers.close()

    asyncio.run(story())


ENDING = """
import asyncio, os, signal, time
from moleworks.service.thinkers import Thinkers

async def story():
    thinkers = Thinkers(2)
    thought = asyncio.create_task(thinkers.run(time.sleep, 600))
    while thinkers._pool is None or not thinkers._pool._processes:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.5)
    thinkers.close()

asyncio.run(story())
os.kill(os.getpid(), signal.SIGTERM)
"""


def test_nothing_is_left_of_who_was_thinking_when_the_program_was_told_to_end() -> None:
    """Whatever is said of that is said on standard error, where only the log belongs."""
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGTERM, "")
