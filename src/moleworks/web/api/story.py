"""Routes for one's own story: all finished matches, their analyses, and all of it as a file."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks.core.messages import N_, Complaint
from moleworks.matches import leave, story
from moleworks.matches.access import NoMatch
from moleworks.matches.store.rows import StoryRow
from moleworks.matches.story import SavedMatch, StoryMatch
from moleworks.web.api.common import MatchId, known_person
from moleworks.web.api.records import MAX_ANALYSED
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import JSON, DocumentedReply, Reply, delete, get, post

First = Annotated[int, Meta(ge=0, le=10**6, description="How many matches come before this part.")]


Most = Annotated[int, Meta(ge=1, le=10**6, description="The most matches in the reply.")]


class StoryReply(msgspec.Struct, frozen=True):
    """The finished matches of the caller, the last one first; `more`: ask again for older ones."""

    more: bool
    matches: list[StoryMatch]


class StoryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file with matches."""

    matches: Annotated[list[SavedMatch], Meta(max_length=story.AT_ONCE)]


class StoryAnalysis(msgspec.Struct, frozen=True):
    """How much of an analysis is done, from 0 to 1; at 1 the match has its accuracy and luck."""

    done: float
    match: StoryMatch | None = None


@get("/story", replies={200: DocumentedReply(StoryReply, description="The story.")})
async def own_story(context: AppContext, caller: Caller, most: Most = 10**6) -> Reply[bytes]:
    """The finished matches of the caller, or the last ones alone."""
    more, told = False, list[str]()
    if caller.person is not None:
        more = await story.catch_up(context.match_server, caller.person)
        told = await context.match_server.store.story(caller.person, most)
    # The lines are JSON already, and there may be thousands.
    text = f'{{"more":{"true" if more else "false"},"matches":[{",".join(told)}]}}'
    return Reply(text.encode(), media_type=JSON)


@get("/story/file/{first}")
async def save_story(first: First, context: AppContext, caller: Caller) -> StoryFile:
    """A part of the caller's story with all records, to be saved as a file; an empty one is the end."""
    if caller.person is None:
        return StoryFile([])
    return StoryFile(await story.saved(context.match_server, caller.person, first))


@post("/story/file")
async def open_story(data: StoryFile, context: AppContext, caller: Caller) -> Reply[None]:
    """Add the matches of a file to the caller's story."""
    person, cookies = await known_person(context, caller)
    await story.add(context.match_server, person, data.matches)
    return Reply(None, cookies=cookies)


@get("/story/{match}")
async def one_match(match: MatchId, context: AppContext, caller: Caller) -> SavedMatch:
    """One match of the caller's story, with its record."""
    row = await _row(match, context, caller)
    return SavedMatch(msgspec.json.decode(row.summary, type=StoryMatch), row.record)


@get("/story/{match}/analysis")
async def analysis(match: MatchId, context: AppContext, caller: Caller) -> StoryAnalysis:
    """Analyse a match for accuracy and luck; ask again until it is done."""
    row = await _row(match, context, caller)
    told = msgspec.json.decode(row.summary, type=StoryMatch)
    if not told.actions:
        raise Complaint(N_("Nothing has been played yet."))
    if told.actions > MAX_ANALYSED:
        text = N_("This record is too long to be analysed here: it may have {most} actions.")
        raise Complaint(text, most=MAX_ANALYSED)
    key = "record-" + hashlib.sha256(row.record.encode()).hexdigest()
    found = context.analyses.get(key, row.record, caller.address)
    if isinstance(found, float):
        return StoryAnalysis(min(found, 0.999))
    await story.keep_analysis(context.match_server, row.person, match, found)
    row = await _row(match, context, caller)
    return StoryAnalysis(1, msgspec.json.decode(row.summary, type=StoryMatch))


@delete("/story/{match}")
async def forget_told(match: MatchId, context: AppContext, caller: Caller) -> None:
    """Forget one match: leave it for good, if it is still there, and delete it from the story."""
    if caller.person is None:
        return
    server = context.match_server
    if any(caller.person in persons for persons in (await server.store.persons_by_seat(match)).values()):
        with suppress(NoMatch):  # it was deleted meanwhile
            await leave.leave(server, await server.live_match(match), caller.person)
    await server.store.drop_story(caller.person, match)


async def _row(match: str, context: AppContext, caller: Caller) -> StoryRow:
    row = None
    if caller.person is not None:
        row = await context.match_server.store.story_row(caller.person, match)
    if row is None:
        raise NoMatch
    return row


ROUTES = (own_story, save_story, open_story, one_match, analysis, forget_told)
