"""A match that is asked for twice with the same key is opened once."""

from __future__ import annotations

import asyncio

import pytest

from moleworks.matches.idempotency_key import KEEP, IdempotencyKey, KeyReused
from moleworks.matches.join import join
from moleworks.matches.leave import forget_person
from moleworks.matches.maintenance import apply_retention
from moleworks.matches.server import MatchServer
from moleworks.matches.store.rows import StoreUnavailable
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    LINA,
    Clock,
    check_against_log,
    match_request,
    server_at,
    with_server,
)

KEY = IdempotencyKey("8e03978e-40d5-43dd-bc93-6894a57f9324", "cookie of the host")
REQUEST = match_request("here", "link")


def test_the_same_key_gives_the_same_match(each_url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        first = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        assert await server.create(REQUEST, HOST, ENGLISH, key=KEY) == first
        assert len(await server.store.held_by(HOST)) == 1
        live, seat = await join(server, LINA, ENGLISH, token=first.seats[1].token, name="Lina")
        assert (live.id, seat) == (first.id, 1)
        await check_against_log(live)
        again = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        assert again._replace(code=first.code) == first
        assert (await server.create(REQUEST, HOST, ENGLISH)).id != first.id

    with_server(each_url, scenario)


def test_it_does_so_on_another_worker_and_after_a_crash(each_url: str) -> None:
    async def scenario() -> None:
        async with server_at(each_url) as here:
            first = await here.create(REQUEST, HOST, ENGLISH, key=KEY)
            if here.store.shared:
                async with server_at(each_url, worker="other") as there:
                    assert await there.create(REQUEST, HOST, ENGLISH, key=KEY) == first
        async with server_at(each_url) as later:
            assert await later.create(REQUEST, HOST, ENGLISH, key=KEY) == first
            await check_against_log(await later.live_match(first.id))

    asyncio.run(scenario())


def test_of_many_at_once_one_opens_it(each_url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await asyncio.gather(*(server.create(REQUEST, HOST, ENGLISH, key=KEY) for _ in range(8)))
        assert len(set(opened)) == 1
        assert len(await server.store.held_by(HOST)) == 1

    with_server(each_url, scenario)


def test_a_match_is_stored_whole_or_not_at_all(each_url: str) -> None:
    """The process dies, or the database fails, in the middle of the opening."""

    async def scenario(server: MatchServer) -> None:
        commit = server.store.commit

        async def breaks(batch: object, **guarded: bool) -> list[int]:
            await commit([*batch, ("INSERT INTO nowhere VALUES (1)", ())], **guarded)  # type: ignore[misc]
            return []

        server.store.commit = breaks  # type: ignore[method-assign]
        with pytest.raises(StoreUnavailable):
            await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        server.store.commit = commit  # type: ignore[method-assign]
        assert await server.store.held_by(HOST) == []
        assert not server.live_matches
        opened = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        await check_against_log(await server.live_match(opened.id))

    with_server(each_url, scenario)


def test_a_key_is_for_one_request_of_one_person(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        first = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        with pytest.raises(KeyReused):
            await server.create(match_request("here", "computer"), HOST, ENGLISH, key=KEY)
        others = IdempotencyKey("8e03978e-40d5-43dd-bc93-6894a57f9324", "cookie of lina")
        second = await server.create(REQUEST, LINA, ENGLISH, key=others)
        assert second.id != first.id
        assert {key.token for key in first.seats} & {key.token for key in second.seats} == {None}
        assert second.watch != first.watch
        assert await server.opened_before(KEY, REQUEST, LINA) is None

    with_server(url, scenario)


def test_keys_are_forgotten(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        first = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        clock.turn(KEEP / 2)
        await apply_retention(server)
        assert (await server.create(REQUEST, HOST, ENGLISH, key=KEY)).id == first.id
        clock.turn(KEEP / 2 + 1)
        await apply_retention(server)
        second = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        assert second.id != first.id
        await forget_person(server, HOST)
        assert await server.store.fetch("SELECT * FROM openings") == []
        third = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        await server.delete(third.id)
        assert (await server.create(REQUEST, HOST, ENGLISH, key=KEY)).id not in {first.id, third.id}

    with_server(url, scenario, now=clock)


def test_no_secret_is_stored(url: str) -> None:
    secrets = ["8e03978e", "cookie of", KEY.token("key"), KEY.token("person")]

    async def scenario(server: MatchServer) -> str:
        opened = await server.create(REQUEST, HOST, ENGLISH, key=KEY)
        secrets.extend([opened.watch, opened.seats[1].token or ""])
        rows = [
            await server.store.fetch(f"SELECT * FROM {table}") for table in ("openings", "seats", "matches")
        ]
        return str(rows)

    text = with_server(url, scenario)
    assert HOST in text
    assert not [secret for secret in secrets if secret in text]
