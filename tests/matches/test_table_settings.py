"""Settings of the table: chosen with the match, stored with it, kept in a rematch, and in no record."""

from __future__ import annotations

import msgspec
import pytest

from moleworks.core.messages import Complaint
from moleworks.matches import review
from moleworks.matches.commands import Resign
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.server import MatchServer
from moleworks.texts import language
from moleworks.web.narration import display_names
from tests.matches.helpers import ENGLISH, HOST, open_match, with_server
from tests.matches.test_rematch import rematch

HERE = [SeatRequest("here"), SeatRequest("here")]


def test_settings_are_stored_with_the_match_and_in_no_entry(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        request = MatchRequest("buddel-bande", HERE, table_settings=["hidden_tags", "hidden_tags"])
        opened = await server.create(request, HOST, ENGLISH)
        server.live_matches.clear()
        live = await server.live_match(opened.id)
        assert live.table_settings == ("hidden_tags",)
        assert display_names(live, language("en")).settings == ("hidden_tags",)
        assert not any("hidden" in entry.name for entry in live.entries)

    with_server(url, scenario)


def test_a_match_without_settings_is_stored_as_before(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        opened = await server.create(MatchRequest("buddel-bande", HERE), HOST, ENGLISH)
        live = await server.live_match(opened.id)
        assert set(msgspec.json.decode(live.row.setup)) == {
            "players", "preset", "options", "board", "rotations"
        }  # fmt: skip
        assert live.table_settings == ()

    with_server(url, scenario)


def test_settings_that_do_not_exist(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        for game, told in (
            ("buddel-bande", "There is no setting of the table dark; there are hidden_tags"),
            ("mole-hill", "This game has no settings of the table"),
        ):
            with pytest.raises(Complaint, match=told):
                await server.create(MatchRequest(game, HERE, table_settings=["dark"]), HOST, ENGLISH)

    with_server(url, scenario)


def test_a_rematch_keeps_them_and_the_record_does_not_have_them(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "buddel-bande", "here link", table_settings=["hidden_tags"])
        await table.do(0, Resign())
        assert "hidden" not in str(review.record_text(table.live))
        again = await rematch(table)
        assert again.table_settings == ("hidden_tags",)

    with_server(url, scenario)
