"""What is told when something cannot be done: as RFC 9457 has it, in the words of whoever asks."""

from __future__ import annotations

import httpx
import pytest

from tests.web.people import RunningServer


def test_a_refusal_names_its_rule_in_three_languages(server: RunningServer) -> None:
    party = server.table()
    lina = party.people[0]
    at = lina.get(f"/matches/{party.id}")
    lina.post(f"/matches/{party.id}/commands", do="play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
    body = {"do": "play", "action": "a1", "seq": at["seq"] + 1}
    reply, titles = {}, set()
    for lang in ("en", "fr", "de"):
        by_query = lina.http.post(f"/matches/{party.id}/commands", params={"lang": lang}, json=body)
        by_header = lina.http.post(
            f"/matches/{party.id}/commands", json=body, headers={"accept-language": f"{lang}-CH, en;q=0.1"}
        )
        assert (by_query.status_code, by_query.headers["content-type"]) == (422, "application/problem+json")
        assert by_query.json() == by_header.json()
        assert by_query.json()["rule"]
        reply[lang] = by_query.json()["detail"]
        titles.add(by_query.json()["title"])
        with lina.live(party.id, lang=lang) as line:
            line.send("play", action="a1", seq=at["seq"] + 1, id="x")
            refused = line.hear("refused", id="x")
            assert (refused["reason"], refused["rule"]) == (reply[lang], by_query.json()["rule"])
    assert len(set(reply.values())) == len(titles) == 3


def test_a_refusal_calls_players_by_their_names(server: RunningServer) -> None:
    party = server.table("mole-company", "burrow")
    lina, max_ = party.people
    seq = lina.get(f"/matches/{party.id}")["seq"]
    lina.post(f"/matches/{party.id}/commands", do="play", action="a1", seq=seq)
    name = lina.get(f"/matches/{party.id}/table")["seats"][0]["name"]
    expected = f"A mole of {name} already stands on a1."
    body = {"do": "play", "action": "a1", "seq": seq + 1}
    answer = max_.http.post(f"/matches/{party.id}/commands", params={"lang": "en"}, json=body)
    assert answer.json()["detail"] == expected
    with max_.live(party.id, lang="en") as line:
        line.send("play", action="a1", seq=seq + 1, id="x")
        refused = line.hear("refused", id="x")
    assert (refused["reason"], refused["values"]) == (expected, {"space": "a1"})


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/nothing", "", 404),
        ("GET", "/matches/no%20match", "", 400),
        ("PUT", "/games", "", 405),
        ("POST", "/matches", "{", 400),
        ("POST", "/matches", "{}", 400),
        ("POST", "/matches", '{"game": "chess", "seats": [{}]}', 422),
        (
            "POST",
            "/matches",
            '{"game": "mole-hill", "seats": [{"kind": "computer"}]}',
            422,
        ),
        ("POST", "/matches", '{"game": "mole-hill", "seats": [{}, {}], "board": "nowhere"}', 422),
        ("POST", "/matches", '{"game": "mole-hill", "seats": [{}, {}], "board": {}}', 422),
        ("POST", "/matches", '{"game": "mole-hill", "seats": [{}, {}], "options": {"rounds": 9}}', 422),
        ("POST", "/matches", '{"game": "mole-hill", "seats": [{}, {}, {}, {}]}', 422),
        ("POST", "/matches", '{"game": "mole-company", "seats": [{}, {}], "rotations": [99]}', 422),
        ("POST", "/matches", '{"game": "mole-hill", "seats": [{}, {}], "rotations": [1]}', 422),
        ("POST", "/matches", '{"game": "mole-hill", "seats": [{}, {}], "pace": {"turn": 1}}', 400),
        ("POST", "/join", '{"token": "nonsense"}', 404),
        ("POST", "/join", '{"token": "\\ud800"}', 400),
        ("POST", "/qr", '{"text": "x"}', 422),
        ("POST", "/lan", "", 422),
        ("GET", "/matches/x/live", "", 426),
    ],
)
def test_problems(server: RunningServer, method: str, path: str, content: str, status: int) -> None:
    person = server.person()
    answer = person.http.request(method, path, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    reply = answer.json()
    assert reply["status"] == status
    assert reply["title"]
    assert len(reply["detail"]) > 10


def test_only_json_is_read(server: RunningServer) -> None:
    http, order = server.person().http, '{"game": "mole-hill", "seats": [{}, {}]}'
    for kind, status in (("text/plain", 415), ("application/x-www-form-urlencoded", 415)):
        answer = http.post("/matches", content=order, headers={"content-type": kind})
        assert (answer.status_code, answer.json()["status"]) == (status, status)
    answer = http.post("/matches", content=order, headers={"content-type": "Application/JSON; charset=utf-8"})
    assert answer.status_code == 201


def test_a_mistake_of_ours_is_not_explained_to_strangers(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(server.app.context.match_server.store, "fetch", broken)
    answer = httpx.get(f"{server.base}/health")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "the secret reason" in caplog.text or "broken()" in caplog.text


@pytest.mark.parametrize(
    ("lang", "missing", "wrong"),
    [
        ("en", "the field seats is missing", "int is expected, not str, at $.seq"),
        ("fr", "il manque le champ seats", "il faut int et non str, à $.seq"),
        ("de", "das Feld seats fehlt", "int wird erwartet, nicht str, bei $.seq"),
    ],
)
def test_what_a_decoder_finds_is_told_in_the_language_of_who_asks(
    server: RunningServer, lang: str, missing: str, wrong: str
) -> None:
    party = server.table()
    lina = party.people[0]
    answer = lina.http.post("/matches", params={"lang": lang}, json={"game": "mole-hill"})
    assert missing in answer.json()["detail"]
    answer = lina.http.get(f"/matches/{party.id}/around", params={"lang": lang})
    assert missing.replace("seats", "space") in answer.json()["detail"]
    with lina.live(party.id, lang=lang) as line:
        line.send("play", action="a1", seq="x", id="x")
        assert wrong in line.hear("refused")["reason"]
