"""Regular work: end turns whose time is over, unload idle matches, archive and delete old ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from moleworks.matches.apply_command import Stale
from moleworks.matches.create import pack_entries
from moleworks.matches.idempotency_key import KEEP as KEEP_OPENINGS
from moleworks.matches.notices import Alive, Changed
from moleworks.matches.server_clock import DAY, TOLERANCE
from moleworks.matches.store.rows import ARCHIVED, NEVER_BEGUN, OVER, PLAYING, WAITING, Conflict

if TYPE_CHECKING:
    from moleworks.matches.live import LiveMatch
    from moleworks.matches.server import MatchServer

logger = logging.getLogger("moleworks.matches")

INTERVAL = 1.0
"""Seconds between two runs."""
WORKER_TIMEOUT = 4.0
"""Seconds without a sign of life after which a worker, and everybody connected to it, counts as gone."""
BATCH = 100
"""Matches that are handled in one query."""
RETENTION_INTERVAL = 600.0
"""Seconds between two looks for what is too old."""
SHRINK_PAUSE = 0.1
"""Seconds between two steps in which the database gives space back to the disk."""
KEEP_CLEARED = 7 * DAY
"""Seconds for which a match that was deleted because of its age can be brought back."""
KEEP_STORIES = 400 * DAY
"""Seconds for which a story is kept that nobody looks at: by then the browser has lost its cookie too."""


async def run_sweep(server: MatchServer) -> None:
    """Handle what is due, until the server is closed.

    At once, because computers may wait for a server that has just started, and then regularly.
    """
    while True:
        server.publish("", Alive())
        await _log_errors(server.read_clock())
        await _log_errors(run_due(server))
        await asyncio.sleep(INTERVAL)


async def run_retention(server: MatchServer) -> None:
    """Clear old matches away, until the server is closed. It may take long, and nothing waits for it."""
    await asyncio.sleep(INTERVAL)
    while True:
        await _log_errors(apply_retention(server))
        await asyncio.sleep(RETENTION_INTERVAL)


async def run_due(server: MatchServer) -> None:
    """Handle what is due in all matches, and the live matches in memory."""
    for match_id in await server.store.due(server.now(), BATCH):
        await _log_errors(_handle_due(server, match_id))
    _forget_silent_workers(server)
    for live in [live for live in server.live_matches.values() if live.must_reload]:
        await _log_errors(live.catch_up())
    for live in [live for live in server.live_matches.values() if live.absent_rematch_seats()]:
        await _log_errors(_rematch_without_absent(live))
    _unload_idle(server)


async def apply_retention(server: MatchServer) -> None:
    """Archive matches that are over, and delete what is older than it has to be kept.

    Nothing is deleted after a jump of the calendar. What was deleted by a calendar that is ahead of this one
    is brought back.
    """
    now, retention = await server.calendar(), server.retention
    if not await server.calendar_check.look(now):
        return
    back = await server.store.bring_back(now + TOLERANCE)
    if back:
        logger.warning("%d matches that a wrong clock had cleared away are back", back)
    await _log_errors(server.store.drop_cleared(now - KEEP_CLEARED))
    await _log_errors(server.store.drop_stories(now - KEEP_STORIES))
    await _for_each_unchanged(
        server, OVER, now - retention.archive * DAY, lambda match_id: _archive(server, match_id)
    )
    await _for_each_unchanged(server, ARCHIVED, now - retention.records * DAY, server.clear)
    await _for_each_unchanged(server, PLAYING, now - retention.abandoned * DAY, server.clear)
    await _for_each_unchanged(server, WAITING, now - retention.abandoned * DAY, server.clear)
    await _for_each_unchanged(server, NEVER_BEGUN, now - retention.abandoned / 10 * DAY, server.clear)
    await _log_errors(_shrink(server))
    await _log_errors(server.store.drop_openings(now - KEEP_OPENINGS))
    await _log_errors(server.store.delete_idle_persons(now - retention.records * DAY))


async def _log_errors(work: Coroutine[Any, Any, Any]) -> None:
    """Await the work. An error is logged, so that the rest goes on."""
    try:
        await work
    except Exception:
        logger.exception("something failed in the sweep; it goes on")


async def _shrink(server: MatchServer) -> None:
    """Give the space of what was deleted back to the disk, in steps between which others can write."""
    while await server.store.shrink():
        await asyncio.sleep(SHRINK_PAUSE)


async def _handle_due(server: MatchServer, match_id: str) -> None:
    live = await server.live_match(match_id)
    if live.computer_turn() or live.log.rematch_agreed:
        server.follow_up(live)
        return
    jumped_at = server.calendar_check.jumped_at
    if jumped_at is not None and live.log.turn_started < jumped_at:
        return  # nobody loses by a jump of the clock
    try:
        await live.time_out()
    except Stale:
        await live.catch_up()


async def _rematch_without_absent(live: LiveMatch) -> None:
    with suppress(Stale):  # the players have come back, or another worker wrote first
        await live.rematch_without_absent()


def _unload_idle(server: MatchServer) -> None:
    for live in list(server.live_matches.values()):
        server.unload_if_unused(live, server.retention.idle)


def _forget_silent_workers(server: MatchServer) -> None:
    """Forget workers that ended without a word."""
    before = server.clock() - WORKER_TIMEOUT
    for worker in [worker for worker, last_heard in server.workers.items() if last_heard < before]:
        server.forget_worker(worker)


async def _for_each_unchanged(
    server: MatchServer, status: str, before: float, work: Callable[[str], Coroutine[Any, Any, None]]
) -> None:
    """Do the work for every match of a status that has not changed since."""
    done: set[str] = set()
    while new := [
        match_id
        for match_id in await server.store.unchanged_since(status, before, BATCH)
        if match_id not in done
    ]:
        for match_id in new:
            await _log_errors(work(match_id))
        done.update(new)


async def _archive(server: MatchServer, match_id: str) -> None:
    entries = await server.store.entries(match_id, 0)
    with suppress(Conflict):  # another worker was first, or the match has a new entry
        await server.store.archive(match_id, pack_entries(entries), entries[-1].seq if entries else 0)
        server.publish(match_id, Changed())
        if match_id in server.live_matches:
            server.unload(server.live_matches[match_id])
