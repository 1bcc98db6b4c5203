"""The secrets of a seat on a phone, by a link that works once, for a short time, and not unnoticed."""

from __future__ import annotations

import pytest

from moleworks.games import Complaint
from moleworks.matches import phone_secrets, review
from moleworks.matches.access import Access
from moleworks.matches.commands import Reseat, Resign
from moleworks.matches.server import MatchServer
from moleworks.matches.tokens import digest
from tests.matches.helpers import (
    HOST,
    Clock,
    RecordingListener,
    check_against_log,
    open_match,
    wait_until,
    with_server,
)
from tests.matches.test_rematch import rematch

USED = "This link has been used already, or it is too old: ask for a new one."


def test_a_phone_sees_one_seat_and_does_nothing(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here here", board="stroll")
        device = await server.access(table.live, HOST, None)
        watcher = RecordingListener()
        await table.live.update_since(0, (), watcher)
        once = await phone_secrets.create_link(table.live, device, 1)
        assert not table.live.table().seats[1].phone
        seat, token = await phone_secrets.use_link(table.live, once)
        assert seat == 1
        await wait_until(
            lambda: [one["phone"] for one in watcher.received("table")[-1]["seats"]] == [False, True]
        )
        phone = await server.access(table.live, None, digest(token))
        assert phone == Access(peeks=frozenset({1}))
        assert phone.granted
        assert review.check_secret_seat(table.live, phone, 1) == 1
        with pytest.raises(Complaint, match="once the match is over"):
            review.check_secret_seat(table.live, phone, 0)
        with pytest.raises(Complaint, match="once the match is over"):
            review.check_view_seat(table.live, phone, 1)
        with pytest.raises(Complaint, match="You only watch this match"):
            await table.live.do(phone, Resign())
        with pytest.raises(Complaint, match="not your seat"):
            await phone_secrets.create_link(table.live, phone, 1)
        heard = "".join(watcher.messages_sent)
        assert not any(secret in heard for secret in (once, token, digest(once), digest(token)))
        await check_against_log(table.live)

    with_server(url, scenario)


def test_a_link_is_good_once_and_not_for_long(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here here", board="stroll")
        device = await server.access(table.live, HOST, None)

        async def refused(token: str) -> str:
            with pytest.raises(Complaint) as caught:
                await phone_secrets.use_link(table.live, token)
            return str(caught.value)

        once = await phone_secrets.create_link(table.live, device, 0)
        _, first = await phone_secrets.use_link(table.live, once)
        assert await refused(once) == await refused("nonsense") == USED
        again = await phone_secrets.create_link(table.live, device, 0)
        assert not (await server.access(table.live, None, digest(first))).granted, (
            "a new link ends the old phone"
        )
        clock.turn(phone_secrets.LINK_SECONDS + 1)
        assert await refused(again) == USED
        last = await phone_secrets.create_link(table.live, device, 0)
        assert await refused(again) == USED, "only the newest link opens anything"
        _, token = await phone_secrets.use_link(table.live, last)
        await table.live.replace_holder(0, "computer", 1)
        assert not (await server.access(table.live, None, digest(token))).granted, "somebody else plays"
        with pytest.raises(Complaint, match="A computer plays"):
            await phone_secrets.create_link(table.live, device, 0)
        await check_against_log(table.live)

    with_server(url, scenario, now=clock)


def test_who_plays_again_keeps_the_phone_on_the_new_seat(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here here", board="stroll")
        device = await server.access(table.live, HOST, None)
        _, token = await phone_secrets.use_link(
            table.live, await phone_secrets.create_link(table.live, device, 0)
        )
        unused = await phone_secrets.create_link(table.live, device, 1)
        lina, max_ = (row.name for row in table.live.seats)
        await table.do(0, Resign())
        new = await rematch(table)
        assert [row.name for row in new.seats] == [max_, lina]
        assert await server.access(new, None, digest(token)) == Access(peeks=frozenset({1})), (
            "the same person"
        )
        assert await phone_secrets.use_link(new, token) == (1, token), (
            "and the phone is told which seat that is"
        )
        assert [seat.phone for seat in new.table().seats] == [False, True]
        with pytest.raises(Complaint, match="used already"):
            await phone_secrets.use_link(new, unused)
        await check_against_log(new)
        await new.replace_holder(1, "computer", 1)
        assert not (await server.access(new, None, digest(token))).granted, "somebody else plays"
        with pytest.raises(Complaint, match="used already"):
            await phone_secrets.use_link(new, token)
        await check_against_log(new)

    with_server(url, scenario)


def test_a_phone_does_not_follow_a_seat_that_changed_hands(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here here", board="stroll")
        device = await server.access(table.live, HOST, None)
        _, token = await phone_secrets.use_link(
            table.live, await phone_secrets.create_link(table.live, device, 0)
        )
        await table.live.replace_holder(0, "computer", 1)
        await table.do(1, Resign())
        new = await rematch(table)
        assert not (await server.access(new, None, digest(token))).granted
        assert not any(seat.phone for seat in new.table().seats)
        await check_against_log(new)

    with_server(url, scenario)


def test_who_has_gone_gives_way_to_a_computer_and_sits_down_again(url: str) -> None:
    clock = Clock()

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here link")
        host, guest = Access(frozenset({0}), host=True), Access(frozenset({1}))

        async def refused(access: Access, kind: str) -> str:
            with pytest.raises(Complaint) as caught:
                await table.live.do(access, Reseat(whose=1, kind=kind))  # type: ignore[arg-type]
            return str(caught.value)

        listener = RecordingListener(1)
        await table.live.update_since(0, (1,), listener)
        clock.turn(server.retention.away + 1)
        assert await refused(host, "computer") == "Somebody has this seat."
        assert await refused(guest, "person") == "You have this seat."
        table.live.remove_listener(listener)
        assert "wait a minute" in await refused(host, "computer")
        clock.turn(server.retention.away + 1)
        await table.live.do(host, Reseat(whose=1, kind="computer", level=1))
        assert table.log.holders[1].kind == "computer"
        assert await refused(host, "person") == "This is not your seat."
        await table.live.do(guest, Reseat(whose=1, kind="person"))
        assert table.log.holders[1].kind == "person"
        await check_against_log(table.live)

    with_server(url, scenario, now=clock)
