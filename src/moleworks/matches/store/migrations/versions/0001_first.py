"""The first schema: matches, seats, holders, entries and persons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("code", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("host", sa.Text),
        sa.Column("watch", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("due", sa.Double),
        sa.Column("record", sa.Text),
        sa.Column("worker", sa.Text),
        sa.Column("until", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("code", name="uq_matches_code"),
        sa.UniqueConstraint("watch", name="uq_matches_watch"),
    )
    op.create_index("ix_matches_due", "matches", ["due"])
    op.create_index("ix_matches_status_changed", "matches", ["status", "changed"])
    op.create_index("ix_matches_host", "matches", ["host"])
    op.create_table(
        "seats",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.Text),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_token", "seats", ["token"])
    op.create_table(
        "holders",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "person", name="pk_holders"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_holders_person", "holders", ["person"])
    op.create_table(
        "entries",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_entries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "persons",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_persons"),
        sqlite_with_rowid=False,
    )
