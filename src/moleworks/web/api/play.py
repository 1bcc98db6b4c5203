"""Routes to play by single requests, for bots and other clients without a WebSocket."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from msgspec import Meta

from moleworks.core.messages import Complaint
from moleworks.matches import client_messages
from moleworks.matches.apply_command import Repeated, Stale
from moleworks.matches.commands import AnyCommand
from moleworks.matches.message_types import AtMessage, SeatView, ServerMessage, TableMessage
from moleworks.web import narration, problems
from moleworks.web.api.common import MatchId, Seq
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import DocumentedReply, HttpError, Reply, get, json_reply, post
from moleworks.web.websocket import reply_to

Seats = Annotated[
    str,
    Meta(description="Those of one's own seats through which one looks, such as 0,2; else all."),
]
InWords = Annotated[Literal["", "1"], Meta(description="1: each `at` also comes in words.")]
Hidden = Annotated[
    narration.Hide,
    Meta(
        description="With words=1. all: without secrets, for a device that several people share; "
        "old: a secret is sent only at the moment it is learned."
    ),
]


@post(
    "/matches/{match}/commands",
    replies={200: DocumentedReply(AtMessage, description="Done: where the match is now.")},
)
async def command(match: MatchId, data: AnyCommand, context: AppContext, caller: Caller) -> Reply[Any]:
    """Do something at the table. What was sent before under the same `id` is not done twice."""
    live, access = await context.enter(match, caller)
    seats = tuple(sorted(access.seats))
    began, kind, result = time.perf_counter(), str(data.__struct_config__.tag), "done"
    try:
        await live.do(access, data)
    except (Stale, Repeated) as error:
        result = why = error.why
        at = await reply_to(data, live, seats, why)
        if isinstance(error, Stale):
            return problems.problem_response(problems.to_problem(error, caller.words, at))
        return json_reply(at)
    except Complaint as error:
        result = "refused"
        names = narration.display_names(live, caller.words, access.seats)
        raise narration.table_complaint(error, live.log.match.game, names) from error
    finally:
        context.metrics.command(kind, result, began)
    return json_reply(await reply_to(data, live, seats))


@get(
    "/matches/{match}/table",
    replies={200: DocumentedReply(TableMessage, description="The table.")},
)
async def table(match: MatchId, context: AppContext, caller: Caller) -> Reply[Any]:
    """Who is at the table, what is proposed, and how it ended."""
    live, _ = await context.enter(match, caller)
    return json_reply(live.table())


@get(
    "/matches/{match}/legal",
    replies={200: DocumentedReply(list[SeatView], description="By seat.")},
)
async def legal(match: MatchId, context: AppContext, caller: Caller) -> Reply[Any]:
    """What each of one's own seats sees and may do."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        return json_reply([client_messages.seat_view(live.log, seat) for seat in sorted(access.seats)])


@get(
    "/matches/{match}/live",
    replies={
        101: DocumentedReply(ServerMessage, description="What is sent, message by message."),
        426: DocumentedReply(
            problems.Problem,
            description="No WebSocket was asked for.",
            media_type=problems.MEDIA_TYPE,
        ),
    },
)
async def live(
    match: MatchId, seq: Seq = 0, seats: Seats = "", words: InWords = "", hide: Hidden = ""
) -> None:
    """The WebSocket of a match: commands in (as of `commands`), `at`, `table`, `emote` and `refused` out.

    First come `table`, and `at` with the news since `seq`. A client that can set no header offers the
    subprotocols `moleworks` and `moleworks.token.TOKEN`. Closed with 1012 it comes back soon, with 1013
    later; 1008: it sent too much.
    """
    raise HttpError(426)


ROUTES = (command, table, legal, live)
