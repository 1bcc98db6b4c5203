"""Attacks on the running server: each is refused or slowed, and others do not notice.

The attackers come from 127.0.0.1, the honest player from another address of this computer.
"""

from __future__ import annotations

import gc
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.h11_impl import RequestResponseCycle
from websockets.exceptions import ConnectionClosed

from moleworks.matches.loop_watch import LONG_STEP
from moleworks.web import http_protocol
from moleworks.web.budgets import BURST_SECONDS
from tests.web.conftest import Start
from tests.web.people import TIMEOUT, Party, Person, RunningServer

pytestmark = pytest.mark.slow

HONEST = "127.0.0.2"


class HonestPlayer:
    """Asks where a match is, again and again, and notes how long the answers take."""

    def __init__(self, server: RunningServer) -> None:
        transport = httpx.HTTPTransport(local_address=HONEST)
        self.http = httpx.Client(base_url=server.base, transport=transport, timeout=TIMEOUT)
        self.waits: list[float] = []

    def ask(self) -> None:
        began = time.monotonic()
        assert self.http.get("/api/emotes").status_code == 200
        self.waits.append(time.monotonic() - began)

    @property
    def median(self) -> float:
        return sorted(self.waits)[len(self.waits) // 2]


@contextmanager
def honest_player(server: RunningServer) -> Iterator[HonestPlayer]:
    player = HonestPlayer(server)
    with player.http:
        player.ask()
        player.waits.clear()
        yield player


@contextmanager
def meanwhile(attack: Callable[[threading.Event], None]) -> Iterator[None]:
    """Attack by a thread until the end of the block."""
    end = threading.Event()
    thread = threading.Thread(target=attack, args=[end])
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join(TIMEOUT)


def test_a_board_file_of_one_endless_key_is_refused_before_it_is_parsed(server: RunningServer) -> None:
    attacker = server.person()
    for toml in ("a." * 32_000 + "a=1", "[" + "a." * 32_000 + "a]", "a = " + "[" * 60_000):
        answer = attacker.http.post("/boards/file", json={"toml": toml})
        assert answer.status_code == 422
        assert "keys of at most 8 parts" in answer.json()["detail"]


def test_many_connections_of_one_address_share_one_budget(start: Start) -> None:
    """20 connections, each within its own limit, ask for everything in words."""
    server = start(cpu_share=0.05)
    party = server.table(board="classic")
    budget = server.app.context.budget

    def attack(end: threading.Event) -> None:
        with ExitStack() as stack:
            sockets = [
                stack.enter_context(party.people[0].live(party.id, words=1)).connection for _ in range(20)
            ]
            with suppress(ConnectionClosed, OSError):
                while not end.wait(0.02):
                    for opened in sockets:
                        opened.send('{"do":"look","seq":0}')

    with honest_player(server) as honest, meanwhile(attack):
        until = time.monotonic() + TIMEOUT
        while budget.waits < 200:
            assert time.monotonic() < until
            honest.ask()
    assert honest.median < 1  # it was ten seconds


def test_one_message_that_all_are_sent_is_paid_by_its_sender(start: Start) -> None:
    server = start(cpu_share=0.02)
    party = server.table()
    budget = server.app.context.budget
    with ExitStack() as stack:
        watched = [stack.enter_context(party.people[1].live(party.id, words=1)) for _ in range(40)]
        before = budget.waits
        with party.people[0].live(party.id) as attacker:
            for number in range(300):
                attacker.send("rename", name=f"Lina {number}")
            until = time.monotonic() + TIMEOUT
            while budget.waits < before + 5:
                assert time.monotonic() < until
                time.sleep(0.01)
        assert watched


def test_a_sender_that_never_stops_is_closed_with_1008(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.web.budgets.MAX_WAIT", 0.2)
    server = start(cpu_share=0.0001)
    party = server.table()
    with party.people[0].live(party.id, words=1) as attacker:

        def look_forever() -> None:
            while True:
                attacker.send("look", seq=0)
                attacker.connection.recv(timeout=TIMEOUT)

        with pytest.raises(ConnectionClosed) as closed:
            look_forever()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    with honest_player(server) as honest:
        honest.ask()
    answers = {party.people[0].http.get("/games").status_code for _ in range(3)}
    assert answers == {429}


def long_match(server: RunningServer, plies: int) -> tuple[Party, Person]:
    """A match of two seats of one person, with so many actions."""
    person = server.person()
    seats = [{"kind": "here"}, {"kind": "here"}]
    opened = person.post("/matches", game="mole-company", seats=seats)
    with person.live(opened["id"]) as line:
        at = line.at()
        while at["ply"] < plies and at["status"] == "playing":
            eyes = next(eye for eye in at["eyes"] if eye["legal"])
            line.send("play", action=eyes["legal"][0], seq=at["seq"], seat=eyes["seat"])
            at = line.at(at["seq"] + 1)
    return Party(opened, [person]), person


def test_a_long_match_is_told_off_the_event_loop(server: RunningServer) -> None:
    party, person = long_match(server, 150)
    for path in ("said", "replay"):  # what is loaded at the first use is not of interest
        person.get(f"/matches/{party.id}/{path}", seat=0)
    watch = server.app.context.match_server.loop_watch
    watch.longest = 0.0
    said = person.get(f"/matches/{party.id}/said")
    replay = person.get(f"/matches/{party.id}/replay", seat=0)
    assert len(said) == len(replay) - 1 >= 60
    assert [action["ply"] for action in said] == list(range(1, len(said) + 1))
    assert all(action["said"] for action in said)
    assert watch.longest < 2 * LONG_STEP  # far below the time that telling takes


def half_request(port: int, address: str) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), source_address=(address, 0), timeout=TIMEOUT)
    opened.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    return opened


