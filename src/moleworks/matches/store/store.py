"""The operations of the store, in terms of `fetch` and `commit`, which each database implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from moleworks.matches.store import sql
from moleworks.matches.store.rows import (
    NEVER_BEGUN,
    WAITING,
    Conflict,
    Entry,
    MatchRow,
    MatchStatus,
    NewMatchRows,
    OpeningRow,
    SeatRow,
    StoryRow,
)

Row = tuple[Any, ...]
Batch = Sequence[tuple[str, Sequence[object]]]
"""Statements and their values, to be executed all or not at all."""

MatchAndSeats = tuple[MatchRow, tuple[SeatRow, ...]]
HeldMatch = tuple[MatchRow, tuple[SeatRow, ...], tuple[int, ...]]
"""A match, its seats, and the numbers of the seats that a person holds."""

LONGEST_CLAIM = 60.0
"""Seconds that no claim lasts; one that seems to was made before the clock was set back."""
NO_LIMIT = 2**31 - 1
"""More matches than anybody has."""
CLEARED_AT_ONCE = 100
"""Cleared matches that are read at once."""
_SEATS = len(MatchRow._fields)
_AFTER = _SEATS + len(SeatRow._fields)


class MatchStore(ABC):
    """The stored matches. What has been awaited is durable; what raises has changed nothing.

    If the database cannot be used, every method raises `StoreUnavailable`.
    """

    shared: ClassVar[bool]
    """Whether other processes use the same database."""

    @abstractmethod
    async def time(self) -> float:
        """Seconds since 1970, by the clock that all users of the database share."""

    @abstractmethod
    async def open(self) -> None:
        """Bring the schema up to date, and connect."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was started, then disconnect."""

    async def shrink(self) -> bool:
        """Give some free space back to the disk; whether there is more. Database servers do so themselves."""
        return False

    @abstractmethod
    async def fetch(self, statement: str, *values: object) -> list[Row]:
        """The rows of a query."""

    @abstractmethod
    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        """Execute all statements durably or none; return how many rows each touched.

        `Conflict` if a unique value exists already or, with `guarded`, if the first statement touches no row.
        """

    # Matches

    async def create(self, new: NewMatchRows) -> None:
        """Store a new match; `Conflict` if its id, code or watchers' token, or the client's key is in use."""
        await self.commit(_create_batch(new))

    async def opening(self, key: str) -> OpeningRow | None:
        """The request that opened a match with this key, by its digest."""
        for row in await self.fetch(sql.OPENING, key):
            return OpeningRow._make(row)
        return None

    async def drop_openings(self, before: float) -> None:
        """Forget the keys of requests before a time."""
        await self.commit(((sql.DROP_OPENINGS_BEFORE, (before,)),))

    async def match(self, match: str) -> MatchAndSeats | None:
        """A match and its seats."""
        rows = await self.fetch(sql.MATCH, match)
        return (MatchRow._make(rows[0][:_SEATS]), _seats(rows)) if rows else None

    async def by_code(self, code: str) -> str | None:
        """The match that has this code."""
        return await self._fetch_one(sql.BY_CODE, code)

    async def by_watch(self, watch: str) -> str | None:
        """The match that has this token for watchers, by its digest."""
        return await self._fetch_one(sql.BY_WATCH, watch)

    async def by_token(self, token: str) -> tuple[str, int] | None:
        """The match and seat of a token, by its digest; after a rematch, those of the newest match."""
        for match, seat in await self.fetch(sql.BY_TOKEN, token):
            return match, seat
        return None

    async def update_seat(self, seat: SeatRow) -> None:
        """Store a changed seat."""
        await self.commit((_update_seat(seat),))

    async def drop_code(self, match: str) -> None:
        """Remove the code of a match."""
        await self.commit(((sql.DROP_CODE, (match,)),))

    async def delete(self, match: str) -> None:
        """Delete everything of a match."""
        await self.commit([(statement, (match,)) for statement in sql.DELETE])

    async def clear(self, match: str, at: float) -> None:
        """Delete a match so that it can be brought back; `Conflict` if it changes meanwhile."""
        found = await self.match(match)
        if found is None:
            raise Conflict
        row, seats = found
        whole = {
            "match": row,
            "seats": seats,
            "holders": await self.fetch(sql.HOLDERS_SINCE, match),
            "entries": await self.entries(match, 0),
        }
        await self.commit(
            (
                (sql.DELETE_UNCHANGED, (match, row.seq, row.changed)),
                *((statement, (match,)) for statement in sql.DELETE),
                (sql.DROP_CLEARED, (match,)),
                (sql.KEEP_CLEARED, (match, at, msgspec.json.encode(whole).decode())),
            ),
            guarded=True,
        )

    async def bring_back(self, after: float) -> int:
        """Bring back the matches that were cleared after a time; how many."""
        count = 0
        while found := await self.fetch(sql.CLEARED_AFTER, after, CLEARED_AT_ONCE):
            for match, data in found:
                await self.commit(((sql.DROP_CLEARED, (match,)), *_whole_match(match, data)), guarded=True)
            count += len(found)
        return count

    async def drop_cleared(self, before: float) -> None:
        """Delete for good what was cleared before a time."""
        await self.commit(((sql.DROP_CLEARED_BEFORE, (before,)),))

    async def archive(self, match: str, record: str, seq: int | None = None) -> None:
        """Replace the log by the record; `Conflict` if the log is not at that number."""
        if seq is None:
            found = await self.match(match)
            if found is None:
                raise Conflict
            seq = found[0].seq
        await self.commit(((sql.ARCHIVE, (record, match, seq)), (sql.DELETE_ENTRIES, (match,))), guarded=True)

    async def unchanged_since(self, status: str, before: float, limit: int) -> list[str]:
        """Matches of a status that have not changed since a time, the oldest first."""
        if status == NEVER_BEGUN:
            found = await self.fetch(sql.NEVER_BEGUN, WAITING, before, limit)
        else:
            found = await self.fetch(sql.UNCHANGED_SINCE, status, before, limit)
        return [match for (match,) in found]

    async def newest_change(self) -> float | None:
        """When a match changed last, by the clock of that time."""
        found: float | None = (await self.fetch(sql.NEWEST_CHANGE))[0][0]
        return found

    async def number(self, name: str) -> float | None:
        """A number that a server stored."""
        for (value,) in await self.fetch(sql.NUMBER, name):
            return float(value)
        return None

    async def save_numbers(self, numbers: Mapping[str, float]) -> None:
        """Store numbers by their names."""
        await self.commit([(sql.SAVE_NUMBER, pair) for pair in numbers.items()])

    async def counts(self) -> dict[str, int]:
        """The number of matches by status."""
        return dict(await self.fetch(sql.COUNTS))

    # The log

    async def entries(self, match: str, after: int) -> list[Entry]:
        """The log entries after a number."""
        return [Entry._make(row) for row in await self.fetch(sql.ENTRIES, match, after)]

    async def append(
        self,
        match: str,
        entries: Sequence[Entry],
        status: MatchStatus,
        seats: Sequence[SeatRow] = (),
        persons: Sequence[tuple[int, str | None]] = (),
        opens: NewMatchRows | None = None,
    ) -> None:
        """Append entries to a log, with the seats and persons that change, and give back the claim.

        Each seat in `persons` is held by that person alone from now on; None: by nobody with a cookie.
        `opens` is a match that is opened by these entries.

        `Conflict` if the log is not at the number before the first entry: somebody else wrote first, or the
        match is archived or deleted.
        """
        if seats or persons or opens:
            batch = (
                *append_batch(match, entries, status, seats, persons),
                *(_create_batch(opens) if opens else ()),
            )
            await self.commit(batch, guarded=True)
        else:
            await self.append_entries(match, entries, status)

    @abstractmethod
    async def append_entries(self, match: str, entries: Sequence[Entry], status: MatchStatus) -> None:
        """Append entries that change nothing else: the most frequent operation, so it has to be fast."""

    # Claims

    async def claim(self, match: str, seq: int, worker: str, now: float, until: float) -> bool:
        """Claim what is due after that entry for this worker until a time; False if another has it."""
        values = worker, until, match, seq, now, now + LONGEST_CLAIM
        return await self.commit(((sql.CLAIM, values),)) == [1]

    async def release_claims(self) -> None:
        """Give back all claims, because the process that made them has ended."""
        await self.commit(((sql.RELEASE_CLAIMS, ()),))

    async def renew(self, match: str, seq: int, worker: str, until: float) -> bool:
        """Extend the claim of this worker; False if it is lost."""
        return await self.commit(((sql.RENEW, (until, match, seq, worker)),)) == [1]

    async def due(self, now: float, limit: int) -> list[str]:
        """Matches in which something is due that no worker has claimed, the longest due first."""
        return [match for (match,) in await self.fetch(sql.DUE, now, now, now + LONGEST_CLAIM, limit)]

    # Persons

    async def hold(self, match: str, seat: int, person: str, now: float) -> None:
        """Let a person hold a seat; without effect if there is no such seat."""
        await self.commit(((sql.HOLD, (person, now, match, seat)),))

    async def release(self, match: str, person: str) -> None:
        """Let a person hold no seat of the match any more, nor be its host."""
        await self.commit([(statement, (match, person)) for statement in sql.RELEASE])

    async def persons_by_seat(self, match: str) -> dict[int, set[str]]:
        """The persons who hold each seat."""
        held: defaultdict[int, set[str]] = defaultdict(set)
        for seat, person in await self.fetch(sql.HOLDERS, match):
            held[seat].add(person)
        return dict(held)

    async def held_by(self, person: str, limit: int = 100) -> list[HeldMatch]:
        """The matches in which the person plays, watches or is host, the last changed first."""
        tables: defaultdict[str, list[Row]] = defaultdict(list)
        for row in await self.fetch(sql.HELD_BY, person, person, person, limit):
            tables[row[0]].append(row)
        return [
            (
                MatchRow._make(rows[0][:_SEATS]),
                _seats(rows),
                tuple(row[_AFTER] for row in rows if row[_AFTER] is not None),
            )
            for rows in tables.values()
        ]

    async def knows(self, person: str) -> bool:
        """Whether anything is stored about a person."""
        return bool(await self.fetch(sql.KNOWN_PERSON, person, person, person, person))

    async def person_name(self, digest: str) -> str | None:
        """The name of a person, by their digest."""
        return await self._fetch_one(sql.PERSON, digest)

    async def save_name(self, digest: str, name: str, now: float) -> None:
        """Store the name of a person, and when they were last seen."""
        await self.commit(((sql.SAVE_NAME, (digest, name, now)),))

    async def forget_person(self, person: str) -> None:
        """Delete everything about a person; their matches stay for the others."""
        await self.commit([(statement, (person,)) for statement in sql.FORGET_PERSON])

    async def delete_idle_persons(self, before: float) -> None:
        """Delete the names of persons without matches who have not been seen since."""
        await self.commit(((sql.DELETE_IDLE_PERSONS, (before,)),))

    # Stories

    async def story(self, person: str, limit: int = NO_LIMIT) -> list[str]:
        """The finished matches of a person as JSON, the last one first."""
        return [summary for (summary,) in await self.fetch(sql.STORY, person, limit)]

    async def story_rows(self, person: str, first: int, limit: int) -> list[StoryRow]:
        """The same with everything that is stored, so many from one on."""
        return [StoryRow._make(row) for row in await self.fetch(sql.STORY_ROWS, person, limit, first)]

    async def story_row(self, person: str, match: str) -> StoryRow | None:
        """One finished match of a person."""
        for row in await self.fetch(sql.STORY_ROW, person, match):
            return StoryRow._make(row)
        return None

    async def story_size(self, person: str) -> tuple[int, int]:
        """How many matches a person's story has, and how many letters their records."""
        count, letters = (await self.fetch(sql.STORY_SIZE, person))[0]
        return int(count), int(letters)

    async def untold(self, person: str, limit: int) -> list[str]:
        """Finished matches of a person that their story lacks, or that have changed since."""
        return [match for match, _ in await self.fetch(sql.UNTOLD, person, limit)]

    async def save_story(self, rows: Sequence[StoryRow]) -> None:
        """Store finished matches; those that are there already are replaced."""
        await self.commit([(sql.SAVE_STORY, row) for row in rows])

    async def see_story(self, person: str, now: float, before: float) -> None:
        """Remember that a person has looked, if that was last so before a time."""
        await self.commit(((sql.SEE_STORY, (now, person, before)),))

    async def drop_story(self, person: str, match: str) -> None:
        """Delete a match from the story of a person."""
        await self.commit(((sql.DROP_STORY, (person, match)),))

    async def drop_told(self, match: str) -> None:
        """Delete a match from all stories; those who still hold it are told it anew."""
        await self.commit(((sql.DROP_TOLD, (match,)),))

    async def drop_stories(self, before: float) -> None:
        """Delete the stories of persons who have not looked since a time."""
        await self.commit(((sql.DROP_STORIES_BEFORE, (before,)),))

    async def _fetch_one(self, statement: str, value: str) -> str | None:
        for (found,) in await self.fetch(statement, value):
            return str(found)
        return None


