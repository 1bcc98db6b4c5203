"""What the page needs besides the moment: the set-up, the log in words, what is around, what was meant."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from moleworks import boards, speech
from moleworks.games import GAMES, Complaint
from moleworks.games.game import N_
from moleworks.record import Match
from moleworks.service import looking
from moleworks.service.commands import SeatNumber
from moleworks.speech.places import places
from moleworks.texts import Language
from moleworks.web import wording
from moleworks.web.api.common import Asks, Here, MatchId

SeatAsked = Annotated[int | None, QueryParameter(ge=0, le=3, description="Through whose eyes.")]


class Agreed(msgspec.Struct, frozen=True):
    """What was agreed before the first action, with the whole board; `seats` are one's own, `seq` is now.

    `host`: whether the match is one's own to invite others to.
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


class Told(msgspec.Struct, frozen=True):
    """An action of the match in words; no name, if not all may hear of it."""

    ply: int
    seat: int | None
    name: str | None
    said: list[str]


class Sentence(msgspec.Struct, frozen=True):
    said: str


class Secret(msgspec.Struct, frozen=True):
    """What one seat knows and not everybody does."""

    said: list[str]
    view: dict[str, Any]


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Plain words for an action, such as "rod c3 d3"."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    seat: SeatNumber | None = None


class Meant(msgspec.Struct, frozen=True):
    """The name of the action that is meant, legal or not."""

    name: str


@get("/matches/{match:str}/setup")
async def setup(match: MatchId, site: Here, caller: Asks) -> Agreed:
    """What was agreed before the first action, with the whole board, and the rules in short."""
    room, who = await site.entered(match, caller)
    return agreed(room.course.match, caller.words, sorted(who.seats), room.course.seq, host=who.host)


def agreed(match: Match, words: Language, seats: list[int], seq: int, *, host: bool = False) -> Agreed:
    """A set-up in words, for who has these seats."""
    game, setup = match.game, match.setup
    return Agreed(
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
    site: Here,
    caller: Asks,
    seat: SeatAsked = None,
) -> list[Told]:
    """Everything that was played, in words: what everybody may know, or with a seat what it may."""
    room, who = await site.entered(match, caller)
    async with room.lock:
        seen = looking.eyes(room, who, seat)
        names = wording.called(room, caller.words)
        return [Told(**told) for told in wording.log(room.course, names, seen, caller.words)]


@get("/matches/{match:str}/around")
async def around(
    match: MatchId,
    site: Here,
    caller: Asks,
    space: Annotated[str, QueryParameter(min_length=1, max_length=40, description="Its name.")],
    seat: SeatAsked = None,
) -> Sentence:
    """What is around a space, in one sentence."""
    room, who = await site.entered(match, caller)
    async with room.lock:
        seen = looking.eyes(room, who, seat)
        game, state = room.course.match.game, room.course.state
        if space not in places(game, state):
            raise Complaint(N_("There is no place {place} on this board."), place=space)
        told = speech.neighbours(game, state, space, wording.called(room, caller.words), seen)
        return Sentence(caller.words.tell(told))


@get("/matches/{match:str}/secret")
async def secret(
    match: MatchId,
    site: Here,
    caller: Asks,
    seat: Annotated[int, QueryParameter(ge=0, le=3, description="One's own seat.")],
) -> Secret:
    """What this seat alone knows; for devices that several people share, asked for while they look."""
    room, who = await site.entered(match, caller)
    async with room.lock:
        seen = looking.secrets(room, who, seat)
        course, names = room.course, wording.called(room, caller.words)
        game, state = course.match.game, course.state
        told = [caller.words.tell(message) for message in speech.notebook(game, state, names, seen)]
        return Secret(told, game.view(state, seen))


@post("/matches/{match:str}/understand", status_code=200)
async def understand(match: MatchId, data: JSONBody[Spoken], site: Here, caller: Asks) -> Meant:
    """The name of the action that is meant by plain words; what is not understood comes back as it was."""
    room, _ = await site.entered(match, caller)
    async with room.lock:
        course = room.course
        return Meant(speech.understand(course.match.game, course.state, data.text, caller.words.code))


@get("/begins")
async def begins(caller: Asks, game: FromQuery[str]) -> Sentence:
    """The question that finds who begins, as the rule sheet asks it."""
    if game not in GAMES:
        raise Complaint(
            N_("There is no game {game}; there are {known}."), game=game[:40], known=", ".join(GAMES)
        )
    return Sentence(caller.words.tell(speech.who_begins(GAMES[game])))


ROUTES = (setup, said, around, secret, understand, begins)