def is_closed(opened: socket.socket) -> bool:
    opened.settimeout(TIMEOUT)
    with suppress(ConnectionResetError):
        return opened.recv(1) == b""
    return True


def test_half_requests_of_one_address_keep_nobody_out(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    server = start(connections_per_address=10)
    with ExitStack() as stack, caplog.at_level(logging.WARNING), honest_player(server) as honest:
        halves = [stack.enter_context(half_request(server.port, "127.0.0.1")) for _ in range(60)]
        for opened in halves[20:]:
            assert is_closed(opened)
        honest.ask()
        assert server.app.context.open_connections.refused >= 40
    assert "refused" in caplog.text
    assert "127.0.0" not in caplog.text


def test_half_requests_of_many_addresses_make_room_for_whole_ones(start: Start) -> None:
    server = start()
    open_ = server.app.context.open_connections
    open_.total = 50
    with ExitStack() as stack, honest_player(server) as honest:
        halves = [
            stack.enter_context(half_request(server.port, f"127.0.1.{number}")) for number in range(1, 120)
        ]
        for _ in range(5):
            honest.ask()
        assert is_closed(halves[0])  # the oldest
        end = time.monotonic() + TIMEOUT
        while open_.timed_out < 60 and time.monotonic() < end:  # the server takes them on one by one
            honest.ask()
        assert open_.timed_out >= 60


HALF_BODY = b"POST /api/try HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n{"


@pytest.mark.parametrize("sent", [b"", b"GET / HT", HALF_BODY])
def test_a_request_that_does_not_come_is_given_up(
    start: Start, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.3)
    server = start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as slow:
        slow.sendall(sent)
        end = threading.Event()

        def drip() -> None:
            with suppress(OSError):
                while not end.wait(0.05) and sent:
                    slow.sendall(b"x")

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            assert is_closed(slow)
        finally:
            end.set()
            thread.join()
    assert server.app.context.open_connections.timed_out == 1


def test_websockets_and_kept_connections_outlive_the_time_for_a_request(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.2)
    server = start()
    party = server.table()
    open_ = server.app.context.open_connections
    with httpx.Client(base_url=server.base) as kept, party.people[0].live(party.id) as line:
        for _ in range(4):
            assert kept.get("/api/emotes").status_code == 200
            time.sleep(0.15)
        line.send("look", seq=0)
        assert line.at()
        assert open_.timed_out == 0
    until = time.monotonic() + TIMEOUT
    while open_._counts.total():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_reading_is_charged_to_the_address_though_no_request_ever_comes(start: Start) -> None:
    server = start(cpu_share=1e-9)
    budget = server.app.context.budget
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.3", 0)) as opened:
            opened.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + 200 * b"mole")
    until = time.monotonic() + TIMEOUT
    while "127.0.0.3" not in budget._accounts or budget._accounts["127.0.0.3"].left >= BURST_SECONDS:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("message", [b"", b'{"do":"look","seq":0}'], ids=["empty", "looks"])
