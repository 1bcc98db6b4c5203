"""Routes for a match in words: its set-up, its log, a space's neighbours, secrets, and typed actions."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from moleworks import speech
from moleworks.core.game import MAX_PLAYERS
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.matches import long_logs, review
from moleworks.matches.commands import SeatNumber
from moleworks.matches.long_logs import LoggedAction
from moleworks.replay.setup_data import SetupReply, setup_reply
from moleworks.speech.learned import newly_learned
from moleworks.speech.table_settings import has_notebook
from moleworks.web import narration
from moleworks.web.api.common import JSON, CallerDep, ContextDep, MatchId, SeatQuery, json_response


class SentenceReply(msgspec.Struct, frozen=True):
    """One sentence in the caller's language."""

    said: str


class SecretReply(msgspec.Struct, frozen=True):
    """What one seat knows and not everybody does."""

    said: list[str]
    view: dict[str, Any]


class UnderstandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action typed in plain words, such as "rod c3 d3"."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    seat: SeatNumber | None = None


class UnderstandReply(msgspec.Struct, frozen=True):
    """The name of the action, legal or not."""

    name: str


@get("/matches/{match:str}/setup")
async def setup(match: MatchId, context: ContextDep, caller: CallerDep) -> SetupReply:
    """The set-up, with the whole board, and the rules in short."""
    live, access = await context.enter(match, caller)
    return setup_reply(
        live.log.match,
        caller.words,
        sorted(access.seats),
        live.log.seq,
        host=access.host,
        names=narration.display_names(live, caller.words),
    )


MAX_TOLD_AT_ONCE = 40
"""Actions that are told in words on the event loop; more take longer than others should wait."""


@get(
    "/matches/{match:str}/said",
    responses={200: ResponseSpec(list[LoggedAction], generate_examples=False, description="The actions.")},
)
async def said(
    match: MatchId,
    context: ContextDep,
    caller: CallerDep,
    seat: SeatQuery = None,
) -> Response[Any]:
    """All actions in words: what everybody may know, or with a seat what it may know."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        names, log = narration.display_names(live, caller.words), live.log
        viewer = narration.told_seat(live, names, review.check_view_seat(live, access, seat))
        played, over = log.match.copy(), bool(log.outcome)
    if played.ply <= MAX_TOLD_AT_ONCE:
        return json_response(long_logs.told_actions(played, names, viewer, caller.words, over=over))
    told = await context.work_pool.run(
        caller.address,
        long_logs.told_actions_json,
        played.setup_data(),
        played.names,
        names,
        viewer,
        caller.words.code,
        over=over,
    )
    return Response(told, media_type=JSON)


@get("/matches/{match:str}/around")
async def around(
    match: MatchId,
    context: ContextDep,
    caller: CallerDep,
    space: Annotated[str, QueryParameter(min_length=1, max_length=40, description="Its name.")],
    seat: SeatQuery = None,
) -> SentenceReply:
    """What is around a space, in one sentence."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        names = narration.display_names(live, caller.words)
        viewer = narration.told_seat(live, names, review.check_view_seat(live, access, seat))
        game, state = live.log.match.game, live.log.state
        if space not in speech.places(game, state):
            raise Complaint(N_("There is no place {place} on this board."), place=space)
        neighbours = speech.neighbours(game, state, space, names, viewer, typed=False)
        return SentenceReply(caller.words.tell(neighbours))


@get("/matches/{match:str}/secret")
async def secret(
    match: MatchId,
    context: ContextDep,
    caller: CallerDep,
    seat: Annotated[int, QueryParameter(ge=0, lt=MAX_PLAYERS, description="One's own seat.")],
) -> SecretReply:
    """What this seat alone knows, for shared devices: asked for while that player looks.

    At a table without notebooks it is only what the seat has just learned.
    """
    live, access = await context.enter(match, caller)
    async with live.lock:
        viewer = review.check_secret_seat(live, access, seat)
        log, names = live.log, narration.display_names(live, caller.words)
        game, state = log.match.game, log.state
        if has_notebook(game.id, names):
            known = speech.notebook(game, state, names, viewer)
        else:
            known = newly_learned(log.match, names, viewer)
        secrets = [caller.words.tell(message) for message in known]
        return SecretReply(secrets, dict(game.view(state, narration.told_seat(live, names, viewer))))


@post("/matches/{match:str}/understand", status_code=200)
async def understand(
    match: MatchId, data: JSONBody[UnderstandRequest], context: ContextDep, caller: CallerDep
) -> UnderstandReply:
    """The name of an action typed in plain words; unknown words come back unchanged."""
    live, _ = await context.enter(match, caller)
    async with live.lock:
        log, names = live.log, narration.display_names(live, caller.words)
        return UnderstandReply(
            speech.understand(log.match.game, log.state, data.text, caller.words.code, names)
        )


@get("/begins")
async def begins(caller: CallerDep, game: FromQuery[str]) -> SentenceReply:
    """The question that finds who begins, as the rule sheet asks it."""
    return SentenceReply(caller.words.tell(speech.who_begins(GAMES[game])))


ROUTES = (setup, said, around, secret, understand, begins)
