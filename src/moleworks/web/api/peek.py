"""A seat's secrets on a phone, while the seat is played at a device that others share."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from moleworks.service import peeking
from moleworks.web.api.common import Asks, Here, MatchId


class PeekLink(msgspec.Struct, frozen=True):
    """A link that lets one phone see a seat's secrets; it is good once."""

    seat: int
    link: str


class Come(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link holds behind the match."""

    token: Annotated[str, Meta(max_length=100)]


class Phone(msgspec.Struct, frozen=True):
    """The seat whose secrets the phone sees, and the token that it shows from now on (Bearer)."""

    seat: int
    token: str


@post("/matches/{match:str}/seats/{seat:int}/peek", status_code=201)
async def make_link(match: MatchId, seat: FromPath[int], site: Here, caller: Asks) -> PeekLink:
    """A link to one's own seat's secrets, for one's own phone; the one before opens nothing any more."""
    room, who = await site.entered(match, caller)
    token = await peeking.link(room, who, seat)
    return PeekLink(seat, f"{caller.base}/#peek={match}.{token}")


@post("/matches/{match:str}/peek", status_code=200)
async def come(match: MatchId, data: JSONBody[Come], site: Here) -> Phone:
    """A phone comes by such a link. It gets no cookie: the token is all that makes it known."""
    return Phone(*await peeking.come(await site.house.room(match), data.token))


ROUTES = (make_link, come)
