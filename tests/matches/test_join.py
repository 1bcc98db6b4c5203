"""Joining a match by a code or a link, and watching."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moleworks.games import Complaint
from moleworks.matches.access import Access, SeatTaken
from moleworks.matches.commands import Reseat, Resign
from moleworks.matches.join import invite, join
from moleworks.matches.server import MatchServer, NoMatch
from moleworks.matches.tokens import digest
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    RecordingListener,
    check_against_log,
    match_request,
    open_match,
    person,
    wait_idle,
    with_server,
)


def test_by_a_code_each_gets_a_seat_of_their_own(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(
            match_request("here", "link", "link", "link", game="buddel-bande"), HOST, ENGLISH
        )
        people = [f"digest-{n}" for n in range(5)]
        results = await asyncio.gather(
            *(join(server, one, ENGLISH, code=opened.code, name=one) for one in people),
            return_exceptions=True,
        )
        seats = [result[1] for result in results if isinstance(result, tuple)]
        assert sorted(seat for seat in seats if seat is not None) == [1, 2, 3]
        assert (
            sorted(str(error) for error in results if isinstance(error, Exception))
            == ["All seats at this table are taken."] * 2
        )
        live = await server.live_match(opened.id)
        held = await server.store.persons_by_seat(opened.id)
        assert {seat: len(persons) for seat, persons in held.items()} == {0: 1, 1: 1, 2: 1, 3: 1}
        assert [held[row.seat] for row in live.seats[1:]] == [{row.name} for row in live.seats[1:]]
        await check_against_log(live)

    with_server(url, scenario)


def test_a_code_opens_nothing_once_all_are_there(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        await wait_idle(server)
        with pytest.raises(NoMatch):
            await join(server, LINA, ENGLISH, code=table.code)
        found = await server.store.match(table.live.id)
        assert found is not None
        assert found[0].code is None

    with_server(url, scenario)


def test_codes_as_they_are_typed(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(match_request("here", "link"), HOST, ENGLISH)
        code = opened.code or ""
        for wrong in ("", "1", code[:-1], code + "0", "x" * 99):
            with pytest.raises(NoMatch):
                await join(server, LINA, ENGLISH, code=wrong)
        with pytest.raises(Complaint, match="cookie"):
            await join(server, None, ENGLISH, code=code, bot=True)
        assert (await join(server, LINA, ENGLISH, code=f"{code[:4]} {code[4:]}"))[1] == 1

    with_server(url, scenario)


def test_by_a_link_again_it_is_the_same_seat(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(match_request("here", "link"), HOST, ENGLISH)
        token = opened.seats[1].token
        both = await asyncio.gather(
            *(join(server, LINA, ENGLISH, token=token, name="Lina") for _ in range(3))
        )
        assert {seat for _, seat in both} == {1}
        live = both[0][0]
        assert [entry.name for entry in live.entries].count("!seat 1 person") == 1
        assert (await join(server, LINA, ENGLISH, token=token))[1] == 1
        assert live.seats[1].name == "Lina"
        await join(server, LINA, ENGLISH, token=token, name="Lina M.")
        assert live.seats[1].name == "Lina M."
        assert await server.store.person_name(LINA) == "Lina M."
        assert (await server.store.persons_by_seat(live.id))[1] == {LINA}
        await check_against_log(live)

    with_server(url, scenario)


def test_the_seat_and_who_holds_it_are_kept_at_once(url: str) -> None:
    """If a worker dies right after the commit, the seat still has its holder."""

    class Dead(Exception):
        pass

    async def scenario(server: MatchServer) -> None:
        opened = await server.create(match_request("here", "link"), HOST, ENGLISH)
        append, commits = server.store.append, server.store.commit

        async def last(*what: Any) -> None:
            await append(*what)
            server.store.commit = dead  # type: ignore[method-assign]
            raise Dead

        async def dead(*_: Any, **__: Any) -> list[int]:
            raise Dead

        server.store.append = last  # type: ignore[assignment, method-assign]
        with pytest.raises(Dead):
            await join(server, LINA, ENGLISH, token=opened.seats[1].token)
        server.store.append, server.store.commit = append, commits  # type: ignore[method-assign]
        server.live_matches.clear()
        live = await server.live_match(opened.id)
        assert live.log.holders[1].kind == "person"
        assert (await server.access(live, LINA, None)).seats == {1}
        await wait_idle(server)

    with_server(url, scenario)


def test_who_gives_no_name_keeps_the_one_they_have(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        for name in ("Lina", ""):
            opened = await server.create(match_request("here", "link"), HOST, ENGLISH)
            live, _ = await join(server, LINA, ENGLISH, token=opened.seats[1].token, name=name)
            assert live.seats[1].name
            assert live.seats[1].name != live.seats[0].name
        assert await server.store.person_name(LINA) == "Lina"

    with_server(url, scenario)


def test_watching(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        live, seat = await join(server, LINA, ENGLISH, token=table.watch, name="Lina")
        assert (live, seat) == (table.live, None)
        assert await server.access(live, LINA, None) == Access(watches=True)
        assert [row.id for row, _, _ in await server.store.held_by(LINA)] == [live.id]
        with pytest.raises(NoMatch):
            await join(server, LINA, ENGLISH, token="wrong")

    with_server(url, scenario)


def test_after_the_end_a_link_only_shows(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-company", "here link link", board="burrow")
        for seat in (2, 1, 0):
            await table.do(seat, Resign())
        before = table.log.seq
        assert table.log.outcome
        assert (await join(server, person(2), ENGLISH, token=table.keys[2].token, name="Lina"))[1] == 2
        with pytest.raises(SeatTaken):
            await join(server, "tablet", ENGLISH, token=table.keys[2].token, name="Max")
        assert not (await server.access(table.live, "tablet", None)).granted
        assert table.log.seq == before
        assert table.log.resigned == {0, 1, 2}

    with_server(url, scenario)


def test_a_new_link_closes_the_old_one(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(match_request("here", "link"), HOST, ENGLISH)
        live = await server.live_match(opened.id)
        host = await server.access(live, HOST, None)
        old = opened.seats[1].token
        key = await invite(live, host, 1)
        with pytest.raises(NoMatch):
            await join(server, LINA, ENGLISH, token=old)
        assert not (await server.access(live, None, digest(old or ""))).granted
        assert (await join(server, LINA, ENGLISH, token=key.token))[1] == 1
        for seat, reason in ((1, "wait a minute"), (2, "no seat 2"), (-1, "no seat -1")):
            with pytest.raises(Complaint, match=reason):
                await invite(live, host, seat)
        with pytest.raises(Complaint, match="Only the person who opened"):
            await invite(live, Access(frozenset({1})), 0)
        await invite(live, host, 0)  # their own seat, for another device
        await check_against_log(live)

    with_server(url, scenario)


def test_a_link_answers_only_to_who_has_the_seat(url: str) -> None:
    """The host has every link, but may not see the secrets of others."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here link bot link")
        live, before = table.live, table.log.seq
        for seat in (1, 3):
            token = table.keys[seat].token or ""
            assert not (await server.access(live, None, digest(token))).granted, (
                "the bare token opens nothing"
            )
            for access in (HOST, "stranger", None):
                with pytest.raises(SeatTaken, match=r"taken.*new link"):
                    await join(server, access, ENGLISH, token=token, name="Me", bot=access is None)
        assert (await join(server, person(1), ENGLISH, token=table.keys[1].token))[1] == 1
        assert (await server.access(live, HOST, None)).seats == {0}
        assert (table.log.seq, live.seats[1].name) == (before, "Person 1")
        bot = table.keys[2].token or ""
        assert (await server.access(live, None, digest(bot))).seats == {2}, "a bot has nothing else"
        assert (await join(server, None, ENGLISH, token=bot, bot=True))[1] == 2
        with pytest.raises(SeatTaken):
            await join(server, HOST, ENGLISH, token=bot)
        assert await server.store.persons_by_seat(live.id) == {0: {HOST}, 1: {person(1)}, 3: {person(3)}}

    with_server(url, scenario)


