"""The store on a server that restarts, crashes, or hangs up in the middle of an answer."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg  # type: ignore[import-untyped]
import pytest

from moleworks.service.store import NoStore, Store, Taken
from moleworks.service.store.postgres import PostgresStore
from tests.postgres import Server
from tests.service.store.cutting import Cutting
from tests.service.store.samples import created, entry, kept, match_row, opened, seat_rows, standing

pytestmark = pytest.mark.needs("postgresql")

HANG_UP = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.database()


@pytest.fixture
def short_path() -> Iterator[Path]:
    """The name of a socket must not be long."""
    with TemporaryDirectory(prefix="moles-") as folder:
        yield Path(folder)


@asynccontextmanager
async def cutting(url: str, postgres: Server, folder: Path) -> AsyncIterator[tuple[Store, Cutting]]:
    way = Cutting(folder, postgres.folder)
    await way.open()
    try:
        store = PostgresStore(url.replace(str(postgres.folder), str(folder)), connections=1)
        await store.open()
        try:
            yield store, way
        finally:
            await store.close()
    finally:
        await way.close()


async def write(store: Store, name: str, until: int, each: Callable[[int], Awaitable[None]]) -> None:
    for seq in range(1, until + 1):
        await store.append(name, [entry(seq, name)], standing())
        await each(seq)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_the_server_starts_again(postgres: Server, url: str, how: signal.Signals) -> None:
    """While everybody writes: nothing is lost, nothing is there twice, and nobody notices."""
    names = [f"m{number}" for number in range(8)]

    async def story(store: Store) -> None:
        await asyncio.gather(*(created(store, name) for name in names))
        begun = asyncio.Event()

        async def restart() -> None:
            await begun.wait()
            await asyncio.to_thread(postgres.stop, how)
            await asyncio.to_thread(postgres.start)

        async def each(seq: int) -> None:
            if seq == 20:
                begun.set()

        await asyncio.gather(restart(), *(write(store, name, 200, each) for name in names))
        for name in names:
            assert await store.entries(name, 0) == [entry(seq, name) for seq in range(1, 201)]

    kept(url, story)


def test_a_server_that_is_away(postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.service.store.postgres.PAUSES", (0.0, 0.01))

    async def story(store: Store) -> None:
        await created(store)
        postgres.stop()
        try:
            for work in (store.match("m"), store.delete("m"), store.append("m", [entry(1)], standing())):
                with pytest.raises(NoStore, match="cannot be used: The server cannot be reached"):
                    await work
            with pytest.raises(NoStore):
                async with opened(url):
                    pass
        finally:
            postgres.start()
        assert await store.match("m") == (match_row(), seat_rows())
        await store.append("m", [entry(1)], standing())
        assert await store.entries("m", 0) == [entry(1)]

    kept(url, story)


def test_every_connection_is_hung_up(url: str) -> None:
    async def story(store: Store) -> None:
        names = [f"m{number}" for number in range(8)]
        await asyncio.gather(*(created(store, name) for name in names))
        other = await asyncpg.connect(url)

        async def each(seq: int) -> None:
            if seq % 25 == 0:
                await other.execute(HANG_UP)

        async def nothing(_: int) -> None: ...

        await asyncio.gather(
            *(write(store, name, 100, nothing if number else each) for number, name in enumerate(names))
        )
        await other.close()
        for name in names:
            assert await store.entries(name, 0) == [entry(seq, name) for seq in range(1, 101)]

    kept(url, story)


def test_an_append_whose_answer_is_lost_was_done_once(postgres: Server, url: str, short_path: Path) -> None:
    async def story() -> None:
        async with cutting(url, postgres, short_path) as (store, way):
            await created(store)
            await store.append("m", [entry(1)], standing())  # from now on the statement is prepared
            way.cut_after(b"the-second")
            await store.append("m", [entry(2, "the-second"), entry(3)], standing())
            assert way.cuts == 1
            assert await store.entries("m", 0) == [entry(1), entry(2, "the-second"), entry(3)]

    asyncio.run(story())


def test_an_append_whose_answer_is_lost_is_taken_if_it_was(
    postgres: Server, url: str, short_path: Path
) -> None:
    """The rival's entry is not ours, even though it looks nearly the same."""

    async def story() -> None:
        async with cutting(url, postgres, short_path) as (store, way), opened(url) as rival:
            await created(store)
            await store.append("m", [entry(1)], standing())
            await rival.append("m", [entry(2, "late", client="other")], standing())
            way.cut_after(b"late")
            with pytest.raises(Taken):
                await store.append("m", [entry(2, "late")], standing())
            assert way.cuts == 1
            assert await store.entries("m", 1) == [entry(2, "late", client="other")]

    asyncio.run(story())


def test_a_commit_whose_answer_is_lost_was_done_once(postgres: Server, url: str, short_path: Path) -> None:
    async def story() -> None:
        async with cutting(url, postgres, short_path) as (store, way):
            way.cut_after(b"COMMIT")
            await created(store, due=1.0)
            way.cut_after(b"COMMIT")
            assert await store.claim("m", 0, "one", 2.0, 3.0)
            way.cut_after(b"COMMIT")
            await store.append("m", [entry(1)], standing(), [seat_rows()[0]._replace(name="Mira")])
            way.cut_after(b"COMMIT")
            await store.archive("m", "the record")
            assert way.cuts == 4
            found = await store.match("m")
            assert found
            assert (found[0].seq, found[0].record, found[1][0].name) == (1, "the record", "Mira")

    asyncio.run(story())


def test_a_transaction_that_was_not_done_is_done_again(postgres: Server, url: str, short_path: Path) -> None:
    async def story() -> None:
        async with cutting(url, postgres, short_path) as (store, way):
            way.cut_after(b"watch-m")  # in the middle: the server undoes what it has
            await created(store)
            assert way.cuts == 1
            assert await store.match("m") == (match_row(), seat_rows())

    asyncio.run(story())
