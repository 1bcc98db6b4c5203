"""Limits of requests, checks of their origin, and security headers."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from moleworks.matches.access import Access
from moleworks.matches.loop_watch import Meter, current_meter
from moleworks.matches.message_types import EmoteMessage
from moleworks.matches.tokens import digest
from moleworks.texts import language
from moleworks.web.identity import (
    Caller,
    UnknownHost,
    address,
    check_host,
    identify,
    new_person,
    server_names,
)
from moleworks.web.rate_limits import ConcurrencyLimit, RateLimit, RateLimited
from moleworks.web.websocket import MAX_OUTBOX, WebSocketClient
from tests.web.conftest import Start
from tests.web.people import TIMEOUT, Party, RunningServer

ORDER = {"game": "mole-hill", "board": "patch", "seats": [{"kind": "here"}, {"kind": "link"}]}


def set_cookie(answer: httpx.Response) -> set[str]:
    return {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}


def test_the_cookie_is_for_this_server_only(server: RunningServer) -> None:
    answer = server.person().http.post("/matches", json=ORDER)
    assert set_cookie(answer) == {"httponly", "max-age=34560000", "path=/", "samesite=lax"}
    # Whoever has one gets no other.
    person = server.person()
    person.post("/matches", **ORDER)
    assert "set-cookie" not in person.http.post("/matches", json=ORDER).headers
    # Who only looks needs none.
    assert "set-cookie" not in server.person().http.get("/games").headers


def test_the_cookie_is_secure_exactly_under_tls(start: Start) -> None:
    said = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
    for proxies, secure in (("127.0.0.1", True), ("", False), ("203.0.113.1", False)):
        server = start(trusted_proxies=proxies)
        page = server.base.replace("http:", "https:") if secure else server.base
        answer = server.person(**said, origin=page).http.post("/matches", json=ORDER)
        assert ("secure" in set_cookie(answer)) == secure
        link = answer.json()["watch"]["link"]
        assert link.startswith("https://" if secure else "http://")
    for scheme in ("https", "wss"):
        assert identify({"scheme": scheme, "headers": [], "query_string": b"", "client": None}).secure
    assert "; Secure" in new_person(secure=True)[1]


def test_another_website_cannot_act(server: RunningServer) -> None:
    party = server.table()
    lina = party.people[0]
    evil = {"origin": "https://evil.example"}
    for headers in (evil, {"origin": "null"}, {"origin": f"http://127.0.0.1:{server.port + 1}"}):
        answer = lina.http.post(f"/matches/{party.id}/commands", json={"do": "resign"}, headers=headers)
        assert answer.status_code == 403
    bare = httpx.post(
        f"{server.base}/api/matches/{party.id}/commands", json={"do": "resign"}, headers=lina.cookie()
    )
    assert bare.status_code == 403
    assert lina.get(f"/matches/{party.id}")["status"] == "playing"
    url = f"ws://127.0.0.1:{server.port}/api/matches/{party.id}/live"
    stranger: dict[str, Any] = {"origin": evil["origin"], "additional_headers": lina.cookie()}
    with pytest.raises(InvalidStatus) as refused, connect(url, **stranger):
        pass
    assert refused.value.response.status_code == 403
    # A program says no origin, and comes in by its cookie or its token.
    opened = lina.post("/matches", **ORDER | {"seats": [{"kind": "here"}, {"kind": "bot"}]})
    token = opened["seats"][1]["token"]
    lina.post("/join", token=token, bot=True)
    url = url.replace(party.id, opened["id"])
    ways: list[dict[str, Any]] = [
        {"additional_headers": lina.cookie()},
        {"additional_headers": {"authorization": f"Bearer {token}"}},
        {"subprotocols": ["moleworks", f"moleworks.token.{token}"]},
    ]
    for way in ways:
        with connect(url, **way) as line:
            assert json.loads(line.recv(timeout=9))["type"] == "table"
            assert line.subprotocol in {None, "moleworks"}


def test_a_name_that_was_made_to_point_here_is_none_of_ours(start: Start) -> None:
    """DNS rebinding: the browser takes the page for one of ours, since both have the same name."""
    server = start(public_url="https://moles.example.org", hosts="moles.lan, [fd00::7]")
    party = server.table()
    url, cookie = f"{server.base}/api/matches", party.people[0].cookie()
    for host in ("evil.example", f"evil.example:{server.port}", "user@127.0.0.1", "127.0.0.1.evil.example"):
        sent = {"host": host, "origin": f"http://{host}", **cookie}
        for answer in (
            httpx.post(url, json=ORDER, headers=sent),
            httpx.get(f"{server.base}/api/me", headers=sent),
        ):
            assert answer.status_code == 421
            assert "does not answer to the name" in answer.json()["detail"]
    with socket.create_connection(("127.0.0.1", server.port)) as evil:
        lines = (
            f"GET /api/matches/{party.id}/live HTTP/1.1", "Host: evil.example", "Origin: http://evil.example",
            "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {'A' * 22}==",
            "Sec-WebSocket-Version: 13", f"Cookie: {cookie['cookie']}", "", "",
        )  # fmt: skip
        evil.sendall("\r\n".join(lines).encode())
        evil.settimeout(TIMEOUT)
        assert evil.recv(4096).startswith(b"HTTP/1.1 421 ")
    for host in ("localhost", f"LOCALHOST:{server.port}", "[::1]:80", "moles.example.org", "moles.lan:81"):
        scheme = "https" if host == "moles.example.org" else "http"
        sent = {"host": host, "origin": f"{scheme}://{host}"}
        assert httpx.post(url, json=ORDER, headers=sent).status_code == 201, host
    assert httpx.get(f"{server.base}/health", headers={"host": "[fd00::7]"}).status_code == 200


def test_a_server_answers_to_the_address_it_is_reached_by() -> None:
    def asked(host: str, here: str) -> None:
        check_host(
            {"headers": [(b"host", host.encode())], "server": (here, 8000)}, server_names("0.0.0.0", "", "")
        )

    asked("192.0.2.7:8000", "192.0.2.7")
    asked("[2001:db8::7]:8000", "2001:db8::7")
    asked("192.0.2.7:8000", "::ffff:192.0.2.7")
    with pytest.raises(UnknownHost):
        asked("192.0.2.8:8000", "192.0.2.7")
    check_host({"headers": []}, frozenset())  # an old program, and no browser


def test_the_counts_are_for_who_watches_over_the_server(start: Start) -> None:
    said = {"x-forwarded-for": "203.0.113.9"}
    for wanted, status in (({}, 403), ({"metrics_from": "203.0.113.0/24"}, 200)):
        server = start(trusted_proxies="127.0.0.1", **wanted)
        assert httpx.get(f"{server.base}/metrics", headers=said).status_code == status
        assert httpx.get(f"{server.base}/metrics").status_code == (403 if wanted else 200)
        assert httpx.get(f"{server.base}/api/metrics").status_code == 404


def test_who_only_wants_to_know_gets_no_body(server: RunningServer) -> None:
    for path in ("/", "/health", "/api/games"):
        answer, whole = httpx.head(server.base + path), httpx.get(server.base + path)
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-type"] == whole.headers["content-type"]
    assert httpx.head(f"{server.base}/nothing").status_code == 404


def test_links_carry_the_public_address(start: Start) -> None:
    server = start(public_url="https://moles.example.org/")
    person = server.person(origin="https://moles.example.org")
    opened = person.post("/matches", **ORDER)
    assert opened["seats"][1]["link"].startswith("https://moles.example.org/#join=")
    assert opened["watch"]["link"].startswith("https://moles.example.org/#watch=")
    answer = person.http.post("/qr", json={"text": opened["watch"]["link"]})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.content.startswith(b"<?xml") or answer.content.startswith(b"<svg")
    assert person.http.post("/qr", json={"text": "https://evil.example/#join=x"}).status_code == 422


def test_browsers_are_told_to_keep_to_themselves(server: RunningServer) -> None:
    for path in ("/", "/page.js", "/page.css", "/api/games", "/api/nothing", "/nothing", "/..%2fapp.py"):
        answer = httpx.get(server.base + path)
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers
    page = httpx.get(server.base).text
    assert "<style" not in page
    assert "onclick" not in page
    assert "//" not in page.replace("</", "")


def test_too_large(start: Start) -> None:
    server = start(body_bytes=2000, message_bytes=2000, board_bytes=1024)
    person = server.person()
    answer = person.http.post("/matches", content=b" " * 3000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["status"]) == (413, 413)

    def stream() -> Any:
        yield from (b" " * 500 for _ in range(10))

    answer = person.http.post("/matches", content=stream(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    board = {"game": "mole-hill", "name": "x" * 1500}
    answer = person.http.post("/matches", json=ORDER | {"board": board})
    assert (answer.status_code, "1024 bytes" in answer.json()["detail"]) == (422, True)
    party = server.table()
    with party.people[0].live(party.id) as line:
        line.send("rename", name="x" * 3000)
        with pytest.raises(ConnectionClosed) as closed:
            line.hear("refused")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("depth", [40, 5000, 100_000])
def test_too_deep(server: RunningServer, depth: int) -> None:
    board = '{"game": "mole-hill", "a": ' + "[" * depth + "]" * depth + "}"
    body = json.dumps(ORDER | {"board": "HERE"}).replace('"HERE"', board)
    answer = server.person().http.post("/matches", content=body)
    assert answer.status_code in {400, 422}
    assert answer.headers["content-type"] == "application/problem+json"


def test_too_often(start: Start) -> None:
    server = start(request_rate=0.01, request_burst=5, matches_per_hour=1)
    person = server.person()
    person.post("/matches", **ORDER)
    answer = person.http.post("/matches", json=ORDER)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 1000
    codes = [person.http.get("/games").status_code for _ in range(6)]
    assert codes == [200] * 3 + [429] * 3
    assert person.http.get("/games").json()["title"] == "Too many requests"


def test_codes_cannot_be_tried_out(start: Start) -> None:
    server = start(codes_per_minute=3)
    tries = [server.person().http.post("/join", json={"code": f"1234567{n}"}).status_code for n in range(5)]
    assert tries == [404] * 3 + [429] * 2


def test_so_many_connections_from_one_address(start: Start) -> None:
    server = start(connections_per_address=2)
    party = server.table()
    lina = party.people[0]
    with lina.live(party.id) as one, lina.live(party.id):
        with pytest.raises(InvalidStatus) as refused, lina.live(party.id):
            pass
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["retry-after"]
        one.at()
    deadline = time.monotonic() + 30
    while server.app.context.connection_limit.total:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    with lina.live(party.id) as one:
        one.at()


def test_a_flood_is_closed(start: Start) -> None:
    server = start(message_rate=0.01, message_burst=5)
    party = server.table()
    with party.people[0].live(party.id) as line:
        for _ in range(7):
            line.send("look")
        with pytest.raises(ConnectionClosed) as closed:
            line.hear("refused")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize(
    "message",
    [
        "", "nonsense", "[]", "{}", "null", '{"do":"fly"}', '{"do":"play"}',
        '{"do":"play","action":1,"seq":0}', '{"do":"undo","seq":0,"seat":9}',
        '{"do":"play","action":"c3","seq":-1}', '{"do":"look","seq":1e99}', '{"do":"look","more":1}',
        '{"do":"emote","name":"\\ud800"}', '{"do":"rename","name":"' + "x" * 300 + '"}', "[" * 10_000,
        b"\xff\xfe", b"", '{"do":"play","action":"' + "c" * 100 + '","seq":3}',
        '{"do":"reseat","whose":1,"kind":"computer","level":99}',
    ],
)  # fmt: skip
def test_a_malformed_message_is_refused_with_a_sentence(server: RunningServer, message: str | bytes) -> None:
    party = server.table()
    with party.people[0].live(party.id) as line:
        line.connection.send(message)
        assert len(line.hear("refused")["reason"]) > 10
        line.send("look", id="still there")
        assert line.hear("at", id="still there")


def test_a_wrong_wish_at_the_door(server: RunningServer) -> None:
    party = server.table()
    for query in ({"seq": "x"}, {"seq": -1}, {"seats": "all"}, {"seq": 10**12}):
        with pytest.raises(InvalidStatus) as refused, party.people[0].live(party.id, **query):
            pass
        assert refused.value.response.status_code == 422
    url = f"ws://127.0.0.1:{server.port}/api/elsewhere"
    with pytest.raises(InvalidStatus) as refused, connect(url):
        pass
    assert refused.value.response.status_code == 404


def frame(text: str) -> bytes:
    """A text as a client sends it."""
    return b"\x81" + bytes([0x80 | len(text)]) + bytes(4) + text.encode()


def test_a_slow_client_holds_up_nobody(start: Start) -> None:
    """It asks and asks and reads nothing: the others go on, and it is cut off."""
    server = start(slow_seconds=0.5)
    party = server.table()
    lina, max_ = party.people
    with socket.create_connection(("127.0.0.1", server.port)) as slow, lina.live(party.id) as one:
        lines = (
            f"GET /api/matches/{party.id}/live HTTP/1.1", f"Host: 127.0.0.1:{server.port}",
            "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {'A' * 22}==",
            "Sec-WebSocket-Version: 13", f"Cookie: {max_.cookie()['cookie']}", "", "",
        )  # fmt: skip
        slow.sendall("\r\n".join(lines).encode())
        while not one.hear("table")["seats"][1]["here"]:
            pass
        slow.settimeout(TIMEOUT)
        looks = frame('{"do":"look"}') * 500
        with suppress(ConnectionError):
            while len(server.app.context.match_server.live_matches[party.id].listeners) == 2:
                slow.sendall(looks)
        while one.hear("table")["seats"][1]["here"]:
            pass
        at = lina.get(f"/matches/{party.id}")
        one.send("play", action=at["eyes"][0]["legal"][0], seq=at["seq"])
        one.at(at["seq"] + 1)
        deadline = time.monotonic() + TIMEOUT
        while server.app.context.connection_limit.total > 1:
            assert time.monotonic() < deadline
            time.sleep(0.01)
    with max_.live(party.id) as line:
        line.at()


class Paused:
    """The sending half of a connection that takes nothing until it is told to."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.asked: list[Any] = []
        self.sent: list[Any] = []
        self.meters: list[Meter | None] = []
        """Who was charged for each."""

    async def __call__(self, event: Any) -> None:
        self.asked.append(event)
        self.meters.append(current_meter.get())
        await self.free.wait()
        self.sent.append(event)


