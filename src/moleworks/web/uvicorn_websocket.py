"""A faster variant of uvicorn's WebSocket protocol, because every move passes here.

uvicorn pauses and resumes reading for every message, which is two system calls a move. And the websockets
library reads and writes frames by generators and objects, which for a short text costs as much as all our own
work on it. So the usual frames, whole texts, are read and written here; the library handles all others.
"""

from __future__ import annotations

from struct import Struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import (  # type: ignore[attr-defined] # of apply_mask the compiled one, if there
    Frame,
    Opcode,
    apply_mask,
)
from websockets.protocol import OPEN

MAX_QUEUED = 16
"""Messages of one client that may wait before reading is paused."""
FINAL, MASKED = 0x80, 0x80
"""Bits of a frame's first two bytes: it is the last one of a message; it has a mask."""
TEXT = FINAL | Opcode.TEXT
"""The first byte of a frame that is a whole text."""
_pack_short, _pack_medium, _pack_long = Struct("!BB").pack, Struct("!BBH").pack, Struct("!BBQ").pack


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """For `uvicorn.Config(ws=...)`."""

    whole_messages = True
    """Whether every read so far was one whole message.

    After anything else, only the websockets library knows where a message begins.
    """

    def data_received(self, data: bytes) -> None:
        begin = payload_start(data) if self.whole_messages else 0
        if (
            begin
            and data[0] == TEXT
            and self.conn.state is OPEN
            and len(data) - begin <= self.config.ws_max_size
        ):
            self.handle_text(Frame(Opcode.TEXT, apply_mask(data[begin:], data[begin - 4 : begin])))
            return
        if self.handshake_initiated and not (begin and data[0] & FINAL):
            self.whole_messages = False
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= MAX_QUEUED:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that the method below does not pause reading
        super().send_receive_event_to_app()
        self.read_paused = False

    async def send(self, message: Any) -> None:
        text = message.get("text")
        ready = self.conn.state is OPEN and self.writable.is_set() and not self.transport.is_closing()
        if text is not None and ready:
            self.transport.write(text_frame(text.encode()))
        else:
            await super().send(message)


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


def text_frame(text: bytes) -> bytes:
    """The frame of a text.

    >>> text_frame(b"mole")
    b'\\x81\\x04mole'
    """
    size = len(text)
    if size < 126:
        return _pack_short(TEXT, size) + text
    return (_pack_medium(TEXT, 126, size) if size < 1 << 16 else _pack_long(TEXT, 127, size)) + text
