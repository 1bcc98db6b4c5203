"""Cheap clients, so that the benchmark measures the server: blocking HTTP, and a minimal WebSocket."""

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
ABNORMAL_CLOSURE = 1006
"""The code of a connection that ended without a close frame."""


class HttpError(Exception):
    """A response with an error status."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body[:300]!r}")
        self.status, self.body = status, body


def request(
    port: int,
    method: str,
    path: str,
    data: object = None,
    token: str | None = None,
    root: str = "/api",
    address: str | None = None,
) -> Any:
    """Send one request, perhaps from another address of this computer.

    Return the response as data, or as bytes if it is not JSON.
    """
    source = (address, 0) if address else None
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=source)
    headers = {"content-type": "application/json"} if data is not None else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    try:
        body = msgspec.json.encode(data) if data is not None else None
        connection.request(method, f"{root}{path}", body, headers)
        response = connection.getresponse()
        content = response.read()
    finally:
        connection.close()
    if response.status >= 400:
        raise HttpError(response.status, content)
    return msgspec.json.decode(content) if "json" in (response.getheader("content-type") or "") else content


def frame(payload: bytes, opcode: int = TEXT, first: int = 0x80) -> bytes:
    """A frame of a client; its mask is zero, so that nothing has to be masked."""
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


class WebSocketClient(asyncio.Protocol):
    """One WebSocket. `on_message` gets every message, `on_close` the close code."""

    def __init__(self, on_message: Callable[[bytes], None], on_close: Callable[[int], None]) -> None:
        self._on_message, self._on_close = on_message, on_close
        self._handshake = b""
        self._buffer = bytearray()
        self._code = ABNORMAL_CLOSURE
        self._refused = False
        self._transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, port: int, path: str, token: str | None, address: str | None = None) -> None:
        """Wait until it is open; messages may come before that. `HttpError` or `OSError` if it fails."""
        self._handshake = handshake(port, f"/api{path}", token)
        source = (address, 0) if address else None
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port, local_addr=source)
        async with asyncio.timeout(30):
            await self.open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._handshake)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._refused or (not self.open.done() and not self._finish_handshake()):
            return
        at = 0
        while (parsed := _parse_frame(self._buffer, at)) is not None:
            opcode, payload, at = parsed
            if opcode in {TEXT, BINARY}:
                self._on_message(payload)
            elif opcode == PING:
                self.write(frame(payload, PONG))
            elif opcode == CLOSE:
                self._code = struct.unpack("!H", payload[:2])[0] if len(payload) > 1 else 1005
                self.close_transport()
        del self._buffer[:at]

    def _finish_handshake(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            self.open.set_exception(HttpError(status, rest))
            self._refused = True  # what follows is no frame
            self.close_transport()
            return False
        self._buffer = bytearray(rest)
        self.open.set_result(None)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.open.done():
            self.open.set_exception(ConnectionError("It closed before it was open."))
            self.open.exception()
        if not self._refused:  # `connect` told it
            self._on_close(self._code)

    def send(self, message: bytes) -> None:
        self.write(frame(message))

    def write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def disconnect(self) -> None:
        """Close it; no callback is called any more."""
        self._on_message = lambda _message: None
        self._on_close = lambda _code: None
        self.close_transport()

    def close_transport(self) -> None:
        if self._transport is not None:
            self._transport.close()


def _parse_frame(buffer: bytearray, at: int) -> tuple[int, bytes, int] | None:
    """The complete frame at this offset: opcode, payload and the offset of the next; None if incomplete."""
    if len(buffer) < at + 2:
        return None
    opcode, size, begin = buffer[at] & 15, buffer[at + 1] & 127, at + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        size, begin = int.from_bytes(buffer[begin : begin + wide], "big"), begin + wide
    if len(buffer) < begin + size:
        return None
    return opcode, bytes(buffer[begin : begin + size]), begin + size
