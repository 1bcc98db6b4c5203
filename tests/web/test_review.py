"""Hints, records, replays, analyses, plain words, and what belongs to no match."""

from __future__ import annotations

import json
import os
import re
import time

import httpx
import msgspec
import pytest

from moleworks import __version__
from moleworks.games import GAMES
from moleworks.matches.emotes import EMOTES
from moleworks.record import read
from moleworks.replay.analysis_data import AnalysisReply
from moleworks.rpc import RpcServer
from tests.matches.helpers import SlowEngine
from tests.web.conftest import Start
from tests.web.people import TIMEOUT, Party, RunningServer
from tests.web.test_matches import nothing_left_over


def moved(party: Party, count: int) -> None:
    """Whoever is to act plays the first thing they may, so often."""
    for _ in range(count):
        at = party.people[0].get(f"/matches/{party.id}")
        actor = party.people[at["actor"]]
        (eye,) = actor.get(f"/matches/{party.id}/legal")
        actor.post(f"/matches/{party.id}/commands", do="play", action=eye["legal"][0], seq=at["seq"])


def test_a_hint_is_for_who_acts(server: RunningServer) -> None:
    party = server.table()
    lina, max_ = party.people
    moved(party, 2)
    hint = lina.post(f"/matches/{party.id}/hint", lines=2)
    (eye,) = lina.get(f"/matches/{party.id}/legal")
    assert len(hint["lines"]) == 2
    for line in hint["lines"]:
        assert line["action"] in eye["legal"]
        assert line["line"][0] == line["action"]
        assert line["why"]
        assert line["said"]
        assert line["worth"]
    german = lina.http.post(f"/matches/{party.id}/hint?lang=de", json={"lines": 1}).json()
    assert german["lines"][0]["said"] != hint["lines"][0]["said"]
    refused = max_.http.post(f"/matches/{party.id}/hint", json={})
    assert refused.json()["detail"] == "A hint is for the player whose turn it is, and that is not you."
    strict = server.table(pace={"hints": False})
    refused = strict.people[0].http.post(f"/matches/{strict.id}/hint", json={})
    assert refused.json()["detail"] == "This table has agreed to play without hints."


def test_a_hint_is_not_sought_for_who_has_gone(server: RunningServer) -> None:
    context = server.app.context
    context.match_server.engine_pool.close()
    thinkers = context.match_server.engine_pool = SlowEngine()
    party = server.table()
    with pytest.raises(httpx.ReadTimeout):
        party.people[0].http.post(f"/matches/{party.id}/hint", json={}, timeout=1)
    while context.hint_limit.total or not thinkers.thoughts:
        time.sleep(0.01)
    assert thinkers._pool is not None
    assert thinkers._pool.submit(abs, -4).result() == 4  # the one process has time for it
    assert server.healthy()


