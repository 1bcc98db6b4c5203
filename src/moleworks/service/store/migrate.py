"""Any database is brought to the newest schema by whoever opens it; two who open it at once take turns."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from moleworks.games.game import N_, Message
from moleworks.service.store import migrations
from moleworks.service.store.files import connect
from moleworks.service.store.migrations import VERSIONS
from moleworks.service.store.rows import NoStore
from moleworks.service.store.urls import sqlite_file

if TYPE_CHECKING:
    from moleworks.service.store.server import Connection

VERSION = "SELECT version_num FROM alembic_version"
PATIENCE = 60.0
"""Seconds for another to finish what it does to the schema."""
_LOCK = 0x6D6F6C65
"""The number PostgreSQL knows our turn by."""


def migrate(url: str) -> None:
    """Bring the database at that address to the newest schema."""
    path = sqlite_file(url)
    if path is not None:
        migrate_file(path)
    else:
        asyncio.run(migrate_server(url))


def migrate_file(path: Path) -> None:
    """Bring an SQLite file to the newest schema; it is made if there is none."""
    connection = connect(path, timeout=PATIENCE)
    try:
        if _behind(_version_of(connection)):
            connection.execute("BEGIN EXCLUSIVE")
            version = _version_of(connection)
            if _behind(version):
                for statement in _split(_script("sqlite", version)):
                    connection.execute(statement)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise NoStore(str(error)) from error
    finally:
        connection.close()


async def migrate_server(url: str) -> None:
    """Bring a PostgreSQL database to the newest schema."""
    from moleworks.service.store import server  # noqa: PLC0415 - asyncpg takes a while to load

    connection = await server.connect(url)
    try:
        if _behind(await _version_at(connection)):
            await _upgrade(connection)
    except server.ERRORS as error:
        raise server.trouble(error) from error
    finally:
        await connection.close()


async def _upgrade(connection: Connection) -> None:
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({_LOCK})", timeout=PATIENCE)
        version = await _version_at(connection)
        if _behind(version):
            await connection.execute(_script("postgresql", version), timeout=None)


def _behind(version: str | None) -> bool:
    """Whether there is something to do to a database of that version."""
    if version is not None and version not in VERSIONS:
        raise NoStore(
            Message(N_("It was made by a newer Moleworks. Update this one, or choose another database."))
        )
    return version != VERSIONS[-1]


def _version_of(connection: sqlite3.Connection) -> str | None:
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    row = connection.execute(VERSION).fetchone() if known else None
    return str(row[0]) if row else None


async def _version_at(connection: Connection) -> str | None:
    # Not to_regclass, which remembers within a transaction that there was no such table before we waited.
    known = await connection.fetchval(
        "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'alembic_version'"
    )
    version = await connection.fetchval(VERSION) if known else None
    return None if version is None else str(version)


def _script(dialect: str, version: str | None) -> str:
    """The SQL that leads from that version to the newest."""
    from alembic.config import Config  # noqa: PLC0415 - seldom needed, and slow to load
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    script = io.StringIO()
    versions = ScriptDirectory(str(Path(migrations.__file__).parent))
    with EnvironmentContext(
        Config(),
        versions,
        fn=lambda since, _context: versions._upgrade_revs("head", since),
        as_sql=True,
        starting_rev=version,
        destination_rev="head",
    ) as environment:
        # The transaction is around the script, not in it.
        environment.configure(
            dialect_name=dialect, output_buffer=script, literal_binds=True, transactional_ddl=False
        )
        environment.run_migrations()
    return script.getvalue()


def _split(script: str) -> list[str]:
    """One by one: SQLite's own way to run a script would first end the transaction we are in."""
    statements, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return statements
