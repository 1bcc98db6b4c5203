"""Read the log of a match from the store, and replay it in short steps."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from moleworks.matches.access import NoMatch
from moleworks.matches.create import unpack_entries
from moleworks.matches.log import MatchLog
from moleworks.matches.store.rows import Entry, MatchRow, SeatRow
from moleworks.matches.store.store import MatchStore

REPLAYED_AT_ONCE = 10
"""Entries that are replayed in one step: a long match must not keep others waiting."""


async def replay(log: MatchLog, entries: Sequence[Entry]) -> None:
    """Replay entries in short steps, with others between them."""
    for first in range(0, len(entries), REPLAYED_AT_ONCE):
        if first:
            await asyncio.sleep(0)
        log.extend(entries[first : first + REPLAYED_AT_ONCE])


async def read_log(
    store: MatchStore, match_id: str, after: int
) -> tuple[MatchRow, list[SeatRow], list[Entry]]:
    """The rows of a match and its entries after a number, archived or not."""
    entries = await store.entries(match_id, after)
    found = await store.match(match_id)
    if found is None:
        raise NoMatch
    row, seats = found
    if row.record is not None:
        entries = [entry for entry in unpack_entries(row.record) if entry.seq > after]
    return row, list(seats), entries
