"""The SQL statements, in the dialect that SQLite and PostgreSQL share; `?` stands for a value."""

from __future__ import annotations

from functools import cache

from moleworks.matches.store.rows import Entry, MatchRow, OpeningRow, SeatRow, StoryRow


def _columns(row: type[MatchRow | SeatRow | Entry | OpeningRow | StoryRow], table: str = "") -> str:
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

CREATE_OPENING = f"INSERT INTO openings ({_columns(OpeningRow)}) VALUES ({_places(len(OpeningRow._fields))})"
OPENING = f"SELECT {_columns(OpeningRow)} FROM openings WHERE key = ?"
DROP_OPENINGS_BEFORE = "DELETE FROM openings WHERE at < ?"

MATCH = f"""{_MATCH_AND_SEATS}
    FROM matches m LEFT JOIN seats s ON s.match = m.id WHERE m.id = ? ORDER BY s.seat"""
BY_CODE = "SELECT id FROM matches WHERE code = ?"
BY_WATCH = "SELECT id FROM matches WHERE watch = ?"
BY_TOKEN = """
    SELECT s.match, s.seat FROM seats s JOIN matches m ON m.id = s.match WHERE s.token = ?
    ORDER BY m.created DESC, m.id LIMIT 1"""
ENTRIES = f"SELECT {_columns(Entry)} FROM entries WHERE match = ? AND seq > ? ORDER BY seq"

# Only from the number that the log is at, and never after it was archived.
ADVANCE_LOG = """
    UPDATE matches SET seq = ?, status = ?, due = ?, changed = ?, worker = NULL, until = NULL
    WHERE id = ? AND seq = ? AND record IS NULL"""
INSERT_ENTRY = f"INSERT INTO entries (match, {_columns(Entry)}) VALUES ({_places(1 + len(Entry._fields))})"


@cache
def advance_logs(count: int) -> str:
    """`ADVANCE_LOG` for many matches at once, in SQLite's dialect; the values come in the same order.

    An empty row matches nothing. The caller rolls back after an error, so SQLite need not be able to undo the
    statement alone (`OR FAIL`). It has to begin with UPDATE, because Python counts the rows of no other.
    """
    return f"""
        UPDATE OR FAIL matches SET
            seq = column1, status = column2, due = column3, changed = column4, worker = NULL, until = NULL
        FROM (VALUES {_rows(6, count)}) WHERE id = column5 AND seq = column6 AND record IS NULL"""


ADVANCE_AND_INSERT = f"""
    WITH moved AS ({ADVANCE_LOG} RETURNING id)
    INSERT INTO entries (match, {_columns(Entry)})
    SELECT moved.id, new.* FROM moved, unnest(
        CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
        CAST(? AS DOUBLE PRECISION[])) AS new"""
"""`ADVANCE_LOG` and `INSERT_ENTRY` at once, in PostgreSQL's dialect; the entries come by columns."""


@cache
def insert_entries(count: int) -> str:
    """`INSERT_ENTRY` for many entries at once, like `advance_logs`; empty rows insert nothing."""
    return f"""
        INSERT OR FAIL INTO entries (match, {_columns(Entry)})
        SELECT * FROM (VALUES {_rows(1 + len(Entry._fields), count)}) WHERE column1 IS NOT NULL"""


UPDATE_SEAT = """
    UPDATE seats SET kind = ?, level = ?, name = ?, token = ?, emblem = ?, face = ?
    WHERE match = ? AND seat = ?"""

# A claim that lasts longer than claims do was made before the clock was set back.
CLAIM = """
    UPDATE matches SET worker = ?, until = ?
    WHERE id = ? AND seq = ? AND (until IS NULL OR until <= ? OR until > ?)"""
RENEW = """
    UPDATE matches SET until = ? WHERE id = ? AND seq = ? AND worker = ? AND until IS NOT NULL"""
DUE = """
    SELECT id FROM matches WHERE due <= ? AND (until IS NULL OR until <= ? OR until > ?)
    ORDER BY due, changed, id LIMIT ?"""
RELEASE_CLAIMS = "UPDATE matches SET worker = NULL, until = NULL WHERE until IS NOT NULL"

HOLD = """
    INSERT INTO holders (match, seat, person, since)
    SELECT match, seat, CAST(? AS TEXT), CAST(? AS DOUBLE PRECISION)
    FROM (SELECT match, seat FROM seats UNION ALL SELECT id, -1 FROM matches) AS places
    WHERE match = ? AND seat = ?
    ON CONFLICT DO NOTHING"""
