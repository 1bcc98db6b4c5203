"""Coming in: by a seat's link, by a code, or to watch.

Once somebody has a seat, its link answers to nobody else: the host has that link too, and would see another's
secrets by it. Who lost their seat, or wants it on another device, comes by a new link. All hear that it was
made, and all hear who came by it; whoever had the seat before has it no longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service.decisions import Line, linked, seated
from moleworks.service.nicknames import nickname, tidy
from moleworks.service.orders import SeatKey
from moleworks.service.room import NoMatch, Room, SeatTaken, Who
from moleworks.service.store.rows import BOT, COMPUTER, OPEN, PERSON, WATCHER, SeatRow
from moleworks.service.tokens import code_of, digest, new_token, same
from moleworks.texts import Language

if TYPE_CHECKING:
    from moleworks.service.house import House

Holders = Mapping[int, set[str]]


class _SatAlready(Exception):
    """There is nothing to take: somebody sits there, or the match is over."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class _Comer(NamedTuple):
    """Somebody who comes in: a person by their cookie, or a bot, which has none."""

    person: str | None
    name: str
    held: Holders
    """Who had which seat of the match when they came."""

    def has(self, room: Room, seat: int) -> bool:
        """Whether the seat is theirs; a bot is whoever has a bot's link."""
        if self.person is None:
            return room.course.kept.get(seat) == BOT and seat not in room.course.links
        return self.person in self.held.get(seat, ())


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
    if bot:
        person = None
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
    room = await house.room(match)
    if token is not None and seat is not None and not same(digest(token), room.seats[seat].token):
        await room.catch_up()  # the link was made at another worker, just now
    called = tidy(name)
    try:
        seat = await _sits_down(room, seat, _Comer(person, called, await house.store.holders(match)), words)
    except _SatAlready as sat:
        seat = sat.seat
        if not _Comer(person, called, await house.store.holders(match)).has(room, seat):
            raise SeatTaken from None
        if called and room.course.hands[seat].decides:
            await room.rename(seat, called)
    if person is not None and called:
        await house.store.remember(person, called, house.now())
    return room, seat


async def _sits_down(room: Room, seat: int | None, comer: _Comer, words: Language) -> int:
    """Somebody takes a seat: the first that is open when it is their turn to write, if none is named."""
    at, kind = 0, BOT if comer.person is None else PERSON

    def lines() -> list[Line]:
        nonlocal at
        at = _first_open(room) if seat is None else seat
        _may_sit(room, at, comer)
        new = at in room.course.kept and not comer.has(room, at)
        return [*([Line(None, f"!out {at}")] if new else []), *seated(room.course, at, kind)]

    def rows() -> list[SeatRow]:
        called = comer.name or nickname(words, [row.name for row in room.seats])
        return [room.seats[at]._replace(name=called)]

    def holders() -> list[tuple[int, str | None]]:
        return [] if comer.person is not None and comer.has(room, at) else [(at, comer.person)]

    await room.write(lines, rows, holders)
    return at


def _may_sit(room: Room, seat: int, comer: _Comer) -> None:
    """Only who has the seat already, unless it is open or a new link was made to it."""
    course = room.course
    hand, mine = course.hands[seat], comer.has(room, seat)
    if hand.decides or course.outcome:
        if mine or seat not in course.links:
            raise _SatAlready(seat)
        if course.links[seat] is None and seat in room.present():  # they have come back meanwhile
            raise SeatTaken
    elif hand.kind == COMPUTER and comer.held.get(seat) and not mine and seat not in course.links:
        raise SeatTaken  # the computer only plays for who is away
    if not mine:
        _check_secrets(room, seat, comer)


def _check_secrets(room: Room, seat: int, comer: _Comer) -> None:
    """Nobody who plays gets to know what another player knew."""
    game, state = room.course.match.game, room.course.state
    plays = any(comer.person in people for at, people in comer.held.items() if at != WATCHER)
    if plays and game.view(state, seat) != game.view(state, None):
        raise Complaint(
            N_("You play here already, and this seat has another player's secrets: leave it to others.")
        )


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
    """A new link for a seat, by who has it, or by the host if nobody is there.

    The old one opens nothing any more; who had the seat keeps it until somebody comes by the new one.
    """
    if not 0 <= seat < len(room.seats):
        raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
    if not who.host and seat not in who.seats:
        raise Complaint(N_("Only who opened the match can do this."))
    token = new_token()

    def lines() -> list[Line]:
        if room.course.hands[seat].decides and seat not in who.seats:
            room.check_away(seat)
        return linked(room.course, seat, seat if seat in who.seats else None)

    await room.write(lines, lambda: [room.seats[seat]._replace(token=digest(token))])
    return SeatKey(seat, room.course.hands[seat].kind, token)
