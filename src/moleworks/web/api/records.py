"""Routes to replay and analyse a record that a client sends. Nothing is stored."""

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
from moleworks.core.game import AnyGame, State
from moleworks.core.messages import N_, Complaint
from moleworks.matches import analyses, client_messages
from moleworks.matches.commands import SeatNumber
from moleworks.record import Match, Record, read
from moleworks.record.match import CannotPlay
from moleworks.speech.seat_names import (
    default_names,
    is_computer,
    parse_seat_name,
    remove_computer_mark,
    seat_names,
)
from moleworks.texts import Language
from moleworks.web import examples
from moleworks.web.api.common import CallerDep, ContextDep, json_response
from moleworks.web.api.match_words import SetupReply, setup_reply
from moleworks.web.api.review import MAX_POSITIONS
from moleworks.web.schema import AnalysisReply

MAX_ANALYSED = 2_000
"""Actions; longer records would keep other clients waiting for hours."""
MAX_LINES, MAX_LINE_ACTIONS = 200, 60

RecordText = Annotated[
    str,
    Meta(
        min_length=1,
        description="The whole text of the record.",
        extra_json_schema={"example": examples.RECORD},
    ),
]
Ply = Annotated[int, Meta(ge=0, le=10**6, extra_json_schema={"example": 1})]


class RecordRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record, and whose view of it is shown: a seat's, the public one, or (`open`) everything."""

    record: RecordText
    seat: SeatNumber | None = None
    open: bool = False


