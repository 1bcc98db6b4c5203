"""Send messages to many listeners in short slices, so that the event loop is never kept for long.

However many slices it takes, all are charged to the sender.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator

from moleworks.matches import step_clock
from moleworks.matches.client_messages import SharedMessage, ViewSeats
from moleworks.matches.loop_watch import Meter, current_meter, measured_step

SLICE_SECONDS = 0.005
"""CPU time of a slice. A match with a few listeners needs a small part of one."""
CHECK_AFTER = 4
"""Listeners after which the time is looked at: a match of two people need not look."""


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
        self._deliveries: list[tuple[Iterator[None], Meter | None]] = []
        """With the meters of their senders. Few, and usually none: an empty deque would take 760 bytes, twice
        in each match."""
        self._sending = False

    def send(self, listeners: Iterable[Listener], message_for: Callable[[ViewSeats], SharedMessage]) -> None:
        """Send each of these listeners the message for its seats; most at once, the rest soon.

        Who comes later does not get it, and who leaves before its turn does not either.
        """
        now = list(listeners)
        if not now:
            return
        if not self._sending and len(now) < CHECK_AFTER:  # as usual: nothing to measure
            self._sending = True  # what follows from it comes after it
            for listener in now:
                listener.send(message_for(listener.seats))
            self._sending = False
        else:
            self._deliveries.append((_deliver(now, message_for), current_meter.get()))
        if self._deliveries and not self._sending:
            self._first_slice()

    def _first_slice(self) -> None:
        """A part of the sender's own step."""
        began = step_clock.begin()
        self._sending = True
        while self._deliveries:
            if not self._finish_first(began):
                return
        self._sending = False

    def _next_slice(self) -> None:
        """A callback, in which each delivery is measured."""
        began = step_clock.begin()
        while self._deliveries:
            with measured_step(self._deliveries[0][1]):
                if not self._finish_first(began):
                    return
        self._sending = False

    def _finish_first(self, began: step_clock.StepStart) -> bool:
        """Finish the first delivery; False if the slice is over before, and another one comes soon."""
        for _ in self._deliveries[0][0]:
            if step_clock.used_since(began) >= SLICE_SECONDS:
                asyncio.get_running_loop().call_soon(self._next_slice)
                return False
        self._deliveries.pop(0)
        return True


def _deliver(listeners: list[Listener], message_for: Callable[[ViewSeats], SharedMessage]) -> Iterator[None]:
    for count, listener in enumerate(listeners, 1):
        listener.send(message_for(listener.seats))
        if count % CHECK_AFTER == 0:
            yield


class Coalesced:
    """Calls a function at once, but not again before an interval is over; meanwhile one more call waits.

    It keeps the function only while it waits: a match that kept itself by it would stay in memory for ever,
    because garbage is hardly ever collected.
    """

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._next = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self, function: Callable[[], None]) -> bool:
        """Call the function now or later; whether it was called now."""
        if self._timer is not None:
            return False
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next:
            self._call(function)
            return True
        self._timer = loop.call_at(self._next, self._call_late, function)
        return False

    def _call_late(self, function: Callable[[], None]) -> None:
        """Charged to the first caller."""
        with measured_step(current_meter.get()):
            self._call(function)

    def _call(self, function: Callable[[], None]) -> None:
        self._timer = None
        self._next = asyncio.get_running_loop().time() + self._interval
        function()
