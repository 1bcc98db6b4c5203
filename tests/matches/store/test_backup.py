"""Backups of both databases: made while the server runs, read again, and restored to the same matches."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from moleworks.cli.main import main
from moleworks.games import Complaint
from moleworks.matches.server import MatchServer
from moleworks.matches.store import store_at
from moleworks.matches.store.backup import BackupCounts, back_up, restore
from tests.matches.helpers import ENGLISH, HOST, check_against_log, match_request, open_match, server_at

RELEASED = Path(__file__).with_name("released")


def test_a_backup_is_what_was_there(each_url: str, tmp_path: Path) -> None:
    """From either database, while its server runs, to an SQLite file and back to the same kind."""
    file = tmp_path / "matches.backup"

    async def scenario() -> None:
        async with server_at(each_url) as server:
            table = await open_match(server, "buddel-bande", "here link bot", board="stroll")
            await table.play()
            await server.create(match_request("here", "link"), HOST, ENGLISH)
            counts = await back_up(each_url, file)
            await table.play()  # after the backup
            assert counts == BackupCounts(2, table.log.seq - 1 + 2) or counts.matches == 2
            entries = await server.store.entries(table.live.id, 0)
        assert file.stat().st_mode & 0o777 == 0o600
        new = f"sqlite:///{tmp_path}/restored.db"
        assert await restore(new, file) == counts
        async with server_at(new) as server:
            live = await server.live_match(table.live.id)
            assert await server.store.entries(live.id, 0) == entries[: live.log.seq]
            assert (await server.access(live, HOST, None)).seats == {0}
            await check_against_log(live)
        with pytest.raises(Complaint, match="not empty"):
            await restore(new, file)

    asyncio.run(scenario())


@pytest.mark.needs("postgresql")
def test_a_backup_moves_from_a_file_to_postgresql(postgres: object, url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with server_at(url) as server:
            table = await open_match(server)
            await table.play("e4")
        counts = await back_up(url, tmp_path / "a")
        new = postgres.database()  # type: ignore[attr-defined]
        assert await restore(new, tmp_path / "a") == counts
        async with server_at(new) as server:
            await check_against_log(await server.live_match(table.live.id))

    asyncio.run(scenario())


def test_what_is_damaged_is_not_restored(url: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.backup"

    async def scenario(server: MatchServer) -> None:
        await open_match(server)
        await back_up(url, file)
        with pytest.raises(Complaint, match="exists already"):
            await back_up(url, file)

    async def all_of_it() -> None:
        async with server_at(url) as server:
            await scenario(server)
        whole = gzip.decompress(file.read_bytes())
        lines = whole.splitlines(keepends=True)
        damaged = [
            b"nonsense",
            file.read_bytes()[:-20],
            gzip.compress(b"".join(lines[:-1])),
            gzip.compress(b"".join([*lines[:5], *lines[6:]])),
            gzip.compress(whole.replace(b"mole-hill", b"mole-hall")),
        ]
        for content in damaged:
            file.write_bytes(content)
            with pytest.raises(Complaint, match="damaged"):
                await restore(f"sqlite:///{tmp_path}/other.db", file)
        store = store_at(f"sqlite:///{tmp_path}/other.db")
        await store.open()
        assert await store.counts() == {}
        await store.close()

    asyncio.run(all_of_it())


def test_the_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a database of 0.1, which is upgraded first."""
    with closing(sqlite3.connect(tmp_path / "old.db")) as file:
        file.executescript((RELEASED / "0.1.0.sqlite.sql").read_text("utf-8"))

    def run(*arguments: str) -> int:
        monkeypatch.setattr("sys.argv", ["moleworks", *arguments])
        return main()

    backup, old, new = (str(tmp_path / name) for name in ("b", "old.db", "new.db"))
    assert run("backup", backup, "--database", f"sqlite:///{old}") == 0
    assert "was read again" in capsys.readouterr().out
    assert run("restore", backup, "--database", f"sqlite:///{new}") == 0
    assert run("restore", "--cleared", "--database", f"sqlite:///{new}") == 0
    assert "0 matches are back" in capsys.readouterr().out
    for wrong in ([], [backup, "--cleared"]):
        assert run("restore", *wrong, "--database", f"sqlite:///{new}") == 2
        asked = capsys.readouterr()
        assert asked.err == "Give either the file of a backup or --cleared.\n"
        assert not asked.out
    assert run("backup", backup, "--database", f"sqlite:///{tmp_path}/missing.db") == 2
    assert run("backup", f"{backup}2", "--database", f"sqlite:///{tmp_path}/missing.db") == 2
    assert "There is no file" in capsys.readouterr().err
