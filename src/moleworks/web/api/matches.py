"""Routes to open, list, join and leave matches."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from moleworks.core.messages import N_, Complaint
from moleworks.matches import join as joining
from moleworks.matches import leave
from moleworks.matches.access import NoMatch
from moleworks.matches.faces import Face, assign
from moleworks.matches.message_types import AtMessage, JoinReply
from moleworks.matches.requests import MatchRequest, NewMatch
from moleworks.matches.server import NoAccess
from moleworks.matches.store.rows import WATCHER
from moleworks.matches.store.store import NO_LIMIT, HeldMatch
from moleworks.web.api.common import MatchId, Seq, known_person
from moleworks.web.api.editor import checked_board
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller, new_person, read_idempotency_key
from moleworks.web.routes import DocumentedReply, Header, Reply, Request, delete, get, json_reply, post
from moleworks.web.schema import (
    Invitation,
    Me,
    MyMatch,
    MySeat,
    OpenedMatch,
    OpenedSeat,
    WatchLink,
)

KeyHeader = Annotated[
    str | None,
    Header("Idempotency-Key"),
    Meta(
        pattern='^"?[A-Za-z0-9_-]{22,100}"?$',
        description="Random letters and digits, such as a UUID: all requests with the same open one match.",
    ),
]
MATCHES_WITH_STATE = 6
"""Of so many matches it is told whose turn it is: each may have to be loaded."""
_Token = Annotated[str, Meta(max_length=100)]


class JoinRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Join by a seat's or the watchers' token, or by the code of a match."""

    token: _Token | None = None
    code: Annotated[str, Meta(max_length=40)] | None = None
    name: Annotated[str, Meta(max_length=200)] = ""
    bot: bool = False


class TokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of an invitation."""

    token: _Token


class EmblemChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What shall stand for a player: one of `emblems` in `GET /api/games`."""

    emblem: Annotated[str, Meta(max_length=40)]


class FaceChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's moles shall wear."""

    face: Face


class InviteLink(msgspec.Struct, frozen=True):
    """A new link for a seat; the old one stops working."""

    seat: int
    link: str
    token: str


@post("/matches", status=201)
async def open_match(
    data: MatchRequest,
    context: AppContext,
    caller: Caller,
    request: Request,
    idempotency_key: KeyHeader = None,
) -> Reply[OpenedMatch]:
    """Open a match. The caller gets the seats that are `here`; the links are for the others.

    With `Idempotency-Key`, a request that is sent again within a day gets the same match.
    """
    server, key = context.match_server, None
    known = caller.person is not None and await server.store.knows(caller.person)
    if idempotency_key is not None:
        key = read_idempotency_key(request.scope, idempotency_key, known=known)
        first_key = read_idempotency_key(request.scope, idempotency_key, known=False)
        # The first request may have been the one that gave the caller the cookie.
        again = known and await server.opened_before(first_key, data, caller.person)
        if again or (again := await server.opened_before(key, data)):
            given = () if known else (new_person(caller.secure, key.token("person"))[1],)
            return Reply(opened_match(again, caller.base), cookies=given, status=201)
    context.match_limit.take(caller.address)
    if isinstance(data.board, dict):
        await checked_board(data.board, context, caller)
    person, cookies = await known_person(context, caller, key.token("person") if key else "")
    opened = await server.create(data, person, caller.words, caller.address, key)
    return Reply(opened_match(opened, caller.base), cookies=cookies, status=201)


@get("/matches")
async def own_matches(context: AppContext, caller: Caller) -> list[MyMatch]:
    """One's own matches, the one that changed last first."""
    if caller.person is None:
        return []
    held = await context.match_server.store.held_by(caller.person)
    found = [_my_match(match, caller.person) for match in held]
    told = [match for match in found if match.status in {"playing", "over"}][:MATCHES_WITH_STATE]
    states = {match.id: await _with_state(match, context) for match in told}
    return [states.get(match.id, match) for match in found]


async def _with_state(match: MyMatch, context: AppContext) -> MyMatch:
    """The match, with whose turn it is or who has won."""
    try:
        log = (await context.match_server.live_match(match.id)).log
    except NoMatch:  # it was deleted meanwhile
        return match
    outcome = log.outcome
    if outcome is None:
        return msgspec.structs.replace(match, actor=log.actor)
    return msgspec.structs.replace(match, winner=outcome.winner, draw=outcome.draw)


@get("/me")
async def about_me(context: AppContext, caller: Caller) -> Me:
    """Everything that is stored about the caller."""
    if caller.person is None:
        return Me(name=None, matches=[])
    held = await context.match_server.store.held_by(caller.person, NO_LIMIT)
    return Me(
        name=await context.match_server.store.person_name(caller.person),
        matches=[_my_match(match, caller.person) for match in held],
    )


@delete("/me")
async def forget_me(context: AppContext, caller: Caller) -> None:
    """Delete all that: matches in which nobody else takes part, and one's name everywhere."""
    if caller.person is not None:
        await leave.forget_person(context.match_server, caller.person)


