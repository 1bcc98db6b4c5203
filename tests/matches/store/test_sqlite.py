"""The store in a file: shared commits, and disk failures."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from moleworks.matches.store import MatchStore, StoreUnavailable
from moleworks.matches.store.sqlite import SQLiteStore
from moleworks.matches.store.sqlite_connection import connect
from tests.matches.store.samples import create_match, entry, match_row, match_status, outcomes, seat_rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a" / "b" / "moles.db"


@asynccontextmanager
async def open_store(path: Path) -> AsyncIterator[SQLiteStore]:
    """A store with a short lock timeout."""
    store = SQLiteStore(path, busy_timeout=0.05)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def test_a_commit_is_on_the_disk(path: Path) -> None:
    connection = connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA secure_delete").fetchone() == (1,)
    connection.close()


def test_so_it_is_whoever_writes_or_reads(path: Path) -> None:
    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            await store.match("m")
            for connection in (store._writing, store._reading):
                assert connection is not None
                assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
                assert connection.execute("PRAGMA synchronous").fetchone() == (2,)

    asyncio.run(scenario())


def test_the_file_is_for_its_owner_only(path: Path) -> None:
    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
            assert modes == dict.fromkeys(("moles.db", "moles.db-shm", "moles.db-wal"), 0o600)
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert [file.name for file in path.parent.iterdir()] == ["moles.db"]

    asyncio.run(scenario())


def test_many_appends_share_few_trips_to_the_disk(path: Path) -> None:
    names = [f"m{number}" for number in range(100)]

    async def append_ten(store: MatchStore, name: str) -> None:
        for seq in range(1, 11):
            await store.append(name, [entry(seq, name)], match_status())

    async def scenario() -> None:
        async with open_store(path) as store:
            await asyncio.gather(*(create_match(store, name) for name in names))
            before = store.commits
            await asyncio.gather(*(append_ten(store, name) for name in names))
            # Each match waits for its own append, so there are ten rounds; the first of each may go alone.
            assert 10 <= store.commits - before <= 100
            for name in names:
                assert await store.entries(name, 0) == [entry(seq, name) for seq in range(1, 11)]

    asyncio.run(scenario())


def test_appends_to_one_match_that_do_not_wait_for_each_other(path: Path) -> None:
    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            await asyncio.gather(*(store.append("m", [entry(seq)], match_status()) for seq in range(1, 51)))
            assert await store.entries("m", 0) == [entry(seq) for seq in range(1, 51)]

    asyncio.run(scenario())


def test_who_stops_waiting_hinders_nobody(path: Path) -> None:
    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            await create_match(store, "other")
            impatient = asyncio.create_task(store.append("m", [entry(1)], match_status()))
            other = asyncio.create_task(store.append("other", [entry(1)], match_status()))
            await asyncio.sleep(0)
            impatient.cancel()
            assert isinstance((await outcomes(impatient))[0], asyncio.CancelledError)
            await other
            assert await store.entries("m", 0) == [entry(1)]

    asyncio.run(scenario())


def test_a_locked_file(path: Path) -> None:
    """Reading goes on; writing does as soon as the lock is released."""

    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            other = connect(path)
            other.execute("BEGIN IMMEDIATE")
            other.execute("DELETE FROM seats")
            with pytest.raises(StoreUnavailable, match="The database cannot be used: database is locked"):
                await store.append("m", [entry(1)], match_status())
            assert await store.match("m") == (match_row(), seat_rows())
            other.execute("ROLLBACK")
            other.close()
            assert await store.match("m") == (match_row(), seat_rows())
            await store.append("m", [entry(1)], match_status())
            assert await store.entries("m", 0) == [entry(1)]

    asyncio.run(scenario())


@contextmanager
def limit_file_size(size: int) -> Iterator[None]:
    """No file grows beyond that size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk(path: Path) -> None:
    """The callers get errors, nothing is half written, and all goes on when there is space."""

    async def scenario() -> None:
        async with open_store(path) as store:
            for name in "abc":
                await create_match(store, name)
            size = max(file.stat().st_size for file in path.parent.iterdir())
            with limit_file_size(size):
                long = "x" * 2 * size
                ended = await outcomes(
                    store.append("a", [entry(1), entry(2, long)], match_status()),
                    store.append("b", [entry(1, long)], match_status()),
                    store.update_seat(seat_rows("c")[0]._replace(name=long)),
                )
                assert all(isinstance(outcome, StoreUnavailable) for outcome in ended)
                assert await store.match("a") == (match_row("a"), seat_rows("a"))
            for name in "abc":
                assert await store.match(name) == (match_row(name), seat_rows(name))
                assert await store.entries(name, 0) == []
                await store.append(name, [entry(1, long)], match_status())
        async with open_store(path) as store:
            for name in "abc":
                assert await store.entries(name, 0) == [entry(1, long)]

    asyncio.run(scenario())


