"""What happens in a house by itself: clocks run out, rooms are put away, matches become records and go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from moleworks.service.decisions import Stale
from moleworks.service.founding import packed
from moleworks.service.store.rows import ARCHIVED, NEVER_BEGUN, OVER, PLAYING, WAITING, Taken

if TYPE_CHECKING:
    from moleworks.service.house import House
    from moleworks.service.room import Room

log = logging.getLogger("moleworks.service")

SWEEP = 1.0
"""Seconds between two looks at what is due."""
SILENCE = 30.0
"""Seconds after which a worker that says nothing is taken to be gone, with all who listened there."""
BATCH = 100
"""Matches that are seen to in one go."""
DAY = 86400.0


async def sweep(house: House) -> None:
    """Again and again, for as long as the house is open."""
    turn = 0
    while True:
        await asyncio.sleep(SWEEP)
        await _apart(look_round(house))
        if turn % 600 == 0:
            await _apart(clear_away(house))
        if turn % 10 == 0:
            house.bus_tell("", {"alive": True})
        turn += 1


async def look_round(house: House) -> None:
    """See to what is due, and to the rooms."""
    for name in await house.store.due(house.now(), BATCH):
        await _apart(_see_to(house, name))
    for room in [room for room in house.rooms.values() if room.in_doubt]:
        await _apart(room.catch_up())
    for room in [room for room in house.rooms.values() if room.missing()]:
        await _apart(_go_without(room))
    _tidy_rooms(house)
    _tidy_workers(house)


async def clear_away(house: House) -> None:
    """Matches that are over become records; what nobody needs any more goes."""
    now, keep = house.now(), house.keep
    await _each(house, OVER, now - keep.archive * DAY, lambda name: _archive(house, name))
    await _each(house, ARCHIVED, now - keep.records * DAY, house.delete)
    await _each(house, PLAYING, now - keep.abandoned * DAY, house.delete)
    await _each(house, WAITING, now - keep.abandoned * DAY, house.delete)
    await _each(house, NEVER_BEGUN, now - keep.abandoned / 10 * DAY, house.delete)
    await _apart(house.store.forget_idle(now - keep.records * DAY))


async def _apart(work: Coroutine[Any, Any, Any]) -> None:
    """Do it; where it fails, all else goes on."""
    try:
        await work
    except Exception:
        log.exception("something failed in the sweep; it goes on")


async def _see_to(house: House, name: str) -> None:
    room = await house.room(name)
    if room.computer_turn() or room.course.rematch_agreed:
        house.follow_up(room)
        return
    try:
        await room.ring()
    except Stale:
        await room.catch_up()


async def _go_without(room: Room) -> None:
    with suppress(Stale):  # they have come back, or another worker was first
        await room.go_without()


def _tidy_rooms(house: House) -> None:
    before = house.clock() - house.keep.idle
    for room in [room for room in house.rooms.values() if not room.ears and room.used < before]:
        if not room.attending and not room.lock.locked():
            del house.rooms[room.id]


def _tidy_workers(house: House) -> None:
    """Nobody listens at a worker that has gone, though it did not say so."""
    before = house.clock() - SILENCE
    for worker in [worker for worker, heard in house.workers.items() if heard < before]:
        del house.workers[worker]
        for room in house.rooms.values():
            room.told_elsewhere(worker, frozenset())


async def _each(
    house: House, status: str, before: float, work: Callable[[str], Coroutine[Any, Any, None]]
) -> None:
    """Do it to every match of that standing that has not changed since."""
    done: set[str] = set()
    while new := [name for name in await house.store.stale(status, before, BATCH) if name not in done]:
        for name in new:
            await _apart(work(name))
        done.update(new)


async def _archive(house: House, name: str) -> None:
    entries = await house.store.entries(name, 0)
    with suppress(Taken):  # another worker was first, or somebody proposed a rematch just now
        await house.store.archive(name, packed(entries), entries[-1].seq if entries else 0)
        house.bus_tell(name, {})
        if name in house.rooms:
            house.give_up(house.rooms[name])
