"""Rematches."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moleworks.matches import review
from moleworks.matches.commands import Answer, Offer, Reseat, Resign
from moleworks.matches.join import join
from moleworks.matches.leave import leave
from moleworks.matches.live import LiveMatch
from moleworks.matches.maintenance import run_due
from moleworks.matches.server import LEASE, MatchServer
from moleworks.matches.store.rows import WATCHER
from moleworks.matches.time_control import TimeControl
from moleworks.matches.tokens import digest
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    OpenMatch,
    RandomMover,
    RecordingListener,
    check_against_log,
    open_match,
    person,
    wait_idle,
    with_server,
)


async def rematch(table: OpenMatch) -> LiveMatch:
    server = table.server
    persons = [seat for seat, holder in enumerate(table.log.holders) if holder.is_client]
    await table.do(persons[0], Offer(what="rematch", id="again"))
    for seat in persons[1:]:
        await table.do(seat, Answer(what="rematch", yes=True))
    await wait_idle(server)
    assert table.log.next_match
    return await server.live_match(table.log.next_match)


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
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, game, kinds)
        await join(server, LINA, ENGLISH, token=table.watch)
        await wait_idle(server)
        old, count = table.live, len(table.keys)
        for seat in [seat for seat, holder in enumerate(table.log.holders) if holder.kind == "person"]:
            if not table.log.outcome:
                await table.do(seat, Resign()) if count == 2 else await _finish(table)
        await wait_idle(server)
        new = await rematch(table)
        assert new.log.match.setup.game == game
        assert new.log.match.setup.options == old.log.match.setup.options
        for seat in range(count):
            before = old.seats[(seat + 1) % count]
            after = new.seats[seat]
            assert (after.kind, after.level, after.name) == (before.kind, before.level, before.name)
        held, was = await server.store.persons_by_seat(new.id), await server.store.persons_by_seat(old.id)
        assert held.pop(WATCHER) == was.pop(WATCHER) == {LINA}
        assert {(seat + 1) % count: people for seat, people in held.items()} == was
        for key in table.keys:
            if key.token:
                where = await server.store.by_token(digest(key.token))
                assert where == (new.id, (key.seat - 1) % count)
                by_token = {key.seat} if key.kind == "bot" else set()
                assert (await server.access(old, None, digest(key.token))).seats == by_token
        assert await server.access(new, HOST, None) == await server.access(new, HOST, None)
        assert new.log.status == "playing"
        await check_against_log(old)
        await check_against_log(new)
        assert (await server.store.counts()) == {"over": 1, "playing": 1}

    with_server(url, scenario)


async def _finish(table: OpenMatch) -> None:
    """With more than two seats, the match is played to its end."""
    while not table.log.outcome:
        await wait_idle(table.server)
        if table.log.actor is not None:
            await table.play()


def test_one_rematch_though_many_ask(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer")
        await table.do(0, Resign())
        listener = RecordingListener(0)
        table.live.add_listener(listener)
        await asyncio.gather(
            table.do(0, Offer(what="rematch")), *(server.open_rematch(table.live) for _ in range(5))
        )
        for _ in range(5):
            server.follow_up(table.live)
        await wait_idle(server)
        assert await server.store.counts() == {"over": 1, "playing": 1}
        assert listener.received("table")[-1]["next"] == table.log.next_match
        assert table.names[-1] == f"!next {table.log.next_match}"

    with_server(url, scenario)


def test_a_rematch_that_was_agreed_is_opened_by_who_comes_next(url: str) -> None:
    """The worker died between the last agreement and the new match."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await table.do(0, Resign())
        await table.do(0, Offer(what="rematch"))
        server.live_matches.clear()  # nothing follows the last entry
        await table.do(1, Answer(what="rematch", yes=True))
        assert table.log.next_match is None
        live = await server.live_match(table.live.id)
        await wait_idle(server)
        assert live.log.next_match
        await check_against_log(live)

    with_server(url, scenario)


def test_a_rematch_waits_for_nobody_who_has_left(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(
            server, "buddel-bande", "here link link", board="stroll", pace=TimeControl(level=2)
        )
        await _finish(table)
        record = review.record_text(table.live)
        await table.do(2, Offer(what="rematch"))
        await leave(table.server, table.live, person(1))
        await check_against_log(table.live)
        assert review.record_text(table.live) == str(record).replace("Person 1", "?")
        new = await rematch(table)
        assert [holder.kind for holder in new.log.holders] == ["computer", "person", "person"]
        assert new.log.holders[0].level == 2
        assert new.log.status == "playing"
        assert (await server.store.persons_by_seat(new.id)) == {1: {person(2)}, 2: {HOST}}
        await wait_idle(server)
        assert new.log.actor == 1  # the computer has begun
        await check_against_log(new)

    with_server(url, scenario, engine_pool=RandomMover())


def test_a_rematch_that_failed_is_opened_in_the_end(url: str) -> None:
    """The store failed, or the worker died, after all had agreed."""
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await table.do(0, Resign())
        await table.do(0, Offer(what="rematch"))
        append = server.store.append

        async def fails(*parts: Any) -> None:
            if parts[-1] is not None:  # a match that is opened
                raise OSError
            await append(*parts)

        server.store.append = fails  # type: ignore[assignment, method-assign]
        await table.do(1, Answer(what="rematch", yes=True))
        await wait_idle(server)
        assert table.log.rematch_agreed
        assert table.log.next_match is None
        await check_against_log(table.live)
        assert len(await server.store.held_by(HOST)) == 1
        server.store.append = append  # type: ignore[method-assign]
        await run_due(server)  # too early: another worker may be doing it
        await wait_idle(server)
        assert table.log.next_match is None
        clock.turn(LEASE + 1)
        await run_due(server)
        await wait_idle(server)
        assert table.log.next_match
        assert len(await server.store.held_by(HOST)) == 2
        assert await server.store.due(clock(), 10) == []
        await check_against_log(table.live)

    with_server(url, scenario, now=clock)


def test_a_rematch_does_not_wait_for_who_has_gone(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(
            server, "buddel-bande", "here link link", board="stroll", pace=TimeControl(level=2)
        )
        listeners = [RecordingListener(0), RecordingListener(1), RecordingListener(2)]
        for listener in listeners:
            table.live.add_listener(listener)
        await _finish(table)
        await table.do(0, Offer(what="rematch"))
        table.live.remove_listener(listeners[2])
        clock.turn(61)
        await run_due(server)
        assert table.names[-1] == "!offer rematch", "who is alone waits"
        await table.do(1, Answer(what="rematch", yes=True))
        table.live.add_listener(listeners[2])
        await run_due(server)
        assert table.names[-1] == "!accept rematch", "they have come back"
        table.live.remove_listener(listeners[2])
        clock.turn(59)
        await run_due(server)
        assert table.names[-1] == "!accept rematch"
        clock.turn(1)
        await run_due(server)
        await wait_idle(server)
        assert table.names[-2] == "!absent rematch"
        assert table.log.next_match
        new = await server.live_match(table.log.next_match)
        assert [holder.kind for holder in new.log.holders] == ["person", "computer", "person"]
        assert new.log.holders[1].level == 2
        assert new.seats[1].name == "Person 2"
        back = await server.access(new, person(2), None)
        assert back.seats == {1}
        await new.do(back, Reseat(whose=1, kind="person"))
        assert new.log.holders[1].kind == "person"
        await check_against_log(table.live)
        await check_against_log(new)

    with_server(url, scenario, now=clock, engine_pool=RandomMover())