def test_a_file_that_is_no_database(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"moles " * 1000)
    with pytest.raises(StoreUnavailable, match="file is not a database"):
        asyncio.run(SQLiteStore(path).open())
    assert path.read_bytes() == b"moles " * 1000


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match=r"cannot be used: .*file: (File exists|Not a directory)"):
        asyncio.run(SQLiteStore(tmp_path / "file" / "moles.db").open())
    with pytest.raises(StoreUnavailable, match=r"cannot be used: .*: Is a directory"):
        asyncio.run(SQLiteStore(tmp_path).open())


def test_a_database_that_is_damaged_and_mended(path: Path) -> None:
    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
        whole = path.read_bytes()
        async with open_store(path) as store:
            path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
            with pytest.raises(StoreUnavailable, match="malformed"):
                await store.match("m")
            with pytest.raises(StoreUnavailable, match="malformed"):
                await store.append("m", [entry(1)], match_status())
            path.write_bytes(whole)
            assert await store.match("m") == (match_row(), seat_rows())
            await store.append("m", [entry(1)], match_status())
            assert await store.entries("m", 0) == [entry(1)]

    asyncio.run(scenario())


def in_another_process(path: Path, question: str) -> str:
    program = f"import sqlite3; print(sqlite3.connect({str(path)!r}).execute({question!r}).fetchall())"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_nothing_is_lost_when_another_process_has_read_the_file(path: Path) -> None:
    """Such as a backup: the last one to close the file removes the log, so the locks must say who uses it."""

    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            assert await store.match("m")
            assert in_another_process(path, "SELECT id FROM matches") == "[('m',)]\n"
            await store.append("m", [entry(1)], match_status())
            assert in_another_process(path, "SELECT seq FROM entries") == "[(1,)]\n"

    asyncio.run(scenario())


@contextmanager
def unwritable(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file that cannot be written to; where root can write everything, one of which the system says so."""
    mode = file.stat().st_mode
    immutable = os.geteuid() == 0 and subprocess.run(["chattr", "+i", file], check=False).returncode == 0
    if os.geteuid():
        file.chmod(0o500)
    elif not immutable:
        access = os.access
        monkeypatch.setattr(os, "access", lambda name, how: str(name) != str(file) and access(name, how))
    try:
        yield
    finally:
        if immutable:
            subprocess.run(["chattr", "-i", file], check=True)
        monkeypatch.undo()
        file.chmod(mode)


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "/.."])
def test_a_file_that_cannot_be_written(path: Path, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(f"{path}{end}") if end != "/.." else path.parent

    async def scenario() -> None:
        async with open_store(path) as store:
            await create_match(store)
            assert await store.match("m")
            with unwritable(file, monkeypatch):
                for _ in range(2):
                    with pytest.raises(StoreUnavailable, match=f"{file} cannot be written to"):
                        await store.append("m", [entry(1)], match_status())
                    with pytest.raises(StoreUnavailable, match=f"{file} cannot be written to"):
                        await store.match("m")
                with pytest.raises(StoreUnavailable, match=f"{file} cannot be written to"):
                    await SQLiteStore(path).open()
            await store.append("m", [entry(1)], match_status())
            assert await store.entries("m", 0) == [entry(1)]

    asyncio.run(scenario())


async def use_cut_off_index(path: Path) -> None:
    index = Path(f"{path}-shm")
    async with open_store(path) as store:
        await create_match(store)
        assert await store.match("m")
        os.truncate(index, 0)
        with pytest.raises(StoreUnavailable, match=f"{index} was cut off"):
            await store.append("m", [entry(1)], match_status())
        with pytest.raises(StoreUnavailable, match=f"{index} was cut off"):
            await store.match("m")


def test_an_index_that_was_cut_off(path: Path) -> None:
    """In a process of its own, which would be killed."""
    program = (
        "import asyncio, pathlib; from tests.matches.store.test_sqlite import use_cut_off_index as use; "
        f"asyncio.run(use(pathlib.Path({str(path)!r})))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, "was cut off" in done.stderr) == (0, True), done.stderr

    async def scenario() -> None:
        async with open_store(path) as store:
            assert await store.match("m") == (match_row(), seat_rows())

    asyncio.run(scenario())


def test_the_loop_may_end_before_the_writer(path: Path) -> None:
    """Without `close`, nothing that was committed is lost, and nothing hangs."""
    store = SQLiteStore(path)

    async def scenario() -> None:
        await store.open()
        await create_match(store)
        asyncio.create_task(store.append("m", [entry(1)], match_status()))  # noqa: RUF006 - nobody waits for it
        await asyncio.sleep(0)

    asyncio.run(scenario())
    asyncio.run(store.close())
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT seq FROM entries").fetchall() == [(1,)]
    connection.close()
