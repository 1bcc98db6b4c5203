"""The time that matches are played by, and the check whether the clock of the computer can be believed.

One process with an SQLite file counts on from the time it started at, or from the newest time in the file if
that is later: setting the clock changes nothing for those who play. Several workers use PostgreSQL's clock.

What is old is deleted by the calendar. If that has jumped by more than a day since the last look, nothing is
deleted, and no turn that began before is ended, until it has stayed so for a day.
"""

from __future__ import annotations

import datetime
import logging
import sys
import time
from collections.abc import Callable

from moleworks.matches.store.store import MatchStore

logger = logging.getLogger("moleworks.matches")

DAY = 86400.0
TOLERANCE = DAY
"""Seconds by which the calendar may be ahead of what was seen before, such as over a night without power."""
PROBATION = DAY
"""Seconds after a jump until the calendar is believed."""
LAST_SEEN, JUMPED_AT = "calendar last seen", "calendar jumped at"


def running_time() -> float:
    """Seconds that never jump, on Linux those of a suspended computer too."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    if boot_time is None or sys.platform == "emscripten":  # that has the name, and not the clock
        return time.monotonic()
    return time.clock_gettime(boot_time)


class ServerClock:
    """Seconds since 1970 that only go forward, evenly, from the time that was set."""

    def __init__(self, elapsed: Callable[[], float] = running_time) -> None:
        self._elapsed = elapsed
        self.set(time.time())

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self._offset + self._elapsed()

    def set(self, now: float) -> None:
        """Count on from this time."""
        self._offset = now - self._elapsed()

    async def read(self, store: MatchStore, *, first: bool) -> None:
        """Take the time of a shared database, or at the `first` call that of this computer and the log."""
        if store.shared:
            self.set(await store.time())
        elif first:
            now, newest = await store.time(), await store.newest_change()
            if newest is not None and newest > now:
                logger.warning(
                    "the clock is at %s, before the newest move: time goes on from there", day(now)
                )
            self.set(max(now, newest or now))


class CalendarCheck:
    """Whether the calendar can be believed: it is compared with the time that has really passed."""

    def __init__(self, store: MatchStore, elapsed: Callable[[], float]) -> None:
        self._store, self._elapsed = store, elapsed
        self._last_look = elapsed()
        self.jumped_at: float | None = None
        """The time at which the calendar was first seen after its jump; None while it is believed."""

    async def look(self, now: float) -> bool:
        """Compare `now` with the last time that was believed; whether it can be believed too."""
        passed, self._last_look = self._elapsed() - self._last_look, self._elapsed()
        seen = await self._store.number(LAST_SEEN)
        if seen is None:  # a database of an older version
            seen = await self._store.newest_change()
        if seen is None or now - seen <= passed + TOLERANCE:
            self.jumped_at = None
            await self._store.save_numbers({LAST_SEEN: now})
            return True
        jumped_at = await self._store.number(JUMPED_AT)
        if jumped_at is None or not seen < jumped_at <= now:  # another jump than that of before
            jumped_at = now
            await self._store.save_numbers({JUMPED_AT: now, LAST_SEEN: seen})
        if now - jumped_at >= PROBATION:
            self.jumped_at = None
            await self._store.save_numbers({LAST_SEEN: now})
            return True
        self.jumped_at = jumped_at
        logger.warning(
            "the clock has jumped from %s to %s: nothing is deleted until it has stayed so for a day",
            day(seen),
            day(now),
        )
        return False


def day(seconds: float) -> str:
    """A time for the log."""
    return datetime.datetime.fromtimestamp(seconds, tz=datetime.UTC).isoformat(timespec="minutes")
