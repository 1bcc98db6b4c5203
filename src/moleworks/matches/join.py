"""Take a seat by its link or by a code, or watch.

Once a seat is taken, its link works for nobody else: the host knows that link too, and could see the secrets
of the player by it. A player who lost the seat, or wants it on another device, uses a new link. Everybody is
told when a new link is made and who used it, and the former holder loses the seat.

A seat that knows a secret is only for its player, and for whom that player gives a link. A link of the host
does not open it: without a cookie, or with a new one, the host could be anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from moleworks.core.messages import N_, Complaint
from moleworks.matches.access import Access, NoMatch, SeatTaken, SecretSeat
from moleworks.matches.apply_command import NewEntry, link_entries, seat_entries
from moleworks.matches.live import LiveMatch
from moleworks.matches.nicknames import clean_name, nickname
from moleworks.matches.requests import SeatKey
from moleworks.matches.store.rows import BOT, COMPUTER, OPEN, PERSON, WATCHER, SeatRow
from moleworks.matches.tokens import digest, new_token, normalize_code, same_digest
from moleworks.texts import Language

if TYPE_CHECKING:
    from moleworks.matches.server import MatchServer

PersonsBySeat = Mapping[int, set[str]]


class _AlreadySeated(Exception):
    """The seat cannot be taken: somebody has it, or the match is over."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class _Joiner(NamedTuple):
    """A person, by the digest of their cookie, or a bot, which holds a seat by its token alone."""

    person: str | None
    cookie: str | None
    """Whose cookie came with the request; also with that of a bot."""
    name: str
    persons_by_seat: PersonsBySeat
    """The persons who had the seats when the joiner came."""

    def holds(self, live: LiveMatch, seat: int) -> bool:
        """Whether the joiner has the seat; a bot has it if it used the link of a bot's seat."""
        if self.person is None:
            return live.log.client_kinds.get(seat) == BOT and seat not in live.log.new_links
        return self.person in self.persons_by_seat.get(seat, ())


async def join(
    server: MatchServer,
    person: str | None,
    language: Language,
    *,
    token: str | None = None,
    code: str | None = None,
    name: str = "",
    bot: bool = False,
) -> tuple[LiveMatch, int | None]:
    """Take a seat by its token or by a code, or watch (without a seat) by the token for watchers."""
    cookie = person
    if bot:
        person = None
    seat: int | None = None
    if token is not None:
        found = await server.store.by_token(digest(token))
        if found is None:
            return await _watch(server, person, token)
        match, seat = found
    elif person is None:
        raise Complaint(N_("A code is for people with a cookie; a bot comes in by a seat's token."))
    else:
        coded = await server.store.by_code(normalize_code(code or ""))
        if coded is None:
            raise NoMatch
        match = coded
    live = await server.live_match(match)
    if token is not None and seat is not None and not same_digest(digest(token), live.seats[seat].token):
        await live.catch_up()  # another worker may just have made the link
    clean = clean_name(name)
    try:
        joiner = _Joiner(person, cookie, clean, await server.store.persons_by_seat(match))
        seat = await _take_seat(live, seat, joiner, language)
    except _AlreadySeated as error:
        seat = error.seat
        joiner = _Joiner(person, cookie, clean, await server.store.persons_by_seat(match))
        if not joiner.holds(live, seat):
            raise SeatTaken from None
        if clean and live.log.holders[seat].is_client:
            await live.rename(seat, clean)
    if person is not None and clean:
        await server.store.save_name(person, clean, server.now())
    return live, seat


async def _take_seat(live: LiveMatch, seat: int | None, joiner: _Joiner, language: Language) -> int:
    """Take a seat; without a number, the first one that is open at the time of writing."""
    at, kind = 0, BOT if joiner.person is None else PERSON

    def new_entries() -> list[NewEntry]:
        nonlocal at
        at = _first_open(live) if seat is None else seat
        _check_may_sit(live, at, joiner)
        new = at in live.log.client_kinds and not joiner.holds(live, at)
        return [*([NewEntry(None, f"!out {at}")] if new else []), *seat_entries(live.log, at, kind)]

    def rows() -> list[SeatRow]:
        clean = joiner.name or nickname(language, [row.name for row in live.seats])
        return [live.seats[at]._replace(name=clean)]

    def persons() -> list[tuple[int, str | None]]:
        return [] if joiner.person is not None and joiner.holds(live, at) else [(at, joiner.person)]

    await live.write(new_entries, rows, persons)
    return at


def _check_may_sit(live: LiveMatch, seat: int, joiner: _Joiner) -> None:
    """A taken seat is only for its holder, unless a new link to it was made."""
    log = live.log
    holder, mine = log.holders[seat], joiner.holds(live, seat)
    if holder.is_client or log.outcome:
        if mine or seat not in log.new_links:
            raise _AlreadySeated(seat)
        if log.new_links[seat] is None and not live.is_away(seat):  # the holder has come back
            raise SeatTaken
    elif (
        holder.kind == COMPUTER
        and joiner.persons_by_seat.get(seat)
        and not mine
        and seat not in log.new_links
    ):
        raise SeatTaken  # the computer only plays for an absent person
    if not mine:
        _check_secrets(live, seat, joiner)


def _check_secrets(live: LiveMatch, seat: int, joiner: _Joiner) -> None:
    """A seat with secrets is for nobody who plays here, and only by a link of the player who had it."""
    if not live.knows_secret(seat):
        return
    if any(joiner.cookie in people for at, people in joiner.persons_by_seat.items() if at != WATCHER):
        raise Complaint(
            N_("You play here already, and this seat has another player's secrets: leave it to others.")
        )
    if live.log.new_links.get(seat) != seat:
        raise SecretSeat


def _first_open(live: LiveMatch) -> int:
    for row in live.seats:
        if live.log.holders[row.seat].kind == OPEN:
            return row.seat
    raise Complaint(N_("All seats at this table are taken."))


async def _watch(server: MatchServer, person: str | None, token: str) -> tuple[LiveMatch, None]:
    match = await server.store.by_watch(digest(token))
    if match is None:
        raise NoMatch
    if person is not None:
        await server.store.hold(match, WATCHER, person, server.now())
    return await server.live_match(match), None


async def invited(server: MatchServer, token: str) -> tuple[LiveMatch, int | None]:
    """The match and the seat that a token is for, None for watchers; nothing changes."""
    found = await server.store.by_token(digest(token))
    match, seat = found or (await server.store.by_watch(digest(token)), None)
    if match is None:
        raise NoMatch
    return await server.live_match(match), seat


async def invite(live: LiveMatch, access: Access, seat: int) -> SeatKey:
    """Make a new link for a seat: its holder can, and the host if the holder is away.

    The old link stops working. The holder keeps the seat until somebody uses the new one.
    """
    if not 0 <= seat < len(live.seats):
        raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
    if not access.host and seat not in access.seats:
        raise Complaint(N_("Only the person who opened the match can do this."))
    token = new_token()

    def new_entries() -> list[NewEntry]:
        if seat not in access.seats:
            if live.log.holders[seat].is_client:
                live.check_away(seat)
            if live.knows_secret(seat):
                raise SecretSeat
        return link_entries(live.log, seat, seat if seat in access.seats else None)

    await live.write(new_entries, lambda: [live.seats[seat]._replace(token=digest(token))])
    return SeatKey(seat, live.log.holders[seat].kind, token)
