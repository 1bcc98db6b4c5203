"""Playing by single requests, for bots and for who has no WebSocket."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from moleworks.games import Complaint
from moleworks.service import tidings
from moleworks.service.commands import AnyCommand
from moleworks.service.decisions import Repeated, Stale
from moleworks.web import problems, wording
from moleworks.web.api.common import Asks, Here, MatchId, Seq, ready
from moleworks.web.live import spliced
from moleworks.web.messages import At, Eye, Message, Table

Seats = Annotated[
    str,
    QueryParameter(description="Those of one's own seats through which one looks, such as 0,2; else all."),
]
InWords = Annotated[Literal["", "1"], QueryParameter(description="1: each `at` also comes in words.")]
Hidden = Annotated[
    wording.Hide,
    QueryParameter(
        description="With words=1. all: no secret is told, for a device that several people share; "
        "old: a secret is told only at the moment it is learned."
    ),
]


@post(
    "/matches/{match:str}/commands",
    status_code=200,
    responses={200: ResponseSpec(At, generate_examples=False, description="Done: where the match is now.")},
)
async def command(match: MatchId, data: JSONBody[AnyCommand], site: Here, caller: Asks) -> Response[Any]:
    """Do something at the table. What was sent before under the same `id` is not done twice."""
    room, who = await site.entered(match, caller)
    eyes = tuple(sorted(who.seats))
    began, kind, result = time.perf_counter(), type(data).__name__.lower(), "done"
    try:
        await room.do(who, data)
    except (Stale, Repeated) as error:
        result = "stale" if isinstance(error, Stale) else "repeated"
        at = spliced(await room.since(getattr(data, "seq", room.course.seq), eyes), data.id, result)
        if isinstance(error, Stale):
            return problems.answer(problems.told(error, caller.words, at))
        return ready(at)
    except Complaint as error:
        result = "refused"
        names = wording.called(room, caller.words)
        raise wording.reasoned(error, room.course.match.game, names) from error
    finally:
        site.counts.command(kind, result, began)
    return ready(spliced(await room.since(getattr(data, "seq", room.course.seq), eyes), data.id))


@get(
    "/matches/{match:str}/table",
    responses={200: ResponseSpec(Table, generate_examples=False, description="The table.")},
)
async def table(match: MatchId, site: Here, caller: Asks) -> Response[Any]:
    """Who is at the table, what is proposed, and how it ended."""
    room, _ = await site.entered(match, caller)
    return ready(tidings.encode(room.table()))


@get(
    "/matches/{match:str}/legal",
    responses={200: ResponseSpec(list[Eye], generate_examples=False, description="By seat.")},
)
async def legal(match: MatchId, site: Here, caller: Asks) -> Response[Any]:
    """What each of one's own seats sees and may do."""
    room, who = await site.entered(match, caller)
    async with room.lock:
        return ready(tidings.encode([tidings.seen(room.course, seat) for seat in sorted(who.seats)]))


@get(
    "/matches/{match:str}/live",
    responses={
        101: ResponseSpec(Message, generate_examples=False, description="What is sent, message by message."),
        426: ResponseSpec(
            problems.Problem,
            generate_examples=False,
            description="No WebSocket was asked for.",
            media_type=problems.MEDIA,
        ),
    },
)
async def live(
    match: MatchId, seq: Seq = 0, seats: Seats = "", words: InWords = "", hide: Hidden = ""
) -> None:
    """The WebSocket of a match: commands in (as of `commands`), `at`, `table`, `emote` and `refused` out.

    First come `table`, and `at` with the news since `seq`. A client that can set no header offers the
    subprotocols `moleworks` and `moleworks.token.TOKEN`. Closed with 1012 it comes back at once, with 1013
    later; 1008: it sent too much.
    """
    raise HTTPException(status_code=426)


ROUTES = (command, table, legal, live)
