"""A short cut for WebSocket messages, because every move passes here.

uvicorn pauses and resumes reading for every message, which is two system calls a move. And the websockets
library reads and writes frames by generators and objects, which for a short text costs as much as all our own
work on it. So the usual frames, whole texts, are read and written here; the library handles all others. With
it a move takes 0.85 of the CPU time.

The figure is a median of `scripts/bench service websocket --times 8`. A short cut whose figure rises above
0.9 is not worth its code.

Who sends many small frames at once has them read in portions, with others between them, and only as fast as
the budget of the address allows: 256 kB of them would keep the event loop for 90 ms.

A connection is open for hours, so the headers that opened it are dropped, and its messages wait in a list:
each is a tenth of its memory (`scripts/bench service connections`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from struct import Struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import (  # type: ignore[attr-defined] # of apply_mask the compiled one, if there
    Frame,
    Opcode,
    apply_mask,
)
from websockets.protocol import OPEN

from moleworks.matches.loop_watch import measured_step
from moleworks.web.budgets import ReadingCost

MAX_QUEUED = 16
"""Messages of one client that may wait before reading is paused."""
PORTION = 512
"""Bytes that are read in one step, if they are not one message: 85 frames at most."""
UNTIL_NEXT_LOOK = 0.05
"""Seconds until it is looked again whether an address that spent its budget may be read."""
FINAL, MASKED = 0x80, 0x80
"""Bits of a frame's first two bytes: it is the last one of a message; it has a mask."""
TEXT = FINAL | Opcode.TEXT
"""The first byte of a frame that is a whole text."""
_pack_short, _pack_medium, _pack_long = Struct("!BB").pack, Struct("!BBH").pack, Struct("!BBQ").pack


class EventQueue:
    """What one connection received and the application has not taken yet; only one task takes it.

    An `asyncio.Queue` holds four deques, 760 bytes each even if they are empty.
    """

    __slots__ = ("_events", "_waiting")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """The number of events that wait."""
        return len(self._events)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Add an event."""
        self._events.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """The oldest event, as soon as there is one."""
        while not self._events:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._events.pop(0)


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """For `uvicorn.Config(ws=...)`."""

    whole_messages = True
    """Whether every read so far was one whole message.

    After anything else, only the websockets library knows where a message begins.
    """

    meter: ReadingCost | None = None
    """Measures what is not a whole text: pings and fragments, of which the application may never hear."""
    _unread = b""
    """What has come and was not read yet; reading is paused meanwhile."""
    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.queue = EventQueue()  # type: ignore[assignment] # it has all that is used

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who counts connections."""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def data_received(self, data: bytes) -> None:
        """Take a whole text message apart here; leave everything else to uvicorn."""
        begin = payload_start(data) if self.whole_messages and not self._unread else 0
        if (
            begin
            and data[0] == TEXT
            and self.conn.state is OPEN
            and len(data) - begin <= self.config.ws_max_size
        ):
            self.handle_text(Frame(Opcode.TEXT, apply_mask(data[begin:], data[begin - 4 : begin])))
            return
        if not self.handshake_initiated:
            self._read(data)
            return
        if not (begin and data[0] & FINAL):
            self.whole_messages = False
        if self._unread:
            self._unread += data
        elif len(data) <= PORTION:
            self._read(data)
        else:
            self._unread = data
            self.transport.pause_reading()
            if not self.read_paused:
                self._read_on()

    def _read(self, data: bytes) -> None:
        with measured_step(self.meter):
            super().data_received(data)

    def _read_on(self) -> None:
        """Read a portion, if the address may be read; the rest of it after others."""
        if self.transport.is_closing():
            self._unread = b""
            return
        allowed = self.meter is None or self.meter.has_left()
        if allowed:
            portion, self._unread = self._unread[:PORTION], self._unread[PORTION:]
            self._read(portion)
        if self.read_paused or self.transport.is_closing():
            return  # once the application has taken what waits, `receive` goes on
        if not self._unread:
            self.transport.resume_reading()
        elif allowed:
            self.loop.call_soon(self._read_on)
        else:
            self.loop.call_later(UNTIL_NEXT_LOOK, self._read_on)

    async def receive(self) -> Any:
        """What came next; once all of it was taken, reading goes on."""
        event = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self._unread:
                self.loop.call_soon(self._read_on)
            else:
                self.transport.resume_reading()
        return event

    def send_receive_event_to_app(self) -> None:
        """Queue a message, and pause reading only if many are queued."""
        if self.read_paused or self.queue.qsize() >= MAX_QUEUED:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that the method below does not pause reading
        super().send_receive_event_to_app()
        self.read_paused = False

    async def send(self, message: Any) -> None:
        """Write a text message at once if nothing is in its way; leave the rest to uvicorn."""
        text = message.get("text")
        ready = self.conn.state is OPEN and self.writable.is_set() and not self.transport.is_closing()
        if text is not None and ready:
            self.transport.write(_shared_frame(text))
        else:
            await super().send(message)
            if message["type"] == "websocket.accept":
                self._forget_headers()

    def _forget_headers(self) -> None:
        """Drop the headers of the handshake: nobody reads them while the connection is open."""
        self.request.headers.clear()
        self.response.headers.clear()
        self.scope["headers"] = ()


def payload_start(data: bytes) -> int:
    """The start of the payload, if the data is one whole masked frame of less than 64 KiB; else 0.

    >>> payload_start(b"\\x81\\x82mask..")
    6
    """
    size = len(data)
    if size < 6 or data[1] < MASKED:
        return 0
    length = data[1] - MASKED
    if length < 126:
        return 6 if size == 6 + length else 0
    return 8 if length == 126 and size == 8 + int.from_bytes(data[2:4], "big") else 0


@lru_cache(maxsize=4)
def _shared_frame(text: str) -> bytes:
    """The frame of a text that many clients are sent one after the other."""
    return text_frame(text.encode())


def text_frame(text: bytes) -> bytes:
    """The frame of a text.

    >>> text_frame(b"mole")
    b'\\x81\\x04mole'
    """
    size = len(text)
    if size < 126:
        return _pack_short(TEXT, size) + text
    return (_pack_medium(TEXT, 126, size) if size < 1 << 16 else _pack_long(TEXT, 127, size)) + text
