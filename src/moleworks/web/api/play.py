"""Routes to play by single requests, for bots and other clients without a WebSocket."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from moleworks.core.messages import Complaint
from moleworks.matches import client_messages
from moleworks.matches.apply_command import Repeated, Stale
from moleworks.matches.commands import AnyCommand
from moleworks.matches.message_types import AtMessage, SeatView, ServerMessage, TableMessage
from moleworks.web import narration, problems
from moleworks.web.api.common import CallerDep, ContextDep, MatchId, Seq, json_response
from moleworks.web.websocket import reply_to

Seats = Annotated[
    str,
    QueryParameter(description="Those of one's own seats through which one looks, such as 0,2; else all."),
]
InWords = Annotated[Literal["", "1"], QueryParameter(description="1: each `at` also comes in words.")]
Hidden = Annotated[
    narration.Hide,
    QueryParameter(
        description="With words=1. all: without secrets, for a device that several people share; "
        "old: a secret is sent only at the moment it is learned."
    ),
]


@post(
    "/matches/{match:str}/commands",
    status_code=200,
    responses={
        200: ResponseSpec(AtMessage, generate_examples=False, description="Done: where the match is now.")
    },
)
async def command(
    match: MatchId, data: JSONBody[AnyCommand], context: ContextDep, caller: CallerDep
) -> Response[Any]:
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
        return json_response(at)
    except Complaint as error:
        result = "refused"
        names = narration.display_names(live, caller.words)
        raise narration.table_complaint(error, live.log.match.game, names) from error
    finally:
        context.metrics.command(kind, result, began)
    return json_response(await reply_to(data, live, seats))


@get(
    "/matches/{match:str}/table",
    responses={200: ResponseSpec(TableMessage, generate_examples=False, description="The table.")},
)
async def table(match: MatchId, context: ContextDep, caller: CallerDep) -> Response[Any]:
    """Who is at the table, what is proposed, and how it ended."""
    live, _ = await context.enter(match, caller)
    return json_response(live.table())


@get(
    "/matches/{match:str}/legal",
    responses={200: ResponseSpec(list[SeatView], generate_examples=False, description="By seat.")},
)
async def legal(match: MatchId, context: ContextDep, caller: CallerDep) -> Response[Any]:
    """What each of one's own seats sees and may do."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        return json_response([client_messages.seat_view(live.log, seat) for seat in sorted(access.seats)])


@get(
    "/matches/{match:str}/live",
    responses={
        101: ResponseSpec(
            ServerMessage, generate_examples=False, description="What is sent, message by message."
        ),
        426: ResponseSpec(
            problems.Problem,
            generate_examples=False,
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
    raise HTTPException(status_code=426)


ROUTES = (command, table, legal, live)
