"""The match service inside a browser: it answers the page's requests in place of a server.

A Web Worker runs it in Pyodide (`page/src/worker/`). Requests and live connections come as the page would
send them to a server, and take the same way: the table of routes, and the WebSocket's ASGI application.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from moleworks.core import work
from moleworks.matches.second_worker import Helper, SecondWorker
from moleworks.matches.store.browser import BrowserStore, NotSaved
from moleworks.web.context import AppContext
from moleworks.web.identity import COOKIE
from moleworks.web.route_app import RouteApp
from moleworks.web.settings import Settings
from moleworks.web.websocket import MatchWebSocket

MATCHES, PERSON = "matches.sqlite", "person"
"""Files in the browser's storage: all matches, and the cookie that a server would have given."""
NO_LIMIT = 10**6
GONE_AWAY = 1001
Tell = Callable[[str, str], None]
"""Tells the page what happens on a live connection: `open`, `message` and its text, `close` and its code."""


class BrowserService:
    """The whole service for one browser."""

    def __init__(
        self,
        address: str,
        folder: Path,
        save: Callable[[], Awaitable[None]],
        helper: Helper | None = None,
    ) -> None:
        """`address` is that of the page; `save` brings the files of the folder to the browser's storage.

        Without a helper for long work, everything waits for such work.
        """
        if helper is not None:
            work.use_for_long_work(SecondWorker(helper))
        settings = Settings(
            database=f"sqlite:///{folder / MATCHES}",
            public_url=address,
            request_rate=NO_LIMIT,
            request_burst=NO_LIMIT,
            matches_per_hour=NO_LIMIT,
            message_rate=NO_LIMIT,
            message_burst=NO_LIMIT,
            cpu_share=NO_LIMIT,
            thinkers=1,
        )
        self._host = urlsplit(address).netloc
        self._person = folder / PERSON
        self._store = BrowserStore(folder / MATCHES, save)
        self.context = AppContext(settings, self._store, own_device=True)
        self._http, self._websocket = RouteApp(self.context), MatchWebSocket(self.context)
        self._running: set[asyncio.Task[None]] = set()
        """Live connections: the event loop alone would not keep them."""

    async def open(self) -> None:
        """Open the store, and go on with the matches of computers."""
        await self.context.open()

    @property
    def keeps(self) -> bool:
        """Whether matches outlive this visit: the browser stores them."""
        return self._store.keeps

    async def close(self) -> None:
        """Stop everything."""
        await self.context.close()

    async def request(
        self, method: str, address: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Answer a request with a status, headers and a body."""
        events: list[Any] = []
        waiting = [{"type": "http.request", "body": body}]

        async def receive() -> Any:
            return waiting.pop() if waiting else await asyncio.Event().wait()

        async def send(event: Any) -> None:
            events.append(event)

        await self._http(self._scope("http", address, headers) | {"method": method}, receive, send)
        start, *parts = events
        sent = [(name.decode(), value.decode("latin-1")) for name, value in start["headers"]]
        await self._keep_person(sent)
        return start["status"], sent, b"".join(part["body"] for part in parts)

    def connect(
        self, address: str, headers: dict[str, str], protocols: Sequence[str], tell: Tell
    ) -> Connection:
        """Open a live connection."""
        scope = self._scope("websocket", address, headers) | {"subprotocols": list(protocols)}
        connection = Connection(tell)
        task = asyncio.ensure_future(self._websocket(scope, connection.next_event, connection.take))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return connection

    def _scope(self, kind: str, address: str, headers: dict[str, str]) -> dict[str, Any]:
        """What ASGI says of a request."""
        place = urlsplit(address)
        own = {"host": self._host, "cookie": f"{COOKIE}={self._cookie()}"}
        pairs: Iterable[tuple[str, str]] = (headers | own).items()
        return {
            "type": kind,
            "scheme": "http",
            "path": place.path,
            "query_string": place.query.encode(),
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in pairs],
            "client": ("127.0.0.1", 0),
        }

    def _cookie(self) -> str:
        return self._person.read_text("ascii") if self._person.exists() else ""

    async def _keep_person(self, headers: Iterable[tuple[str, str]]) -> None:
        """Keep the cookie as a browser does: without it the matches would be nobody's."""
        for name, value in headers:
            if name == "set-cookie" and (cookie := SimpleCookie(value).get(COOKIE)):
                self._person.write_text(cookie.value, "ascii")
                with suppress(NotSaved):  # the next commit saves it too
                    await self._store.save()


class Connection:
    """A live connection of the page, as the WebSocket's application sees it."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._events: asyncio.Queue[Any] = asyncio.Queue()
        self._events.put_nowait({"type": "websocket.connect"})

    def send(self, text: str) -> None:
        """Receive a message of the page."""
        self._events.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The page has closed it."""
        self._events.put_nowait({"type": "websocket.disconnect", "code": GONE_AWAY})

    async def next_event(self) -> Any:
        """What the application receives."""
        return await self._events.get()

    async def take(self, event: Any) -> None:
        """What the application sends; it never waits."""
        match event["type"]:
            case "websocket.accept":
                self._tell("open", "")
            case "websocket.send":
                self._tell("message", event["text"])
            case "websocket.close":
                self._tell("close", str(event["code"]))
                self._events.put_nowait({"type": "websocket.disconnect", "code": event["code"]})
            case "websocket.http.response.start":
                self._tell("close", str(event["status"]))
