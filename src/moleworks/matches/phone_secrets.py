"""Show the secrets of a seat on the player's own phone, while the seat is played on a shared device.

The holder of the seat makes a link. It works once and for a short time, and everybody is told when a phone
has used it, so that nobody uses the link of another unnoticed. The phone sees the secrets of that seat, and
otherwise what a watcher sees. A new link replaces the old link and the old phone. In a rematch the phone
shows the secrets of the same player on their new seat.
"""

from __future__ import annotations

from moleworks.core.messages import N_, Complaint
from moleworks.matches.access import Access
from moleworks.matches.apply_command import NewEntry, peek_entries
from moleworks.matches.live import LiveMatch
from moleworks.matches.tokens import digest, new_token, same_digest

LINK_SECONDS = 600.0
"""Seconds for which an unused link works."""


async def create_link(live: LiveMatch, access: Access, seat: int) -> str:
    """Make a token that shows the secrets of the seat to one phone; only its holder can."""
    if seat not in access.seats:
        raise Complaint(N_("This is not your seat."))
    token = new_token()
    await live.write(lambda: peek_entries(live.log, seat, digest(token)))
    return token


async def use_link(live: LiveMatch, token: str) -> tuple[int, str]:
    """A phone uses the link: the seat, and the token that the phone uses from now on."""
    phone, link_digest = new_token(), digest(token)
    for seat, phone_digest in live.log.phones.items():
        if same_digest(link_digest, phone_digest):  # a phone of the last match, which asks for its new seat
            return seat, token
    seat = 0

    def new_entries() -> list[NewEntry]:
        nonlocal seat
        since = live.now() - LINK_SECONDS
        found = [
            seat
            for seat, link in live.log.peek_links.items()
            if same_digest(link_digest, link.digest) and link.created >= since
        ]
        if not found:
            raise Complaint(N_("This link has been used already, or it is too old: ask for a new one."))
        seat = found[0]
        return [NewEntry(seat, f"!phone {digest(phone)}")]

    await live.write(new_entries)
    return seat, phone
