"""Matches to be kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from moleworks.service.store import Store, store_at
from moleworks.service.store.rows import OPEN, PERSON, PLAYING, WAITING, Entry, MatchRow, SeatRow, Standing

T = TypeVar("T")


def match_row(name: str = "m", **parts: object) -> MatchRow:
    row = MatchRow(
        name, f"code-{name}", "mole-hill", '{"players": 2}', "{}", "0.1", "lina", f"watch-{name}", 0, WAITING,
        1.25, 2.5, None,
    )  # fmt: skip
    return MatchRow._make({**row._asdict(), **parts}.values())


def seat_rows(name: str = "m") -> tuple[SeatRow, ...]:
    return (
        SeatRow(name, 1, PERSON, None, "Lina", f"{name}-one"),
        SeatRow(name, 2, OPEN, None, "", f"{name}-two"),
    )


def entry(seq: int, name: str = "e4", client: str | None = "c1", at: float = 1_700_000_000.123457) -> Entry:
    return Entry(seq, 1 + seq % 2, name, client, at)


def standing(due: float | None = None, status: str = PLAYING, at: float = 9.0) -> Standing:
    return Standing(status, due, at)


async def created(store: Store, name: str = "m", **parts: object) -> None:
    await store.create(match_row(name, **parts), seat_rows(name), [(1, "lina")])


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = store_at(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def kept(url: str, story: Callable[[Store], Awaitable[T]]) -> T:
    """What the story gives, told with a store at that address."""

    async def tell() -> T:
        async with opened(url) as store:
            return await story(store)

    return asyncio.run(tell())


async def outcomes(*awaitables: Awaitable[object]) -> Sequence[object]:
    """What each gave or raised."""
    return await asyncio.gather(*awaitables, return_exceptions=True)