"""Seat -1 is for watchers."""
DELETE_HOLDERS = "DELETE FROM holders WHERE match = ? AND seat = ?"
RELEASE = (
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
SAVE_NAME = """
    INSERT INTO persons (digest, name, seen) VALUES (?, ?, ?)
    ON CONFLICT (digest) DO UPDATE SET name = excluded.name, seen = excluded.seen"""
FORGET_PERSON = (
    "DELETE FROM persons WHERE digest = ?",
    "DELETE FROM holders WHERE person = ?",
    "UPDATE matches SET host = NULL WHERE host = ?",
    "DELETE FROM openings WHERE person = ?",
    "DELETE FROM story WHERE person = ?",
    # The digest is one of the values in the text.
    "DELETE FROM cleared WHERE data LIKE '%' || CAST(? AS TEXT) || '%'",
)
KNOWN_PERSON = """
    SELECT person FROM holders WHERE person = ? UNION SELECT host FROM matches WHERE host = ?
    UNION SELECT digest FROM persons WHERE digest = ? UNION SELECT person FROM story WHERE person = ?"""
DELETE_IDLE_PERSONS = """
    DELETE FROM persons WHERE seen < ?
    AND NOT EXISTS (SELECT 1 FROM holders WHERE holders.person = persons.digest)
    AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.host = persons.digest)"""

DELETE = (
    "DELETE FROM matches WHERE id = ?",
    "DELETE FROM seats WHERE match = ?",
    "DELETE FROM holders WHERE match = ?",
    "DELETE FROM entries WHERE match = ?",
    "DELETE FROM openings WHERE match = ?",
)
ARCHIVE = """
    UPDATE matches SET record = ?, status = 'archived', code = NULL, due = NULL, worker = NULL, until = NULL
    WHERE id = ? AND seq = ? AND record IS NULL"""
DELETE_ENTRIES = "DELETE FROM entries WHERE match = ?"
UNCHANGED_SINCE = "SELECT id FROM matches WHERE status = ? AND changed < ? ORDER BY changed, id LIMIT ?"
NEVER_BEGUN = """
    SELECT id FROM matches WHERE status = ? AND changed < ?
    AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.match = matches.id AND entries.name NOT LIKE '!%')
    ORDER BY changed, id LIMIT ?"""
"""Matches without any action, not even a deal."""
DROP_CODE = "UPDATE matches SET code = NULL WHERE id = ?"
TIME = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"
"""In PostgreSQL's dialect."""
NEWEST_CHANGE = "SELECT MAX(changed) FROM matches"
NUMBER = "SELECT value FROM numbers WHERE name = ?"
SAVE_NUMBER = """
    INSERT INTO numbers (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"""

HOLDERS_SINCE = "SELECT seat, person, since FROM holders WHERE match = ?"
DELETE_UNCHANGED = "DELETE FROM matches WHERE id = ? AND seq = ? AND changed = ?"
KEEP_CLEARED = "INSERT INTO cleared (id, at, data) VALUES (?, ?, ?)"
CLEARED_AFTER = "SELECT id, data FROM cleared WHERE at > ? ORDER BY at, id LIMIT ?"
DROP_CLEARED = "DELETE FROM cleared WHERE id = ?"
DROP_CLEARED_BEFORE = "DELETE FROM cleared WHERE at <= ?"
COUNTS = "SELECT status, COUNT(*) FROM matches GROUP BY status"

SAVE_STORY = f"""
    INSERT INTO story ({_columns(StoryRow)}) VALUES ({_places(len(StoryRow._fields))})
    ON CONFLICT (person, match) DO UPDATE
    SET seq = excluded.seq, ended = excluded.ended, summary = excluded.summary, record = excluded.record"""
STORY = "SELECT summary FROM story WHERE person = ? ORDER BY ended DESC, match LIMIT ?"
STORY_ROWS = f"""
    SELECT {_columns(StoryRow)} FROM story WHERE person = ? ORDER BY ended DESC, match LIMIT ? OFFSET ?"""
STORY_ROW = f"SELECT {_columns(StoryRow)} FROM story WHERE person = ? AND match = ?"
STORY_SIZE = "SELECT COUNT(*), COALESCE(SUM(LENGTH(record)), 0) FROM story WHERE person = ?"
UNTOLD = """
    SELECT DISTINCT m.id, m.changed FROM holders h JOIN matches m ON m.id = h.match
    WHERE h.person = ? AND h.seat >= 0 AND m.status IN ('over', 'archived')
    AND NOT EXISTS (SELECT 1 FROM story s WHERE s.person = h.person AND s.match = m.id AND s.seq = m.seq)
    ORDER BY m.changed DESC, m.id LIMIT ?"""
"""Finished matches of a person that their story does not tell as they are now."""
SEE_STORY = "UPDATE story SET seen = ? WHERE person = ? AND seen < ?"
DROP_STORY = "DELETE FROM story WHERE person = ? AND match = ?"
DROP_TOLD = "DELETE FROM story WHERE match = ?"
DROP_STORIES_BEFORE = "DELETE FROM story WHERE seen < ?"