def with_paused(server: RunningServer, party: Party, scene: Callable[[WebSocketClient, Paused], Any]) -> None:
    """Play a scene with a client of seat 0, in the thread of the server."""
    live = server.app.context.match_server.live_matches[party.id]

    async def played() -> None:
        asks, paused = Caller("nobody", None, language("en"), "", False, ""), Paused()
        context = server.app.context
        cost = context.cost(asks.address, None, "a slow client")
        client = WebSocketClient(context, live, Access(frozenset({0})), (0,), asks, paused, cost)
        await scene(client, paused)

    asyncio.run_coroutine_threadsafe(played(), _loop(server)).result(TIMEOUT)


def test_the_outbox_is_bounded(server: RunningServer) -> None:
    """A client that pauses is told where the match is, instead of all that it missed."""

    async def scene(client: WebSocketClient, paused: Paused) -> None:
        for number in range(MAX_OUTBOX * 3 + 2):
            client.reply(EmoteMessage(seat=number, name=""))
        assert len(paused.asked) == 1
        paused.free.set()
        while len(paused.sent) < 3:
            await asyncio.sleep(0.001)
        client.reply(EmoteMessage(seat=0, name="after"))
        while "after" not in paused.sent[-1]["text"]:
            await asyncio.sleep(0.001)
        reply = [json.loads(event["text"]) for event in paused.sent]
        assert reply[0] == {"type": "emote", "seat": 0, "name": ""}
        assert reply[1]["type"] == "at"
        assert reply[1]["eyes"][0]["seat"] == 0
        assert len(reply) <= MAX_OUTBOX + 4
        assert paused.meters[1:-1] == [client._cost] * len(paused.meters[1:-1]), "the slow one pays itself"

    with_paused(server, server.table(), scene)


