"""The faces of players, what their moles wear: chosen with the seat, stored with it, kept in a rematch."""

from __future__ import annotations

import pytest

from moleworks.core.messages import Complaint
from moleworks.matches import moving, story
from moleworks.matches.commands import Resign
from moleworks.matches.requests import MatchRequest, SeatRequest
from moleworks.matches.server import MatchServer
from tests.matches.helpers import ENGLISH, HOST, open_match, wait_idle, with_server
from tests.matches.test_rematch import rematch
from tests.page.visitors import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_faces_are_chosen_with_the_seat_in_every_game(url: str, game: str) -> None:
    async def scenario(server: MatchServer) -> None:
        seats = [SeatRequest("here", face="scarf"), SeatRequest("here")]
        opened = await server.create(MatchRequest(game, seats), HOST, ENGLISH)
        live = await server.live_match(opened.id)
        # Who did not choose gets the face of the seat, or one that is free.
        assert [seat.face for seat in live.table().seats] == ["scarf", "helmet"]
        await live.choose_face(1, "hat")
        server.live_matches.clear()
        again = await server.live_match(opened.id)
        assert [seat.face for seat in again.table().seats] == ["scarf", "hat"]
        with pytest.raises(Complaint, match="Somebody else at this table has this mole"):
            await again.choose_face(1, "scarf")
        assert not any("hat" in entry.name for entry in again.entries)

    with_server(url, scenario)


def test_two_players_cannot_open_a_match_with_one_face(url: str) -> None:
    async def scenario(server: MatchServer) -> None:
        seats = [SeatRequest("here", face="hat"), SeatRequest("here", face="hat")]
        with pytest.raises(Complaint, match="choose another one"):
            await server.create(MatchRequest("mole-hill", seats), HOST, ENGLISH)

    with_server(url, scenario)


def test_a_face_stays_with_its_player(url: str) -> None:
    """In a rematch, in the story, and when the match moves to another service."""

    async def scenario(server: MatchServer) -> None:
        table = await open_match(server, "mole-hill", "here link")
        await wait_idle(server)
        await table.live.choose_face(0, "glasses")
        before = {seat.name: seat.face for seat in table.live.table().seats}
        assert "glasses" in before.values()
        await table.do(0, Resign())
        told = story.summary(table.live, {0})
        assert told is not None
        assert [player.face for player in told.players] == list(before.values())
        moved = moving.packed(table.live, own_device=True)
        assert moved.match.seats[0].face == "glasses"
        again = await rematch(table)
        assert {seat.name: seat.face for seat in again.table().seats} == before

    with_server(url, scenario)
