"""People at their devices: a cookie each, HTTP and a WebSocket."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from moleworks.web.app import Application
from moleworks.web.context import AppContext
from moleworks.web.litestar_app import litestar
from moleworks.web.serve import options
from moleworks.web.settings import Settings

TIMEOUT = 60.0
"""Seconds that nothing here takes."""

Json = dict[str, Any]


class RunningServer:
    """A server in a thread."""

    def __init__(self, app: Application, server: uvicorn.Server, port: int) -> None:
        self.app, self.server, self.port = app, server, port
        self.base = f"http://127.0.0.1:{port}"
        self.people: list[Person] = []

    def person(self, **headers: str) -> Person:
        self.people.append(Person(self, headers))
        return self.people[-1]

    def healthy(self) -> bool:
        return httpx.get(f"{self.base}/health", timeout=TIMEOUT).json()["ok"] is True

    def table(self, game: str = "mole-hill", board: str = "patch", players: int = 2, **more: Any) -> Party:
        """A match of so many people, each with their own device; the first is the host."""
        people = [self.person() for _ in range(players)]
        seats = [{"kind": "here", "name": "Lina"}, *({"kind": "link"} for _ in people[1:])]
        opened = people[0].post("/matches", game=game, board=board, seats=seats, **more)
        for person, seat in zip(people[1:], opened["seats"][1:], strict=True):
            person.post("/join", token=seat["token"], name=f"Max {seat['seat']}")
        return Party(opened, people)


class Party:
    """People at one table, and what the host was told."""

    def __init__(self, opened: Json, people: list[Person]) -> None:
        self.opened, self.people = opened, people
        self.id: str = opened["id"]


class Person:
    """Somebody with a browser."""

    def __init__(self, server: RunningServer, headers: dict[str, str]) -> None:
        self.server = server
        # A new connection each time: one that is kept may be closed by the server just as it is used again.
        self.http = httpx.Client(
            limits=httpx.Limits(max_keepalive_connections=0),
            base_url=server.base + "/api",
            headers={"origin": server.base} | headers,
            timeout=TIMEOUT,
        )

    def post(self, path: str, **body: Any) -> Json:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        reply: Json = answer.json()
        return reply

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.is_success, answer.text
        return answer.json()

    def cookie(self) -> dict[str, str]:
        return {"cookie": f"moleworks={self.http.cookies['moleworks']}"}

    @contextmanager
    def live(self, match: str, **query: Any) -> Iterator[Connection]:
        """A connection to a match."""
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        url = f"ws://127.0.0.1:{self.server.port}/api/matches/{match}/live?{asked}"
        headers = self.cookie() if "moleworks" in self.http.cookies else {}
        with connect(
            url, additional_headers=headers, origin=Origin(self.server.base), compression=None, max_size=None
        ) as opened:
            yield Connection(opened)


class Connection:
    """An open connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []
        """Everything that ever came."""
        self.numbers = itertools.count()

    def send(self, do: str, **parts: Any) -> None:
        self.connection.send(json.dumps({"do": do} | parts))

    def hear(self, kind: str, **parts: Any) -> Json:
        """The next message of a kind that says this."""
        while True:
            text = self.connection.recv(timeout=TIMEOUT)
            assert isinstance(text, str)
            self.heard.append(text)
            message: Json = json.loads(text)
            if message["type"] == kind and all(message.get(name) == value for name, value in parts.items()):
                return message

    def at(self, seq: int = 0) -> Json:
        """Where the match is, once it is that far."""
        while True:
            message = self.hear("at")
            if message["seq"] >= seq:
                return message


@contextmanager
def running(carrier: Callable[[AppContext], Any] = litestar, /, **settings: Any) -> Iterator[RunningServer]:
    """A server on a free port, until the end of the block."""
    quick = {
        "request_rate": 1e6,
        "request_burst": 10**6,
        "message_rate": 1e6,
        "message_burst": 10**6,
        "cpu_share": 1e6,
    }
    chosen = Settings(**quick | settings)
    app = Application(chosen, carrier=carrier)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, **options(chosen)))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    here = RunningServer(app, server, listening.getsockname()[1])
    try:
        deadline = time.monotonic() + TIMEOUT
        while not server.started:
            assert thread.is_alive(), "the server could not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.01)
        yield here
    finally:
        for person in here.people:
            person.http.close()
        server.should_exit = True
        thread.join(TIMEOUT)
        listening.close()
        assert not thread.is_alive()
