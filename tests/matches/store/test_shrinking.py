"""The SQLite file gives space back when matches are deleted."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from moleworks.matches.maintenance import apply_retention
from moleworks.matches.server import MatchServer
from moleworks.matches.store.migrate import migrate_file
from moleworks.matches.store.rows import Entry
from moleworks.matches.store.sqlite import SHRINK_PAGES, SQLiteStore
from moleworks.matches.store.sqlite_connection import connect
from tests.matches.helpers import with_server
from tests.matches.store.samples import create_match, match_row, match_status, open_store, seat_rows

PAGE = 4096
MATCHES, ENTRIES = 40, 500


def entries() -> list[Entry]:
    return [Entry(seq, 1, "e" * 200, None, 1.0) for seq in range(1, ENTRIES + 1)]


def auto_vacuum(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("PRAGMA auto_vacuum").fetchone()[0])
    finally:
        connection.close()


def test_a_file_shrinks_after_deletions(tmp_path: Path) -> None:
    path = tmp_path / "moles.db"

    async def scenario(server: MatchServer) -> None:
        store = server.store
        for number in range(MATCHES):
            await create_match(store, f"m{number}")
            await store.append(f"m{number}", entries(), match_status(at=server.now()))
        with_all = path.stat().st_size + Path(f"{path}-wal").stat().st_size
        assert with_all > 8 * SHRINK_PAGES * PAGE
        for number in range(1, MATCHES):
            await store.delete(f"m{number}")
        await apply_retention(server)
        connection = connect(path)
        assert connection.execute("PRAGMA freelist_count").fetchone()[0] < 2 * SHRINK_PAGES
        connection.close()
        assert path.stat().st_size < with_all / 2
        assert await store.entries("m0", 0) == entries()
        assert not await store.shrink()

    with_server(f"sqlite:///{path}", scenario)


def test_a_step_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "moles.db"

    async def scenario() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            for number in range(MATCHES):
                await create_match(store, f"m{number}")
                await store.append(f"m{number}", entries(), match_status())
            for number in range(MATCHES):
                await store.delete(f"m{number}")
            (before,) = await store.fetch("PRAGMA freelist_count")
            assert await store.shrink()
            (after,) = await store.fetch("PRAGMA freelist_count")
            assert SHRINK_PAGES <= before[0] - after[0] <= SHRINK_PAGES + 8  # and pages that map pages

    asyncio.run(scenario())


def make_old(path: Path) -> None:
    """A file as older versions made it, with a match."""
    migrate_file(path)
    asyncio.run(_store_match(path))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA auto_vacuum = NONE")
    connection.execute("VACUUM")
    connection.close()
    assert auto_vacuum(path) == 0


async def _store_match(path: Path) -> None:
    async with open_store(f"sqlite:///{path}") as store:
        await create_match(store)
        await store.append("m", entries(), match_status())


def test_a_file_of_an_older_version_can_shrink_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "moles.db"
    make_old(path)

    async def scenario() -> None:
        for _ in range(2):
            async with open_store(f"sqlite:///{path}") as store:
                found = await store.match("m")
                assert found
                assert found[0]._replace(seq=0, status="waiting", changed=2.5) == match_row()
                assert found[1] == seat_rows()
                assert await store.entries("m", 0) == entries()

    asyncio.run(scenario())
    assert auto_vacuum(path) == 2
    assert [record.message for record in caplog.records] == [
        f"{path} is rewritten once, so that it can shrink when matches are deleted"
    ]


def test_a_file_that_cannot_be_rewritten_is_used_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "moles.db"
    make_old(path)
    other = connect(path)
    other.execute("BEGIN IMMEDIATE")

    async def scenario() -> None:
        store = SQLiteStore(path, busy_timeout=0.05)
        await store.open()
        other.execute("ROLLBACK")
        assert await store.entries("m", 0) == entries()
        assert not await store.shrink()
        await store.close()

    asyncio.run(scenario())
    other.close()
    assert "stays as large as it is: database is locked" in caplog.text
    assert auto_vacuum(path) == 0
