"""Looking at a seat's secrets on one's own phone, while the seat is played at a device that others share.

Whoever has the seat makes a link. It is good once, and not for long, and the table hears when a phone has
come by it: so nobody uses another's unnoticed. The phone sees that seat's secrets, and else what a watcher
sees. A new link takes the old one's place, and the old phone's too. Who plays again keeps the phone: it shows
the same player's secrets in the next match, whatever seat that is.
"""

from __future__ import annotations

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service.decisions import Line, peeked
from moleworks.service.room import Room, Who
from moleworks.service.tokens import digest, new_token, same

LASTS = 600.0
"""Seconds after which a link that nobody used opens nothing any more."""


async def link(room: Room, who: Who, seat: int) -> str:
    """What opens this seat's secrets to one phone, by who has the seat."""
    if seat not in who.seats:
        raise Complaint(N_("This is not your seat."))
    token = new_token()
    await room.write(lambda: peeked(room.course, seat, digest(token)))
    return token


async def come(room: Room, token: str) -> tuple[int, str]:
    """A phone comes by the link: the seat, and what the phone shows from now on."""
    phone, asked = new_token(), digest(token)
    for seat, known in room.course.phones.items():
        if same(asked, known):  # it was handed on by a rematch, and asks only which seat it shows
            return seat, token
    seat = 0

    def lines() -> list[Line]:
        nonlocal seat
        since = room.house.now() - LASTS
        found = [
            seat for seat, peek in room.course.peeks.items() if same(asked, peek.token) and peek.made >= since
        ]
        if not found:
            raise Complaint(N_("This link has been used already, or it is too old: ask for a new one."))
        seat = found[0]
        return [Line(seat, f"!phone {digest(phone)}")]

    await room.write(lines)
    return seat, phone
