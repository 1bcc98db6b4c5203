"""uvicorn's HTTP with limits on open connections, and on how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from moleworks.matches.loop_watch import measured_step
from moleworks.web.budgets import ReadingCost
from moleworks.web.context import AppContext
from moleworks.web.fast_websocket import FastWebSocketProtocol
from moleworks.web.identity import network_address

REQUEST_SECONDS = 15.0
"""How long a request may take to arrive, and how long a new connection may be silent."""


class LimitedHttpProtocol(H11Protocol):
    """uvicorn's HTTP with these limits, for `uvicorn.Config(http=...)`."""

    _address: str | None = None
    """Under which the connection is counted; None if it is not."""
    _cost: ReadingCost | None = None
    """What reading costs; None if the connection was refused."""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it."""
        super().connection_made(transport)
        context = _context(self.config)
        self._open = context.open_connections
        address = network_address(self.client[0]) if self.client else ""
        if self._open.enter(address):
            self._address, self._cost = address, context.cost_of_reading(address)
            self._await_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; once a request has begun, the rest of it must come in time."""
        with measured_step(self._cost):
            super().data_received(data)
        if self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._await_request()
        else:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket, which counts on."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)
        websocket = self.transport.get_protocol()
        if not isinstance(websocket, FastWebSocketProtocol):
            return
        websocket.meter = self._cost
        if self._address is not None:
            address, self._address = self._address, None
            # Not a method of this protocol, which would then stay in memory with the WebSocket.
            websocket.on_lost = partial(self._open.leave, address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._stop_waiting()
        if self._cost is not None:
            self._cost.settle()
        if self._address is not None:
            self._open.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Close a connection on which no whole request came."""
        self._open.timed_out += 1
        self._open.log()
        self._stop_waiting()
        if self._address is not None:
            self._open.leave(self._address)
            self._address = None
        self.transport.abort()

    def _await_request(self) -> None:
        if self._deadline is None and self._address is not None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.give_up)
            self._open.begin(self)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self._open.end(self)


def _context(config: Config) -> AppContext:
    """That of the application that uvicorn serves, perhaps inside middleware."""
    app: Any = config.loaded_app
    while not hasattr(app, "context"):
        app = app.app
    found: AppContext = app.context
    return found
