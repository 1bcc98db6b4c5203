"""The database tables. A change needs a new version in `migrations/`; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, Integer, MetaData, Table, Text, UniqueConstraint

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text),
    Column("game", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("host", Text),
    Column("watch", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("due", Double),
    Column("record", Text),
    # The worker that handles what is due, and until when no other may.
    Column("worker", Text),
    Column("until", Double),
    UniqueConstraint("code"),
    UniqueConstraint("watch"),
    Index(None, "due"),
    Index(None, "status", "changed"),
    Index(None, "host"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("level", Integer),
    Column("name", Text, nullable=False),
    Column("token", Text),
    # Not unique: in a rematch everybody keeps their token.
    Index(None, "token"),
    sqlite_with_rowid=False,
)

holders = Table(
    "holders",
    metadata,
    Column("match", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, primary_key=True),
    Column("since", Double, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    Column("match", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("client", Text),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

persons = Table(
    "persons",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("seen", Double, nullable=False),
    sqlite_with_rowid=False,
)
