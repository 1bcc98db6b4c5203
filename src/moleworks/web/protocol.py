"""uvicorn's WebSocket protocol, leaner where every move passes.

As it comes, it stops and starts reading again for every message: two system calls more for each move. And
websockets takes frames in and out by generators and objects, which for a short text costs as much as all else
that happens to it here. So the frames that nearly all messages come in are read and written without it;
whatever else comes it reads, and judges, as ever.
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

WAITING = 16
"""So many messages of one client may wait before it is read no further."""
LAST, MASKED = 0x80, 0x80
"""Bits of a frame's first two bytes: nothing of the message follows; there is a mask."""
TEXT = LAST | Opcode.TEXT
"""How a frame begins that is a whole text."""
_short, _middling, _long = Struct("!BB").pack, Struct("!BBH").pack, Struct("!BBQ").pack


class Protocol(WebSocketsSansIOProtocol):
    """For `uvicorn.Config(ws=...)`."""

    between = True
    """Whether all that came so far were whole messages, one at a time.

    Once something else came, only websockets knows where a message begins.
    """

    def data_received(self, data: bytes) -> None:
        begin = payload(data) if self.between else 0
        if (
            begin
            and data[0] == TEXT
            and self.conn.state is OPEN
            and len(data) - begin <= self.config.ws_max_size
        ):
            self.handle_text(Frame(Opcode.TEXT, apply_mask(data[begin:], data[begin - 4 : begin])))
            return
        if self.handshake_initiated and not (begin and data[0] & LAST):
            self.between = False
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= WAITING:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # it pauses nobody who is paused already
        super().send_receive_event_to_app()
        self.read_paused = False

    async def send(self, message: Any) -> None:
        text = message.get("text")
        ready = self.conn.state is OPEN and self.writable.is_set() and not self.transport.is_closing()
        if text is not None and ready:
            self.transport.write(framed(text.encode()))
        else:
            await super().send(message)


def payload(data: bytes) -> int:
    """Where the payload begins if this is one whole frame of a client's, and no very long one; else 0.

    >>> payload(b"\\x81\\x82mask..")
    6
    """
    size = len(data)
    if size < 6 or data[1] < MASKED:
        return 0
    told = data[1] - MASKED
    if told < 126:
        return 6 if size == 6 + told else 0
    return 8 if told == 126 and size == 8 + int.from_bytes(data[2:4], "big") else 0


def framed(text: bytes) -> bytes:
    """The frame of a text.

    >>> framed(b"mole")
    b'\\x81\\x04mole'
    """
    size = len(text)
    if size < 126:
        return _short(TEXT, size) + text
    return (_middling(TEXT, 126, size) if size < 1 << 16 else _long(TEXT, 127, size)) + text
