"""Looking beyond the moment: hints, records, replays, analyses, and everything in plain words."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from moleworks import speech
from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.service import analyses, looking, tidings
from moleworks.service.commands import SeatNumber
from moleworks.service.room import Room, Who
from moleworks.terminal.draw import picture
from moleworks.web import wording
from moleworks.web.api.common import Asks, Here, MatchId, as_long_as_awaited, ready
from moleworks.web.messages import AnalysisTold

SeatAsked = Annotated[int | None, QueryParameter(ge=0, le=3, description="Through whose eyes.")]
POSITIONS = 500
"""So many are told at once."""


class HintAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many lines of advice are wanted, and for which of one's seats."""

    seat: SeatNumber | None = None
    lines: Annotated[int, Meta(ge=1, le=5)] = 3


class HintLine(msgspec.Struct, frozen=True):
    """An action, what it is worth to the seat, what may follow it, and why."""

    action: str
    said: str
    value: float
    worth: str
    line: list[str]
    why: str


class Hint(msgspec.Struct, frozen=True):
    """The best actions first."""

    lines: list[HintLine]


class Step(msgspec.Struct, frozen=True):
    """A position, and the action that led there; none if not all may know it, or nothing did."""

    ply: int
    name: str | None
    view: dict[str, Any]


class Worded(msgspec.Struct, frozen=True):
    """An action, and what it is in words."""

    name: str
    said: str


class Words(msgspec.Struct, frozen=True):
    """The position in plain words and as a drawing of letters."""

    ask: str
    said: list[str]
    drawing: list[str]
    actions: list[Worded]


@post("/matches/{match:str}/hint", status_code=200)
async def hint(
    match: MatchId, data: JSONBody[HintAsked], site: Here, caller: Asks, request: Request[Any, Any, Any]
) -> Hint:
    """What the strongest computer would do in place of the seat to act, if that is one's own."""
    room, who = await site.entered(match, caller)
    async with room.lock:
        sight = looking.advice_for(room, who, data.seat)
        game, state, names = room.course.match.game, room.course.state, wording.called(room, caller.words)
    site.hints.enter(caller.address)
    try:
        lines = min(data.lines, len(game.legal(state)))
        thinking = site.house.thinkers.advice(sight, looking.HINTS, lines)
        advice = await as_long_as_awaited(request, thinking)
    finally:
        site.hints.leave(caller.address)
    tell = caller.words.tell
    return Hint(
        [
            HintLine(
                line.action,
                tell(speech.action(game, state, line.action)),
                line.value,
                tell(speech.worth(sight.view, line.value, proven=advice.searched.exact and number == 0)),
                list(line.line),
                tell(speech.named(line.why, names)),
            )
            for number, line in enumerate(advice.lines)
        ]
    )


@get(
    "/matches/{match:str}/analysis",
    responses={200: ResponseSpec(AnalysisTold, generate_examples=False, description="Ready if `done` is 1.")},
)
async def analysis(match: MatchId, site: Here, caller: Asks) -> Response[Any]:
    """What each action of a match that is over was worth, what was better, and what was luck."""
    room, _ = await site.entered(match, caller)
    async with room.lock:
        text = looking.record(room) if room.course.outcome else None
    if text is None:
        raise Complaint(N_("An analysis is made once the match is over."))
    if not room.course.match.ply:
        raise Complaint(N_("Nothing has been played yet."))
    found = site.analyses.of(room.id, text, caller.address)
    if isinstance(found, float):
        return ready(tidings.encode({"done": min(found, 0.999)}))
    return ready(tidings.encode(analyses.told(found, caller.words, wording.called(room, caller.words))))


@get(
    "/matches/{match:str}/record",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="The record.", media_type="text/plain")
    },
)
async def record(match: MatchId, site: Here, caller: Asks, seat: SeatAsked = None) -> Response[Any]:
    """The match as a text record; while it hides something, what one's own seat knows of it as JSON."""
    room, who = await site.entered(match, caller)
    async with room.lock:
        text = looking.record(room)
        if text is None:
            return ready(tidings.encode(looking.heard(room.course, _own(room, who, seat))))
    name = f'attachment; filename="{room.course.match.game.id}.txt"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


@get("/matches/{match:str}/replay")
async def replay(
    match: MatchId,
    site: Here,
    caller: Asks,
    seat: SeatAsked = None,
    first: Annotated[int, QueryParameter(ge=0, le=10**6, description="The first position wanted.")] = 0,
) -> list[Step]:
    """The match position by position, through a seat's eyes; others' eyes only once it is over.

    At most 500 positions are told at once: ask for the next ones by `first`.
    """
    room, who = await site.entered(match, caller)
    async with room.lock:
        seen = _own(room, who, seat)
        return [Step(**step) for step in looking.replay(room.course, seen, first, POSITIONS)]


@get("/matches/{match:str}/text")
async def text(match: MatchId, site: Here, caller: Asks, seat: SeatAsked = None) -> Words:
    """The position in plain words, as a screen reader wants it, and drawn with letters."""
    room, who = await site.entered(match, caller)
    tell = caller.words.tell
    async with room.lock:
        seen = _own(room, who, seat)
        course, names = room.course, wording.called(room, caller.words)
        game, state = course.match.game, course.state
        legal = game.legal(state) if course.actor is not None and course.actor in who.seats else ()
        actions = [game.name(state, action) for action in legal]
        return Words(
            ask=tell(wording.asked(course, names)),
            said=[tell(message) for message in speech.position(game, state, names, seen)],
            drawing=[line.plain for line in picture(course.match, state, seen)],
            actions=[Worded(name, tell(speech.action(game, state, name))) for name in actions],
        )


def _own(room: Room, who: Who, seat: int | None) -> int | None:
    """The seat that is asked for, else one's only one."""
    if seat is None and len(who.seats) == 1:
        return next(iter(who.seats))
    return looking.eyes(room, who, seat)


ROUTES = (hint, analysis, record, replay, text)