def test_the_record_of_an_open_game_can_be_had_at_any_time(server: RunningServer) -> None:
    party = server.table()
    moved(party, 3)
    answer = party.people[1].http.get(f"/matches/{party.id}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    record = read(answer.text)
    assert record.match.ply == 3
    assert record.seats == ("Lina", "Max 1")
    steps = party.people[1].get(f"/matches/{party.id}/replay")
    assert [step["name"] for step in steps] == [None, *record.match.names]
    assert party.people[1].get(f"/matches/{party.id}/replay", first=2) == steps[2:]


def test_the_record_of_a_game_with_secrets_is_ones_own_view(server: RunningServer) -> None:
    party = server.table("buddel-bande", "stroll")
    reply = party.people[1].get(f"/matches/{party.id}/record")
    assert reply["view"]["moles"] == party.people[1].get(f"/matches/{party.id}")["eyes"][0]["view"]["moles"]
    assert not any(name.startswith("deal") for name in reply["heard"])
    assert reply["setup"]["game"] == "buddel-bande"


@pytest.mark.parametrize("game", list(GAMES))
def test_the_position_in_plain_words(server: RunningServer, game: str) -> None:
    party = server.table(game, "classic")
    lina, max_ = party.people
    at = lina.get(f"/matches/{party.id}")
    actor, other = (lina, max_) if at["actor"] == 0 else (max_, lina)
    words = actor.get(f"/matches/{party.id}/text")
    assert words["ask"]
    assert words["said"]
    assert len(words["drawing"]) > 3
    (eye,) = actor.get(f"/matches/{party.id}/legal")
    assert [action["name"] for action in words["actions"]] == eye["legal"]
    assert other.get(f"/matches/{party.id}/text")["actions"] == []
    assert actor.get(f"/matches/{party.id}/text", lang="fr")["ask"] != words["ask"]


def test_an_analysis_is_made_once_after_the_end(start: Start) -> None:
    server = start(analyses_at_once=1)
    party, other = server.table(), server.table()
    lina = party.people[0]
    early = lina.http.get(f"/matches/{party.id}/analysis")
    assert early.json()["detail"] == "An analysis is made once the match is over."
    for each in (party, other):
        moved(each, 2)
        each.people[0].post(f"/matches/{each.id}/commands", do="resign")
    reply = lina.get(f"/matches/{party.id}/analysis")
    busy = other.people[0].http.get(f"/matches/{other.id}/analysis")
    if reply["done"] < 1:
        assert busy.status_code in {200, 429}
    deadline = time.monotonic() + TIMEOUT
    while reply["done"] < 1:
        assert time.monotonic() < deadline
        time.sleep(0.1)
        reply = lina.get(f"/matches/{party.id}/analysis")
    assert [moment["ply"] for moment in reply["moments"]] == [0, 1]
    assert reply["moments"][0]["choice"]["why"]
    assert len(reply["accounts"]) == 2
    assert lina.get(f"/matches/{party.id}/analysis") == reply
    nothing_left_over(reply, msgspec.to_builtins(msgspec.convert(reply, AnalysisReply)))


def test_what_belongs_to_no_match(server: RunningServer) -> None:
    person = server.person()
    reply = json.loads(RpcServer().answer(b'{"jsonrpc": "2.0", "id": 1, "method": "games"}'))
    games = person.get("/games")
    for game in games:  # what only the page needs
        assert all(game.pop(name) for name in ("texts", "lessons", "print"))
    assert games == reply["result"]
    assert person.get("/emotes").keys() == EMOTES.keys()
    assert person.get("/texts", lang="de")["lang"] == "de"
    assert httpx.get(f"{server.base}/health").json() == {"ok": True, "version": __version__}
    assert httpx.get(f"{server.base}/api/health").status_code == 404


def test_counts_for_prometheus(server: RunningServer) -> None:
    party = server.table()
    with party.people[0].live(party.id) as line:
        line.send("look", id="x")
        seq = line.hear("at", id="x")["seq"]
        line.send("play", action="nonsense", seq=seq, id="y")
        line.hear("refused", id="y")
        page = httpx.get(f"{server.base}/metrics").text
    samples = [line for line in page.splitlines() if not line.startswith("#")]
    label = re.compile(rf',?worker="{os.getpid()}"')
    assert all(label.search(line) for line in samples)
    counts = dict(label.sub("", line).replace("{}", "").rsplit(" ", 1) for line in samples)
    assert [counts[f"moleworks_{name}"] for name in ("connections", "listeners", "rooms")] == ["1"] * 3
    assert counts['moleworks_matches{status="playing"}'] == "1"
    assert counts['moleworks_commands_total{kind="look",result="done"}'] == "1"
    assert counts['moleworks_commands_total{kind="play",result="refused"}'] == "1"
    assert counts["moleworks_command_seconds_count"] == "2"
    assert counts['moleworks_command_seconds_bucket{le="+Inf"}'] == "2"
    assert float(counts["process_cpu_seconds_total"]) > 0
    assert party.id not in page


def test_the_openapi_document(server: RunningServer) -> None:
    document = server.person().get("/openapi.json")
    shapes = document["components"]["schemas"]
    sent = ("AtMessage", "TableMessage", "EmoteMessage", "RefusedMessage")
    for name in ("Play", "Undo", "Offer", "MatchRequest", "Problem", *sent):
        assert shapes[name]["description"], name
    text = json.dumps(document)
    # What a WebSocket takes and sends has no route in the document.
    for name in shapes.keys() - {"AnyCommand", "ServerMessage"}:
        assert f"#/components/schemas/{name}" in text, f"{name} is used nowhere"
    for ref in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert ref in shapes
    live = document["paths"]["/api/matches/{match}/live"]["get"]
    assert {"seq", "seats", "words", "hide", "lang"} <= {reply["name"] for reply in live["parameters"]}
    assert document["components"]["securitySchemes"].keys() == {"cookie", "token"}
    for path in document["paths"].values():
        for operation in path.values():
            assert operation["parameters"][-1]["name"] == "lang"
            assert operation["responses"].keys() >= {"400", "415", "421", "429", "503"}


def test_the_page_is_served(server: RunningServer) -> None:
    page = httpx.get(server.base)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    scripts = re.findall(r'<script [^>]*src="[.](/[^"]+)"', page.text)
    assert scripts
    for script in scripts:
        assert httpx.get(server.base + script).headers["content-type"].startswith("text/javascript")
    assert "<script>" not in page.text
