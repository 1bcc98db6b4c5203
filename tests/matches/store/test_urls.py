"""Addresses of databases."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from moleworks.games import Complaint
from moleworks.matches.bus import LocalBus, bus_at
from moleworks.matches.bus.postgres import PostgresBus
from moleworks.matches.store import StoreUnavailable, store_at
from moleworks.matches.store.postgres import PostgresStore
from moleworks.matches.store.sqlite import SQLiteStore
from moleworks.matches.store.urls import sqlite_file


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///moles.db", "moles.db"),
        ("sqlite:///a/moles.db", "a/moles.db"),
        ("sqlite:////var/moles.db", "/var/moles.db"),
        ("sqlite:///C:/moles.db", "C:/moles.db"),
        ("sqlite:///with space & ?.db", "with space & ?.db"),
    ],
)
def test_files(url: str, path: str) -> None:
    assert sqlite_file(url) == Path(path)
    assert isinstance(store_at(url), SQLiteStore)
    assert isinstance(bus_at(url, "one"), LocalBus)


@pytest.mark.parametrize("url", ["postgresql://lina:secret@host:5432/moles", "postgres:///moles"])
def test_servers(url: str) -> None:
    assert sqlite_file(url) is None
    assert isinstance(store_at(url), PostgresStore)
    assert isinstance(bus_at(url, "one"), PostgresBus)


@pytest.mark.parametrize(
    "url",
    [
        "", "moles.db", "/var/moles.db", "sqlite:", "sqlite://", "sqlite:///", "sqlite:///:memory:",
        "sqlite://secret.db", "sqlite:///secret/", "mysql://lina:secret@host/moles", "postgresql:secret",
        "postgresql+asyncpg://lina:secret@host/moles", "SECRET://",
    ],
)  # fmt: skip
def test_anything_else_is_told_how_to_write_it(url: str) -> None:
    for make in (store_at, lambda url: bus_at(url, "one")):
        with pytest.raises(
            Complaint, match=r"sqlite:///FILE .* postgresql://USER:PASSWORD@HOST/NAME"
        ) as received:
            make(url)
        assert "secret" not in str(received.value).lower()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://lina:secret@127.0.0.1:1/moles",
        "postgresql://lina:secret@127.0.0.1:secret/moles",
        "postgresql://lina:sec#ret@127.0.0.1/moles",
        "postgresql://lina:secret/@127.0.0.1:1/moles",
        "postgresql://lina:secret@/moles?host=/nowhere",
        "postgresql://lina:secret@host/moles?sslmode=secret",
        "postgresql://lina:secret@[::1/moles",
    ],
)
def test_no_error_tells_a_password(url: str) -> None:
    for opening in (store_at(url).open, lambda: bus_at(url, "one").open(lambda *_: None, lambda: None)):
        with pytest.raises(StoreUnavailable) as received:
            asyncio.run(opening())
        for text in ("secret", "sec#", "'sec'"):
            assert text not in str(received.value)
            assert text not in "".join(traceback.format_exception(received.value, limit=0))


def test_a_missing_library_is_named_in_one_sentence() -> None:
    program = (
        "import sys; sys.modules['asyncpg'] = None; from moleworks.__main__ import main; sys.exit(main())"
    )
    arguments = ["serve", "--lang", "en", "--database", "postgresql://localhost/moles"]
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    install = 'pip install "moleworks[server]"'
    assert done.stderr == f"For PostgreSQL a library is missing. Install it with: {install}\n"
