"""uvicorn's WebSocket protocol, a little leaner: it stops reading only when much waits to be read.

As it comes, it stops and starts again for every message: two system calls more for each move.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 16
"""So many messages of one client may wait before it is read no further."""


class Protocol(WebSocketsSansIOProtocol):
    """For `uvicorn.Config(ws=...)`."""

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= WAITING:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # it pauses nobody who is paused already
        super().send_receive_event_to_app()
        self.read_paused = False
