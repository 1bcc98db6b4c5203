"""Where a database is, as somebody writes it down."""

from __future__ import annotations

from pathlib import Path

from moleworks.games.game import N_, Complaint

SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None if the database is on a PostgreSQL server."""
    if url.startswith(POSTGRESQL):
        return None
    name = url.removeprefix(SQLITE)
    if name in {url, "", ":memory:"} or name.endswith("/"):
        # Nothing of what was written is repeated: there may be a password in it.
        raise Complaint(
            N_(
                "A database is written sqlite:///FILE (sqlite:////FOLDER/FILE from the root) or "
                "postgresql://USER:PASSWORD@HOST/NAME; this is neither."
            )
        )
    return Path(name)
