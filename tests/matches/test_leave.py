"""Leaving a match for good: what is deleted, and what stays for the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.matches.access import Access
from moleworks.matches.commands import Resign
from moleworks.matches.join import join
from moleworks.matches.leave import forget_person, leave
from moleworks.matches.maintenance import apply_retention
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.server import MatchServer, NoMatch
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    RandomMover,
    RecordingListener,
    check_against_log,
    database_text,
    match_request,
    open_match,
    person,
    wait_idle,
    with_server,
)


def test_a_host_who_leaves_is_no_host_any_more(url: str, tmp_path: Path) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        other = await open_match(server)
        await leave(table.server, table.live, HOST)
        assert await server.access(table.live, HOST, None) == Access()
        assert (await server.access(other.live, HOST, None)).host
        assert HOST not in "".join(
            line for line in database_text(tmp_path).splitlines() if table.live.id in line
        )
        await wait_idle(server)  # a computer may have played in the host's place
        await check_against_log(table.live)

    with_server(url, scenario, engine_pool=RandomMover())


def test_leaving_alone_deletes_the_match(url: str, tmp_path: Path) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here computer")
        listener = RecordingListener(0)
        table.live.add_listener(listener)
        await leave(table.server, table.live, HOST)
        assert listener.closed
        assert HOST not in database_text(tmp_path)
        assert table.live.id not in database_text(tmp_path)
        assert server.live_matches == {}

    with_server(url, scenario)


@pytest.mark.parametrize("over", [False, True])
def test_leaving_others_leaves_no_name(url: str, tmp_path: Path, *, over: bool) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server)
        if over:
            await table.do(0, Resign())
        await leave(table.server, table.live, person(1))
        await wait_idle(server)
        assert await server.access(table.live, person(1), None) == Access()
        assert table.live.seats[1].name == ""
        assert table.live.seats[1].token is None
        assert table.log.holders[1].kind == ("open" if over else "computer")
        await server.store.forget_person(person(1))
        assert person(1) not in database_text(tmp_path)
        assert "Person 1" not in database_text(tmp_path)
        with pytest.raises(NoMatch):
            await join(server, LINA, ENGLISH, token=table.keys[1].token)
        if not over:
            await table.play("e4")
            await wait_idle(server)
            assert table.log.actor == 0  # the computer has played on
        await check_against_log(table.live)

    with_server(url, scenario)


def test_a_watcher_deletes_nothing(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(match_request("bot", "bot"), None, ENGLISH)
        live, _ = await join(server, LINA, ENGLISH, token=opened.watch)
        await leave(server, live, LINA)
        assert await server.store.match(live.id) is not None
        assert await server.store.persons_by_seat(live.id) == {}
        assert not (await server.access(live, LINA, None)).granted
        await leave(server, live, "somebody")
        assert await server.store.match(live.id) is not None

    with_server(url, scenario)


def test_forgetting_everything(url: str, tmp_path: Path) -> None:
    """Matches alone and with others, playing, over, archived, watched, hosted; more than one page of them."""
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        alone = [await open_match(server, "mole-hill", "here computer") for _ in range(3)]
        shared = [await open_match(server) for _ in range(3)]
        await shared[1].do(0, Resign())
        await shared[2].do(0, Resign())
        clock.turn(31 * 86400)
        await apply_retention(server)
        hosted = await server.create(match_request("link", "link"), HOST, ENGLISH)
        await join(server, LINA, ENGLISH, token=hosted.seats[0].token)
        other = await server.create(match_request("here", "link"), LINA, ENGLISH)
        await join(server, HOST, ENGLISH, token=other.watch)
        await join(server, HOST, ENGLISH, token=other.seats[1].token, name="Host of Hosts")
        for _ in range(105):
            opened = await server.create(
                MatchRequest("mole-hill", [SeatRequest("here", name="Zebulon"), SeatRequest()]), HOST, ENGLISH
            )
            await join(server, LINA, ENGLISH, token=opened.seats[1].token, name="Lina")
        await wait_idle(server)
        assert database_text(tmp_path).count(HOST) > 200
        await forget_person(server, HOST)
        await wait_idle(server)
        left = database_text(tmp_path)
        assert HOST not in left
        assert "Zebulon" not in left
        assert "Host of Hosts" not in left
        for table in alone:
            with pytest.raises(NoMatch):
                await server.live_match(table.live.id)
        for table in shared:
            live = await server.live_match(table.live.id)
            assert (await server.access(live, person(1), None)).seats == {1}
            assert not (await server.access(live, HOST, None)).granted
            found = await server.store.match(table.live.id)
            assert found is not None
            assert found[1][0].name == ""
        assert not (await server.access(await server.live_match(hosted.id), HOST, None)).granted

    with_server(url, scenario, now=clock, engine_pool=RandomMover())


def test_a_host_without_a_seat_can_be_forgotten(url: str, tmp_path: Path) -> None:
    async def scenario(server: MatchServer) -> None:
        seats = [SeatRequest(), SeatRequest(name="Uncle Zebulon"), SeatRequest("computer", name="Aunt Zora")]
        empty = await server.create(MatchRequest("buddel-bande", seats), HOST, ENGLISH)
        shared = await server.create(MatchRequest("buddel-bande", seats), HOST, ENGLISH)
        await join(server, LINA, ENGLISH, token=shared.seats[0].token, name="Lina")
        assert {row.id for row, _, _ in await server.store.held_by(HOST)} == {empty.id, shared.id}
        await forget_person(server, HOST)
        left = database_text(tmp_path)
        assert HOST not in left
        assert "Zebulon" not in left
        assert "Zora" not in left
        assert "Lina" in left
        assert await server.store.counts() == {"waiting": 1}
        await check_against_log(await server.live_match(shared.id))

    with_server(url, scenario)
