"""The SQL, once, in words that SQLite and PostgreSQL share; `?` stands for a value."""

from __future__ import annotations

from functools import cache

from moleworks.service.store.rows import Entry, MatchRow, SeatRow


def _columns(row: type[MatchRow | SeatRow | Entry], table: str = "") -> str:
    return ", ".join(f"{table}.{name}" if table else name for name in row._fields)


def _places(count: int) -> str:
    return ", ".join("?" * count)


def _rows(width: int, count: int) -> str:
    return ", ".join([f"({_places(width)})"] * count)


_MATCH_AND_SEATS = f"""
    SELECT {_columns(MatchRow, "m")}, {_columns(SeatRow, "s")}"""

CREATE_MATCH = f"INSERT INTO matches ({_columns(MatchRow)}) VALUES ({_places(len(MatchRow._fields))})"
CREATE_SEAT = f"INSERT INTO seats ({_columns(SeatRow)}) VALUES ({_places(len(SeatRow._fields))})"
CREATE_HOLDER = "INSERT INTO holders (match, seat, person, since) VALUES (?, ?, ?, ?)"

MATCH = f"""{_MATCH_AND_SEATS}
    FROM matches m LEFT JOIN seats s ON s.match = m.id WHERE m.id = ? ORDER BY s.seat"""
BY_CODE = "SELECT id FROM matches WHERE code = ?"
BY_WATCH = "SELECT id FROM matches WHERE watch = ?"
BY_TOKEN = """
    SELECT s.match, s.seat FROM seats s JOIN matches m ON m.id = s.match WHERE s.token = ?
    ORDER BY m.created DESC, m.id LIMIT 1"""
ENTRIES = f"SELECT {_columns(Entry)} FROM entries WHERE match = ? AND seq > ? ORDER BY seq"

# A log is never moved on from a number it is not at, nor once it has become a record.
MOVE_ON = """
    UPDATE matches SET seq = ?, status = ?, due = ?, changed = ?, worker = NULL, until = NULL
    WHERE id = ? AND seq = ? AND record IS NULL"""
ENTER = f"INSERT INTO entries (match, {_columns(Entry)}) VALUES ({_places(1 + len(Entry._fields))})"


@cache
def move_on_many(count: int) -> str:
    """`MOVE_ON` for so many matches at once, in SQLite's words; the values come in the same order.

    An empty row is of no match. What fails half-way is undone by who runs it, so SQLite need not keep what
    would undo it (`OR FAIL`).
    Python counts the rows of no statement that begins with another word than UPDATE.
    """
    return f"""
        UPDATE OR FAIL matches SET
            seq = column1, status = column2, due = column3, changed = column4, worker = NULL, until = NULL
        FROM (VALUES {_rows(6, count)}) WHERE id = column5 AND seq = column6 AND record IS NULL"""


MOVE_ON_AND_ENTER = f"""
    WITH moved AS ({MOVE_ON} RETURNING id)
    INSERT INTO entries (match, {_columns(Entry)})
    SELECT moved.id, new.* FROM moved, unnest(
        CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
        CAST(? AS DOUBLE PRECISION[])) AS new"""
"""`MOVE_ON` and `ENTER` at once, in PostgreSQL's words; the entries come by columns."""


@cache
def enter_many(count: int) -> str:
    """`ENTER` for so many entries at once, as `move_on_many`; of an empty row nothing comes."""
    return f"""
        INSERT OR FAIL INTO entries (match, {_columns(Entry)})
        SELECT * FROM (VALUES {_rows(1 + len(Entry._fields), count)}) WHERE column1 IS NOT NULL"""


CHANGE_SEAT = "UPDATE seats SET kind = ?, level = ?, name = ?, token = ? WHERE match = ? AND seat = ?"

CLAIM = """
    UPDATE matches SET worker = ?, until = ?
    WHERE id = ? AND seq = ? AND (until IS NULL OR until <= ?)"""
RENEW = """
    UPDATE matches SET until = ? WHERE id = ? AND seq = ? AND worker = ? AND until IS NOT NULL"""
DUE = """
    SELECT id FROM matches WHERE due <= ? AND (until IS NULL OR until <= ?) ORDER BY due, id LIMIT ?"""

HOLD = """
    INSERT INTO holders (match, seat, person, since)
    SELECT match, seat, CAST(? AS TEXT), CAST(? AS DOUBLE PRECISION)
    FROM (SELECT match, seat FROM seats UNION ALL SELECT id, -1 FROM matches) AS places
    WHERE match = ? AND seat = ?
    ON CONFLICT DO NOTHING"""
"""Seat -1 is for whoever watches."""
EMPTY_SEAT = "DELETE FROM holders WHERE match = ? AND seat = ?"
LET_GO = (
    "DELETE FROM holders WHERE match = ? AND person = ?",
    "UPDATE matches SET host = NULL WHERE id = ? AND host = ?",
)
HOLDERS = "SELECT seat, person FROM holders WHERE match = ?"
HELD_BY = f"""{_MATCH_AND_SEATS}, h.seat
    FROM matches m
    JOIN seats s ON s.match = m.id
    LEFT JOIN holders h ON h.match = s.match AND h.seat = s.seat AND h.person = ?
    WHERE m.id IN (
        SELECT id FROM matches WHERE id IN (
            SELECT match FROM holders WHERE person = ? UNION SELECT id FROM matches WHERE host = ?)
        ORDER BY changed DESC, id LIMIT ?)
    ORDER BY m.changed DESC, m.id, s.seat"""

PERSON = "SELECT name FROM persons WHERE digest = ?"
REMEMBER = """
    INSERT INTO persons (digest, name, seen) VALUES (?, ?, ?)
    ON CONFLICT (digest) DO UPDATE SET name = excluded.name, seen = excluded.seen"""
FORGET = (
    "DELETE FROM persons WHERE digest = ?",
    "DELETE FROM holders WHERE person = ?",
    "UPDATE matches SET host = NULL WHERE host = ?",
)
FORGET_IDLE = """
    DELETE FROM persons WHERE seen < ?
    AND NOT EXISTS (SELECT 1 FROM holders WHERE holders.person = persons.digest)
    AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.host = persons.digest)"""

DELETE = (
    "DELETE FROM matches WHERE id = ?",
    "DELETE FROM seats WHERE match = ?",
    "DELETE FROM holders WHERE match = ?",
    "DELETE FROM entries WHERE match = ?",
)
ARCHIVE = """
    UPDATE matches SET record = ?, status = 'archived', code = NULL, due = NULL, worker = NULL, until = NULL
    WHERE id = ? AND seq = ? AND record IS NULL"""
CLEAR = "DELETE FROM entries WHERE match = ?"
STALE = "SELECT id FROM matches WHERE status = ? AND changed < ? ORDER BY changed, id LIMIT ?"
NEVER_BEGUN = """
    SELECT id FROM matches WHERE status = ? AND changed < ?
    AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.match = matches.id AND entries.name NOT LIKE '!%')
    ORDER BY changed, id LIMIT ?"""
"""Nothing has ever been played, and nothing dealt."""
DROP_CODE = "UPDATE matches SET code = NULL WHERE id = ?"
COUNTS = "SELECT status, COUNT(*) FROM matches GROUP BY status"
