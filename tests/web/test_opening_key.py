"""`Idempotency-Key`: opening a match by HTTP again gives the same match, links and cookie."""

from __future__ import annotations

from typing import Any

import httpx

from tests.web.conftest import Start
from tests.web.people import RunningServer

KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
ORDER = {"game": "mole-hill", "board": "patch", "seats": [{"kind": "here"}, {"kind": "link"}]}


def open_match(server: RunningServer, key: str, order: Any = ORDER, **more: Any) -> httpx.Response:
    """By a client that keeps no cookies of its own."""
    headers = {"idempotency-key": key, "origin": server.base}
    return httpx.post(f"{server.base}/api/matches", json=order, headers=headers, **more)


def test_a_new_person_gets_the_same_match_and_cookie(start: Start) -> None:
    server = start()
    first = open_match(server, KEY)
    assert first.status_code == 201
    again = open_match(server, f'"{KEY}"')
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.cookies == first.cookies
    with_cookie = open_match(server, KEY, cookies=dict(first.cookies))
    assert (with_cookie.json(), dict(with_cookie.cookies)) == (first.json(), {})
    mine = httpx.get(f"{server.base}/api/matches", cookies=dict(first.cookies)).json()
    assert [match["id"] for match in mine] == [first.json()["id"]]
    assert mine[0]["mine"] == [0]
    assert open_match(server, KEY[::-1]).json()["id"] != first.json()["id"]


def test_a_known_person_has_keys_of_their_own(start: Start) -> None:
    server = start(matches_per_hour=3)
    cookies = [dict(open_match(server, name * 22).cookies) for name in "ab"]
    first = open_match(server, KEY, cookies=cookies[0])
    for _ in range(3):  # the limit is for new matches
        assert open_match(server, KEY, cookies=cookies[0]).json() == first.json()
    assert open_match(server, KEY, cookies=cookies[1]).status_code == 429
    other = {**ORDER, "board": "classic"}
    refused = open_match(server, KEY, other, cookies=cookies[0])
    assert refused.status_code == 422
    assert "Idempotency-Key" in refused.json()["detail"]


def test_a_key_that_could_be_guessed_is_refused(server: RunningServer) -> None:
    for key in ("1", "", "a" * 21, "a" * 101, "ä" * 30, "a b" * 10):
        assert open_match(server, key.encode("latin-1")).status_code == 400  # type: ignore[arg-type]
