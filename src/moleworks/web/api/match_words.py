"""Routes for a match in words: its set-up, its log, a space's neighbours, secrets, and typed actions."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from moleworks import boards, speech
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.matches import review
from moleworks.matches.commands import SeatNumber
from moleworks.record import Match
from moleworks.texts import Language
from moleworks.web import narration
from moleworks.web.api.common import CallerDep, ContextDep, MatchId, SeatQuery


class SetupReply(msgspec.Struct, frozen=True):
    """The set-up of a match, with the whole board; `seats` are one's own, `seq` is the last entry.

    `host`: whether one may invite others.
    """

    game: str
    title: str
    players: int
    preset: str
    options: dict[str, bool | int | str]
    board: dict[str, Any]
    rotations: list[int] | None
    rules: list[str]
    seats: list[int]
    host: bool
    seq: int


class LoggedAction(msgspec.Struct, frozen=True):
    """An action of the match in words; without its name, if that is a secret."""

    ply: int
    seat: int | None
    name: str | None
    said: list[str]


class SentenceReply(msgspec.Struct, frozen=True):
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
    return setup_reply(live.log.match, caller.words, sorted(access.seats), live.log.seq, host=access.host)


def setup_reply(
    match: Match, words: Language, seats: list[int], seq: int, *, host: bool = False
) -> SetupReply:
    """The set-up of a match, for a client with these seats."""
    game, setup = match.game, match.setup
    return SetupReply(
        game=setup.game,
        title=game.title,
        players=setup.players,
        preset=setup.preset,
        options=dict(setup.options),
        board=boards.data(setup.game, setup.board),
        rotations=None if setup.rotations is None else list(setup.rotations),
        rules=[words.tell(message) for message in speech.rules(game, setup)],
        seats=seats,
        host=host,
        seq=seq,
    )


@get("/matches/{match:str}/said")
async def said(
    match: MatchId,
    context: ContextDep,
    caller: CallerDep,
    seat: SeatQuery = None,
) -> list[LoggedAction]:
    """All actions in words: what everybody may know, or with a seat what it may know."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        viewer = review.check_view_seat(live, access, seat)
        names = narration.display_names(live, caller.words)
        return [
            LoggedAction(**action) for action in narration.log_in_words(live.log, names, viewer, caller.words)
        ]


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
        viewer = review.check_view_seat(live, access, seat)
        game, state = live.log.match.game, live.log.state
        if space not in speech.places(game, state):
            raise Complaint(N_("There is no place {place} on this board."), place=space)
        neighbours = speech.neighbours(
            game, state, space, narration.display_names(live, caller.words), viewer
        )
        return SentenceReply(caller.words.tell(neighbours))


@get("/matches/{match:str}/secret")
async def secret(
    match: MatchId,
    context: ContextDep,
    caller: CallerDep,
    seat: Annotated[int, QueryParameter(ge=0, le=3, description="One's own seat.")],
) -> SecretReply:
    """What this seat alone knows, for shared devices: asked for while that player looks."""
    live, access = await context.enter(match, caller)
    async with live.lock:
        viewer = review.check_secret_seat(live, access, seat)
        log, names = live.log, narration.display_names(live, caller.words)
        game, state = log.match.game, log.state
        secrets = [caller.words.tell(message) for message in speech.notebook(game, state, names, viewer)]
        return SecretReply(secrets, dict(game.view(state, viewer)))


@post("/matches/{match:str}/understand", status_code=200)
async def understand(
    match: MatchId, data: JSONBody[UnderstandRequest], context: ContextDep, caller: CallerDep
) -> UnderstandReply:
    """The name of an action typed in plain words; unknown words come back unchanged."""
    live, _ = await context.enter(match, caller)
    async with live.lock:
        log = live.log
        return UnderstandReply(speech.understand(log.match.game, log.state, data.text, caller.words.code))


@get("/begins")
async def begins(caller: CallerDep, game: FromQuery[str]) -> SentenceReply:
    """The question that finds who begins, as the rule sheet asks it."""
    return SentenceReply(caller.words.tell(speech.who_begins(GAMES[game])))


ROUTES = (setup, said, around, secret, understand, begins)
