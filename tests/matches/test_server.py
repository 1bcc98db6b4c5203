"""Opening matches: refused requests, and what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.games import BadSetup, Complaint
from moleworks.matches import review
from moleworks.matches import server as server_module
from moleworks.matches.access import Access
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.server import MatchServer
from moleworks.matches.store.rows import Conflict
from moleworks.matches.tokens import digest
from moleworks.record import read
from tests.matches.helpers import (
    ENGLISH,
    HOST,
    check_against_log,
    database_text,
    match_request,
    open_match,
    with_server,
)


def test_what_the_host_gets(url: str, tmp_path: Path) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(
            match_request("here", "link", "computer", "bot", game="buddel-bande"), HOST, ENGLISH
        )
        assert [key.kind for key in opened.seats] == ["here", "link", "computer", "bot"]
        assert [bool(key.token) for key in opened.seats] == [False, True, False, True]
        assert opened.code is not None
        live = await server.live_match(opened.id)
        assert [holder.kind for holder in live.log.holders] == ["person", "open", "computer", "open"]
        assert live.log.status == "waiting"
        assert (await server.access(live, HOST, None)).seats == {0}
        assert (await server.access(live, None, digest(opened.watch))).watches
        await check_against_log(live)
        for token in (opened.watch, *(key.token for key in opened.seats if key.token)):
            assert token not in database_text(tmp_path)

    with_server(url, scenario)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (match_request("here", "link", game="chess"), "There is no game chess"),
        (match_request("computer", "computer"), "Somebody has to play"),
        (match_request("here", "link", "link"), "Mole Hill is for 2 players, not 3."),
        (match_request("here", "link", board="moon"), "moon"),
        (match_request("here", "link", board={"game": "mole-hill"}), "."),
        (match_request("here", "link", options={"x": 1}), "has no option x"),
        (match_request("here", "link", preset="x"), "has no preset x"),
        (match_request("here", "link", rotations=[1]), "is not turned"),
    ],
)
def test_what_cannot_be_opened(url: str, asked: MatchRequest, reason: str) -> None:
    async def scenario(server: MatchServer) -> None:
        with pytest.raises((Complaint, BadSetup), match=reason):
            await server.create(asked, HOST, ENGLISH)
        assert await server.store.counts() == {}

    with_server(url, scenario)


def test_nobody_sits_here_without_a_cookie(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        with pytest.raises(Complaint, match="cookie"):
            await server.create(match_request("here", "link"), None, ENGLISH)
        opened = await server.create(match_request("bot", "bot"), None, ENGLISH)
        live = await server.live_match(opened.id)
        assert (await server.access(live, None, None)) == Access()

    with_server(url, scenario)


def test_a_code_that_another_match_has(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["11111111", "11111111", "22222222"])
    monkeypatch.setattr(server_module, "new_code", lambda: next(codes, "22222222"))

    async def scenario(server: MatchServer) -> None:
        first = await server.create(match_request("here", "link"), HOST, ENGLISH)
        second = await server.create(match_request("here", "link"), HOST, ENGLISH)
        assert (first.code, second.code) == ("11111111", "22222222")
        with pytest.raises(Conflict):  # if all codes are taken, it gives up
            await server.create(match_request("here", "link"), HOST, ENGLISH)

    with_server(url, scenario)


def test_the_record_tells_computers_and_their_levels(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        names = ["Lina", "", "Moritz " * 6, ""]
        kinds = ["here", "computer", "computer", "computer"]
        orders = zip(kinds, (3, 4, 5, 6), names, strict=True)
        seats = [SeatRequest(kind, level, name) for kind, level, name in orders]  # type: ignore[arg-type]
        opened = await server.create(MatchRequest("mole-company", seats), HOST, ENGLISH)
        text = review.record_text(await server.live_match(opened.id)) or ""
        assert read(text).seats == (
            "Lina",
            "Computer 1 (level 4)",
            "Moritz Moritz Moritz (computer, level 5)",
            "Computer 2 (level 6)",
        )
        table = await open_match(server, "mole-hill", "here computer:3")
        assert '[Seat1 "Computer (level 3)"]' in (review.record_text(table.live) or "")

    with_server(url, scenario)
