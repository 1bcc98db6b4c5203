"""Regular maintenance: idle matches are unloaded, old ones archived and deleted."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from moleworks.games import Complaint
from moleworks.matches import review
from moleworks.matches.access import Access
from moleworks.matches.commands import Offer, Play, Rename, Reseat, Resign
from moleworks.matches.join import join
from moleworks.matches.leave import leave
from moleworks.matches.maintenance import apply_retention, run_due
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.retention import Retention
from moleworks.matches.server import MatchServer, NoMatch
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    RecordingListener,
    match_request,
    open_match,
    person,
    with_server,
)

DAY = 86400.0
PUT_AWAY = "This match has been put away"


def test_rooms_that_nobody_looks_at_leave(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        names = [(await server.create(match_request("here", "link"), HOST, ENGLISH)).id for _ in range(5)]
        kept_open = await server.live_match(names[0])
        listener = RecordingListener()
        kept_open.add_listener(listener)
        for round_ in range(200):
            for name in names[1:]:
                await server.live_match(name)
            clock.turn(server.retention.idle + 1)
            if round_ % 2:
                # Used just now: the caller may be about to write.
                await server.live_match(names[1])
                await run_due(server)
                assert set(server.live_matches) == {names[0], names[1]}
            else:
                await run_due(server)
                assert set(server.live_matches) == {names[0]}
        kept_open.remove_listener(listener)
        clock.turn(server.retention.idle + 1)
        await run_due(server)
        assert server.live_matches == {}
        assert server._loading == {}

    with_server(url, scenario, now=clock)


def test_what_is_unloaded_is_out_of_memory_without_a_collection_of_garbage(url: str) -> None:
    """A server hardly ever collects what is old: cycles of matches took 2 MB more in each minute."""

    async def scenario(server: MatchServer) -> None:
        opened = await open_match(server)
        listeners = [RecordingListener(0), RecordingListener(1), RecordingListener()]
        for listener in listeners:
            await opened.live.update_since(0, listener.seats, listener)
        for _ in range(4):
            await opened.play()
        for listener in listeners:
            opened.live.remove_listener(listener)
        await asyncio.sleep(0.6)  # a table that was held back is sent
        freed = weakref.ref(opened.live)
        server.unload(opened.live)
        del opened
        await asyncio.sleep(0)
        assert freed() is None

    gc.collect()
    gc.disable()
    try:
        with_server(url, scenario)
    finally:
        gc.enable()


def test_a_match_that_is_over_becomes_a_record(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", board="stroll")
        while not table.log.outcome:
            await table.play()
        name, listener = table.live.id, RecordingListener(0)
        table.live.add_listener(listener)
        before = await table.live.update_since(5, (0,))
        record = review.record_text(table.live)
        replay = list(review.replay_positions(table.log, 1, 0, 1000))
        clock.turn(29 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"over": 1}
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"archived": 1}
        assert await server.store.entries(name, 0) == []
        assert listener.closed
        live = await server.live_match(name)
        assert live is not table.live
        assert await live.update_since(5, (0,)) == before
        assert review.record_text(live) == record
        assert list(review.replay_positions(live.log, 1, 0, 1000)) == replay
        assert (await server.access(live, person(1), None)).seats == {1}
        for old in (live, table.live):  # a worker that does not know of it behaves alike
            for command in (Offer(what="rematch"), Rename(name="Lina")):
                with pytest.raises(Complaint, match=PUT_AWAY):
                    await old.do(Access(frozenset({0})), command)
            assert (await old.update_since(5, (0,))) == before
        await apply_retention(server)
        clock.turn(365 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {}
        with pytest.raises(NoMatch):
            await server.live_match(name)

    with_server(url, scenario, now=clock)


def test_a_link_to_a_record_shows_it(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await table.do(1, Resign())
        clock.turn(31 * DAY)
        await apply_retention(server)
        live, seat = await join(server, person(1), ENGLISH, token=table.keys[1].token)
        assert seat == 1
        assert live.log.ending is not None
        assert (await server.access(live, person(1), None)).seats == {1}
        await leave(server, live, person(1))
        assert (await server.access(live, person(1), None)) == Access()
        assert (await server.live_match(live.id)).seats[1].name == ""

    with_server(url, scenario, now=clock)


def test_what_nobody_goes_on_with_goes(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        playing, waiting = await open_match(server), await open_match(server, "mole-hill", "here open")
        clock.turn(5 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"playing": 1, "waiting": 1}
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"playing": 1}
        with pytest.raises(NoMatch):
            await server.live_match(waiting.live.id)
        await playing.play("e4")
        clock.turn(59 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"playing": 1}
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {}
        assert server.live_matches == {}
        assert await server.store.held_by(HOST) == []

    with_server(url, scenario, now=clock)


def test_a_match_that_has_begun_is_kept_though_a_seat_is_open_again(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await table.play("e4")
        clock.turn(61)
        for kind in ("computer", "open"):
            await table.live.do(Access(host=True), Reseat(whose=1, kind=kind))
        assert await server.store.counts() == {"waiting": 1}
        clock.turn(59 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {"waiting": 1}
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {}

    with_server(url, scenario, now=clock)


def test_more_than_fit_in_one_go(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        for _ in range(230):
            await server.create(
                MatchRequest("mole-hill", [SeatRequest("here"), SeatRequest()]), HOST, ENGLISH
            )
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await server.store.counts() == {}
        assert server.live_matches == {}

    with_server(url, scenario, now=clock, retention=Retention(abandoned=10))


def test_a_broken_match_is_cleared_away_too(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await table.do(0, Resign())
        await server.store.commit([("UPDATE entries SET name = 'nonsense' WHERE name = '!resign'", ())])
        server.live_matches.clear()
        for days in (31, 366):
            clock.turn(days * DAY)
            await apply_retention(server)
        assert await server.store.counts() == {}

    with_server(url, scenario, now=clock)


def test_somebody_comes_back_while_it_is_put_away(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await table.do(0, Resign())
        clock.turn(31 * DAY)
        entries = await server.store.entries(table.live.id, 0)
        await table.do(0, Offer(what="rematch"))
        await apply_retention(server)
        assert await server.store.counts() == {"over": 1}
        assert (await server.store.entries(table.live.id, 0))[:-1] == entries
        with pytest.raises(Complaint):
            await table.do(0, Play(action="e4", seq=table.log.seq))

    with_server(url, scenario, now=clock)


def test_a_name_without_matches_is_forgotten(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        gone, hosts = "digest-of-gone", "digest-of-a-mere-host"
        opened = await server.create(match_request("bot", "bot"), hosts, ENGLISH)
        for one in (gone, hosts, LINA):
            await server.store.save_name(one, "Name", clock())
        clock.turn(364 * DAY)
        await server.store.save_name(LINA, "Lina", clock())
        await table.play("e4")  # it is not abandoned
        await server.store.commit([("UPDATE matches SET changed = ? WHERE id = ?", (clock(), opened.id))])
        await apply_retention(server)
        assert await server.store.person_name(gone) == "Name"
        clock.turn(2 * DAY)
        await apply_retention(server)
        assert await server.store.person_name(gone) is None
        kept_names = [await server.store.person_name(one) for one in (LINA, hosts, person(1))]
        assert kept_names == ["Lina", "Name", "Person 1"]

    with_server(url, scenario, now=clock)
