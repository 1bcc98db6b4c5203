"""Limits on open connections: how many, how many from one address, and how long a request may take to arrive.

Without them a client that opens connections and sends half a request on each takes all files that the server
may open, and nobody else gets in.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter, OrderedDict
from functools import partial
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from moleworks.web.fast_websocket import FastWebSocketProtocol
from moleworks.web.identity import network_address

logger = logging.getLogger("moleworks.web")

REQUEST_SECONDS = 15.0
"""How long a request may take to arrive, and how long a new connection may be silent."""
RESERVED_FILES = 128
"""Files that connections leave to the database, to pipes and to logs."""
LOG_INTERVAL = 10.0
"""Seconds between two log lines about refused connections."""


class OpenConnections:
    """The connections of one process. `trusted` addresses are proxies, which connect for many clients."""

    def __init__(self, per_address: int, total: int, trusted: Any) -> None:
        self.per_address, self.total, self._trusted = per_address, total, trusted
        self._counts: Counter[str] = Counter()
        self._incomplete: OrderedDict[LimitedHttpProtocol, None] = OrderedDict()
        """Connections whose request is not complete, the oldest first."""
        self.refused = 0
        """Connections that were closed at once: too many from one address, or altogether."""
        self.timed_out = 0
        """Connections that were closed because no whole request came in time."""
        self._logged = float("-inf")

    def enter(self, address: str) -> bool:
        """Count a new connection; False if there are too many. An old half request makes room for it."""
        too_many = self._counts[address] >= self.per_address and not self._trusted(address)
        if not too_many and self._counts.total() >= self.total and self._incomplete:
            next(iter(self._incomplete)).give_up()
        if too_many or self._counts.total() >= self.total:
            self.refused += 1
            self.log()
            return False
        self._counts[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count a connection less."""
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def begin(self, protocol: LimitedHttpProtocol) -> None:
        """Note a connection that waits for the rest of a request."""
        self._incomplete[protocol] = None

    def end(self, protocol: LimitedHttpProtocol) -> None:
        """Note that the request is complete, or the connection gone."""
        self._incomplete.pop(protocol, None)

    def log(self) -> None:
        """Say how many connections were refused and closed, now and then."""
        now = time.monotonic()
        if now - self._logged >= LOG_INTERVAL:
            self._logged = now
            logger.warning(
                "connections: %d open, %d of them without a whole request; %d refused and %d given up so far",
                self._counts.total(), len(self._incomplete), self.refused, self.timed_out,
            )  # fmt: skip


class LimitedHttpProtocol(H11Protocol):
    """uvicorn's HTTP with these limits, for `uvicorn.Config(http=...)`."""

    _address: str | None = None
    """Under which the connection is counted; None if it is not."""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it."""
        super().connection_made(transport)
        self._open = _open_connections(self.config)
        address = network_address(self.client[0]) if self.client else ""
        if self._open.enter(address):
            self._address = address
            self._await_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; once a request has begun, the rest of it must come in time."""
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
        if isinstance(websocket, FastWebSocketProtocol) and self._address is not None:
            address, self._address = self._address, None
            # Not a method of this protocol, which would then stay in memory with the WebSocket.
            websocket.on_lost = partial(self._open.leave, address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._stop_waiting()
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


def max_connections() -> int:
    """How many connections leave enough files for the rest of the server."""
    if sys.platform == "win32":
        return 10_000
    import resource  # noqa: PLC0415 - not on Windows

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(64, files - RESERVED_FILES)


def raise_file_limit() -> None:
    """Let this process and its workers open as many files as the system allows: a connection is one."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and files < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _open_connections(config: Config) -> OpenConnections:
    """Those of the application that uvicorn serves, perhaps inside middleware."""
    app: Any = config.loaded_app
    while not hasattr(app, "context"):
        app = app.app
    found: OpenConnections = app.context.open_connections
    return found
