"""Bring a database to the newest schema when it is opened; processes that do so at once take turns.

The folder `migrations` has one SQL file for each version of the schema, which leads there from the version
before it. A change of the tables needs a new file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from moleworks.core.messages import N_, Message
from moleworks.matches.store.rows import StoreUnavailable
from moleworks.matches.store.sqlite_connection import connect
from moleworks.matches.store.urls import sqlite_file

if TYPE_CHECKING:
    from moleworks.matches.store.postgres_connection import Connection

MIGRATIONS = Path(__file__).with_name("migrations")
VERSIONS = tuple(sorted(file.stem for file in MIGRATIONS.glob("*.sql")))
"""All versions, the newest last."""
SQLITE: Mapping[str, str] = {"double": "DOUBLE", "without_rowid": " WITHOUT ROWID"}
POSTGRESQL: Mapping[str, str] = {"double": "DOUBLE PRECISION", "without_rowid": ""}
"""The values of the placeholders {double} and {without_rowid} in migrations."""

# Databases of older versions have this table from a library, alembic.
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
                for statement in _split(_script(SQLITE, version)):
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
            await connection.execute(_script(POSTGRESQL, version), timeout=None)


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


def _script(dialect: Mapping[str, str], version: str | None) -> str:
    """The SQL that leads from that version to the newest one."""
    missing = VERSIONS[VERSIONS.index(version) + 1 :] if version else VERSIONS
    steps = [(MIGRATIONS / f"{each}.sql").read_text("utf-8").format_map(dialect) for each in missing]
    if version is None:
        steps.append(f"INSERT INTO alembic_version (version_num) VALUES ('{VERSIONS[-1]}');\n")
    else:
        steps.append(f"UPDATE alembic_version SET version_num = '{VERSIONS[-1]}';\n")
    return "".join(steps)


def _split(script: str) -> list[str]:
    """The statements one by one, because SQLite's `executescript` would commit the open transaction first."""
    statements, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return statements
