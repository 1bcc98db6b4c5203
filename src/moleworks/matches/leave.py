"""Leave a match for good, or delete everything about a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from moleworks.matches.access import MatchArchived
from moleworks.matches.apply_command import NewEntry
from moleworks.matches.live import LiveMatch
from moleworks.matches.notices import Changed, PersonLeft
from moleworks.matches.store.rows import BOT, COMPUTER, OPEN, WATCHER, SeatRow

if TYPE_CHECKING:
    from moleworks.matches.server import MatchServer


async def leave(server: MatchServer, live: LiveMatch, person: str) -> None:
    """A person leaves for good. Their name is deleted, or the match if nobody else takes part."""
    by_seat = await server.store.persons_by_seat(live.id)
    mine = {seat for seat, persons in by_seat.items() if person in persons and seat != WATCHER}
    others = {p for seat, persons in by_seat.items() if seat != WATCHER for p in persons} - {person}
    bots = any(holder.kind == BOT for holder in live.log.holders)
    if (mine or person == live.row.host) and not others and not bots:
        await server.store.drop_told(live.id)
        await server.delete(live.id)
        return
    await _leave_to_others(server, live, person, by_seat, mine)
    server.publish(live.id, PersonLeft(person), everybody=True)
    live.disconnect_person(person)


async def _leave_to_others(
    server: MatchServer, live: LiveMatch, person: str, by_seat: Mapping[int, set[str]], mine: set[int]
) -> None:
    """Remove the name and the access of a person from a match that goes on."""
    for seat in sorted(mine):
        if by_seat[seat] == {person}:
            await _vacate(live, seat)
    if person == live.row.host:
        for row in [
            row
            for row in live.seats
            if row.name and row.seat not in by_seat and row.seat not in live.log.client_kinds
        ]:
            await _clear_name(live, row.seat)
    await server.store.release(live.id, person)
    # The stories of the others have the name too; they are told anew without it.
    await server.store.drop_told(live.id)
    server.publish(live.id, Changed())
    await live.catch_up()


async def _vacate(live: LiveMatch, seat: int) -> None:
    """Remove the name from the seat. A computer plays on; if the match is over, the seat is open."""
    try:
        if live.log.outcome:
            await live.replace_holder(seat, OPEN)
        else:
            await live.replace_holder(seat, COMPUTER, live.time_control.level)
    except MatchArchived:
        async with live.lock:
            await live.store.update_seat(live.seats[seat]._replace(name="", token=None))


async def _clear_name(live: LiveMatch, seat: int) -> None:
    """Remove the name that the host gave to a seat that nobody has taken."""

    def row() -> SeatRow:
        return live.seats[seat]._replace(name="")

    try:
        await live.write(lambda: [NewEntry(None, f"!name {seat}")], lambda: [row()])
    except MatchArchived:
        async with live.lock:
            await live.store.update_seat(row())


async def forget_person(server: MatchServer, person: str) -> None:
    """Delete everything that is stored about a person."""
    while held := await server.store.held_by(person):
        for row, _, _ in held:
            await leave(server, await server.live_match(row.id), person)
    await server.store.forget_person(person)
    for live in list(server.live_matches.values()):
        if live.row.host == person:
            await live.catch_up()
