"""Real databases for the tests of matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Server

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server for this run, or for each of xdist's workers."""
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a new database that needs no server."""
    return f"sqlite:///{tmp_path}/moles.db"


@pytest.fixture(params=DATABASES)
def each_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, of each kind there is."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new/moles.db"
    server: Server = request.getfixturevalue("postgres")
    return server.database()