def test_an_open_seat_shows_nothing_before_somebody_sits_down(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here open")
        assert not (await server.access(table.live, None, digest(table.keys[1].token or ""))).granted

    with_server(url, scenario)


def test_who_lost_their_seat_comes_by_a_new_link(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-company", "here link link", board="burrow")
        live, host = table.live, Access(frozenset({0}), host=True)
        listeners = [RecordingListener(0), RecordingListener(1), RecordingListener(2)]
        for listener in listeners:
            live.add_listener(listener)
        with pytest.raises(Complaint, match=r"Somebody has this seat\."):
            await invite(live, host, 1)
        live.remove_listener(listeners[1])
        with pytest.raises(Complaint, match="wait a minute"):
            await invite(live, host, 1)
        clock.turn(61)
        key = await invite(live, host, 1)
        assert (await server.access(live, person(1), None)).seats == {1}, "until somebody comes by it"
        live.add_listener(listeners[1])
        with pytest.raises(SeatTaken):  # the holder has come back
            await join(server, "tablet", ENGLISH, token=key.token)
        live.remove_listener(listeners[1])
        with pytest.raises(SeatTaken):  # a moment ago
            await join(server, "tablet", ENGLISH, token=key.token)
        clock.turn(61)
        assert (await join(server, "tablet", ENGLISH, token=key.token, name="Lina"))[1] == 1
        assert table.names[-3:] == ["!link 1", "!out 1", "!seat 1 person"]
        assert (await server.store.persons_by_seat(live.id))[1] == {"tablet"}
        assert not (await server.access(live, person(1), None)).granted
        with pytest.raises(SeatTaken):
            await join(server, person(1), ENGLISH, token=key.token)
        assert not listeners[0].closed
        await check_against_log(live)

    with_server(url, scenario, now=clock)


def test_who_lost_a_seat_hears_no_more(url: str) -> None:
    """A second device replaces the first one, even while that is connected; others stay."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here link link")
        listeners = [RecordingListener(0), RecordingListener(1), RecordingListener(2), RecordingListener()]
        for listener in listeners:
            table.live.add_listener(listener)
        key = await invite(table.live, Access(frozenset({1})), 1)
        assert (await join(server, person(1), ENGLISH, token=key.token))[1] == 1, (
            "the same browser: nothing new"
        )
        assert table.names[-1] == "!link 1"
        await join(server, "tablet", ENGLISH, token=key.token, name="Lina")
        assert [listener.closed for listener in listeners] == [False, True, False, False]
        assert listeners[1] not in table.live.listeners
        received = listeners[0].received("at")[-1]["news"]
        assert [news["name"] for news in received] == ["!out 1", "!seat 1 person"]
        await check_against_log(table.live)

    with_server(url, scenario)


def test_a_person_comes_back_to_the_computer_s_seat_until_somebody_else_sits_there(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-company", "here link link", board="burrow")
        live, host = table.live, Access(frozenset({0}), host=True)
        clock.turn(61)
        await live.do(host, Reseat(whose=1, kind="computer"))
        for access in (HOST, "stranger"):
            with pytest.raises(SeatTaken):  # by the old link
                await join(server, access, ENGLISH, token=table.keys[1].token)
        assert (await join(server, person(1), ENGLISH, token=table.keys[1].token))[1] == 1
        assert "!out 1" not in table.names
        clock.turn(61)
        await live.do(host, Reseat(whose=1, kind="computer"))
        await live.do(Access(frozenset({1})), Reseat(whose=1, kind="person"))
        clock.turn(61)
        await live.do(host, Reseat(whose=1, kind="computer"))
        key = await invite(live, host, 1)
        await join(server, "stranger", ENGLISH, token=key.token)
        assert not (await server.access(live, person(1), None)).granted
        await wait_idle(server)
        await check_against_log(live)

    with_server(url, scenario, now=clock)


def test_a_seat_goes_from_a_person_to_a_bot_only_by_a_new_link(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here link")
        key = await invite(table.live, Access(frozenset({1})), 1)
        assert (await join(server, None, ENGLISH, token=key.token, name="Digger", bot=True))[1] == 1
        assert table.names[-2:] == ["!out 1", "!seat 1 bot"]
        assert (await server.access(table.live, None, digest(key.token or ""))).seats == {1}
        assert not (await server.access(table.live, person(1), None)).granted

    with_server(url, scenario)


def test_two_seats_at_one_device_where_nothing_is_secret_yet(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(match_request("here", "link", game="buddel-bande"), HOST, ENGLISH)
        assert (await join(server, HOST, ENGLISH, token=opened.seats[1].token))[1] == 1
        live = await server.live_match(opened.id)
        assert (await server.access(live, HOST, None)).seats == {0, 1}

    with_server(url, scenario)
