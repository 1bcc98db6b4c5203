"""Leaving for good: a match, or all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moleworks.service.decisions import Line
from moleworks.service.room import PutAway, Room
from moleworks.service.store.rows import BOT, COMPUTER, OPEN, WATCHER, SeatRow

if TYPE_CHECKING:
    from moleworks.service.house import House


async def leave(room: Room, person: str) -> None:
    """A person leaves a match for good: it goes if nobody else is in it, else only their name does."""
    house = room.house
    held = await house.store.holders(room.id)
    mine = {seat for seat, holders in held.items() if person in holders and seat != WATCHER}
    others = {p for seat, holders in held.items() if seat != WATCHER for p in holders} - {person}
    bots = any(hand.kind == BOT for hand in room.course.hands)
    if (mine or person == room.row.host) and not others and not bots:
        await house.delete(room.id)
        return
    for seat in sorted(mine):
        if held[seat] == {person}:
            await _vacate(room, seat)
    if person == room.row.host:
        for row in [
            row
            for row in room.seats
            if row.name and row.seat not in held and row.seat not in room.course.kept
        ]:
            await _unname(room, row.seat)
    await house.store.let_go(room.id, person)
    house.bus_tell(room.id, {})
    await room.catch_up()


async def _vacate(room: Room, seat: int) -> None:
    """The seat's name goes; the computer plays on where the game does, else nobody has the seat."""
    try:
        if room.course.outcome:
            await room.seat_hand(seat, OPEN, name="", token=None)
        else:
            await room.seat_hand(seat, COMPUTER, room.pace.level, name="", token=None)
    except PutAway:
        async with room.lock:
            await room.house.store.seat_changed(room.seats[seat]._replace(name="", token=None))


async def _unname(room: Room, seat: int) -> None:
    """The host named a seat that nobody has ever had."""

    def row() -> SeatRow:
        return room.seats[seat]._replace(name="")

    try:
        await room.write(lambda: [Line(None, f"!name {seat}")], lambda: [row()])
    except PutAway:
        async with room.lock:
            await room.house.store.seat_changed(row())


async def forget(house: House, person: str) -> None:
    """Everything that is kept about a person goes."""
    while held := await house.store.held_by(person):
        for row, _, _ in held:
            await leave(await house.room(row.id), person)
    await house.store.forget(person)
    for room in list(house.rooms.values()):
        if room.row.host == person:
            await room.catch_up()
