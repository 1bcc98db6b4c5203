"""Routes to look at a match: hints, analyses, records, replays, and the position in plain words."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from moleworks import speech
from moleworks.core.messages import N_, Complaint
from moleworks.matches import review, story
from moleworks.matches.access import Access
from moleworks.matches.commands import SeatNumber
from moleworks.matches.live import LiveMatch
from moleworks.replay.analysis_data import AnalysisReply, analysis_data
from moleworks.replay.record_data import PositionDescription, describe_position
from moleworks.web import narration
from moleworks.web.api.common import MatchId, SeatQuery, run_while_connected
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import DocumentedReply, Reply, Request, get, json_reply, post

MAX_POSITIONS, POSITIONS_AT_ONCE = 500, 100
"""The most positions in one reply, and in one step on the event loop."""


class HintRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many lines of advice, and for which of one's seats."""

    seat: SeatNumber | None = None
    lines: Annotated[int, Meta(ge=1, le=5)] = 3


class HintLine(msgspec.Struct, frozen=True):
    """An action, its value for the seat, the expected line after it, and why."""

    action: str
    said: str
    value: float
    worth: str
    line: list[str]
    why: str


class Hint(msgspec.Struct, frozen=True):
    """The best actions first."""

    lines: list[HintLine]


class ReplayStep(msgspec.Struct, frozen=True):
    """A position, and the action that led there; none if it is a secret, or at the start."""

    ply: int
    name: str | None
    view: dict[str, Any]


class ActionText(msgspec.Struct, frozen=True):
    """An action, and what it is in words."""

    name: str
    said: str


class PositionText(msgspec.Struct, frozen=True):
    """The position in plain words and drawn with letters."""

    ask: str
    said: list[str]
    drawing: list[str]
    actions: list[ActionText]


@post("/matches/{match}/hint")
async def hint(
    match: MatchId,
    data: HintRequest,
    context: AppContext,
    caller: Caller,
    request: Request,
) -> Hint:
    """What the strongest computer would do in place of the seat to act, if that is one's own."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        knowledge = review.hint_knowledge(live, access, data.seat)
        game, state, names = (
            live.log.match.game,
            live.log.state,
            narration.display_names(live, caller.words, access.seats),
        )
    context.hint_limit.enter(caller.address)
    try:
        lines = min(data.lines, len(game.legal(state)))
        search = context.match_server.engine_pool.advice(knowledge, review.HINT_LEVEL, lines, caller.address)
        advice = await run_while_connected(request, search)
    finally:
        context.hint_limit.leave(caller.address)
    tell = caller.words.tell
    return Hint(
        [
            HintLine(
                line.action,
                tell(speech.action(game, state, line.action, names)),
                line.value,
                tell(speech.value(game.id, knowledge.view, line.value, proven=line.proven)),
                list(line.line),
                tell(speech.with_player_names(line.why, names)),
            )
            for line in advice.lines
        ]
    )


@get("/matches/{match}/analysis")
async def analysis(match: MatchId, context: AppContext, caller: Caller) -> AnalysisReply:
    """The analysis of a finished match: the value of each action, better ones, and luck."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        text = review.record_text(live) if live.log.outcome else None
    if text is None:
        raise Complaint(N_("An analysis is made once the match is over."))
    if not live.log.match.ply:
        raise Complaint(N_("Nothing has been played yet."))
    found = context.analyses.get(live.id, text, caller.address)
    if isinstance(found, float):
        return AnalysisReply(done=min(found, 0.999))
    await story.keep_analysis(context.match_server, caller.person, live.id, found)
    return analysis_data(found, caller.words, narration.display_names(live, caller.words, access.seats))


@get(
    "/matches/{match}/record",
    replies={200: DocumentedReply(str, description="The record.", media_type="text/plain")},
)
async def record(match: MatchId, context: AppContext, caller: Caller, seat: SeatQuery = None) -> Reply[Any]:
    """The match as a text record; while it hides something, what one's own seat knows of it as JSON."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        text = review.record_text(live)
        if text is None:
            return json_reply(review.redacted_record(live.log, _view_seat(live, access, seat)))
    name = f'attachment; filename="{live.log.match.game.id}.txt"'
    return Reply(text, media_type="text/plain", headers={"content-disposition": name})


@get("/matches/{match}/replay")
async def replay(
    match: MatchId,
    context: AppContext,
    caller: Caller,
    seat: SeatQuery = None,
    first: Annotated[int, Meta(ge=0, le=10**6, description="The number of the first position.")] = 0,
) -> list[ReplayStep]:
    """The match position by position, as a seat saw it; of other seats only once it is over.

    A reply has at most 500 positions: ask for the next ones by `first`.
    """
    live, access = await context.enter(match, caller)
    async with live.lock:
        names = narration.display_names(live, caller.words, access.seats)
        viewer, log = narration.told_seat(live, names, _view_seat(live, access, seat)), live.log.copy()
    steps: list[ReplayStep] = []
    for start in range(first, first + MAX_POSITIONS, POSITIONS_AT_ONCE):
        found = review.replay_positions(log, viewer, start, POSITIONS_AT_ONCE)
        steps += [ReplayStep(**step) for step in found]
        await asyncio.sleep(0)  # others may be waiting
    return steps


@get("/matches/{match}/position")
async def position(
    match: MatchId,
    context: AppContext,
    caller: Caller,
    ply: Annotated[int, Meta(ge=0, le=10**6, description="How many actions came before it.")],
    seat: SeatQuery = None,
) -> PositionDescription:
    """One position of a match in plain words, as a seat saw it; of other seats only once it is over."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        played, words = live.log.match, caller.words
        names = narration.display_names(live, words, access.seats)
        viewer = narration.told_seat(live, names, _view_seat(live, access, seat))
        if ply > played.ply:
            raise Complaint(N_("The record ends before that."))
        return describe_position(played.game, played.before(ply), words, names, viewer)


@get("/matches/{match}/text")
async def text(match: MatchId, context: AppContext, caller: Caller, seat: SeatQuery = None) -> PositionText:
    """The position in plain words, as a screen reader wants it, and drawn with letters."""
    try:
        from moleworks.terminal.drawing import picture  # noqa: PLC0415 - it needs Rich; a browser does without
    except ModuleNotFoundError:
        raise Complaint(N_("Boards are drawn with letters by a Moleworks server only.")) from None

    live, access = await context.enter(match, caller)
    tell = caller.words.tell
    async with live.lock:
        log, names = live.log, narration.display_names(live, caller.words, access.seats)
        viewer = narration.told_seat(live, names, _view_seat(live, access, seat))
        game, state = log.match.game, log.state
        legal = game.legal(state) if log.actor is not None and log.actor in access.seats else ()
        actions = [game.name(state, action) for action in legal]
        return PositionText(
            ask=tell(narration.prompt(log, names)),
            said=[tell(message) for message in speech.position(game, state, names, viewer)],
            drawing=[line.plain for line in picture(log.match, state, viewer, names)],
            actions=[ActionText(name, tell(speech.action(game, state, name, names))) for name in actions],
        )


def _view_seat(live: LiveMatch, access: Access, seat: int | None) -> int | None:
    """The seat asked for, or one's only seat."""
    if seat is None and len(access.seats) == 1:
        return next(iter(access.seats))
    return review.check_view_seat(live, access, seat)


ROUTES = (hint, analysis, record, replay, position, text)
