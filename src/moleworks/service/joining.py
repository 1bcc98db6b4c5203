"""Coming in: by a seat's link, by a code, or to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service.decisions import Line, seated
from moleworks.service.nicknames import nickname, tidy
from moleworks.service.orders import SeatKey
from moleworks.service.room import NoMatch, Room, Who
from moleworks.service.store.rows import BOT, OPEN, PERSON, WATCHER, SeatRow
from moleworks.service.tokens import code_of, digest, new_token
from moleworks.texts import Language

if TYPE_CHECKING:
    from moleworks.service.house import House


class _SatAlready(Exception):
    """There is nothing to take: somebody sits there, or the match is over."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


async def join(
    house: House,
    person: str | None,
    words: Language,
    *,
    token: str | None = None,
    code: str | None = None,
    name: str = "",
    bot: bool = False,
) -> tuple[Room, int | None]:
    """Sit down by a seat's token or by a code; or watch, with no seat, by the watchers' token."""
    seat: int | None = None
    if token is not None:
        found = await house.store.by_token(digest(token))
        if found is None:
            return await _watch(house, person, token)
        match, seat = found
    elif person is None:
        raise Complaint(N_("A code is for people with a cookie; a bot comes in by a seat's token."))
    else:
        coded = await house.store.by_code(code_of(code or ""))
        if coded is None:
            raise NoMatch
        match = coded
    room, called = await house.room(match), tidy(name)
    try:
        seat = await _sits_down(room, seat, person, called, words, BOT if bot else PERSON)
    except _SatAlready as sat:  # by the same link, earlier: the seat is theirs, and so is its name
        seat = sat.seat
        if person is not None:
            await house.store.hold(match, seat, person, house.now())
        if called and room.course.hands[seat].decides:
            await room.rename(seat, called)
    if person is not None and called:
        await house.store.remember(person, called, house.now())
    return room, seat


async def _sits_down(
    room: Room, seat: int | None, person: str | None, name: str, words: Language, kind: str
) -> int:
    """Somebody takes a seat: the first that is open when it is their turn to write, if none is named."""
    at = 0

    def lines() -> list[Line]:
        nonlocal at
        at = _first_open(room) if seat is None else seat
        if room.course.hands[at].decides or room.course.outcome:
            raise _SatAlready(at)
        return seated(room.course, at, kind)

    def rows() -> list[SeatRow]:
        called = name or nickname(words, [row.name for row in room.seats])
        return [room.seats[at]._replace(name=called)]

    await room.write(lines, rows, lambda: [] if person is None else [(at, person)])
    return at


def _first_open(room: Room) -> int:
    for row in room.seats:
        if room.course.hands[row.seat].kind == OPEN:
            return row.seat
    raise Complaint(N_("All seats at this table are taken."))


async def _watch(house: House, person: str | None, token: str) -> tuple[Room, None]:
    match = await house.store.by_watch(digest(token))
    if match is None:
        raise NoMatch
    if person is not None:
        await house.store.hold(match, WATCHER, person, house.now())
    return await house.room(match), None


async def invite(room: Room, who: Who, seat: int) -> SeatKey:
    """A new link for a seat, by the host; the old one opens nothing any more."""
    if not who.host:
        raise Complaint(N_("Only who opened the match can do this."))
    if not 0 <= seat < len(room.seats):
        raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
    token = new_token()

    def lines() -> list[Line]:
        if room.course.hands[seat].decides and seat not in who.seats:
            raise Complaint(N_("Somebody has this seat."))
        return [Line(None, f"!link {seat}")]

    await room.write(lines, lambda: [room.seats[seat]._replace(token=digest(token))])
    return SeatKey(seat, room.course.hands[seat].kind, token)
