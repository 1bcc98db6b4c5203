"""Links: what opens a seat, and what to say of what does not."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from moleworks.client import Bot, SeatLink, ServerRefused, Unreachable, WrongLink, seat_link
from moleworks.client.bot import JsonView
from tests.client.server import Server

TOKEN = "Zm9yZXZlci1mb3JldmVyLTE"


class First(Bot):
    """Plays the first action that there is."""

    def choose(self, view: JsonView, legal: list[str]) -> str:
        return legal[0]


@pytest.mark.parametrize(
    ("link", "server"),
    [
        (f"http://127.0.0.1:8000/#join={TOKEN}", "http://127.0.0.1:8000"),
        (f"  https://moles.example/#join={TOKEN}\n", "https://moles.example"),
        (f"https://moles.example/house/#join={TOKEN}", "https://moles.example/house"),
        (f"http://[::1]:8000/#join={TOKEN}", "http://[::1]:8000"),
    ],
)
def test_a_seat_link_is_taken_apart(link: str, server: str) -> None:
    assert seat_link(link) == SeatLink(server, TOKEN)
    assert seat_link(server, token=TOKEN) == SeatLink(server, TOKEN)
    assert TOKEN not in repr(seat_link(link))


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("", "begin with http"),
        (f"127.0.0.1:8000/#join={TOKEN}", "begin with http"),
        (f"http://:8000/#join={TOKEN}", "begin with http"),
        (f"http://moles.example:many/#join={TOKEN}", "begin with http"),
        (f"http://[::1/#join={TOKEN}", "begin with http"),
        (f"ftp://moles.example/#join={TOKEN}", "begin with http"),
        ("http://127.0.0.1:8000/", "#join="),
        (f"http://127.0.0.1:8000/?join={TOKEN}", "#join="),
        (f"http://127.0.0.1:8000/#watch={TOKEN}", "for watching"),
        ("http://127.0.0.1:8000/#join=", "not complete"),
        (f"http://127.0.0.1:8000/#join={TOKEN}&x", "not complete"),
    ],
)
def test_what_is_no_link_to_a_seat_is_said(link: str, reason: str) -> None:
    with pytest.raises(WrongLink, match=reason):
        First().join(link)


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Unreachable, match=rf"The server http://127.0.0.1:{port} cannot be reached: "):
        First().join(f"http://127.0.0.1:{port}/#join={TOKEN}")


def test_a_token_that_opens_nothing(server: Server) -> None:
    with pytest.raises(ServerRefused, match="There is no such match") as turned:
        First().join(server.base, token=TOKEN)
    assert turned.value.status == 404
    with pytest.raises(ServerRefused, match=r"\(40[45]\)") as turned:
        First().join(server.base + "/nowhere", token=TOKEN)
    assert TOKEN not in str(turned.value)


def test_a_watchers_token_is_not_enough(server: Server) -> None:
    table = server.open("mole-hill", board="patch")
    with pytest.raises(WrongLink, match="for watching"):
        First().join(server.base, token=table.watch["token"])


class Elsewhere(BaseHTTPRequestHandler):
    """Sends everybody to another server, and remembers who asked for what."""

    target = ""
    asked: list[str]

    def do_POST(self) -> None:
        type(self).asked.append(self.path)
        self.send_response(302)
        self.send_header("Location", self.target + self.path)
        self.end_headers()

    do_GET = do_POST  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def detour() -> Iterator[str]:
    handler = type("Handler", (Elsewhere,), {"asked": [], "target": "http://192.0.2.1"})
    with HTTPServer(("127.0.0.1", 0), handler) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{other.server_port}"
        other.shutdown()
        thread.join()


def test_a_token_is_not_carried_to_another_server(detour: str) -> None:
    with pytest.raises(ServerRefused, match=r"\(302\): → http://192\.0\.2\.1/api/join"):
        First().join(detour, token=TOKEN)


def test_a_bot_that_is_nowhere_says_nothing() -> None:
    with pytest.raises(RuntimeError, match="not joined"):
        First().say("hello")


def test_choose_has_to_be_written() -> None:
    class Lazy(Bot):
        pass

    with pytest.raises(TypeError, match="choose"):
        Lazy()  # type: ignore[abstract]
