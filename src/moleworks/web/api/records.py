"""Records that somebody brings along, looked at in pictures and words, and analysed; nothing is kept."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from moleworks import speech
from moleworks.games import Complaint, Game
from moleworks.games.game import N_
from moleworks.record import Match, Record, read
from moleworks.record.match import CannotPlay
from moleworks.service import analyses, tidings
from moleworks.service.commands import SeatNumber
from moleworks.speech.names import default_names, is_computer, seat_names, seat_of, unmarked
from moleworks.texts import Language
from moleworks.web.api.after import POSITIONS
from moleworks.web.api.common import Asks, Here, ready
from moleworks.web.api.words import Agreed, agreed
from moleworks.web.messages import AnalysisTold

LONGEST_ANALYSED = 2_000
"""Actions; more would keep others waiting for hours."""
MOST_LINES, LONGEST_LINE = 200, 60
EXAMPLE = """\
[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=2"]
[Board "patch"]
[Players "2"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1"]

1. c3 2. a1|b1 3. c4 *
"""

Text = Annotated[
    str,
    Meta(min_length=1, description="The whole text of the record.", extra_json_schema={"example": EXAMPLE}),
]
Ply = Annotated[int, Meta(ge=0, le=10**6, extra_json_schema={"example": 1})]
Eyes = SeatNumber | None


class Brought(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record, and through whose eyes it is looked at: a seat's, everybody's, or (`open`) all together."""

    record: Text
    seat: Eyes = None
    open: bool = False


class Leafed(Brought, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first position that is wanted."""

    first: Ply = 0


class Placed(Brought, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One position: how many actions came before it."""

    ply: Ply


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Actions that might have been played, after so many of those that were."""

    ply: Ply
    line: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=LONGEST_LINE)]


class Varied(Brought, frozen=True, kw_only=True, forbid_unknown_fields=True):
    lines: Annotated[list[Variation], Meta(max_length=MOST_LINES)]


class Analysed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record to be analysed."""

    record: Text


class Position(msgspec.Struct, frozen=True):
    """What is seen after an action, the action, whose turn it belonged to, and what it did in words."""

    ply: int
    name: str | None
    seat: int | None
    view: dict[str, Any]
    said: list[str]


class Story(msgspec.Struct, frozen=True):
    """A record to look at; `over` if the game itself came to its end, `ply` is the last position there is.

    `levels`: how well a computer played there, where the record says that one did.
    """

    setup: Agreed
    names: list[str]
    levels: list[int | None]
    over: bool
    ply: int
    steps: list[Position]


class Described(msgspec.Struct, frozen=True):
    """A position in words: what is to be done, and the whole of it."""

    ask: str
    said: list[str]


class Told(msgspec.Struct, frozen=True):
    """A variation: its first action in words, and what comes of it, as far as chance has no part in it."""

    ply: int
    action: str
    steps: list[Position]


class Teller:
    """A record through somebody's eyes, in their language."""

    def __init__(self, record: Record, wish: Brought, words: Language) -> None:
        self.match, self.words = record.match, words
        players = self.match.setup.players
        if wish.seat is not None and wish.seat >= players:
            raise Complaint(N_("There is no seat {seat} at this table."), seat=wish.seat)
        self.seat, self.open = wish.seat, wish.open
        self.names = called(record, words)
        self.tags = record.seats or self.names

    def view(self, state: Any) -> dict[str, Any]:
        game = self.match.game
        if not self.open:
            return game.view(state, self.seat)
        everybody = (None, *range(self.match.setup.players))
        seen: dict[str, Any] = together([game.view(state, seat) for seat in everybody])
        return seen

    def step(self, match: Match, ply: int) -> Position:
        game: Game[Any] = match.game
        after = match.before(ply)
        if not ply:
            return Position(0, None, None, self.view(after), [])
        before, name = match.before(ply - 1), match.names[ply - 1]
        told = speech.tell(game, before, name, after, self.names, self.seat)
        said = [self.words.tell(message) for message in told]
        return Position(ply, name, game.mover(before), self.view(after), said)

    def story(self, first: int) -> Story:
        match = self.match
        last = min(match.ply + 1, first + POSITIONS)
        return Story(
            agreed(match, self.words, [], match.ply),
            list(self.names),
            [seat_of(name).level for name in self.tags],
            match.game.outcome(match.state) is not None,
            match.ply,
            [self.step(match, ply) for ply in range(first, last)],
        )

    def variation(self, wish: Variation) -> Told:
        match = self._until(wish.ply)
        game, tell = match.game, self.words.tell
        action = tell(speech.action(game, match.state, wish.line[0])) if wish.line else ""
        for name in wish.line:
            try:
                match.play([name])
            except CannotPlay:
                break
        steps = [self.step(match, ply) for ply in range(wish.ply + 1, match.ply + 1)]
        return Told(wish.ply, action if steps else "", steps)

    def described(self, ply: int) -> Described:
        match = self._until(ply)
        game, state, tell = match.game, match.state, self.words.tell
        position = speech.position(game, state, self.names, self.seat)
        return Described(tell(speech.ask(game, state, self.names)), [tell(message) for message in position])

    def _until(self, ply: int) -> Match:
        """The match as it was after so many actions."""
        if ply > self.match.ply:
            raise Complaint(N_("The record ends before that."))
        match = self.match.copy()
        if ply < match.ply:
            match.undo(match.ply - ply)
        return match


@post("/records", status_code=200)
async def story(data: JSONBody[Leafed], caller: Asks) -> Story:
    """A record position by position, from the first one that is wanted."""
    return await asyncio.to_thread(lambda: Teller(read(data.record), data, caller.words).story(data.first))


@post("/records/position", status_code=200)
async def position(data: JSONBody[Placed], caller: Asks) -> Described:
    """One position of a record in plain words."""
    return await asyncio.to_thread(lambda: Teller(read(data.record), data, caller.words).described(data.ply))


@post("/records/lines", status_code=200)
async def lines(data: JSONBody[Varied], caller: Asks) -> list[Told]:
    """What might have been played instead, to be shown on the board."""

    def told() -> list[Told]:
        teller = Teller(read(data.record), data, caller.words)
        return [teller.variation(wish) for wish in data.lines]

    return await asyncio.to_thread(told)


@post(
    "/records/analysis",
    status_code=200,
    responses={200: ResponseSpec(AnalysisTold, generate_examples=False, description="Ready if `done` is 1.")},
)
async def analysis(data: JSONBody[Analysed], site: Here, caller: Asks) -> Response[Any]:
    """What each action of a record was worth; ask again until it is done."""
    record = await asyncio.to_thread(read, data.record)
    if not record.match.ply:
        raise Complaint(N_("Nothing has been played yet."))
    if record.match.ply > LONGEST_ANALYSED:
        raise Complaint(
            N_("This record is too long to be analysed here: it may have {most} actions."),
            most=LONGEST_ANALYSED,
        )
    key = "record-" + hashlib.sha256(data.record.encode()).hexdigest()
    found = site.analyses.of(key, data.record, caller.address)
    if isinstance(found, float):
        return ready(tidings.encode({"done": min(found, 0.999)}))
    return ready(tidings.encode(analyses.told(found, caller.words, called(record, caller.words))))


def called(record: Record, words: Language) -> tuple[str, ...]:
    """What the players of a record are called; who has no name is called "?" in it, or "Computer"."""
    bare = seat_names(record) or ("?",) * record.match.setup.players
    computers = [is_computer(unmarked(name)) for name in bare]
    usual = default_names(words, tuple(not computer for computer in computers))
    return tuple(
        other if computer or name == "?" else name
        for name, computer, other in zip(bare, computers, usual, strict=True)
    )


def together(views: Sequence[Any]) -> Any:
    """What several eyes see of one thing: all that any of them knows.

    >>> together([{"M1": {"at": 3}}, {"M1": {"at": 3, "owner": 1}}])
    {'M1': {'at': 3, 'owner': 1}}
    """
    if not all(isinstance(view, Mapping) for view in views):
        return next((view for view in views if view is not None), None)
    names = dict.fromkeys(name for view in views for name in view)
    return {name: together([view[name] for view in views if name in view]) for name in names}


ROUTES = (story, position, lines, analysis)
