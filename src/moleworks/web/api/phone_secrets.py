"""Routes that show a seat's secrets on a phone, while the seat plays at a shared device."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks.matches import phone_secrets
from moleworks.web.api.common import MatchId
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import post


class PeekLink(msgspec.Struct, frozen=True):
    """A link that shows a seat's secrets to one phone; it works once."""

    seat: int
    link: str


class PeekRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token in the link."""

    token: Annotated[str, Meta(max_length=100)]


class PeekReply(msgspec.Struct, frozen=True):
    """The seat whose secrets the phone sees, and its bearer token from now on."""

    seat: int
    token: str


@post("/matches/{match}/seats/{seat}/peek", status=201)
async def make_link(match: MatchId, seat: int, context: AppContext, caller: Caller) -> PeekLink:
    """Make a link to the secrets of one's own seat, for a phone; the link before stops working."""
    live, access = await context.enter(match, caller)
    token = await phone_secrets.create_link(live, access, seat)
    return PeekLink(seat, f"{caller.base}/#peek={match}.{token}")


@post("/matches/{match}/peek")
async def come(match: MatchId, data: PeekRequest, context: AppContext) -> PeekReply:
    """Use such a link on a phone. The phone gets no cookie: only the token identifies it."""
    return PeekReply(*await phone_secrets.use_link(await context.match_server.live_match(match), data.token))


ROUTES = (make_link, come)
