"""Clients that cost little, so that the server is what is measured: HTTP by turns, and a bare WebSocket."""

from __future__ import annotations

import asyncio
import base64
import http.client
import os
import struct
from collections.abc import Callable
from typing import Any

import msgspec

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LOST = 1006
"""The code of a connection that ended without a word."""


class Refused(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body[:300]!r}")
        self.status, self.body = status, body


def ask(
    port: int, method: str, path: str, data: object = None, token: str | None = None, root: str = "/api"
) -> Any:
    """One request; the answer as data, or as bytes if it is no JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"content-type": "application/json"} if data is not None else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    try:
        body = msgspec.json.encode(data) if data is not None else None
        connection.request(method, f"{root}{path}", body, headers)
        answer = connection.getresponse()
        found = answer.read()
    finally:
        connection.close()
    if answer.status >= 400:
        raise Refused(answer.status, found)
    return msgspec.json.decode(found) if "json" in (answer.getheader("content-type") or "") else found


def frame(payload: bytes, opcode: int = TEXT, first: int = 0x80) -> bytes:
    """A frame as a client sends it; its mask is zero, which spares the masking."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first | opcode, 0x80 | size)
    elif size < 65536:
        head = struct.pack("!BBH", first | opcode, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first | opcode, 0x80 | 127, size)
    return head + b"\0\0\0\0" + payload


def handshake(port: int, path: str, token: str | None) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


class Wire(asyncio.Protocol):
    """One WebSocket. `hear` gets every message, `gone` the code with which it closed."""

    def __init__(self, hear: Callable[[bytes], None], gone: Callable[[int], None]) -> None:
        self._hear, self._gone = hear, gone
        self._greeting = b""
        self._buffer = bytearray()
        self._code = LOST
        self._transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def dial(self, port: int, path: str, token: str | None) -> None:
        """Returns when it is open, and may hear before that; `Refused` or `OSError` if it cannot be."""
        self._greeting = handshake(port, f"/api{path}", token)
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        async with asyncio.timeout(30):
            await self.open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._greeting)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open.done() and not self._greeted():
            return
        at = 0
        while (found := _frame_at(self._buffer, at)) is not None:
            opcode, payload, at = found
            if opcode in {TEXT, BINARY}:
                self._hear(payload)
            elif opcode == PING:
                self.write(frame(payload, PONG))
            elif opcode == CLOSE:
                self._code = struct.unpack("!H", payload[:2])[0] if len(payload) > 1 else 1005
                self.drop()
        del self._buffer[:at]

    def _greeted(self) -> bool:
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            self.open.set_exception(Refused(status, rest))
            self.drop()
            return False
        self._buffer = bytearray(rest)
        self.open.set_result(None)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.open.done():
            self.open.set_exception(ConnectionError("It closed before it was open."))
            self.open.exception()
        self._gone(self._code)

    def say(self, message: bytes) -> None:
        self.write(frame(message))

    def write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def leave(self) -> None:
        """Hang up; nothing is heard of it any more, not even that it has gone."""
        self._hear = lambda _message: None
        self._gone = lambda _code: None
        self.drop()

    def drop(self) -> None:
        if self._transport is not None:
            self._transport.close()


def _frame_at(buffer: bytearray, at: int) -> tuple[int, bytes, int] | None:
    """A whole frame of the server from there on: its kind, what it holds, and where the next one begins."""
    if len(buffer) < at + 2:
        return None
    opcode, size, begin = buffer[at] & 15, buffer[at + 1] & 127, at + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        size, begin = int.from_bytes(buffer[begin : begin + wide], "big"), begin + wide
    if len(buffer) < begin + size:
        return None
    return opcode, bytes(buffer[begin : begin + size]), begin + size
