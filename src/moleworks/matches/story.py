"""The story of a person: a line for each of their finished matches, with its record.

A match is told when its player looks, and again if its log has changed since. Told matches stay when
the match itself is deleted because of its age; they go when a player of it leaves it for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from moleworks.core.messages import N_, Complaint
from moleworks.engine.analysis import Analysis, seat_totals
from moleworks.matches import review
from moleworks.matches.access import NoMatch
from moleworks.matches.client_messages import match_outcome
from moleworks.matches.faces import Face, assign
from moleworks.matches.live import LiveMatch
from moleworks.matches.nicknames import is_nickname
from moleworks.matches.server_clock import DAY
from moleworks.matches.store.rows import StoryRow

if TYPE_CHECKING:
    from moleworks.matches.server import MatchServer

TOLD_AT_ONCE = 40
"""Matches that are told for one look; the next look goes on."""
MOST_MATCHES, MOST_LETTERS = 20_000, 60_000_000
"""How much one person's story may hold."""
LONGEST_RECORD = 100_000
AT_ONCE = 100
"""Matches in one part of a file."""

Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=60)]
Time = Annotated[float, Meta(ge=0, le=1e11)]
Share = Annotated[float, Meta(ge=-100, le=100)]


class StoryPlayer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who had a seat. The last three come from an analysis."""

    name: Name
    """Empty if none was chosen: a name that was drawn for the only player at a device is not their own."""
    kind: Literal["open", "person", "computer", "bot"]
    mine: bool = False
    """Whether the teller of the story had this seat."""
    level: Annotated[int, Meta(ge=1, le=7)] | None = None
    emblem: Word | None = None
    face: Face | None = None
    score: Annotated[int, Meta(ge=-10_000, le=10_000)] | None = None
    """Their points; None in games without."""
    accuracy: Share | None = None
    luck: Share | None = None
    """The chance of winning that dice and discs gave or took."""
    lowest: Share | None = None
    """The lowest chance of winning on the way."""


class StoryMatch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished match in one line."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
    game: Word
    board: Word
    began: Time
    ended: Time
    actions: Annotated[int, Meta(ge=0, le=10**6)]
    players: Annotated[list[StoryPlayer], Meta(min_length=1, max_length=8)]
    winner: Annotated[int, Meta(ge=0, le=7)] | None = None
    draw: bool = False
    why: Word | None = None
    """Why it ended, if no rule ended it, as in `MatchOutcome`."""


class SavedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it stands in a file: the line, and the record."""

    match: StoryMatch
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


async def catch_up(server: MatchServer, person: str) -> bool:
    """Tell the matches that a person's story lacks; whether there are more."""
    store = server.store
    ids = await store.untold(person, TOLD_AT_ONCE + 1)
    now = await server.calendar()
    found = []
    for match in ids[:TOLD_AT_ONCE]:
        try:
            live = await server.live_match(match)
        except NoMatch:  # it was deleted meanwhile
            continue
        held = await store.persons_by_seat(match)
        mine = {seat for seat, persons in held.items() if person in persons}
        async with live.lock:
            told, record = summary(live, mine), review.record_text(live)
        if told is not None and record is not None:
            told = _with_analysis(told, await store.story_row(person, match))
            found.append(_row(person, live.log.seq, now, SavedMatch(told, record)))
    if found:
        await store.save_story(found)
    await store.see_story(person, now, now - DAY)
    return len(ids) > TOLD_AT_ONCE


def summary(live: LiveMatch, mine: set[int]) -> StoryMatch | None:
    """A finished match in one line, for the player of these seats; None while it is played."""
    log = live.log
    outcome = match_outcome(log.outcome)
    if outcome is None:
        return None
    game, setup = log.match.game, log.match.setup
    scores = game.scores(log.state)
    faces = assign([row.face for row in live.seats])
    players = [
        StoryPlayer(
            name="" if mine == {seat} and is_nickname(row.name) else row.name,
            kind=holder.kind,  # type: ignore[arg-type] # the store has no other values
            mine=seat in mine,
            level=holder.level,
            emblem=row.emblem,
            face=face,
            score=None if scores is None else scores[seat],
        )
        for seat, (row, holder, face) in enumerate(zip(live.seats, log.holders, faces, strict=True))
    ]
    return StoryMatch(
        id=live.id,
        game=game.id,
        board=setup.board.name,
        began=live.row.created,
        ended=live.row.changed,
        actions=log.match.ply,
        players=players,
        winner=outcome.winner,
        draw=outcome.draw,
        why=outcome.why,
    )


async def keep_analysis(server: MatchServer, person: str | None, match: str, analysis: Analysis) -> None:
    """Add accuracy and luck to the line of a match, if the person's story tells it."""
    row = None if person is None else await server.store.story_row(person, match)
    if row is None:
        return
    told = msgspec.json.decode(row.summary, type=StoryMatch)
    if len(analysis.moments) != told.actions or analysis.players != len(told.players):
        return
    players = [
        msgspec.structs.replace(
            player,
            accuracy=None if totals.accuracy is None else round(totals.accuracy, 3),
            luck=round(totals.luck, 3),
            lowest=round(min(moment.chances[seat] for moment in analysis.moments), 3),
        )
        for seat, (player, totals) in enumerate(zip(told.players, seat_totals(analysis), strict=True))
    ]
    changed = msgspec.structs.replace(told, players=players)
    await server.store.save_story([row._replace(summary=msgspec.json.encode(changed).decode())])


async def saved(server: MatchServer, person: str, first: int) -> list[SavedMatch]:
    """A part of everything that a person's story holds, for a file."""
    rows = await server.store.story_rows(person, first, AT_ONCE)
    return [SavedMatch(msgspec.json.decode(row.summary, type=StoryMatch), row.record) for row in rows]


async def add(server: MatchServer, person: str, matches: list[SavedMatch]) -> None:
    """Add matches of a file to a person's story; one that is there already is replaced."""
    count, letters = await server.store.story_size(person)
    more = sum(len(each.record) for each in matches)
    if count + len(matches) > MOST_MATCHES or letters + more > MOST_LETTERS:
        raise Complaint(N_("There is no room for so many matches."))
    now = await server.calendar()
    known = {each.match.id: await server.store.match(each.match.id) for each in matches}
    rows = [
        _row(person, found[0].seq if (found := known[each.match.id]) else 0, now, each) for each in matches
    ]
    if rows:
        await server.store.save_story(rows)


def _row(person: str, seq: int, now: float, told: SavedMatch) -> StoryRow:
    text = msgspec.json.encode(told.match).decode()
    return StoryRow(person, told.match.id, seq, told.match.ended, now, text, told.record)


def _with_analysis(told: StoryMatch, before: StoryRow | None) -> StoryMatch:
    """With what an analysis found when the match was told before."""
    if before is None:
        return told
    old = msgspec.json.decode(before.summary, type=StoryMatch)
    if (old.actions, len(old.players)) != (told.actions, len(told.players)):
        return told
    players = [
        msgspec.structs.replace(player, accuracy=was.accuracy, luck=was.luck, lowest=was.lowest)
        for player, was in zip(told.players, old.players, strict=True)
    ]
    return msgspec.structs.replace(told, players=players)
