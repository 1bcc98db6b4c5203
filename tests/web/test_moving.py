"""A match moves from a browser to a server, where it goes on by a link, and home once it is over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moleworks.core import work
from moleworks.games import GAMES
from moleworks.record import Match
from moleworks.web.in_browser import BrowserService
from moleworks.web.narration import event_text
from tests.web.people import RunningServer, running

Json = dict[str, Any]
HERE = {"content-type": "application/json"}
OPTIONS = {"mole-company": {"turn_limit": 60}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("moving")
    with running(database=f"sqlite:///{folder}/matches.sqlite", thinkers=1) as started:
        yield started


class Browser:
    """The service of a page without a server; its requests are made one after another."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()

        async def saved() -> None:
            """All files are on a disk already."""

        self.service = BrowserService("https://moles.example/", folder, saved)
        self.loop.run_until_complete(self.service.open())

    def ask(self, method: str, address: str, body: Json | None = None) -> Any:
        content = json.dumps(body).encode() if body is not None else b""
        asked = self.service.request(method, f"/api{address}", HERE, content)
        status, _, reply = self.loop.run_until_complete(asked)
        assert status < 300, reply
        return json.loads(reply) if reply else None

    def play(self, match: str, most: int) -> Json:
        """Play the first legal action so often; where the match is then."""
        at: Json = self.ask("GET", f"/matches/{match}")
        for _ in range(most):
            legal = [(eyes["seat"], action) for eyes in at["eyes"] for action in eyes["legal"]]
            if not legal:
                break
            seat, action = legal[0]
            command = {"do": "play", "seat": seat, "action": action, "seq": at["seq"]}
            self.ask("POST", f"/matches/{match}/commands", command)
            at = self.ask("GET", f"/matches/{match}")
        return at

    def names(self, match: str) -> list[str]:
        moved: Json = self.ask("GET", f"/matches/{match}/moved")
        return list(moved["actions"])

    def close(self) -> None:
        self.loop.run_until_complete(self.service.close())
        self.loop.close()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with work.run_at_once():
        started = Browser(tmp_path)
        yield started
        started.close()


def begun(browser: Browser, game: str, most: int = 8) -> Json:
    """A match at one device that moves in the middle."""
    seats = [{"kind": "here", "name": "Lina"}, {"kind": "here", "name": "Max"}]
    opened = browser.ask("POST", "/matches", {"game": game, "seats": seats, "options": OPTIONS.get(game, {})})
    browser.play(opened["id"], most)
    moved: Json = browser.ask("GET", f"/matches/{opened['id']}/moved")
    return moved


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_at_a_server_by_a_link(browser: Browser, server: RunningServer, game: str) -> None:
    moved = begun(browser, game)
    assert len(moved["actions"]) >= 8
    moved["match"]["seats"][1] |= {"kind": "link"}
    host, friend = server.person(), server.person()
    opened = host.post("/matches/moved", **moved)
    friend.post("/join", token=opened["seats"][1]["token"], name="Ada")
    live = server.app.context.match_server.live_matches[opened["id"]]
    assert live.log.match.names[: len(moved["actions"])] == moved["actions"], "not one action is lost"
    assert live.log.status == "playing"
    news = friend.get(f"/matches/{opened['id']}")["news"]
    told = [event_text(entry.get("name") or "", entry["seat"], ("Lina", "Ada")) for entry in news]
    assert "Lina began this match without a server: that device knew all that is hidden." in map(str, told)


def test_the_secrets_go_to_the_server_and_to_no_other_seat(browser: Browser, server: RunningServer) -> None:
    moved = begun(browser, "buddel-bande", 2)
    moved["match"]["seats"][1] |= {"kind": "link"}
    host, friend = server.person(), server.person()
    opened = host.post("/matches/moved", **moved)
    friend.post("/join", token=opened["seats"][1]["token"], name="Ada")
    match = server.app.context.match_server.live_matches[opened["id"]].log.match
    secrets = [name for name in match.names if not match.game.is_public(name)]
    assert secrets
    for person, seat in ((host, 0), (friend, 1)):
        whole = person.get(f"/matches/{opened['id']}?seq=0")
        assert [eyes["seat"] for eyes in whole["eyes"]] == [seat]
        assert not any(name in json.dumps(whole["news"]) for name in secrets)


def test_a_server_does_not_believe_a_wrong_match(browser: Browser, server: RunningServer) -> None:
    moved = begun(browser, "mole-hill")
    cheat = server.person()
    wrong = moved | {"actions": [*moved["actions"], "a1|z9"]}
    assert cheat.http.post("/matches/moved", json=wrong).status_code == 422
    assert cheat.http.post("/matches/moved", json=moved | {"resigned": [7]}).status_code == 422


def test_a_match_that_is_played_stays_at_its_server(server: RunningServer) -> None:
    table = server.table()
    reply = table.people[0].http.get(f"/matches/{table.opened['id']}/moved")
    assert reply.status_code == 422
    assert "still being played" in reply.text


@pytest.mark.parametrize("resigned", [False, True])
def test_a_finished_match_is_fetched_home(browser: Browser, server: RunningServer, resigned: bool) -> None:
    table = server.table(board="patch")
    first, second = table.people
    if resigned:
        first.post(f"/matches/{table.opened['id']}/commands", do="resign", seat=0)
    else:
        second.post(f"/matches/{table.opened['id']}/commands", do="offer", what="draw", seat=1)
        first.post(f"/matches/{table.opened['id']}/commands", do="answer", what="draw", yes=True, seat=0)
    moved = second.get(f"/matches/{table.opened['id']}/moved")
    there = second.get(f"/matches/{table.opened['id']}/table")["outcome"]
    assert there is not None
    moved["match"]["seats"] = [seat | {"kind": "here"} for seat in moved["match"]["seats"]]
    opened = browser.ask("POST", "/matches/moved", moved)
    assert browser.ask("GET", f"/matches/{opened['id']}/table")["outcome"] == there
    assert browser.names(opened["id"]) == moved["actions"]


def test_a_whole_game_is_the_same_after_it_moved_twice(browser: Browser, server: RunningServer) -> None:
    moved = begun(browser, "mole-hill", 10_000)
    opened = server.person().post("/matches/moved", **moved)
    log = server.app.context.match_server.live_matches[opened["id"]].log
    assert log.status == "over"
    assert log.match.names == moved["actions"]
    played = Match.begin("mole-hill", rotations=moved["match"]["rotations"])
    played.play(moved["actions"])
    assert log.outcome == played.game.outcome(played.state)
    assert "moved" not in str(log.match.names)
