"""Who could learn a secret by which flow: every row of the table in docs/service.md, tried from outside."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from moleworks.matches.retention import Retention
from tests.web.conftest import Start
from tests.web.people import Json, Party, Person, RunningServer

DOCS = Path(__file__).parents[2] / "docs" / "service.md"
Attack = Callable[["Table"], object]


class Table:
    """A match of Buddel Bande in which every seat knows its own moles; Lina is the host, on seat 0."""

    def __init__(self, server: RunningServer, players: int = 3) -> None:
        self.server = server
        self.party: Party = server.table("buddel-bande", "stroll", players)
        self.id = self.party.id
        self.host, self.max, *self.others = self.party.people
        self.tokens = [seat.get("token") for seat in self.party.opened["seats"]]
        self.path = f"/matches/{self.id}"

    def go_away(self) -> None:
        """From now on a player counts as away as soon as they are silent."""
        retention = Retention(away=0)
        live = self.server.app.context.match_server.live_matches[self.id]
        live._environment = live._environment._replace(away=retention.away)

    def owners(self, seat: int) -> set[str]:
        """The moles of a seat, as its own player sees them."""
        eyes = self.party.people[seat].get(self.path)["eyes"]
        return _owned(eyes[0]["view"], seat)


def _owned(view: Json, seat: int) -> set[str]:
    return {name for name, mole in view["moles"].items() if mole.get("owner") == seat}


def known(table: Table, caller: Person | None = None, **headers: str) -> set[int]:
    """The seats whose moles this caller can find out by any request that shows a position."""
    http = caller.http if caller else httpx.Client(base_url=table.server.base + "/api")
    found: set[int] = set()
    for path in ("", "/legal", "/record", "/said", "/text", "/table", "/replay", "/analysis", "/setup"):
        for seat in (None, 0, 1, 2):
            answer = http.get(
                table.path + path, params={} if seat is None else {"seat": seat}, headers=headers
            )
            text = answer.text.replace(" ", "")
            for owner in range(3):
                found |= {owner} if f'"owner":{owner}' in text else set()
            found |= {seat} if seat is not None and path == "/said" and "Yourmole" in text else set()
    if caller is None:
        http.close()
    return found


def refused(answer: httpx.Response, *statuses: int) -> None:
    assert answer.status_code in (statuses or (403, 404, 422)), answer.text


def take(table: Table, token: str | None, caller: Person | None = None, **more: Any) -> httpx.Response:
    """Try to sit down by a token."""
    body = {"token": token, "name": "Eve", **more}
    if caller is not None:
        return caller.http.post("/join", json=body)
    return httpx.post(f"{table.server.base}/api/join", json=body)


def host_link(table: Table) -> None:
    for caller in (table.host, table.others[0], None):
        for bot in (False, True):
            refused(take(table, table.tokens[1], caller, bot=bot), 403, 422)
    assert known(table, table.host) == {0}
    assert known(table, None, authorization=f"Bearer {table.tokens[1]}") == set()


def host_new_link(table: Table) -> None:
    """As it was done: a new link for a player who is away, used with `bot`, so that the cookie is dropped."""
    table.go_away()
    refused(table.host.http.post(f"{table.path}/seats/1/link"), 403)
    assert known(table, table.host) == {0}


def host_link_of_before(table: Table) -> None:
    """A link that was made before the deal opens the seat to nobody afterwards."""
    server = table.server
    host, friend = server.person(), server.person()
    seats = [{"kind": "here"}, {"kind": "link"}, {"kind": "link"}]
    opened = host.post("/matches", game="buddel-bande", board="stroll", seats=seats)
    path = f"/matches/{opened['id']}"
    key = host.post(f"{path}/seats/1/link")["token"]
    host.post(f"{path}/commands", do="reseat", whose=1, kind="computer")
    friend.post("/join", token=opened["seats"][2]["token"])
    for caller in (host, friend, server.person(), None):
        for bot in (False, True):
            refused(take(table, key, caller, bot=bot), 403, 422)


def player_present_by_http(table: Table) -> None:
    """Who only uses requests is there too: the seat can be given to nobody."""
    live = table.server.app.context.match_server.live_matches[table.id]
    for seat in live.absent_since:
        live.absent_since[seat] -= 3600
    table.max.get(f"{table.path}/table")
    answer = table.host.http.post(
        f"{table.path}/commands", json={"do": "reseat", "whose": 1, "kind": "computer"}
    )
    refused(answer, 422)
    assert "wait a minute" in answer.text


def own_new_link(table: Table) -> None:
    """The player of the seat gives it away; not to somebody who sees another seat, bot or not."""
    key = table.max.post(f"{table.path}/seats/1/link")["token"]
    for caller in (table.host, table.others[0]):
        for bot in (False, True):
            refused(take(table, key, caller, bot=bot), 422)
    tablet = table.server.person()
    assert take(table, key, tablet).json()["seat"] == 1
    assert known(table, tablet) == {1}
    refused(table.max.http.get(table.path), 403)


def own_new_link_for_a_bot(table: Table) -> None:
    key = table.max.post(f"{table.path}/seats/1/link")["token"]
    assert take(table, key, bot=True).json()["seat"] == 1
    assert known(table, None, authorization=f"Bearer {key}") == {1}
    refused(table.max.http.get(table.path), 403)


def player_new_link(table: Table) -> None:
    for link in (0, 1):
        refused(table.others[0].http.post(f"{table.path}/seats/{link}/link"), 422)


def stranger_code(table: Table) -> None:
    code = table.party.opened["code"]
    refused(table.server.person().http.post("/join", json={"code": code}), 404, 422)
    refused(table.host.http.post("/join", json={"code": code}), 404, 422)


def host_reseat(table: Table) -> None:
    """A computer plays for who is away; its seat cannot be opened for others, and knows its player."""
    table.go_away()
    table.host.post(f"{table.path}/commands", do="reseat", whose=1, kind="computer", level=1)
    answer = table.host.http.post(f"{table.path}/commands", json={"do": "reseat", "whose": 1, "kind": "open"})
    refused(answer, 403)
    for caller in (table.host, table.others[0], table.server.person(), None):
        for bot in (False, True):
            refused(take(table, table.tokens[1], caller, bot=bot), 403, 422)
    assert known(table, table.host) == {0}
    assert take(table, table.tokens[1], table.max).json()["seat"] == 1
    assert known(table, table.max) == {1}


def host_leaves_and_returns(table: Table) -> None:
    table.go_away()
    assert table.host.http.delete(table.path).status_code == 204
    for bot in (False, True):
        refused(take(table, table.tokens[1], table.host, bot=bot), 403, 422)
    assert known(table, table.host) == set()


def player_rematch(table: Table) -> None:
    """In the next match everybody has their own seat, and the old links open none of the others."""
    table = Table(table.server, 2)
    table.max.post(f"{table.path}/commands", do="resign")
    table.host.post(f"{table.path}/commands", do="offer", what="rematch")
    table.max.post(f"{table.path}/commands", do="answer", what="rematch", yes=True)
    while not (now := table.max.get(f"{table.path}/table")).get("next"):
        pass
    table.path = f"/matches/{now['next']}"
    for token in table.tokens[1:]:
        for caller, bot in ((table.host, True), (None, True), (None, False)):
            refused(take(table, token, caller, bot=bot), 403, 422)
    assert known(table, table.host) == {1}
    assert known(table, table.max) == {0}


def player_undo(table: Table) -> None:
    """Nothing is taken back past a deal, so no second deal shows what the first one was."""
    before = [table.owners(seat) for seat in range(3)]
    for person in table.party.people:
        at = person.get(table.path)
        refused(person.http.post(f"{table.path}/commands", json={"do": "undo", "seq": at["seq"]}), 422)
    assert [table.owners(seat) for seat in range(3)] == before


def player_hint(table: Table) -> None:
    """A hint is for the seat to act; what another asks for is refused."""
    actor = table.host.get(table.path)["actor"]
    for seat, person in enumerate(table.party.people):
        if seat != actor:
            for asked in (None, actor):
                refused(person.http.post(f"{table.path}/hint", json={"seat": asked}), 422)


def player_export(table: Table) -> None:
    for seat, person in enumerate(table.party.people):
        assert known(table, person) == {seat}
        assert "deal:" not in person.http.get(f"{table.path}/record").text
        for path in ("record", "replay", "said", "text", "secret"):
            for other in {0, 1, 2} - {seat}:
                refused(person.http.get(f"{table.path}/{path}", params={"seat": other}), 422)


def player_analysis(table: Table) -> None:
    for person in table.party.people:
        refused(person.http.get(f"{table.path}/analysis"), 422)


def watcher_everything(table: Table) -> None:
    watcher = table.server.person()
    watcher.post("/join", token=table.party.opened["watch"]["token"])
    assert known(table, watcher) == set()
    for path in ("record", "replay", "said", "text", "secret"):
        for seat in range(3):
            refused(watcher.http.get(f"{table.path}/{path}", params={"seat": seat}), 422)
    refused(watcher.http.post(f"{table.path}/hint", json={}), 422)
    refused(watcher.http.post(f"{table.path}/seats/1/link"), 422)
    refused(watcher.http.post(f"{table.path}/seats/1/peek"), 422)


def stranger_everything(table: Table) -> None:
    stranger = table.server.person()
    assert known(table, stranger) == set()
    for path in ("/seats/1/link", "/seats/1/peek", "/hint"):
        refused(stranger.http.post(table.path + path, json={}), 403)
    refused(stranger.http.post(f"{table.path}/peek", json={"token": "x" * 32}), 422)


def phone_everything(table: Table) -> None:
    """A phone sees the secrets of its one seat, does nothing, and loses them with the seat."""
    link = table.max.post(f"{table.path}/seats/1/peek")["link"]
    token = link.rpartition(".")[2]
    bearer = {"authorization": f"Bearer {_use(table, token)}"}
    url = f"{table.server.base}/api{table.path}"
    assert httpx.get(f"{url}/secret", params={"seat": 1}, headers=bearer).is_success
    refused(httpx.get(f"{url}/secret", params={"seat": 0}, headers=bearer), 422)
    refused(httpx.post(f"{url}/seats/1/link", headers=bearer), 422)
    refused(httpx.post(f"{url}/hint", json={}, headers=bearer), 422)
    refused(httpx.post(f"{url}/peek", json={"token": token}), 422)
    key = table.max.post(f"{table.path}/seats/1/link")["token"]
    assert take(table, key, table.server.person()).is_success
    refused(httpx.get(f"{url}/secret", params={"seat": 1}, headers=bearer), 403)


def _use(table: Table, token: str) -> str:
    answer = httpx.post(f"{table.server.base}/api{table.path}/peek", json={"token": token})
    return str(answer.json()["token"])


def bot_link(table: Table) -> None:
    """Who brings a bot runs it, and sees what it sees; its token opens nothing else."""
    host, friend = table.server.person(), table.server.person()
    seats = [{"kind": "here"}, {"kind": "bot"}, {"kind": "link"}]
    opened = host.post("/matches", game="buddel-bande", board="stroll", seats=seats)
    table.path = f"/matches/{opened['id']}"
    friend.post("/join", token=opened["seats"][2]["token"])
    token = opened["seats"][1]["token"]
    assert take(table, token, bot=True).json()["seat"] == 1
    bearer = {"authorization": f"Bearer {token}"}
    assert known(table, None, **bearer) == {1}
    refused(httpx.post(f"{table.server.base}/api{table.path}/seats/2/link", headers=bearer), 422)
    refused(take(table, token, table.server.person()), 403)


FLOWS: dict[tuple[str, str], Attack] = {
    ("host, player, stranger", "the first link of a taken seat"): host_link,
    ("host", "a new link"): host_new_link,
    ("host", "a link made before the deal"): host_link_of_before,
    ("host", "a player who uses no WebSocket"): player_present_by_http,
    ("player", "a new link for the own seat"): own_new_link,
    ("bot", "a new link from the player"): own_new_link_for_a_bot,
    ("player", "a new link for another seat"): player_new_link,
    ("host, stranger", "code"): stranger_code,
    ("host, player, stranger", "reseat"): host_reseat,
    ("host", "leaving and coming back"): host_leaves_and_returns,
    ("host, player, stranger", "rematch"): player_rematch,
    ("player", "undo"): player_undo,
    ("player", "hint"): player_hint,
    ("player", "export"): player_export,
    ("player", "analysis"): player_analysis,
    ("watcher", "everything"): watcher_everything,
    ("phone", "everything"): phone_everything,
    ("bot", "the link of a bot's seat"): bot_link,
    ("stranger", "everything"): stranger_everything,
}


@pytest.mark.parametrize("flow", FLOWS, ids=" / ".join)
def test_nobody_learns_what_they_should_not(start: Start, flow: tuple[str, str]) -> None:
    FLOWS[flow](Table(start()))


def test_every_row_of_the_table_has_its_test() -> None:
    section = DOCS.read_text("utf-8").partition("## Who could learn what")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| .+ \|$", section, re.MULTILINE)[1:]
    assert rows == list(FLOWS)


def test_the_check_would_see_a_secret(start: Start) -> None:
    """The test above means something: each player's own moles are found by the same requests."""
    table = Table(start())
    assert [known(table, person) for person in table.party.people] == [{0}, {1}, {2}]
    assert table.owners(0)
    assert not table.owners(0) & table.owners(1)
