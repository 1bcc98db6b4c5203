"""Bring a database to the newest schema when it is opened; processes that do so at once take turns."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from moleworks.core.messages import N_, Message
from moleworks.matches.store import migrations
from moleworks.matches.store.migrations import VERSIONS
from moleworks.matches.store.rows import StoreUnavailable
from moleworks.matches.store.sqlite_connection import connect
from moleworks.matches.store.urls import sqlite_file

if TYPE_CHECKING:
    from moleworks.matches.store.postgres_connection import Connection

VERSION = "SELECT version_num FROM alembic_version"
LOCK_TIMEOUT = 60.0
"""Seconds to wait for another process that changes the schema."""
_LOCK = 0x6D6F6C65
"""The number of the PostgreSQL advisory lock."""


def migrate(url: str) -> None:
    """Bring the database at that address to the newest schema."""
    path = sqlite_file(url)
    if path is not None:
        migrate_file(path)
    else:
        asyncio.run(migrate_server(url))


def migrate_file(path: Path) -> None:
    """Bring an SQLite file to the newest schema; it is created if there is none."""
    connection = connect(path, timeout=LOCK_TIMEOUT)
    try:
        if _is_outdated(_sqlite_version(connection)):
            connection.execute("BEGIN EXCLUSIVE")
            version = _sqlite_version(connection)
            if _is_outdated(version):
                for statement in _split(_script("sqlite", version)):
                    connection.execute(statement)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreUnavailable(str(error)) from error
    finally:
        connection.close()


async def migrate_server(url: str) -> None:
    """Bring a PostgreSQL database to the newest schema."""
    from moleworks.matches.store import postgres_connection  # noqa: PLC0415 - asyncpg takes a while to load

    connection = await postgres_connection.connect(url)
    try:
        if _is_outdated(await _postgres_version(connection)):
            await _upgrade(connection)
    except postgres_connection.ERRORS as error:
        raise postgres_connection.store_error(error) from error
    finally:
        await connection.close()


async def _upgrade(connection: Connection) -> None:
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({_LOCK})", timeout=LOCK_TIMEOUT)
        version = await _postgres_version(connection)
        if _is_outdated(version):
            await connection.execute(_script("postgresql", version), timeout=None)


def _is_outdated(version: str | None) -> bool:
    """Whether a database of that version has to be migrated."""
    if version is not None and version not in VERSIONS:
        raise StoreUnavailable(
            Message(N_("It was made by a newer Moleworks. Update this one, or choose another database."))
        )
    return version != VERSIONS[-1]


def _sqlite_version(connection: sqlite3.Connection) -> str | None:
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    row = connection.execute(VERSION).fetchone() if known else None
    return str(row[0]) if row else None


async def _postgres_version(connection: Connection) -> str | None:
    # Not to_regclass: it caches in a transaction that there was no such table before the lock.
    known = await connection.fetchval(
        "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'alembic_version'"
    )
    version = await connection.fetchval(VERSION) if known else None
    return None if version is None else str(version)


def _script(dialect: str, version: str | None) -> str:
    """The SQL that leads from that version to the newest one."""
    from alembic.config import Config  # noqa: PLC0415 - rarely needed, and slow to load
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
    """The statements one by one, because SQLite's `executescript` would commit the open transaction first."""
    statements, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return statements