class RecordReplayRequest(RecordRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record from one position on."""

    first: Ply = 0


class RecordPositionRequest(RecordRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One position: how many actions came before it."""

    ply: Ply


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Actions that might have been played after the first `ply` ones."""

    ply: Ply
    line: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=MAX_LINE_ACTIONS)]


class VariationsRequest(RecordRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    lines: Annotated[list[Variation], Meta(max_length=MAX_LINES)]


class RecordAnalysisRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record to be analysed."""

    record: RecordText


class RecordStep(msgspec.Struct, frozen=True):
    """The view after an action, the action, the seat whose turn it was, and the action in words."""

    ply: int
    name: str | None
    seat: int | None
    view: dict[str, Any]
    said: list[str]


class RecordReplay(msgspec.Struct, frozen=True):
    """A record to replay; `over` if a rule ended the game, `ply` is the number of the last position.

    `levels`: the levels of computers, where the record names them.
    """

    setup: SetupReply
    names: list[str]
    levels: list[int | None]
    over: bool
    ply: int
    steps: list[RecordStep]


class PositionDescription(msgspec.Struct, frozen=True):
    """A position in words, and what is to be done in it."""

    ask: str
    said: list[str]


class VariationReply(msgspec.Struct, frozen=True):
    """A variation: its first action in words, and its steps as far as they can be played."""

    ply: int
    action: str
    steps: list[RecordStep]


class RecordNarrator:
    """Describes a record in one language, as one seat or everybody may see it."""

    def __init__(self, record: Record, request: RecordRequest, words: Language) -> None:
        self.match, self.words = record.match, words
        players = self.match.setup.players
        if request.seat is not None and request.seat >= players:
            raise Complaint(N_("There is no seat {seat} at this table."), seat=request.seat)
        self.seat, self.open = request.seat, request.open
        self.names = record_names(record, words)
        self.tags = record.seats or self.names

    def view(self, state: State) -> dict[str, Any]:
        game = self.match.game
        if not self.open:
            return dict(game.view(state, self.seat))
        everybody = (None, *range(self.match.setup.players))
        merged: dict[str, Any] = merge_views([game.view(state, seat) for seat in everybody])
        return merged

    def step(self, match: Match, ply: int) -> RecordStep:
        game: AnyGame = match.game
        after = match.before(ply)
        if not ply:
            return RecordStep(0, None, None, self.view(after), [])
        before, name = match.before(ply - 1), match.names[ply - 1]
        sentences = speech.tell(game, before, name, after, self.names, self.seat)
        said = [self.words.tell(message) for message in sentences]
        return RecordStep(ply, name, game.mover(before), self.view(after), said)

    def replay(self, first: int) -> RecordReplay:
        match = self.match
        last = min(match.ply + 1, first + MAX_POSITIONS)
        return RecordReplay(
            setup_reply(match, self.words, [], match.ply),
            list(self.names),
            [parse_seat_name(name).level for name in self.tags],
            match.game.outcome(match.state) is not None,
            match.ply,
            [self.step(match, ply) for ply in range(first, last)],
        )

    def variation(self, variation: Variation) -> VariationReply:
        match = self._match_at(variation.ply)
        game, tell = match.game, self.words.tell
        action = tell(speech.action(game, match.state, variation.line[0])) if variation.line else ""
        for name in variation.line:
            try:
                match.play([name])
            except CannotPlay:
                break
        steps = [self.step(match, ply) for ply in range(variation.ply + 1, match.ply + 1)]
        return VariationReply(variation.ply, action if steps else "", steps)

    def describe(self, ply: int) -> PositionDescription:
        match = self._match_at(ply)
        game, state, tell = match.game, match.state, self.words.tell
        position = speech.position(game, state, self.names, self.seat)
        return PositionDescription(
            tell(speech.ask(game, state, self.names)), [tell(message) for message in position]
        )

    def _match_at(self, ply: int) -> Match:
        """A copy of the match after its first `ply` actions."""
        if ply > self.match.ply:
            raise Complaint(N_("The record ends before that."))
        match = self.match.copy()
        if ply < match.ply:
            match.undo(match.ply - ply)
        return match


@post("/records", status_code=200)
async def story(data: JSONBody[RecordReplayRequest], caller: CallerDep) -> RecordReplay:
    """A record position by position, from position `first` on."""
    return await asyncio.to_thread(
        lambda: RecordNarrator(read(data.record), data, caller.words).replay(data.first)
    )


@post("/records/position", status_code=200)
async def position(data: JSONBody[RecordPositionRequest], caller: CallerDep) -> PositionDescription:
    """One position of a record in plain words."""
    return await asyncio.to_thread(
        lambda: RecordNarrator(read(data.record), data, caller.words).describe(data.ply)
    )


@post("/records/lines", status_code=200)
async def lines(data: JSONBody[VariationsRequest], caller: CallerDep) -> list[VariationReply]:
    """Variations of a record, to be shown on the board."""

    def replies() -> list[VariationReply]:
        narrator = RecordNarrator(read(data.record), data, caller.words)
        return [narrator.variation(variation) for variation in data.lines]

    return await asyncio.to_thread(replies)


@post(
    "/records/analysis",
    status_code=200,
    responses={
        200: ResponseSpec(AnalysisReply, generate_examples=False, description="Ready if `done` is 1.")
    },
)
async def analysis(
    data: JSONBody[RecordAnalysisRequest], context: ContextDep, caller: CallerDep
) -> Response[Any]:
    """The analysis of a record, action by action; ask again until it is done."""
    record = await asyncio.to_thread(read, data.record)
    if not record.match.ply:
        raise Complaint(N_("Nothing has been played yet."))
    if record.match.ply > MAX_ANALYSED:
        raise Complaint(
            N_("This record is too long to be analysed here: it may have {most} actions."),
            most=MAX_ANALYSED,
        )
    key = "record-" + hashlib.sha256(data.record.encode()).hexdigest()
    found = context.analyses.get(key, data.record, caller.address)
    if isinstance(found, float):
        return json_response(client_messages.encode({"done": min(found, 0.999)}))
    return json_response(
        client_messages.encode(
            analyses.analysis_data(found, caller.words, record_names(record, caller.words))
        )
    )


def record_names(record: Record, words: Language) -> tuple[str, ...]:
    """The names of the players of a record; default names for "?" and "Computer"."""
    bare = seat_names(record) or ("?",) * record.match.setup.players
    computers = [is_computer(remove_computer_mark(name)) for name in bare]
    defaults = default_names(words, tuple(not computer for computer in computers))
    return tuple(
        other if computer or name == "?" else name
        for name, computer, other in zip(bare, computers, defaults, strict=True)
    )


def merge_views(views: Sequence[Any]) -> Any:
    """Everything that any of these views shows.

    >>> merge_views([{"M1": {"at": 3}}, {"M1": {"at": 3, "owner": 1}}])
    {'M1': {'at': 3, 'owner': 1}}
    """
    if not all(isinstance(view, Mapping) for view in views):
        return next((view for view in views if view is not None), None)
    names = dict.fromkeys(name for view in views for name in view)
    return {name: merge_views([view[name] for view in views if name in view]) for name in names}


ROUTES = (story, position, lines, analysis)
