"""Limits on open connections: how many, and how many from one address. `http_protocol.py` keeps them.

Without them a client that opens connections and sends half a request on each takes all files that the server
may open, and nobody else gets in.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter, OrderedDict
from typing import Any, Protocol

logger = logging.getLogger("moleworks.web")

RESERVED_FILES = 128
"""Files that connections leave to the database, to pipes and to logs."""
LOG_INTERVAL = 10.0
"""Seconds between two log lines about refused connections."""


class HalfRequest(Protocol):
    """A connection whose request is not complete."""

    def give_up(self) -> None:
        """Close it."""


class OpenConnections:
    """The connections of one process. `trusted` addresses are proxies, which connect for many clients."""

    def __init__(self, per_address: int, total: int, trusted: Any) -> None:
        self.per_address, self.total, self._trusted = per_address, total, trusted
        self._counts: Counter[str] = Counter()
        self._incomplete: OrderedDict[HalfRequest, None] = OrderedDict()
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

    def begin(self, protocol: HalfRequest) -> None:
        """Note a connection that waits for the rest of a request."""
        self._incomplete[protocol] = None

    def end(self, protocol: HalfRequest) -> None:
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


def max_connections() -> int:
    """How many connections leave enough files for the rest of the server."""
    if sys.platform in {"win32", "emscripten"}:
        return 10_000
    import resource  # noqa: PLC0415 - neither on Windows nor in a browser

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
