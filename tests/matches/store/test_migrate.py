"""The schema is brought up to date, also by several processes at once, and equals the declared tables."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, create_mock_engine
from sqlalchemy.engine.mock import MockConnection

from moleworks.matches.store import StoreUnavailable, migrations, store_at
from moleworks.matches.store.migrate import migrate
from moleworks.matches.store.migrations import VERSIONS
from moleworks.matches.store.tables import metadata
from moleworks.matches.store.urls import sqlite_file
from tests.postgres import Server

pytestmark = pytest.mark.slow

COLUMNS = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'alembic_version'
    ORDER BY 1, 2"""
CONSTRAINTS = """
    SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conname <> 'alembic_version_pkc' ORDER BY 1"""
INDEXES = """
    SELECT indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename <> 'alembic_version' ORDER BY 1"""


def query(url: str, *statements: str) -> list[Sequence[object]]:
    """The rows that a database returns for each statement."""
    path = sqlite_file(url)
    if path is not None:
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            return [file.execute(statement).fetchall() for statement in statements]

    async def ask() -> list[Sequence[object]]:
        connection = await asyncpg.connect(url)
        try:
            return [[tuple(row) for row in await connection.fetch(each)] for each in statements]
        finally:
            await connection.close()

    return asyncio.run(ask())


def test_versions_are_known_without_alembic() -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert tuple(each.revision for each in script.walk_revisions())[::-1] == VERSIONS


def test_migrations_lead_to_the_tables_in_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/moles.db"
    migrate(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


@pytest.mark.needs("postgresql")
def test_migrations_lead_to_the_tables_in_postgresql(postgres: Server) -> None:
    """Compare columns, constraints and indexes as PostgreSQL lists them."""
    migrated, made = postgres.database(), postgres.database()
    migrate(migrated)
    statements: list[str] = []

    def note(ddl: Any, *_: object, **__: object) -> None:
        statements.append(str(ddl.compile(dialect=engine.dialect)))

    engine: MockConnection = create_mock_engine("postgresql+asyncpg://", note)
    metadata.create_all(engine, checkfirst=False)
    query(made, *statements)
    columns, constraints, indexes = query(migrated, COLUMNS, CONSTRAINTS, INDEXES)
    assert query(made, COLUMNS, CONSTRAINTS, INDEXES) == [columns, constraints, indexes]
    assert {row[0] for row in columns} == set(metadata.tables)  # type: ignore[index]
    assert len(indexes) == 12


def test_what_is_up_to_date_is_left_alone(url: str) -> None:
    """And quickly: neither alembic nor SQLAlchemy is imported."""
    migrate(url)
    query(url, "INSERT INTO persons VALUES ('lina', 'Lina', 1.0)")
    program = (
        "import sys; from moleworks.matches.store.migrate import migrate; migrate(sys.argv[1]);"
        "print([name for name in ('alembic', 'sqlalchemy') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program, url], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
    assert query(url, "SELECT name FROM persons") == [[("Lina",)]]


def test_many_who_come_first_at_once(url: str) -> None:
    program = (
        "import sys; from moleworks.matches.store.migrate import migrate; import alembic.script;"
        "print('ready', flush=True); input(); migrate(sys.argv[1])"
    )
    command = [sys.executable, "-c", program, url]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0] * 4
    assert query(url, "SELECT version_num FROM alembic_version") == [[(VERSIONS[-1],)]]


def test_a_database_of_a_newer_moleworks_is_left_alone(url: str) -> None:
    migrate(url)
    query(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match="newer Moleworks"):
        migrate(url)
    with pytest.raises(StoreUnavailable, match="newer Moleworks"):
        asyncio.run(store_at(url).open())
    assert query(url, "SELECT version_num FROM alembic_version") == [[("9999",)]]


def test_what_fails_half_way_leaves_nothing(url: str) -> None:
    """A table of the same name is in the way."""
    path = sqlite_file(url)
    if path:
        path.parent.mkdir(parents=True)
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    else:
        tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    query(url, "CREATE TABLE entries (id INTEGER)")
    with pytest.raises(StoreUnavailable, match="entries"):
        migrate(url)
    assert query(url, tables) == [[("entries",)]]
    query(url, "DROP TABLE entries")
    migrate(url)
    assert query(url, "SELECT version_num FROM alembic_version") == [[(VERSIONS[-1],)]]
