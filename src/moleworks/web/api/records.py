"""Routes to replay and analyse a record that a client sends. Nothing is stored."""

from __future__ import annotations

import hashlib
from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks.core.messages import N_, Complaint
from moleworks.matches import read_uploads
from moleworks.matches.commands import SeatNumber
from moleworks.matches.read_uploads import RecordReader
from moleworks.replay.analysis_data import AnalysisReply, analysis_data
from moleworks.replay.record_data import PositionDescription, RecordReplay, VariationReply
from moleworks.texts import Language
from moleworks.web import examples
from moleworks.web.api.review import MAX_POSITIONS
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import JSON, DocumentedReply, Reply, post

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
    """A record, and whose view of it is shown: a seat's, the public one, or (`open`) everything.

    `reader`: the seat of the only reader, whom sentences call "you".
    """

    record: RecordText
    seat: SeatNumber | None = None
    open: bool = False
    reader: SeatNumber | None = None


class RecordReplayRequest(RecordRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record from one position on."""

    first: Ply = 0


Line = Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=MAX_LINE_ACTIONS)]


class RecordPositionRequest(RecordRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One position: how many actions of the record came before it, and which others after those."""

    ply: Ply
    line: Line = []


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Actions that might have been played after the first `ply` ones."""

    ply: Ply
    line: Line


class VariationsRequest(RecordRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record and lines to play out in it."""

    lines: Annotated[list[Variation], Meta(max_length=MAX_LINES)]


class RecordAnalysisRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record to be analysed."""

    record: RecordText


@post(
    "/records",
    replies={200: DocumentedReply(RecordReplay, description="The record.")},
)
async def story(data: RecordReplayRequest, context: AppContext, caller: Caller) -> Reply[bytes]:
    """A record position by position, from position `first` on."""
    reader = _reader(data, caller.words)
    run = context.work_pool.run
    replay = await run(caller.address, read_uploads.replay_json, reader, data.first, MAX_POSITIONS)
    return Reply(replay, media_type=JSON)


@post(
    "/records/position",
    replies={200: DocumentedReply(PositionDescription, description="The position.")},
)
async def position(data: RecordPositionRequest, context: AppContext, caller: Caller) -> Reply[bytes]:
    """One position of a record in plain words."""
    reader = _reader(data, caller.words)
    found = await context.work_pool.run(
        caller.address, read_uploads.position_json, reader, data.ply, data.line
    )
    return Reply(found, media_type=JSON)


@post(
    "/records/lines",
    replies={200: DocumentedReply(list[VariationReply], description="The variations.")},
)
async def lines(data: VariationsRequest, context: AppContext, caller: Caller) -> Reply[bytes]:
    """Variations of a record, to be shown on the board."""
    reader, wanted = _reader(data, caller.words), [(part.ply, part.line) for part in data.lines]
    found = await context.work_pool.run(caller.address, read_uploads.variations_json, reader, wanted)
    return Reply(found, media_type=JSON)


@post("/records/analysis")
async def analysis(data: RecordAnalysisRequest, context: AppContext, caller: Caller) -> AnalysisReply:
    """The analysis of a record, action by action; ask again until it is done."""
    summary = read_uploads.record_summary
    record = await context.work_pool.run(caller.address, summary, data.record, caller.words.code)
    if not record.ply:
        raise Complaint(N_("Nothing has been played yet."))
    if record.ply > MAX_ANALYSED:
        raise Complaint(
            N_("This record is too long to be analysed here: it may have {most} actions."),
            most=MAX_ANALYSED,
        )
    key = "record-" + hashlib.sha256(data.record.encode()).hexdigest()
    found = context.analyses.get(key, data.record, caller.address)
    if isinstance(found, float):
        return AnalysisReply(done=min(found, 0.999))
    return analysis_data(found, caller.words, record.names)


def _reader(data: RecordRequest, words: Language) -> RecordReader:
    return RecordReader(data.record, data.seat, data.open, words.code, data.reader)


ROUTES = (story, position, lines, analysis)
