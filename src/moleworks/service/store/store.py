"""The store of matches: every operation once, over two primitives that a database has to bring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from moleworks.service.store import statements as sql
from moleworks.service.store.rows import (
    NEVER_BEGUN,
    WAITING,
    Entry,
    MatchRow,
    SeatRow,
    Standing,
    Taken,
)

Row = tuple[Any, ...]
Batch = Sequence[tuple[str, Sequence[object]]]
"""Statements and their values, to be done all or not at all."""

Found = tuple[MatchRow, tuple[SeatRow, ...]]
Held = tuple[MatchRow, tuple[SeatRow, ...], tuple[int, ...]]
"""A match, its seats, and the seats that somebody holds."""

EVERYTHING = 2**31 - 1
"""More matches than anybody has."""
_SEATS = len(MatchRow._fields)
_AFTER = _SEATS + len(SeatRow._fields)


class Store(ABC):
    """Where matches are kept. What has been awaited is durable; what raises has changed nothing.

    Whatever cannot be done because the database cannot be used raises `NoStore`.
    """

    @abstractmethod
    async def open(self) -> None:
        """Bring the schema up to date and be ready."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, then let go of the database."""

    @abstractmethod
    async def fetch(self, statement: str, *values: object) -> list[Row]:
        """What a question gives."""

    @abstractmethod
    async def commit(self, batch: Batch, *, guarded: bool = False) -> list[int]:
        """Do all of it durably or none of it; how many rows each statement touched.

        `Taken` if something that has to be unique is there already or, with `guarded`, if the first statement
        touches no row.
        """

    # Matches

    async def create(
        self, match: MatchRow, seats: Sequence[SeatRow], holders: Sequence[tuple[int, str]]
    ) -> None:
        """A new match; `Taken` if its id, code or watchers' token is in use already."""
        await self.commit(
            (
                (sql.CREATE_MATCH, match),
                *((sql.CREATE_SEAT, seat) for seat in seats),
                *((sql.CREATE_HOLDER, (match.id, seat, person, match.created)) for seat, person in holders),
            )
        )

    async def match(self, match: str) -> Found | None:
        """A match and its seats."""
        rows = await self.fetch(sql.MATCH, match)
        return (MatchRow._make(rows[0][:_SEATS]), _seats(rows)) if rows else None

    async def by_code(self, code: str) -> str | None:
        """The match of a code that was read out."""
        return await self._one(sql.BY_CODE, code)

    async def by_watch(self, watch: str) -> str | None:
        """The match of a watchers' token."""
        return await self._one(sql.BY_WATCH, watch)

    async def by_token(self, token: str) -> tuple[str, int] | None:
        """The match and seat of a seat's token; after a rematch, those of the newest match."""
        for match, seat in await self.fetch(sql.BY_TOKEN, token):
            return match, seat
        return None

    async def seat_changed(self, seat: SeatRow) -> None:
        """Somebody or something else has the seat now, or its name changed."""
        await self.commit((_change(seat),))

    async def drop_code(self, match: str) -> None:
        """Nobody can come in by the code any more."""
        await self.commit(((sql.DROP_CODE, (match,)),))

    async def delete(self, match: str) -> None:
        """Nothing of the match is left."""
        await self.commit([(statement, (match,)) for statement in sql.DELETE])

    async def archive(self, match: str, record: str, seq: int | None = None) -> None:
        """Put the record in the place of the log; `Taken` if the log is not, or no more, at that number."""
        if seq is None:
            found = await self.match(match)
            if found is None:
                raise Taken
            seq = found[0].seq
        await self.commit(((sql.ARCHIVE, (record, match, seq)), (sql.CLEAR, (match,))), guarded=True)

    async def stale(self, status: str, before: float, limit: int) -> list[str]:
        """Matches of that standing that have not changed since, the oldest first."""
        if status == NEVER_BEGUN:
            found = await self.fetch(sql.NEVER_BEGUN, WAITING, before, limit)
        else:
            found = await self.fetch(sql.STALE, status, before, limit)
        return [match for (match,) in found]

    async def counts(self) -> dict[str, int]:
        """How many matches there are of each standing."""
        return dict(await self.fetch(sql.COUNTS))

    # The log

    async def entries(self, match: str, after: int) -> list[Entry]:
        """The log from the entry behind that number on."""
        return [Entry._make(row) for row in await self.fetch(sql.ENTRIES, match, after)]

    async def append(
        self,
        match: str,
        entries: Sequence[Entry],
        standing: Standing,
        seats: Sequence[SeatRow] = (),
        holders: Sequence[tuple[int, str | None]] = (),
    ) -> None:
        """Write on in the log, with what that changes of the seats and who holds them; give back the claim.

        Of `holders` each has the seat alone from now on, or with no person nobody has it by a cookie.

        `Taken` if the log is not at the number before the first entry: somebody else was first, or the match
        is archived or gone.
        """
        if seats or holders:
            await self.commit(appended(match, entries, standing, seats, holders), guarded=True)
        else:
            await self.enter(match, entries, standing)

    @abstractmethod
    async def enter(self, match: str, entries: Sequence[Entry], standing: Standing) -> None:
        """Append entries that change nothing else: most of them, so that it has to be quick."""

    # What is due

    async def claim(self, match: str, seq: int, worker: str, now: float, until: float) -> bool:
        """Whether this worker, and no other until then, sees to what is due after that entry."""
        return await self.commit(((sql.CLAIM, (worker, until, match, seq, now)),)) == [1]

    async def renew(self, match: str, seq: int, worker: str, until: float) -> bool:
        """Whether what this worker claimed is still its own; then it is so until then."""
        return await self.commit(((sql.RENEW, (until, match, seq, worker)),)) == [1]

    async def due(self, now: float, limit: int) -> list[str]:
        """Matches in which something has to happen and nobody sees to it, the longest due first."""
        return [match for (match,) in await self.fetch(sql.DUE, now, now, limit)]

    # Persons

    async def hold(self, match: str, seat: int, person: str, now: float) -> None:
        """The person holds the seat; nothing happens if there is no such seat."""
        await self.commit(((sql.HOLD, (person, now, match, seat)),))

    async def let_go(self, match: str, person: str) -> None:
        """The person holds no seat of the match any more, nor is its host."""
        await self.commit([(statement, (match, person)) for statement in sql.LET_GO])

    async def holders(self, match: str) -> dict[int, set[str]]:
        """Who holds which seat."""
        held: defaultdict[int, set[str]] = defaultdict(set)
        for seat, person in await self.fetch(sql.HOLDERS, match):
            held[seat].add(person)
        return dict(held)

    async def held_by(self, person: str, limit: int = 100) -> list[Held]:
        """The matches that the person sits at, watches or opened, the one that changed last first."""
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

    async def person(self, digest: str) -> str | None:
        """The name of a person."""
        return await self._one(sql.PERSON, digest)

    async def remember(self, digest: str, name: str, now: float) -> None:
        """A person's name, and when they were seen last."""
        await self.commit(((sql.REMEMBER, (digest, name, now)),))

    async def forget(self, person: str) -> None:
        """Nothing tells of the person any more; their matches stay for the others."""
        await self.commit([(statement, (person,)) for statement in sql.FORGET])

    async def forget_idle(self, before: float) -> None:
        """Names go of persons who have no match any more and have not been seen since."""
        await self.commit(((sql.FORGET_IDLE, (before,)),))

    async def _one(self, statement: str, value: str) -> str | None:
        for (found,) in await self.fetch(statement, value):
            return str(found)
        return None


def _seats(rows: Iterable[Row]) -> tuple[SeatRow, ...]:
    return tuple(SeatRow._make(row[_SEATS:_AFTER]) for row in rows if row[_SEATS] is not None)


def appended(
    match: str,
    entries: Sequence[Entry],
    standing: Standing,
    seats: Sequence[SeatRow] = (),
    holders: Sequence[tuple[int, str | None]] = (),
) -> Batch:
    """What there is to do for an append; its first statement is the guard."""
    return (
        (sql.MOVE_ON, moved_on(match, entries, standing)),
        *((sql.ENTER, (match, *entry)) for entry in entries),
        *(_change(seat) for seat in seats),
        *((sql.EMPTY_SEAT, (match, seat)) for seat, _ in holders),
        *((sql.HOLD, (person, standing.at, match, seat)) for seat, person in holders if person is not None),
    )


def moved_on(match: str, entries: Sequence[Entry], standing: Standing) -> Row:
    """The values of `MOVE_ON`."""
    status, due, at = standing
    return entries[-1].seq, status, due, at, match, entries[0].seq - 1


def _change(seat: SeatRow) -> tuple[str, Row]:
    match, number, kind, level, name, token = seat
    return sql.CHANGE_SEAT, (kind, level, name, token, match, number)
