"""Sample rows for tests of the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from moleworks.matches.store import MatchStore, store_at
from moleworks.matches.store.rows import (
    OPEN,
    PERSON,
    PLAYING,
    WAITING,
    Entry,
    MatchRow,
    MatchStatus,
    NewMatchRows,
    SeatRow,
)

T = TypeVar("T")


def match_row(name: str = "m", **parts: object) -> MatchRow:
    row = MatchRow(
        name, f"code-{name}", "mole-hill", '{"players": 2}', "{}", "0.1", "lina", f"watch-{name}", 0, WAITING,
        1.25, 2.5, None,
    )  # fmt: skip
    return MatchRow._make({**row._asdict(), **parts}.values())


def seat_rows(name: str = "m") -> tuple[SeatRow, ...]:
    return (
        SeatRow(name, 1, PERSON, None, "Lina", f"{name}-one", "snail"),
        SeatRow(name, 2, OPEN, None, "", f"{name}-two"),
    )


def entry(seq: int, name: str = "e4", client: str | None = "c1", at: float = 1_700_000_000.123457) -> Entry:
    return Entry(seq, 1 + seq % 2, name, client, at)


def match_status(due: float | None = None, status: str = PLAYING, at: float = 9.0) -> MatchStatus:
    return MatchStatus(status, due, at)


async def create_match(store: MatchStore, name: str = "m", **parts: object) -> None:
    await store.create(NewMatchRows(match_row(name, **parts), seat_rows(name), [(1, "lina")]))


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[MatchStore]:
    store = store_at(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def with_store(url: str, scenario: Callable[[MatchStore], Awaitable[T]]) -> T:
    """Run the scenario with a store at that address, and return its result."""

    async def tell() -> T:
        async with open_store(url) as store:
            return await scenario(store)

    return asyncio.run(tell())


async def outcomes(*awaitables: Awaitable[object]) -> Sequence[object]:
    """What each awaitable returned or raised."""
    return await asyncio.gather(*awaitables, return_exceptions=True)
