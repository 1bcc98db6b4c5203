"""Send messages to many listeners in short slices, so that the event loop is never kept for long."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from moleworks.matches.client_messages import SharedMessage, ViewSeats

SLICE_SECONDS = 0.005
"""CPU time of a slice. A match with a few listeners needs a small part of one."""


class Listener(ABC):
    """A client that is sent what happens in a match."""

    seats: ViewSeats
    """The seats whose views it is sent; empty for a watcher."""
    person: str | None = None
    """The person, by their digest, if the client has a cookie."""

    def holds(self, seat: int) -> bool:
        """Whether the client is connected as the holder of this seat."""
        return seat in self.seats

    @abstractmethod
    def send(self, message: SharedMessage) -> None:
        """Take a message without blocking."""

    @abstractmethod
    def disconnect(self) -> None:
        """Close the connection, because the seat or the match is gone. The client may come back."""


class Broadcast:
    """The messages of one match that are being sent, in order."""

    def __init__(self) -> None:
        self._deliveries: deque[Iterator[None]] = deque()
        self._sending = False

    def send(self, listeners: Iterable[Listener], message_for: Callable[[ViewSeats], SharedMessage]) -> None:
        """Send each of these listeners the message for its seats; most at once, the rest soon.

        Who comes later does not get it, and who leaves before its turn does not either.
        """
        self._deliveries.append(_deliver(list(listeners), message_for))
        if not self._sending:
            self._slice()

    def _slice(self) -> None:
        until = time.thread_time() + SLICE_SECONDS
        self._sending = True
        while self._deliveries:
            for _ in self._deliveries[0]:
                if time.thread_time() >= until:
                    asyncio.get_running_loop().call_soon(self._slice)
                    return
            self._deliveries.popleft()
        self._sending = False


def _deliver(listeners: list[Listener], message_for: Callable[[ViewSeats], SharedMessage]) -> Iterator[None]:
    for listener in listeners:
        listener.send(message_for(listener.seats))
        yield


class Coalesced:
    """Calls a function at once, but not again before an interval is over; meanwhile one more call waits."""

    def __init__(self, interval: float, function: Callable[[], None]) -> None:
        self._interval, self._function = interval, function
        self._next = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self) -> bool:
        """Call the function now or later; whether it was called now."""
        if self._timer is not None:
            return False
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next:
            self._call()
            return True
        self._timer = loop.call_at(self._next, self._call)
        return False

    def _call(self) -> None:
        self._timer = None
        self._next = asyncio.get_running_loop().time() + self._interval
        self._function()
