"""The way to a server: requests and the WebSocket of a match, and what can go wrong there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from moleworks.client.links import SeatLink
from moleworks.games import Complaint
from moleworks.games.game import N_

PATIENCE = 20.0
"""Seconds that a server may take to answer."""
FAREWELL = 2.0
"""Seconds that it may take to say goodbye."""
QUEUE = 256
"""Messages that may wait while a bot thinks."""
PASSING = frozenset({429, 500, 502, 503, 504})
"""Answers that may be different in a moment."""


class Lost(Exception):
    """The connection is gone, or the server cannot answer just now: it is worth trying again."""


class Unreachable(Complaint):
    """Nobody answers, and nobody has for long."""


class TurnedAway(Complaint):
    """The server answers, and does not let us in; `status` is that of HTTP."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(N_("The server says no ({status}): {reason}"), status=status, reason=reason)
        self.status = status


class _NoDetours(HTTPRedirectHandler):
    """A token goes to the server that the link names, and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Line:
    """An open WebSocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def hear(self, timeout: float) -> dict[str, Any] | None:
        """The next message, or None if there is none in time."""
        try:
            message: dict[str, Any] = json.loads(self._connection.recv(timeout))
        except TimeoutError:
            return None
        except (WebSocketException, OSError) as error:
            raise Lost(str(error)) from error
        return message

    def send(self, message: dict[str, Any]) -> None:
        try:
            self._connection.send(json.dumps(message))
        except (WebSocketException, OSError) as error:
            raise Lost(str(error)) from error


class Wire:
    """A server, as whoever has the seat of a link reaches it."""

    def __init__(self, link: SeatLink, lang: str) -> None:
        self.server, self._token, self.lang = link.server, link.token, lang
        self._opener = build_opener(_NoDetours)

    def join(self, name: str) -> dict[str, Any]:
        """Sit down: which match it is, and which seat."""
        joined: dict[str, Any] = self.post("/join", {"token": self._token, "name": name, "bot": True})
        return joined

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return json.loads(self._ask(path, json.dumps(body).encode())[1])

    def get(self, path: str) -> tuple[str, bytes]:
        """The kind of what is there, and what it is."""
        return self._ask(path, None)

    def _ask(self, path: str, body: bytes | None) -> tuple[str, bytes]:
        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": self.lang}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = Request(f"{self.server}/api{path}", body, headers)
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return answer.headers.get_content_type(), answer.read()
        except HTTPError as error:
            with error:
                raise _no(error.code, error.read(), error.headers.get("Location")) from error
        except (OSError, HTTPException) as error:
            raise Lost(str(error)) from error

    @contextmanager
    def live(self, match: str, seq: int) -> Iterator[Line]:
        """The WebSocket of a match, from the entry of its log that we know."""
        asked = urlencode({"seq": seq, "lang": self.lang})
        address = f"ws{self.server.removeprefix('http')}/api/matches/{match}/live?{asked}"
        with ExitStack() as stack:
            try:
                connection = stack.enter_context(
                    connect(
                        address,
                        additional_headers={"Authorization": f"Bearer {self._token}"},
                        compression=None,
                        open_timeout=PATIENCE,
                        close_timeout=FAREWELL,
                        max_queue=QUEUE,
                    )
                )
            except InvalidStatus as error:
                answer = error.response
                raise _no(
                    answer.status_code, bytes(answer.body or b""), answer.headers.get("Location")
                ) from error
            except (WebSocketException, OSError, EOFError) as error:
                raise Lost(str(error)) from error
            yield Line(connection)


def _no(status: int, body: bytes, elsewhere: str | None) -> Lost | TurnedAway:
    """What an answer that is none means: try again, or the reason as the server gives it."""
    try:
        reason = str(json.loads(body)["detail"])
    except (ValueError, TypeError, KeyError):
        reason = body[:200].decode("utf-8", "replace").strip()
    if status in PASSING:
        return Lost(f"{status} {reason}")
    return TurnedAway(status, f"→ {elsewhere}" if elsewhere else reason)
