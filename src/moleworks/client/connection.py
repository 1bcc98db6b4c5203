"""Connect to a server: requests, the WebSocket of a match, and their errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from typing import Any, TypeVar, get_args
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from moleworks.client.links import SeatLink
from moleworks.core.messages import N_, Complaint
from moleworks.matches.commands import AnyCommand
from moleworks.matches.message_types import JoinReply, ServerMessage

T = TypeVar("T")

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


class WrongReply(Complaint):
    """The server answers with what this version of the client cannot read."""

    def __init__(self, reason: object) -> None:
        super().__init__(N_("The server's answer cannot be read: {reason}"), reason=reason)


class _NoRedirects(HTTPRedirectHandler):
    """A token goes only to the server that the link names."""

    def redirect_request(self, *_: Any) -> None:
        return None


class LiveConnection:
    """An open WebSocket of a match."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def receive(self, timeout: float) -> ServerMessage | None:
        """The next message, or None if none of a known type comes in time."""
        try:
            text = self._connection.recv(timeout)
        except TimeoutError:
            return None
        except (WebSocketException, OSError) as error:
            raise ConnectionLost(str(error)) from error
        return decode_message(text)

    def send(self, command: AnyCommand) -> None:
        """Send a command as JSON; `ConnectionLost` if that fails."""
        try:
            self._connection.send(_encode(command), text=True)
        except (WebSocketException, OSError) as error:
            raise ConnectionLost(str(error)) from error


class _AnyMessage(msgspec.Struct):
    """A message of which only the type is read."""

    type: str


_encode = msgspec.json.encode
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_TYPES = frozenset(str(type_.__struct_config__.tag) for type_ in get_args(ServerMessage))


def decode(reply: bytes, type_: type[T]) -> T:
    """A reply of the server; `WrongReply` if it is none of that type."""
    try:
        return msgspec.json.decode(reply, type=type_)
    except msgspec.DecodeError as error:
        raise WrongReply(error) from error


def decode_message(text: str | bytes) -> ServerMessage | None:
    """A message of the server; None for a type that only later servers send.

    >>> decode_message('{"type": "emote", "seat": 1, "name": "hello"}')
    EmoteMessage(seat=1, name='hello')
    >>> decode_message('{"type": "weather"}')
    >>> decode_message('{"type": "emote"}')
    Traceback (most recent call last):
    moleworks.client.connection.WrongReply: The server's answer cannot be read: Object missing ... `seat`
    """
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        with suppress(msgspec.DecodeError):
            if msgspec.json.decode(text, type=_AnyMessage).type not in _TYPES:
                return None
        raise WrongReply(error) from error


class ServerConnection:
    """Requests to a server with the token of a seat."""

    def __init__(self, link: SeatLink, lang: str) -> None:
        self.url, self._token, self.lang = link.server, link.token, lang
        self._opener = build_opener(_NoRedirects)

    def join(self, name: str) -> JoinReply:
        """Take the seat; the reply names the match and the seat."""
        body = _encode({"token": self._token, "name": name, "bot": True})
        return decode(self._request("/join", body)[1], JoinReply)

    def do(self, match: str, command: AnyCommand) -> None:
        """Send a command by a request of its own; it is done when this returns."""
        self._request(f"/matches/{match}/commands", _encode(command))

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
