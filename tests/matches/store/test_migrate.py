"""The schema is brought up to date, also by several processes at once, and databases of releases too.

`released` has the SQL that made the tables of a release.
"""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from moleworks.matches.store import StoreUnavailable, store_at
from moleworks.matches.store import migrate as migrations
from moleworks.matches.store.migrate import VERSIONS, migrate
from moleworks.matches.store.urls import sqlite_file
from tests.postgres import Server

pytestmark = pytest.mark.slow

RELEASED = Path(__file__).with_name("released")
TABLES = {
    "alembic_version",
    "cleared",
    "entries",
    "holders",
    "matches",
    "numbers",
    "openings",
    "persons",
    "seats",
    "story",
}

SQLITE_TABLES = "SELECT name, wr FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%' ORDER BY 1"
SQLITE_COLUMNS = """
    SELECT m.name, c.cid, c.name, c.type, c."notnull", c.dflt_value, c.pk
    FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, 2"""
SQLITE_INDEXES = """
    SELECT m.name, i.name, i."unique", i.origin, i.partial, x.seqno, x.name
    FROM sqlite_master m JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) x
    WHERE m.type = 'table' ORDER BY 1, 2, 6"""
COLUMNS = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ORDER BY 1, 2"""
CONSTRAINTS = """
    SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1"""
INDEXES = """
    SELECT indexdef FROM pg_indexes
    WHERE schemaname = 'public' ORDER BY 1"""


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


def test_a_database_of_a_release_leads_to_the_tables_of_a_new_one_in_sqlite(tmp_path: Path) -> None:
    released, new = (f"sqlite:///{tmp_path}/{name}.db" for name in ("released", "new"))
    with closing(sqlite3.connect(tmp_path / "released.db")) as file:
        file.executescript((RELEASED / "0.1.0.sqlite.sql").read_text("utf-8"))
    migrate(released)
    migrate(new)
    tables, columns, indexes = query(new, SQLITE_TABLES, SQLITE_COLUMNS, SQLITE_INDEXES)
    assert query(released, SQLITE_TABLES, SQLITE_COLUMNS, SQLITE_INDEXES) == [tables, columns, indexes]
    assert {row[0] for row in columns} == TABLES  # type: ignore[index]
    assert len({row[1] for row in indexes}) == 23  # type: ignore[index]


@pytest.mark.needs("postgresql")
def test_a_database_of_a_release_leads_to_the_tables_of_a_new_one_in_postgresql(postgres: Server) -> None:
    """Compare columns, constraints and indexes as PostgreSQL lists them."""
    released, new = postgres.database(), postgres.database()
    query(released, *(RELEASED / "0.1.0.postgresql.sql").read_text("utf-8").split(";")[:-1])
    migrate(released)
    migrate(new)
    columns, constraints, indexes = query(new, COLUMNS, CONSTRAINTS, INDEXES)
    assert query(released, COLUMNS, CONSTRAINTS, INDEXES) == [columns, constraints, indexes]
    assert {row[0] for row in columns} == TABLES  # type: ignore[index]
    assert len(indexes) == 23


def test_an_older_database_gets_what_it_lacks(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(url)
    query(url, "INSERT INTO persons VALUES ('lina', 'Lina', 1.0)")
    (tmp_path / "9001.sql").write_text("ALTER TABLE persons ADD COLUMN born {double};\n")
    (tmp_path / "9002.sql").write_text("CREATE TABLE pets (name TEXT PRIMARY KEY){without_rowid};\n")
    monkeypatch.setattr(migrations, "MIGRATIONS", tmp_path)
    monkeypatch.setattr(migrations, "VERSIONS", (*VERSIONS, "9001", "9002"))
    migrate(url)
    migrate(url)
    assert query(url, "SELECT version_num FROM alembic_version") == [[("9002",)]]
    assert query(url, "SELECT name, born FROM persons", "SELECT name FROM pets") == [[("Lina", None)], []]


def test_what_is_up_to_date_is_left_alone(url: str) -> None:
    migrate(url)
    query(url, "INSERT INTO persons VALUES ('lina', 'Lina', 1.0)")
    migrate(url)
    assert query(url, "SELECT name FROM persons") == [[("Lina",)]]


def test_many_who_come_first_at_once(url: str) -> None:
    program = (
        "import sys; from moleworks.matches.store.migrate import migrate;"
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
