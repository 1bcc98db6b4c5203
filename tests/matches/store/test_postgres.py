"""The store on a database server that restarts, crashes, or loses a connection before an answer."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg  # type: ignore[import-untyped]
import pytest

from moleworks.matches.store import Conflict, MatchStore, StoreUnavailable
from moleworks.matches.store.postgres import PostgresStore
from tests.matches.store.cutting_proxy import CuttingProxy
from tests.matches.store.samples import (
    create_match,
    entry,
    match_row,
    match_status,
    open_store,
    seat_rows,
    with_store,
)
from tests.postgres import Server

pytestmark = pytest.mark.needs("postgresql")

HANG_UP = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.database()


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder with a short path, because the path of a socket is limited."""
    with TemporaryDirectory(prefix="moles-") as folder:
        yield Path(folder)


@asynccontextmanager
async def cutting_store(
    url: str, postgres: Server, folder: Path
) -> AsyncIterator[tuple[MatchStore, CuttingProxy]]:
    proxy = CuttingProxy(folder, postgres.folder)
    await proxy.open()
    try:
        store = PostgresStore(url.replace(str(postgres.folder), str(folder)), connections=1)
        await store.open()
        try:
            yield store, proxy
        finally:
            await store.close()
    finally:
        await proxy.close()


async def append_all(
    store: MatchStore, name: str, until: int, each: Callable[[int], Awaitable[None]]
) -> None:
    for seq in range(1, until + 1):
        await store.append(name, [entry(seq, name)], match_status())
        await each(seq)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_the_server_starts_again(postgres: Server, url: str, how: signal.Signals) -> None:
    """During many writes: nothing is lost, nothing is written twice, and no caller gets an error."""
    names = [f"m{number}" for number in range(8)]

    async def scenario(store: MatchStore) -> None:
        await asyncio.gather(*(create_match(store, name) for name in names))
        begun = asyncio.Event()

        async def restart() -> None:
            await begun.wait()
            await asyncio.to_thread(postgres.stop, how)
            await asyncio.to_thread(postgres.start)

        async def each(seq: int) -> None:
            if seq == 20:
                begun.set()

        await asyncio.gather(restart(), *(append_all(store, name, 200, each) for name in names))
        for name in names:
            assert await store.entries(name, 0) == [entry(seq, name) for seq in range(1, 201)]

    with_store(url, scenario)


def test_a_server_that_is_away(postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moleworks.matches.store.postgres.RETRY_PAUSES", (0.0, 0.01))

    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        postgres.stop()
        try:
            for work in (store.match("m"), store.delete("m"), store.append("m", [entry(1)], match_status())):
                with pytest.raises(StoreUnavailable, match="cannot be used: The server cannot be reached"):
                    await work
            with pytest.raises(StoreUnavailable):
                async with open_store(url):
                    pass
        finally:
            postgres.start()
        assert await store.match("m") == (match_row(), seat_rows())
        await store.append("m", [entry(1)], match_status())
        assert await store.entries("m", 0) == [entry(1)]

    with_store(url, scenario)


def test_every_connection_is_hung_up(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        names = [f"m{number}" for number in range(8)]
        await asyncio.gather(*(create_match(store, name) for name in names))
        other = await asyncpg.connect(url)

        async def each(seq: int) -> None:
            if seq % 25 == 0:
                await other.execute(HANG_UP)

        async def nothing(_: int) -> None: ...

        await asyncio.gather(
            *(append_all(store, name, 100, nothing if number else each) for number, name in enumerate(names))
        )
        await other.close()
        for name in names:
            assert await store.entries(name, 0) == [entry(seq, name) for seq in range(1, 101)]

    with_store(url, scenario)


def test_an_append_whose_answer_is_lost_was_done_once(postgres: Server, url: str, short_path: Path) -> None:
    async def scenario() -> None:
        async with cutting_store(url, postgres, short_path) as (store, proxy):
            await create_match(store)
            await store.append("m", [entry(1)], match_status())  # from now on the statement is prepared
            proxy.cut_after(b"the-second")
            await store.append("m", [entry(2, "the-second"), entry(3)], match_status())
            assert proxy.cuts == 1
            assert await store.entries("m", 0) == [entry(1), entry(2, "the-second"), entry(3)]

    asyncio.run(scenario())


def test_an_append_whose_answer_is_lost_is_taken_if_it_was(
    postgres: Server, url: str, short_path: Path
) -> None:
    """An almost equal entry of another writer is not taken for our own."""

    async def scenario() -> None:
        async with cutting_store(url, postgres, short_path) as (store, proxy), open_store(url) as rival:
            await create_match(store)
            await store.append("m", [entry(1)], match_status())
            await rival.append("m", [entry(2, "late", client="other")], match_status())
            proxy.cut_after(b"late")
            with pytest.raises(Conflict):
                await store.append("m", [entry(2, "late")], match_status())
            assert proxy.cuts == 1
            assert await store.entries("m", 1) == [entry(2, "late", client="other")]

    asyncio.run(scenario())


def test_a_commit_whose_answer_is_lost_was_done_once(postgres: Server, url: str, short_path: Path) -> None:
    async def scenario() -> None:
        async with cutting_store(url, postgres, short_path) as (store, proxy):
            proxy.cut_after(b"COMMIT")
            await create_match(store, due=1.0)
            proxy.cut_after(b"COMMIT")
            assert await store.claim("m", 0, "one", 2.0, 3.0)
            proxy.cut_after(b"COMMIT")
            await store.append("m", [entry(1)], match_status(), [seat_rows()[0]._replace(name="Mira")])
            proxy.cut_after(b"COMMIT")
            await store.archive("m", "the record")
            assert proxy.cuts == 4
            found = await store.match("m")
            assert found
            assert (found[0].seq, found[0].record, found[1][0].name) == (1, "the record", "Mira")

    asyncio.run(scenario())


def test_a_transaction_that_was_not_done_is_done_again(postgres: Server, url: str, short_path: Path) -> None:
    async def scenario() -> None:
        async with cutting_store(url, postgres, short_path) as (store, proxy):
            proxy.cut_after(b"watch-m")  # inside the transaction, which the server rolls back
            await create_match(store)
            assert proxy.cuts == 1
            assert await store.match("m") == (match_row(), seat_rows())

    asyncio.run(scenario())
