"""Opening matches, coming in, leaving."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service import joining, leaving
from moleworks.service.house import NotYours
from moleworks.service.orders import Opened, Order
from moleworks.service.store.rows import WATCHER
from moleworks.service.store.store import EVERYTHING, Held
from moleworks.web.api.common import Asks, Here, MatchId, Seq, ready
from moleworks.web.live import Client
from moleworks.web.messages import At, Joined, Me, MyMatch, MySeat, OpenedMatch, OpenedSeat, Watch
from moleworks.web.persons import Caller, new_person
from moleworks.web.safety import check_board

_Token = Annotated[str, Meta(max_length=100)]


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Come in: by a seat's or the watchers' token, or by a code that was read out."""

    token: _Token | None = None
    code: Annotated[str, Meta(max_length=40)] | None = None
    name: Annotated[str, Meta(max_length=200)] = ""
    bot: bool = False


class Link(msgspec.Struct, frozen=True):
    """A new link for a seat; the old one opens nothing any more."""

    seat: int
    link: str
    token: str


@post("/matches", status_code=201)
async def open_match(data: JSONBody[Order], site: Here, caller: Asks) -> Response[OpenedMatch]:
    """Open a match. Whoever asks gets the seats that are `here`; the links are for the others."""
    site.matches.take(caller.address)
    check_board(data.board, site.settings)
    person, cookies = _known(caller)
    opened = await site.house.create(data, person, caller.words)
    return Response(_opened(opened, caller.base), cookies=cookies, status_code=201)


@get("/matches")
async def own_matches(site: Here, caller: Asks) -> list[MyMatch]:
    """One's own matches, the one that changed last first."""
    if caller.person is None:
        return []
    return [_mine(held, caller.person) for held in await site.house.store.held_by(caller.person)]


@get("/me")
async def about_me(site: Here, caller: Asks) -> Me:
    """Everything that is kept about whoever asks."""
    if caller.person is None:
        return Me(name=None, matches=[])
    held = await site.house.store.held_by(caller.person, EVERYTHING)
    return Me(
        name=await site.house.store.person(caller.person),
        matches=[_mine(match, caller.person) for match in held],
    )


@delete("/me", status_code=204)
async def forget_me(site: Here, caller: Asks) -> None:
    """Delete it: one's matches, where nobody else has a part in them, and one's name everywhere."""
    if caller.person is not None:
        await leaving.forget(site.house, caller.person)


@post("/join", status_code=200)
async def join(data: JSONBody[Join], site: Here, caller: Asks) -> Response[Joined]:
    """Sit down, or watch. A bot needs no cookie: it goes on with its seat's token."""
    if (data.token is None) == (data.code is None):
        raise Complaint(N_("Give either a token or a code."))
    if data.code is not None:
        site.codes.take(caller.address)
    person, cookies = (None, []) if data.bot else _known(caller)
    room, seat = await joining.join(
        site.house, person, caller.words, token=data.token, code=data.code, name=data.name, bot=data.bot
    )
    return Response(Joined(match=room.id, seat=seat), cookies=cookies)


@get(
    "/matches/{match:str}",
    responses={200: ResponseSpec(At, generate_examples=False, description="Where the match is.")},
)
async def look(match: MatchId, site: Here, caller: Asks, seq: Seq = 0) -> Response[Any]:
    """Where the match is, through one's own eyes, and what happened after entry `seq`."""
    room, who = await site.entered(match, caller)
    return ready(await room.since(seq, tuple(sorted(who.seats))))


@delete("/matches/{match:str}", status_code=204)
async def forget_match(match: MatchId, site: Here, caller: Asks) -> None:
    """Leave a match for good: it is deleted if nobody else has a part in it, else only one's name is."""
    room, _ = await site.entered(match, caller)
    if caller.person is None:
        raise NotYours
    await leaving.leave(room, caller.person)
    for ear in list(room.ears):
        if isinstance(ear, Client) and ear.person == caller.person:
            ear.hear(b"")


@post("/matches/{match:str}/seats/{seat:int}/link", status_code=201)
async def invite(match: MatchId, seat: FromPath[int], site: Here, caller: Asks) -> Link:
    """A new link for a seat, for the host; the old one opens nothing any more."""
    room, who = await site.entered(match, caller)
    key = await joining.invite(room, who, seat)
    token = key.token or ""
    return Link(seat, join_link(caller.base, token), token)


def join_link(base: str, token: str) -> str:
    """What comes behind # is not sent to any server, so that no log holds a token."""
    return f"{base}/#join={token}"


def watch_link(base: str, token: str) -> str:
    return f"{base}/#watch={token}"


def _known(caller: Caller) -> tuple[str, list[Cookie]]:
    """Who the caller is; one who has no cookie yet gets one."""
    if caller.person is not None:
        return caller.person, []
    person, cookie = new_person(caller.secure)
    return person, [cookie]


def _opened(opened: Opened, base: str) -> OpenedMatch:
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
        watch=Watch(link=watch_link(base, opened.watch), token=opened.watch),
    )


def _mine(held: Held, person: str) -> MyMatch:
    row, seats, mine = held
    mine = tuple(seat for seat in mine if seat != WATCHER)
    host = row.host == person
    return MyMatch(
        id=row.id,
        game=row.game,
        status=row.status,  # type: ignore[arg-type] # the store keeps no other words
        code=row.code if mine or host else None,  # who only watches is not to let others in
        created=row.created,
        changed=row.changed,
        seats=[MySeat(seat=seat.seat, kind=seat.kind, name=seat.name) for seat in seats],  # type: ignore[arg-type]
        mine=list(mine),
        host=host,
    )


ROUTES = (open_match, own_matches, about_me, forget_me, join, look, forget_match, invite)
