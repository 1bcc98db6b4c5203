"""Routes for a match in words: set-up, log, neighbours of a space, secrets, typed actions and questions."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from moleworks import answers, speech
from moleworks.answers import Asked
from moleworks.core.game import MAX_PLAYERS
from moleworks.core.messages import N_, Complaint, Malformed
from moleworks.core.registry import GAMES
from moleworks.matches import long_logs, review
from moleworks.matches.commands import SeatNumber
from moleworks.matches.long_logs import LoggedAction
from moleworks.replay.setup_data import SetupReply, setup_reply
from moleworks.speech import questions
from moleworks.speech.learned import newly_learned
from moleworks.speech.table_settings import has_notebook
from moleworks.web import narration
from moleworks.web.api.common import MatchId, SeatQuery
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import JSON, DocumentedReply, Reply, get, json_reply, post


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


class AskRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question or an action in plain words, such as "around c3" or "rod c3 d3"."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    seat: SeatNumber | None = None
    """One's own seat, through which one looks."""


class AskReply(msgspec.Struct, frozen=True):
    """The sentences of an answer; or none, and the name of the action, legal or not."""

    said: list[str]
    action: str | None = None


@get("/matches/{match}/setup")
async def setup(match: MatchId, context: AppContext, caller: Caller) -> SetupReply:
    """The set-up, with the whole board, and the rules in short."""
    live, access = await context.enter(match, caller)
    return setup_reply(
        live.log.match,
        caller.words,
        sorted(access.seats),
        live.log.seq,
        host=access.host,
        names=narration.display_names(live, caller.words, access.seats),
    )


MAX_TOLD_AT_ONCE = 40
"""Actions that are told in words on the event loop; more take longer than others should wait."""


@get(
    "/matches/{match}/said",
    replies={200: DocumentedReply(list[LoggedAction], description="The actions.")},
)
async def said(
    match: MatchId,
    context: AppContext,
    caller: Caller,
    seat: SeatQuery = None,
) -> Reply[Any]:
    """All actions in words: what everybody may know, or with a seat what it may know."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        names, log = narration.display_names(live, caller.words, access.seats), live.log
        viewer = narration.told_seat(live, names, review.check_view_seat(live, access, seat))
        played, over = log.match.copy(), bool(log.outcome)
    if played.ply <= MAX_TOLD_AT_ONCE:
        return json_reply(long_logs.told_actions(played, names, viewer, caller.words, over=over))
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
    return Reply(told, media_type=JSON)


@get("/matches/{match}/around")
async def around(
    match: MatchId,
    context: AppContext,
    caller: Caller,
    space: Annotated[str, Meta(min_length=1, max_length=40, description="Its name.")],
    seat: SeatQuery = None,
) -> SentenceReply:
    """What is around a space, in one sentence."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        names = narration.display_names(live, caller.words, access.seats)
        viewer = narration.told_seat(live, names, review.check_view_seat(live, access, seat))
        game, state = live.log.match.game, live.log.state
        if space not in speech.places(game, state):
            raise Complaint(N_("There is no place {place} on this board."), place=space)
        neighbours = speech.neighbours(game, state, space, names, viewer, typed=False)
        return SentenceReply(caller.words.tell(neighbours))


@get("/matches/{match}/secret")
async def secret(
    match: MatchId,
    context: AppContext,
    caller: Caller,
    seat: Annotated[int, Meta(ge=0, lt=MAX_PLAYERS, description="One's own seat.")],
) -> SecretReply:
    """What this seat alone knows, for shared devices: asked for while that player looks.

    At a table without notebooks it is only what the seat has just learned.
    """
    live, access = await context.enter(match, caller)
    async with live.lock:
        viewer = review.check_secret_seat(live, access, seat)
        log, names = live.log, narration.display_names(live, caller.words, access.seats)
        game, state = log.match.game, log.state
        if has_notebook(game.id, names):
            known = speech.notebook(game, state, names, viewer)
        else:
            known = newly_learned(log.match, names, viewer)
        secrets = [caller.words.tell(message) for message in known]
        return SecretReply(secrets, dict(game.view(state, narration.told_seat(live, names, viewer))))


@post("/matches/{match}/understand")
async def understand(
    match: MatchId, data: UnderstandRequest, context: AppContext, caller: Caller
) -> UnderstandReply:
    """The name of an action typed in plain words; unknown words come back unchanged."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        log, names = live.log, narration.display_names(live, caller.words, access.seats)
        return UnderstandReply(
            speech.understand(log.match.game, log.state, data.text, caller.words.code, names)
        )


@post("/matches/{match}/ask")
async def ask(match: MatchId, data: AskRequest, context: AppContext, caller: Caller) -> AskReply:
    """The answer to a question in plain words, from what this caller may know; or the action that was meant.

    `{"text": "help"}` tells what can be asked. Without a seat only what everybody may know is told.
    """
    live, access = await context.enter(match, caller)
    async with live.lock:
        log, names = live.log, narration.display_names(live, caller.words, access.seats)
        seat = review.check_view_seat(live, access, data.seat)
        asked = Asked(
            log.match,
            names,
            caller.words,
            seat,
            narration.told_seat(live, names, seat),
            acts=log.actor in access.seats,
            ended=narration.prompt(log, names) if log.ending else None,
        )
        question = questions.parse(data.text, caller.words.code)
        if question is not None:
            return AskReply([caller.words.tell(message) for message in answers.answer(asked, *question)])
        try:
            return AskReply([], answers.action_name(asked, data.text.strip()))
        except Malformed as error:
            raise answers.not_understood(asked, data.text) from error


@get("/begins")
async def begins(caller: Caller, game: str) -> SentenceReply:
    """The question that finds who begins, as the rule sheet asks it."""
    return SentenceReply(caller.words.tell(speech.who_begins(GAMES[game])))


ROUTES = (setup, said, around, secret, understand, ask, begins)