@post("/join")
async def join(data: JoinRequest, context: AppContext, caller: Caller) -> Reply[JoinReply]:
    """Sit down, or watch. A bot needs no cookie: it goes on with its seat's token."""
    if (data.token is None) == (data.code is None):
        raise Complaint(N_("Give either a token or a code."))
    if data.code is not None:
        context.code_limit.take(caller.address)
    person, cookies = (caller.person, ()) if data.bot else await known_person(context, caller)
    live, seat = await joining.join(
        context.match_server,
        person,
        caller.words,
        token=data.token,
        code=data.code,
        name=data.name,
        bot=data.bot,
    )
    return Reply(JoinReply(match=live.id, seat=seat), cookies=cookies)


@post("/invitation")
async def invitation(data: TokenRequest, context: AppContext, caller: Caller) -> Invitation:
    """What a link invites to; nothing changes."""
    live, seat = await joining.invited(context.match_server, data.token)
    faces = assign([row.face for row in live.seats])
    seats = [
        MySeat(seat=row.seat, kind=holder.kind, name=row.name, face=face)  # type: ignore[arg-type]
        for row, holder, face in zip(live.seats, live.log.holders, faces, strict=True)
    ]
    holders = await context.match_server.store.persons_by_seat(live.id)
    held = seat is not None and caller.person in holders.get(seat, ())
    return Invitation(game=live.log.match.game.id, seat=seat, seats=seats, held=held)


@get(
    "/matches/{match}",
    replies={200: DocumentedReply(AtMessage, description="Where the match is.")},
)
async def look(match: MatchId, context: AppContext, caller: Caller, seq: Seq = 0) -> Reply[Any]:
    """The position of the match, as one's own seats see it, and what happened after entry `seq`."""
    live, access = await context.enter(match, caller)
    return json_reply(await live.update_since(seq, tuple(sorted(access.seats))))


@delete("/matches/{match}")
async def forget_match(match: MatchId, context: AppContext, caller: Caller) -> None:
    """Leave a match for good: it is deleted if nobody else takes part in it, else only one's name is."""
    live, _ = await context.enter(match, caller)
    if caller.person is None:
        raise NoAccess
    await leave.leave(context.match_server, live, caller.person)


@post("/matches/{match}/seats/{seat}/link", status=201)
async def invite(match: MatchId, seat: int, context: AppContext, caller: Caller) -> InviteLink:
    """Make a new link for a seat, for the host; the old one stops working."""
    live, access = await context.enter(match, caller)
    key = await joining.invite(live, access, seat)
    token = key.token or ""
    return InviteLink(seat, join_link(caller.base, token), token)


@post("/matches/{match}/seats/{seat}/emblem")
async def choose_emblem(
    match: MatchId, seat: int, data: EmblemChoice, context: AppContext, caller: Caller
) -> EmblemChoice:
    """Choose what stands for the player on one's own seat."""
    live, access = await context.enter(match, caller)
    if seat not in access.seats:
        raise Complaint(N_("This is not your seat."))
    await live.choose_emblem(seat, data.emblem)
    return data


@post("/matches/{match}/seats/{seat}/face")
async def choose_face(
    match: MatchId, seat: int, data: FaceChoice, context: AppContext, caller: Caller
) -> FaceChoice:
    """Choose what the moles of the player on one's own seat wear."""
    live, access = await context.enter(match, caller)
    if seat not in access.seats:
        raise Complaint(N_("This is not your seat."))
    await live.choose_face(seat, data.face)
    return data


def join_link(base: str, token: str) -> str:
    """The part after # is not sent to any server, so that no log holds a token."""
    return f"{base}/#join={token}"


def watch_link(base: str, token: str) -> str:
    """The link by which spectators watch a match."""
    return f"{base}/#watch={token}"


def opened_match(opened: NewMatch, base: str) -> OpenedMatch:
    """The reply about a new match, with the links to its seats."""
    seats = [
        OpenedSeat(
            seat=key.seat,
            kind=key.kind,
            link=join_link(base, key.token) if key.token else None,
            token=key.token,
        )
        for key in opened.seats
    ]
    return OpenedMatch(
        id=opened.id,
        code=opened.code,
        seats=seats,
        watch=WatchLink(link=watch_link(base, opened.watch), token=opened.watch),
    )


def _my_match(held: HeldMatch, person: str) -> MyMatch:
    row, seats, mine = held
    mine = tuple(seat for seat in mine if seat != WATCHER)
    host = row.host == person
    return MyMatch(
        id=row.id,
        game=row.game,
        status=row.status,  # type: ignore[arg-type] # the store has no other values
        code=row.code if mine or host else None,  # a watcher may not let others in
        created=row.created,
        changed=row.changed,
        seats=[
            MySeat(seat=seat.seat, kind=seat.kind, name=seat.name, face=face)  # type: ignore[arg-type]
            for seat, face in zip(seats, assign([seat.face for seat in seats]), strict=True)
        ],
        mine=list(mine),
        host=host,
    )


ROUTES = (
    open_match,
    own_matches,
    about_me,
    forget_me,
    join,
    invitation,
    look,
    forget_match,
    invite,
    choose_emblem,
    choose_face,
)