def test_a_client_that_stays_slow_is_told_to_come_back_later(start: Start) -> None:
    async def scene(client: WebSocketClient, paused: Paused) -> None:
        for number in range(3):
            client.reply(EmoteMessage(seat=number, name=""))
        while len(paused.asked) < 2:
            await asyncio.sleep(0.001)
        assert paused.asked[-1] == {"type": "websocket.close", "code": 1013}
        client.reply(EmoteMessage(seat=0, name="nothing more"))
        assert len(paused.asked) == 2

    server = start(slow_seconds=0.05)
    with_paused(server, server.table(), scene)


def test_a_room_that_was_given_up_sends_its_clients_back(server: RunningServer) -> None:
    party = server.table()
    with party.people[0].live(party.id) as line:
        line.at()
        match_server = server.app.context.match_server
        _loop(server).call_soon_threadsafe(match_server.unload, match_server.live_matches[party.id])
        with pytest.raises(ConnectionClosed) as closed:
            line.hear("refused")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    with party.people[0].live(party.id) as line:
        line.at()


def _loop(server: RunningServer) -> Any:
    return next(iter(server.app.context.match_server._tasks)).get_loop()


def test_limits_forget_and_forgive() -> None:
    now = [0.0]
    limit = RateLimit(1.0, 2, lambda: now[0])
    limit.take("a")
    limit.take("a")
    with pytest.raises(RateLimited):
        limit.take("a")
    limit.take("b")
    now[0] = 1.0
    limit.take("a")
    few = ConcurrencyLimit(1)
    few.enter("a")
    with pytest.raises(RateLimited):
        few.enter("a")
    few.leave("a")
    few.enter("a")
    assert few.total == 1
    shared = ConcurrencyLimit(1, total_limit=2)
    shared.enter("a")
    with pytest.raises(RateLimited):
        shared.enter("a")
    shared.enter("b")
    with pytest.raises(RateLimited):
        shared.enter("c")


def test_an_ipv6_home_is_one_address() -> None:
    assert address({"client": ("2001:db8:1:2:3:4:5:6", 1)}) == address(
        {"client": ("2001:db8:1:2:9:9:9:9", 1)}
    )
    assert address({"client": ("192.0.2.1", 1)}) == "192.0.2.1"
    assert address({"client": None}) == ""


def test_a_cookie_is_kept_as_a_digest(server: RunningServer) -> None:
    party = server.table()
    rows = server.app.context.match_server.live_matches[party.id].row
    assert rows.host == digest(party.people[0].http.cookies["moleworks"])
