"""Many batches in one transaction of an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from moleworks.matches.store import Conflict, sql
from moleworks.matches.store.group_commit import AppendJob, BatchJob, JobOutcome, write_group
from moleworks.matches.store.migrate import migrate_file
from moleworks.matches.store.sqlite_connection import connect
from tests.matches.store.samples import entry, match_row, match_status


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    path = tmp_path / "moles.db"
    migrate_file(path)
    connection = connect(path)
    yield connection
    connection.close()


def create(name: str) -> BatchJob:
    return BatchJob(((sql.CREATE_MATCH, match_row(name)),), guarded=False)


def append(name: str, *seqs: int) -> AppendJob:
    return AppendJob(name, [entry(seq, name) for seq in seqs], match_status())


def log(connection: sqlite3.Connection) -> set[tuple[str, int]]:
    return set(connection.execute("SELECT match, seq FROM entries"))


def kinds(outcomes: list[JobOutcome]) -> str:
    return "".join("x" if isinstance(outcome, Conflict) else "." for outcome in outcomes)


@pytest.mark.parametrize("count", [2, 3, 64, 65, 255, 300])
def test_many_appends_are_few_statements(connection: sqlite3.Connection, count: int) -> None:
    names = [f"m{number}" for number in range(count)]
    write_group(connection, [create(name) for name in names])
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    outcomes = write_group(connection, [append(name, 1, 2) for name in names])
    connection.set_trace_callback(None)
    assert not any(isinstance(outcome, Exception) for outcome in outcomes)
    # BEGIN, one UPDATE of the matches, INSERTs of 512 entries each, COMMIT.
    assert len(statements) == 3 + 1 + 2 * count // 512
    assert log(connection) == {(name, seq) for name in names for seq in (1, 2)}


def test_each_is_done_or_not_by_itself_and_in_order(connection: sqlite3.Connection) -> None:
    jobs: list[BatchJob | AppendJob] = [
        create("a"), append("a", 1), append("b", 1), create("b"), append("a", 3), append("a", 2, 3),
        append("b", 1), create("a"), append("a", 4), append("a", 4), append("b", 2),
        BatchJob(((sql.DROP_CODE, ("none",)), (sql.DELETE_ENTRIES, ("a",))), guarded=True),
        BatchJob(((sql.DROP_CODE, ("none",)), (sql.DELETE_ENTRIES, ("b",))), guarded=False),
    ]  # fmt: skip
    outcomes = write_group(connection, jobs)
    assert kinds(outcomes) == "..x.x..x.x.x."
    assert outcomes[-1] == [0, 2]
    assert log(connection) == {("a", seq) for seq in (1, 2, 3, 4)}
    assert not connection.in_transaction


def test_a_log_ahead_of_its_match_is_not_written_over(connection: sqlite3.Connection) -> None:
    """Even in this impossible state, the match is not advanced to entries of others."""
    write_group(connection, [create("a"), create("b")])
    connection.execute(sql.INSERT_ENTRY, ("a", *entry(1, "stray")))
    assert kinds(write_group(connection, [append("a", 1), append("b", 1)])) == "x."
    assert connection.execute("SELECT id, seq FROM matches ORDER BY id").fetchall() == [("a", 0), ("b", 1)]


@pytest.mark.parametrize("company", [[], [create("d")]])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_what_went_before_a_fault_is_undone_with_it(
    connection: sqlite3.Connection, at: int, company: list[BatchJob]
) -> None:
    """A long statement that fails half-way leaves rows, which are undone; then each job is written alone."""
    write_group(connection, [create(name) for name in "abc"])
    connection.execute(sql.INSERT_ENTRY, ("abc"[at], *entry(2, "stray")))
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    outcomes = write_group(connection, [*company, *(append(name, 1, 2) for name in "abc")])
    connection.set_trace_callback(None)
    assert any("OR FAIL INTO entries" in statement for statement in statements)
    assert kinds(outcomes[len(company) :]) == "".join("x" if which == at else "." for which in range(3))
    done = [name for name in "abc" if name != "abc"[at]]
    assert log(connection) == {(name, seq) for name in done for seq in (1, 2)} | {("abc"[at], 2)}
    moved = connection.execute("SELECT id FROM matches WHERE seq = 2 ORDER BY id").fetchall()
    assert moved == [(name,) for name in done]


def test_if_the_database_is_at_fault_nothing_is_done(connection: sqlite3.Connection) -> None:
    write_group(connection, [create("a")])
    with pytest.raises(sqlite3.OperationalError):
        write_group(
            connection, [append("a", 1), create("b"), BatchJob((("DELETE FROM nowhere", ()),), guarded=False)]
        )
    assert not connection.in_transaction
    assert log(connection) == set()
    assert kinds(write_group(connection, [append("a", 1), create("b")])) == ".."


def test_nothing_is_appended_to_a_record_in_company_either(connection: sqlite3.Connection) -> None:
    write_group(connection, [create("a"), create("b")])
    write_group(connection, [BatchJob(((sql.ARCHIVE, ("the record", "a", 0)),), guarded=True)])
    assert kinds(write_group(connection, [append("a", 1), append("b", 1)])) == "x."
    assert log(connection) == {("b", 1)}
