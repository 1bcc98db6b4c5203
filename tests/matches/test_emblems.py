"""What stands for players, such as animals: chosen with the seat, stored with it, kept in a rematch."""

from __future__ import annotations

import pytest

from moleworks.core.messages import Complaint
from moleworks.matches import review
from moleworks.matches.commands import Resign
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.server import MatchServer
from moleworks.texts import language
from moleworks.web.narration import display_names
from tests.matches.helpers import ENGLISH, HOST, open_match, wait_idle, with_server
from tests.matches.test_rematch import rematch


def seats(*emblems: str | None) -> list[SeatRequest]:
    return [SeatRequest("here", emblem=emblem) for emblem in emblems]


def test_emblems_are_chosen_with_the_seat_and_told_to_all(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        request = MatchRequest("buddel-bande", seats("snail", None, "ladybird"))
        opened = await server.create(request, HOST, ENGLISH)
        live = await server.live_match(opened.id)
        assert [seat.emblem for seat in live.table().seats] == ["snail", "ant", "ladybird"]
        assert display_names(live, language("en")).emblems == (3, 0, 1)
        await live.choose_emblem(1, "earthworm")
        server.live_matches.clear()
        again = await server.live_match(opened.id)
        assert [seat.emblem for seat in again.table().seats] == ["snail", "earthworm", "ladybird"]
        with pytest.raises(Complaint, match=r"Two players chose the same emblem \(snail\)"):
            await again.choose_emblem(1, "snail")
        assert not any("worm" in entry.name or "snail" in entry.name for entry in again.entries)

    with_server(url, scenario)


def test_emblems_that_do_not_exist(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        with pytest.raises(Complaint, match="There is no emblem cat; there are ant, ladybird"):
            await server.create(MatchRequest("buddel-bande", seats("cat", None)), HOST, ENGLISH)
        with pytest.raises(Complaint, match="nothing to choose as an emblem"):
            await server.create(MatchRequest("mole-hill", seats("ant", None)), HOST, ENGLISH)
        opened = await server.create(MatchRequest("mole-hill", seats(None, None)), HOST, ENGLISH)
        live = await server.live_match(opened.id)
        assert [seat.emblem for seat in live.table().seats] == [None, None]

    with_server(url, scenario)


def test_a_rematch_keeps_the_emblems_of_its_players(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here link")
        await wait_idle(server)
        await table.live.choose_emblem(0, "snail")
        before = {seat.name: seat.emblem for seat in table.live.table().seats}
        await table.do(0, Resign())
        assert "snail" not in str(review.record_text(table.live))
        again = await rematch(table)
        assert {seat.name: seat.emblem for seat in again.table().seats} == before
        assert [seat.emblem for seat in again.table().seats] == ["ladybird", "snail"]

    with_server(url, scenario)