def test_many_small_frames_at_once_do_not_keep_the_event_loop(
    start: Start, message: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Reading them all took 90 ms in one step, for each connection that sent so many."""
    server = start()
    party = server.table()
    one = bytes((0x81, 0x80 | len(message), *bytes(4))) + message  # a text, with a mask that changes nothing
    with party.people[0].live(party.id) as attacker, caplog.at_level(logging.WARNING, "moleworks.matches"):
        attacker.connection.socket.sendall(one * (400_000 // len(one)))

        def receive_all() -> None:
            while True:
                attacker.connection.recv(timeout=TIMEOUT)

        with pytest.raises(ConnectionClosed) as closed:
            receive_all()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert "reading what a client sent" not in caplog.text


def test_who_has_spent_the_budget_is_read_no_more(start: Start) -> None:
    """Until there is some of it again: pings cost too, and no message limit counts them."""
    server = start(cpu_share=0.001)
    party = server.table()
    reads: list[float] = []
    budget = server.app.context.budget
    with party.people[0].live(party.id) as attacker:
        budget.charge(("127.0.0.1",), 2 * BURST_SECONDS)
        ping = bytes((0x89, 0x80, *bytes(4)))
        attacker.connection.socket.sendall(ping * 50_000)
        with honest_player(server) as honest:
            for _ in range(20):
                honest.ask()
                reads.append(-budget._accounts["127.0.0.1"].left)
    # Only what comes first on a connection is read without a look.
    assert max(reads) - min(reads) < 0.1


def test_the_metrics_tell_of_it(server: RunningServer) -> None:
    page = httpx.get(f"{server.base}/metrics").text
    for name in (
        "long_steps_total",
        "longest_step_seconds",
        "budget_waits_total",
        "budget_refusals_total",
        "connections_refused_total",
        "half_requests_total",
        "works_killed_total",
    ):
        assert f"\nmoleworks_{name}{{" in page


def test_a_websocket_keeps_nothing_of_the_request_that_opened_it(server: RunningServer) -> None:
    """The HTTP protocol of a connection is freed once the WebSocket has taken over."""
    party = server.table()

    def requests() -> int:
        gc.collect()
        kept = [thing for thing in gc.get_objects() if isinstance(thing, http_protocol.LimitedHttpProtocol)]
        return sum(protocol.transport.get_protocol() is not protocol for protocol in kept)

    with ExitStack() as stack:
        lines = [stack.enter_context(party.people[0].live(party.id)) for _ in range(5)]
        for line in lines:
            line.at()
        until = time.monotonic() + TIMEOUT
        while requests():
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/boards/file", {"toml": "a." * 32_000 + "a=1"}),
        ("/records", {"record": "mole " * 10_000}),
        ("/matches", {"game": "mole-hill", "seats": "nobody" * 1_000}),
        ("/join?lang=1&lang=2", {"token": 1, "more": "mole" * 1_000}),
        ("/matches/nowhere/commands", {"do": "look", "seq": 0}),
    ],
)
def test_a_refused_request_keeps_nothing_in_memory(
    server: RunningServer, path: str, body: dict[str, Any]
) -> None:
    """Garbage is collected seldom, so an error must not hold the frames that hold the request."""
    attacker = server.person()

    def kept() -> int:
        return sum(isinstance(thing, RequestResponseCycle) for thing in gc.get_objects())

    assert attacker.http.post(path, json=body).status_code >= 400
    gc.collect()
    gc.disable()
    try:
        before = kept()
        for _ in range(10):
            attacker.http.post(path, json=body)
        until = time.monotonic() + 5
        while kept() > before + 1:  # a connection knows its last request
            assert time.monotonic() < until, f"{kept() - before} requests are kept"
            time.sleep(0.05)
    finally:
        gc.enable()
