"""Routes to open, list, join and leave matches."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, JSONBody
from msgspec import Meta

from moleworks.core.messages import N_, Complaint
from moleworks.matches import join as joining
from moleworks.matches import leave
from moleworks.matches.message_types import AtMessage
from moleworks.matches.requests import MatchRequest, NewMatch
from moleworks.matches.server import NoAccess
from moleworks.matches.store.rows import WATCHER
from moleworks.matches.store.store import NO_LIMIT, HeldMatch
from moleworks.web.api.common import CallerDep, ContextDep, MatchId, Seq, json_response
from moleworks.web.api.editor import checked_board
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller, new_person, opening_key
from moleworks.web.schema import JoinReply, Me, MyMatch, MySeat, OpenedMatch, OpenedSeat, WatchLink

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        pattern='^"?[A-Za-z0-9_-]{22,100}"?$',
        description="Random letters and digits, such as a UUID: all requests with the same open one match.",
    ),
]
_Token = Annotated[str, Meta(max_length=100)]


class JoinRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Join by a seat's or the watchers' token, or by the code of a match."""

    token: _Token | None = None
    code: Annotated[str, Meta(max_length=40)] | None = None
    name: Annotated[str, Meta(max_length=200)] = ""
    bot: bool = False


class EmblemChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What shall stand for a player: one of `emblems` in `GET /api/games`."""

    emblem: Annotated[str, Meta(max_length=40)]


class InviteLink(msgspec.Struct, frozen=True):
    """A new link for a seat; the old one stops working."""

    seat: int
    link: str
    token: str


@post("/matches", status_code=201)
async def open_match(
    data: JSONBody[MatchRequest],
    context: ContextDep,
    caller: CallerDep,
    request: Request[Any, Any, Any],
    idempotency_key: IdempotencyKey = None,
) -> Response[OpenedMatch]:
    """Open a match. The caller gets the seats that are `here`; the links are for the others.

    With `Idempotency-Key`, a request that is sent again within a day gets the same match.
    """
    server, key = context.match_server, None
    known = caller.person is not None and await server.store.knows(caller.person)
    if idempotency_key is not None:
        key = opening_key(request.scope, idempotency_key, known=known)
        first_key = opening_key(request.scope, idempotency_key, known=False)
        # The first request may have been the one that gave the caller the cookie.
        again = known and await server.opened_before(first_key, data, caller.person)
        if again or (again := await server.opened_before(key, data)):
            cookies = [] if known else [new_person(caller.secure, key.token("person"))[1]]
            return Response(_opened_match(again, caller.base), cookies=cookies, status_code=201)
    context.match_limit.take(caller.address)
    if isinstance(data.board, dict):
        await checked_board(data.board, context, caller)
    person, cookies = await _person(context, caller, key.token("person") if key else "")
    opened = await server.create(data, person, caller.words, caller.address, key)
    return Response(_opened_match(opened, caller.base), cookies=cookies, status_code=201)


@get("/matches")
async def own_matches(context: ContextDep, caller: CallerDep) -> list[MyMatch]:
    """One's own matches, the one that changed last first."""
    if caller.person is None:
        return []
    return [
        _my_match(held, caller.person) for held in await context.match_server.store.held_by(caller.person)
    ]


@get("/me")
async def about_me(context: ContextDep, caller: CallerDep) -> Me:
    """Everything that is stored about the caller."""
    if caller.person is None:
        return Me(name=None, matches=[])
    held = await context.match_server.store.held_by(caller.person, NO_LIMIT)
    return Me(
        name=await context.match_server.store.person_name(caller.person),
        matches=[_my_match(match, caller.person) for match in held],
    )


@delete("/me", status_code=204)
async def forget_me(context: ContextDep, caller: CallerDep) -> None:
    """Delete all that: matches in which nobody else takes part, and one's name everywhere."""
    if caller.person is not None:
        await leave.forget_person(context.match_server, caller.person)


@post("/join", status_code=200)
async def join(data: JSONBody[JoinRequest], context: ContextDep, caller: CallerDep) -> Response[JoinReply]:
    """Sit down, or watch. A bot needs no cookie: it goes on with its seat's token."""
    if (data.token is None) == (data.code is None):
        raise Complaint(N_("Give either a token or a code."))
    if data.code is not None:
        context.code_limit.take(caller.address)
    person, cookies = (caller.person, []) if data.bot else await _person(context, caller)
    live, seat = await joining.join(
        context.match_server,
        person,
        caller.words,
        token=data.token,
        code=data.code,
        name=data.name,
        bot=data.bot,
    )
    return Response(JoinReply(match=live.id, seat=seat), cookies=cookies)


@get(
    "/matches/{match:str}",
    responses={200: ResponseSpec(AtMessage, generate_examples=False, description="Where the match is.")},
)
async def look(match: MatchId, context: ContextDep, caller: CallerDep, seq: Seq = 0) -> Response[Any]:
    """The position of the match, as one's own seats see it, and what happened after entry `seq`."""
    live, access = await context.enter(match, caller)
    return json_response(await live.update_since(seq, tuple(sorted(access.seats))))


@delete("/matches/{match:str}", status_code=204)
async def forget_match(match: MatchId, context: ContextDep, caller: CallerDep) -> None:
    """Leave a match for good: it is deleted if nobody else takes part in it, else only one's name is."""
    live, _ = await context.enter(match, caller)
    if caller.person is None:
        raise NoAccess
    await leave.leave(context.match_server, live, caller.person)


@post("/matches/{match:str}/seats/{seat:int}/link", status_code=201)
async def invite(match: MatchId, seat: FromPath[int], context: ContextDep, caller: CallerDep) -> InviteLink:
    """Make a new link for a seat, for the host; the old one stops working."""
    live, access = await context.enter(match, caller)
    key = await joining.invite(live, access, seat)
    token = key.token or ""
    return InviteLink(seat, join_link(caller.base, token), token)


@post("/matches/{match:str}/seats/{seat:int}/emblem", status_code=200)
async def choose_emblem(
    match: MatchId, seat: FromPath[int], data: JSONBody[EmblemChoice], context: ContextDep, caller: CallerDep
) -> EmblemChoice:
    """Choose what stands for the player on one's own seat."""
    live, access = await context.enter(match, caller)
    if seat not in access.seats:
        raise Complaint(N_("This is not your seat."))
    await live.choose_emblem(seat, data.emblem)
    return data


def join_link(base: str, token: str) -> str:
    """The part after # is not sent to any server, so that no log holds a token."""
    return f"{base}/#join={token}"


def watch_link(base: str, token: str) -> str:
    """The link by which spectators watch a match."""
    return f"{base}/#watch={token}"


async def _person(context: AppContext, caller: Caller, token: str = "") -> tuple[str, list[Cookie]]:
    """The caller's person; a caller without a cookie that we have given out gets a new one, this or any."""
    if caller.person is not None and await context.match_server.store.knows(caller.person):
        return caller.person, []
    person, cookie = new_person(caller.secure, token)
    return person, [cookie]


def _opened_match(opened: NewMatch, base: str) -> OpenedMatch:
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
        seats=[MySeat(seat=seat.seat, kind=seat.kind, name=seat.name) for seat in seats],  # type: ignore[arg-type]
        mine=list(mine),
        host=host,
    )


ROUTES = (open_match, own_matches, about_me, forget_me, join, look, forget_match, invite, choose_emblem)