def _seats(rows: Iterable[Row]) -> tuple[SeatRow, ...]:
    return tuple(SeatRow._make(row[_SEATS:_AFTER]) for row in rows if row[_SEATS] is not None)


def _create_batch(new: NewMatchRows) -> Batch:
    match = new.match
    return (
        (sql.CREATE_MATCH, match),
        *((sql.CREATE_SEAT, seat) for seat in new.seats),
        *((sql.CREATE_HOLDER, (match.id, seat, person, match.created)) for seat, person in new.persons),
        *((sql.INSERT_ENTRY, (match.id, *entry)) for entry in new.entries),
        *([(sql.CREATE_OPENING, new.opening)] if new.opening else []),
    )


def _whole_match(match: str, data: str) -> Batch:
    """The statements that write a match that was cleared; its code may be another's by now."""
    whole = msgspec.json.decode(data)
    row = MatchRow._make(whole["match"])._replace(code=None)
    return (
        (sql.CREATE_MATCH, row),
        *((sql.CREATE_SEAT, seat) for seat in whole["seats"]),
        *((sql.CREATE_HOLDER, (match, *holder)) for holder in whole["holders"]),
        *((sql.INSERT_ENTRY, (match, *entry)) for entry in whole["entries"]),
    )


def append_batch(
    match: str,
    entries: Sequence[Entry],
    status: MatchStatus,
    seats: Sequence[SeatRow] = (),
    persons: Sequence[tuple[int, str | None]] = (),
) -> Batch:
    """The statements of an append; the first one is the guard."""
    return (
        (sql.ADVANCE_LOG, advance_log_values(match, entries, status)),
        *((sql.INSERT_ENTRY, (match, *entry)) for entry in entries),
        *(_update_seat(seat) for seat in seats),
        *((sql.DELETE_HOLDERS, (match, seat)) for seat, _ in persons),
        *((sql.HOLD, (person, status.at, match, seat)) for seat, person in persons if person is not None),
    )


def advance_log_values(match: str, entries: Sequence[Entry], status: MatchStatus) -> Row:
    """The values of `ADVANCE_LOG`."""
    return entries[-1].seq, status.status, status.due, status.at, match, entries[0].seq - 1


def _update_seat(seat: SeatRow) -> tuple[str, Row]:
    match, number, *columns = seat
    return sql.UPDATE_SEAT, (*columns, match, number)
