"""Connect to a server: requests, the WebSocket of a match, and their errors."""

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
from moleworks.core.messages import N_, Complaint

TIMEOUT = 20.0
"""Seconds that a server may take to answer."""
CLOSE_TIMEOUT = 2.0
MAX_QUEUE = 256
"""Messages that may wait while a bot thinks."""
RETRY_STATUS = frozenset({429, 500, 502, 503, 504})
"""HTTP statuses after which the request is tried again."""


class ConnectionLost(Exception):
    """The connection is lost, or the server cannot answer now; try again."""


class Unreachable(Complaint):
    """The server did not answer for a long time."""


class ServerRefused(Complaint):
    """The server refused a request; `status` is the HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(N_("The server says no ({status}): {reason}"), status=status, reason=reason)
        self.status = status


class _NoRedirects(HTTPRedirectHandler):
    """A token goes only to the server that the link names."""

    def redirect_request(self, *_: Any) -> None:
        return None


class LiveConnection:
    """An open WebSocket of a match."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The next message, or None if none comes in time."""
        try:
            message: dict[str, Any] = json.loads(self._connection.recv(timeout))
        except TimeoutError:
            return None
        except (WebSocketException, OSError) as error:
            raise ConnectionLost(str(error)) from error
        return message

    def send(self, message: dict[str, Any]) -> None:
        """Send a message as JSON; `ConnectionLost` if that fails."""
        try:
            self._connection.send(json.dumps(message))
        except (WebSocketException, OSError) as error:
            raise ConnectionLost(str(error)) from error


class ServerConnection:
    """Requests to a server with the token of a seat."""

    def __init__(self, link: SeatLink, lang: str) -> None:
        self.url, self._token, self.lang = link.server, link.token, lang
        self._opener = build_opener(_NoRedirects)

    def join(self, name: str) -> dict[str, Any]:
        """Take the seat; the reply names the match and the seat."""
        joined: dict[str, Any] = self.post("/join", {"token": self._token, "name": name, "bot": True})
        return joined

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Post JSON to a path of the server, and return the JSON of the answer."""
        return json.loads(self._request(path, json.dumps(body).encode())[1])

    def get(self, path: str) -> tuple[str, bytes]:
        """The media type and the body."""
        return self._request(path, None)

    def _request(self, path: str, body: bytes | None) -> tuple[str, bytes]:
        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": self.lang}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = Request(f"{self.url}/api{path}", body, headers)
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return answer.headers.get_content_type(), answer.read()
        except HTTPError as error:
            with error:
                raise _error_for(error.code, error.read(), error.headers.get("Location")) from error
        except (OSError, HTTPException) as error:
            raise ConnectionLost(str(error)) from error

    @contextmanager
    def live(self, match: str, seq: int) -> Iterator[LiveConnection]:
        """Open the WebSocket of a match; `seq` is the last entry of its log that we know."""
        query = urlencode({"seq": seq, "lang": self.lang})
        address = f"ws{self.url.removeprefix('http')}/api/matches/{match}/live?{query}"
        with ExitStack() as stack:
            try:
                connection = stack.enter_context(
                    connect(
                        address,
                        additional_headers={"Authorization": f"Bearer {self._token}"},
                        compression=None,
                        open_timeout=TIMEOUT,
                        close_timeout=CLOSE_TIMEOUT,
                        max_queue=MAX_QUEUE,
                    )
                )
            except InvalidStatus as error:
                answer = error.response
                raise _error_for(
                    answer.status_code, bytes(answer.body or b""), answer.headers.get("Location")
                ) from error
            except (WebSocketException, OSError, EOFError) as error:
                raise ConnectionLost(str(error)) from error
            yield LiveConnection(connection)


def _error_for(status: int, body: bytes, location: str | None) -> ConnectionLost | ServerRefused:
    """The error for an HTTP status: try again, or the reason that the server gives."""
    try:
        reason = str(json.loads(body)["detail"])
    except (ValueError, TypeError, KeyError):
        reason = body[:200].decode("utf-8", "replace").strip()
    if status in RETRY_STATUS:
        return ConnectionLost(f"{status} {reason}")
    return ServerRefused(status, f"→ {location}" if location else reason)
